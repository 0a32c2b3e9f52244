import assert from "node:assert/strict";
import { test } from "node:test";
import { Board } from "../../assets/web/board.js";
import { Flow } from "../../assets/web/flow.js";
import { ROWS, plain } from "./boards.js";

const flow = new Flow(new Board(plain(3, 3)), ROWS);
const at = (x, y) => ({ x: x + 0.55, y: y + 0.55 });
const drag = (paths, first, ...points) => points.reduce((line, point) => line.to(point), flow.press(paths, first));

test("a drag draws from an endpoint through all cells on its way, and back", () => {
  const line = drag(flow.start, at(0, 0), at(2, 0));
  assert.deepEqual(line.position, [[0, 1, 2], [], []]);
  assert.ok(line.isFinished);
  assert.deepEqual(line.to(at(1, 0)).position, [[0, 1], [], []]);
});

test("a path that is cut comes back while the drag goes on", () => {
  const paths = [[], [3, 4, 5], []];
  const line = drag(paths, at(0, 0), at(1, 0), at(1, 1));
  assert.deepEqual(line.position, [[0, 1, 4], [], []]);
  assert.deepEqual(line.to(at(1, 0)).position, [[0, 1], [3, 4, 5], []]);
});

test("no path enters another colour's endpoint, or goes on behind its own", () => {
  assert.deepEqual(drag(flow.start, at(0, 0), at(0, 1)).position, flow.start);
  assert.deepEqual(drag(flow.start, at(0, 0), at(2, 0), at(2, 1)).position[0], [0, 1, 2]);
});

test("a quick hand cuts corners over an empty cell", () => {
  assert.deepEqual(drag(flow.start, at(0, 0), at(1, 1)).position[0].length, 3);
});

test("a click on an endpoint clears its path, one on a path changes nothing", () => {
  const paths = [[0, 1, 2], [], []];
  assert.deepEqual(flow.press(paths, at(0, 0)).result, flow.start);
  assert.deepEqual(flow.press(paths, at(1, 0)).result, paths);
  assert.equal(flow.press(paths, at(1, 1)), null);
});

test("any solution is accepted, and nothing else", () => {
  const solved = [[0, 1, 2], [5, 4, 3], [6, 7, 8]];
  assert.ok(flow.isSolved(solved));
  const wrongs = [
    [[0, 1, 2], [3, 4, 5], []],
    [[0, 1, 2], [3, 5], [6, 7, 8]],
    [[0, 1, 4, 5, 2], [3, 4, 5], [6, 7, 8]],
    [[3, 4, 5], [0, 1, 2], [6, 7, 8]],
  ];
  for (const paths of wrongs) assert.ok(!flow.isSolved(paths), JSON.stringify(paths));
});

test("a path may be forbidden to touch itself", () => {
  const level = { ends: [[0, 3, "R"]] };
  const board = new Board(plain(2, 2));
  const round = [[0, 1, 3]];
  assert.ok(!new Flow(board, level).isSolved(round));
  const open = [[0, 2, 3, 1]];
  const ends = { ends: [[0, 1, "R"]] };
  assert.ok(new Flow(board, ends).isSolved(open));
  assert.ok(!new Flow(board, { ...ends, apart: true }).isSolved(open));
});

test("walls close links", () => {
  const walled = new Flow(new Board(plain(3, 3), [0]), ROWS);
  const line = walled.press(walled.start, at(0, 0)).to(at(1, 0));
  assert.deepEqual(line.position, walled.start);
});

test("a warp leads out of the board, and in again", () => {
  const board = plain(3, 1, { links: [[0, 1, 2], [0, 2, 1]], warps: [[2, -0.5, 0]] });
  const warped = new Flow(new Board(board), { ends: [[0, 1, "R"]] });
  const line = warped.press(warped.start, at(0, 0)).to(at(-1, 0));
  assert.deepEqual(line.walk, [0, 2]);
  assert.deepEqual(warped.takeUp(line.position, 2).to(at(1, 0)).position, [[0, 2, 1]]);
});

test("two paths cross on a bridge, each straight on", () => {
  const board = plain(3, 3, { bridges: [4], links: [[0, 1, 2], [3, 4, 2], [6, 7, 2], [0, 3, 1], [2, 5, 1], [3, 6, 1], [5, 8, 1], [1, 9, 1], [9, 7, 1]] });
  const bridged = new Flow(new Board(board), { ends: [[3, 5, "R"], [1, 7, "B"]] });
  const over = bridged.press(bridged.start, at(0, 1)).to(at(2, 1)).position;
  assert.deepEqual(over, [[3, 4, 5], []]);
  const both = bridged.press(over, at(1, 0)).to(at(1, 2)).position;
  assert.deepEqual(both, [[3, 4, 5], [1, 9, 7]]);
  assert.deepEqual(bridged.press(both, at(0, 1)).to(at(1, 1)).to(at(1, 2)).walk, [3, 4]);
});

test("what was kept is taken only if it fits the board", () => {
  const paths = [[0, 1], [3, 4, 5], []];
  assert.deepEqual(flow.read(JSON.parse(JSON.stringify(flow.write(paths)))), paths);
  for (const other of [null, 7, "x", {}, [], [[0, 2], [], []], [[0], [], []], [[3, 4], [], []], [[0, 1], [3, 4, 1], []], [null, [], []], [[0, 3], [], []]]) {
    assert.deepEqual(flow.read(other), flow.start);
  }
});

test("help draws the next path of a solution over what is in its way", () => {
  const solution = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
  assert.deepEqual(flow.helped([[2, 1, 0], [3, 4, 7], []], solution), { position: [[2, 1, 0], [3, 4, 5], []], item: 1 });
  assert.equal(flow.helped(solution, solution), null);
});
