import assert from "node:assert/strict";
import { test } from "node:test";
import { Board } from "../../assets/web/board.js";
import { Loop } from "../../assets/web/loop.js";
import { CROSSED, DRAWN, OPEN } from "../../assets/web/way.js";
import { corners } from "./boards.js";

const loop = new Loop(new Board(corners(2, 2)), { clues: "2..2" });
const corner = (x, y) => ({ x: x + 0.25, y: y + 0.25 });
const ROUND = [corner(0, 0), corner(2, 0), corner(2, 2), corner(0, 2), corner(0, 0)];
const drag = (edges, first, ...points) => points.reduce((way, point) => way.to(point), loop.press(edges, first, false));

test("a drag along corners draws the loop", () => {
  const edges = drag(loop.start, ...ROUND).result;
  assert.equal(loop.linksOf(edges).size, 8);
  assert.ok(loop.isSolved(edges));
  assert.equal(loop.fewest(edges), 8);
});

test("going back shortens the way, and a drag that begins on an edge removes", () => {
  const way = drag(loop.start, corner(0, 0), corner(2, 0));
  assert.equal(loop.linksOf(way.to(corner(1, 0)).position).size, 1);
  const removed = drag(way.result, corner(0, 0), corner(1, 0)).result;
  assert.deepEqual([...loop.linksOf(removed)], [1]);
});

test("clicks draw, cross and clear an edge", () => {
  const beside = { x: 0.75, y: 0.3 };
  const states = [OPEN, DRAWN, CROSSED, OPEN];
  states.slice(0, -1).reduce((edges, state, n) => {
    assert.equal(edges[0], state);
    const after = loop.press(edges, beside, false).result;
    assert.equal(after[0], states[n + 1]);
    return after;
  }, loop.start);
});

test("marks cross the edges on their way, but for those that are drawn", () => {
  const drawn = drag(loop.start, corner(1, 0), corner(2, 0)).result;
  const crossed = loop.press(drawn, { x: 0.75, y: 0.25 }, true).to({ x: 1.75, y: 0.25 }).result;
  assert.deepEqual(crossed.slice(0, 2), [CROSSED, DRAWN]);
});

test("two loops, loose ends and broken clues are no solution", () => {
  const edges = drag(loop.start, ...ROUND).result;
  const open = edges.map((state, link) => (link === 0 ? OPEN : state));
  assert.ok(!loop.isSolved(open) && !loop.isSolved(loop.start));
  assert.ok(!new Loop(loop.board, { clues: "3..." }).isSolved(edges));
  const two = new Loop(new Board(corners(3, 1)), { clues: "4.4" });
  const both = two.start.map((_, link) => (two.board.faces[0].includes(link) || two.board.faces[2].includes(link) ? DRAWN : OPEN));
  assert.ok(!two.isSolved(both));
  assert.equal(two.look(both).wrong.size, 8);
});

test("a single closed loop has corners, one beside the other; an open line has none", () => {
  const edges = drag(loop.start, ...ROUND).result;
  const { ring } = loop.look(edges);
  const round = loop.corners(ring);
  assert.equal(new Set(round).size, 8);
  assert.ok(round.every((node, n) => loop.board.ways[node].has(round[(n + 1) % 8])));
  assert.equal(loop.look(edges.map((state, link) => (link === 0 ? OPEN : state))).ring, null);
});

test("clues tell whether they are met, open or broken", () => {
  assert.equal(loop.clueState(loop.start, 0), 0);
  const [top, left, right, bottom] = loop.board.faces[0];
  const set = (...pairs) => loop.start.map((_, link) => new Map(pairs).get(link) ?? OPEN);
  assert.equal(loop.clueState(set([top, DRAWN], [left, DRAWN]), 0), 1);
  assert.equal(loop.clueState(set([top, DRAWN], [left, DRAWN], [right, DRAWN]), 0), -1);
  assert.equal(loop.clueState(set([top, CROSSED], [left, CROSSED], [bottom, CROSSED]), 0), -1);
});

test("keys draw and cross the sides of a cell", () => {
  const [top] = loop.board.faces[0];
  assert.equal(loop.typed(loop.start, 0, "w").position[top], DRAWN);
  assert.equal(loop.typed(loop.start, 0, "W").position[top], CROSSED);
  assert.equal(loop.typed(loop.start, 0, "x"), null);
});

test("what was kept is taken only if it fits the board", () => {
  const edges = drag(loop.start, ...ROUND).result;
  assert.deepEqual(loop.read(loop.write(edges)), edges);
  for (const other of [null, 3, "", "1", "x".repeat(12), []]) assert.deepEqual(loop.read(other), loop.start);
});
