import assert from "node:assert/strict";
import { test } from "node:test";
import { Board } from "../../assets/web/board.js";
import { unrolled } from "../../assets/web/data.js";
import { plain } from "./boards.js";

const [UP, DOWN, LEFT, RIGHT] = [{ x: 0, y: -1 }, { x: 0, y: 1 }, { x: -1, y: 0 }, { x: 1, y: 0 }];

/** Two columns and a half of hexagons: 0, 2, 4 in the even columns, 1, 3 in the odd one. */
const HEXAGONS = {
  ...plain(1, 1),
  outline: [[-0.2887, -0.5], [0.2887, -0.5], [0.5774, 0], [0.2887, 0.5], [-0.2887, 0.5], [-0.5774, 0]],
  cells: { step: 2, unit: [0.866, 0.5], first: [0.6274, 0.55], runs: [[0, 0, 2], [1, 1, 1], [0, 2, 2], [1, 3, 1]] },
  links: [[0, 2, 1], [1, 2, 1], [0, 3, 1], [1, 4, 1], [2, 3, 1], [2, 4, 1], [2, 5, 1], [3, 5, 1], [4, 5, 1]],
};

test("runs stand for rows of numbers", () => {
  assert.deepEqual(unrolled([[0, 5, 2], [9, 9, 1]]), [[0, 5], [1, 6], [9, 9]]);
  assert.deepEqual(unrolled([[0, 5, 2]], [2, 0]), [[0, 5], [2, 5]]);
});

test("the cell at a point is the one whose polygon holds it", () => {
  const board = new Board(plain(2, 2));
  assert.equal(board.cellAt({ x: 1.9, y: 0.2 }), 1);
  assert.equal(board.cellAt({ x: 2.4, y: 0.2 }), -1);
});

test("cells have the names that people read", () => {
  assert.equal(new Board(plain(2, 2)).names[3], "row 2, column 2");
  assert.equal(new Board(HEXAGONS).names[2], "row 1, column 2");
});

test("a cursor moves to each side, over gaps, and stops at the border", () => {
  const gap = plain(3, 1, { cells: { step: 1, unit: [1, 1], first: [0.55, 0.55], runs: [[0, 0, 1], [2, 0, 1]] }, links: [] });
  const board = new Board(gap);
  assert.equal(board.beside(0, RIGHT), 1);
  assert.equal(board.beside(1, RIGHT), 1);
  const square = new Board(plain(3, 3));
  assert.deepEqual([UP, DOWN, LEFT, RIGHT].map((way) => square.beside(4, way)), [1, 7, 3, 5]);
});

test("steps lead through links, among hexagons to the side that is nearest", () => {
  const square = new Board(plain(3, 3), [0]);
  assert.equal(square.toward(0, RIGHT), -1);
  assert.equal(square.toward(0, DOWN), 3);
  const board = new Board(HEXAGONS);
  assert.equal(board.toward(2, DOWN), 5);
  assert.equal(board.toward(2, { x: -0.87, y: -0.5 }), 0);
  assert.equal(board.toward(2, { x: 0.87, y: 0.5 }), 4);
});

test("right and left along a row of hexagons come back to where they began", () => {
  const board = new Board(HEXAGONS);
  const there = board.beside(board.beside(0, RIGHT), RIGHT);
  assert.equal(there, 1);
  assert.equal(board.beside(board.beside(there, LEFT), LEFT), 0);
});
