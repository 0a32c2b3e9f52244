import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../assets/web/game.js";
import { ROWS, pageOf, plain } from "./boards.js";

const SOLUTION = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];

function begun(kept = {}, more = {}) {
  const page = pageOf(plain(3, 3), { ...ROWS, ...more });
  const clock = { now: 0 };
  const game = new Game(page, page.levels[0], kept, () => clock.now);
  game.goOn();
  return { game, clock };
}

function draw(game, color, path) {
  game.make(game.rules.drawnOver(game.state.position, color, path), color);
}

test("as many moves as colours are a star", () => {
  const { game, clock } = begun();
  SOLUTION.forEach((path, color) => draw(game, color, path));
  clock.now = 5;
  assert.ok(game.isSolved && game.star);
  assert.equal(game.best, 3);
});

test("a colour that is drawn several times in a row is one move", () => {
  const { game } = begun();
  draw(game, 0, [0, 1]);
  draw(game, 0, [0, 1, 2]);
  draw(game, 1, [3, 4, 5]);
  draw(game, 0, [0, 3]);
  assert.equal(game.state.moves, 3);
});

test("undo takes back moves, redo makes them again, and both are counted", () => {
  const { game } = begun();
  draw(game, 0, [0, 1, 2]);
  game.undo();
  assert.deepEqual([game.state.position, game.state.moves, game.score.undos], [[[], [], []], 0, 1]);
  game.redo();
  assert.deepEqual(game.state.position[0], [0, 1, 2]);
  game.restart();
  game.undo();
  assert.deepEqual(game.state.position[0], [0, 1, 2]);
});

test("a game goes on where it was left, with its time", () => {
  const { game, clock } = begun();
  draw(game, 0, [0, 1, 2]);
  clock.now = 9;
  const { game: other } = begun(JSON.parse(JSON.stringify(game.kept())));
  assert.deepEqual(other.state.position[0], [0, 1, 2]);
  assert.equal(other.seconds, 9);
  assert.equal(other.state.moves, 1);
});

test("the first result stays when a level is played again; the best moves get better", () => {
  const { game } = begun();
  draw(game, 1, [3, 4, 7]);
  SOLUTION.forEach((path, color) => draw(game, color, path));
  assert.equal(game.first.moves, 4);
  assert.ok(!game.star);
  const { game: again } = begun(game.kept());
  again.restart();
  SOLUTION.forEach((path, color) => draw(again, color, path));
  assert.deepEqual([again.first.moves, again.best, again.star], [4, 3, true]);
});

test("wrong turns are what was drawn otherwise than in the solution, and how often", () => {
  const { game } = begun();
  draw(game, 1, [3, 4, 7]);
  game.undo();
  draw(game, 1, [3, 4, 7]);
  SOLUTION.forEach((path, color) => draw(game, color, path));
  assert.equal(game.wrong, "7x2");
});

test("damaged or foreign things in storage begin a new game", () => {
  for (const kept of [{ now: null }, { now: "x", turns: 3, position: {} }, { turns: [[1]], best: "a", first: 7 }, { turns: "abc" }, { history: 1, item: {} }, { now: { seconds: 1, moves: 0, undos: 0, hints: 0 }, turns: [[4, 999, 1], [1e9, 0, 1]] }]) {
    const { game } = begun(kept);
    assert.deepEqual(game.state.position, [[], [], []]);
    SOLUTION.forEach((path, color) => draw(game, color, path));
    assert.ok(game.isSolved);
    assert.equal(game.best, 3);
  }
});

test("what another tab has achieved is not lost", () => {
  const { game } = begun();
  draw(game, 1, [3, 4, 7]);
  const { game: other } = begun();
  SOLUTION.forEach((path, color) => draw(other, color, path));
  game.takeOver(other.kept());
  assert.deepEqual([game.first, game.best, game.star], [other.first, 3, true]);
  game.takeOver({});
  assert.deepEqual(game.kept().first, other.first);
});

test("hints follow the tour, and what is wrong comes first", () => {
  const hints = [["First.", [0], [0], []], ["Excluded.", [4], [], [9]], ["Third.", [3], [2], []]];
  const { game } = begun({}, { hints, solution: SOLUTION });
  assert.deepEqual(game.hint(), { text: "First.", cells: [0], wrong: [] });
  assert.equal(game.hint().text, "First.");
  assert.equal(game.score.hints, 1);
  draw(game, 0, [0, 1, 2]);
  assert.equal(game.hint().text, "Excluded.");
  assert.equal(game.hint().text, "Third.");
  draw(game, 1, [3, 4, 7]);
  assert.deepEqual(game.hint().wrong.sort(), [4, 7]);
});

test("help draws a path, and costs the star", () => {
  const { game } = begun({}, { solution: SOLUTION });
  while (game.help());
  assert.ok(game.isSolved && !game.star);
  assert.equal(game.score.hints, 3);
});
