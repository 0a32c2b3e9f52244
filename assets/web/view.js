// @ts-check
/** View: a board as a drawing; what is the same for every kind. Lengths are those of a cell. */

import { draw, put } from "./dom.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Point} Point
 */

/** How far an arrow at a warp is from the border, and how large it is. */
const [ARROW_AWAY, ARROW] = [0.16, 0.11];

export class View {
  /**
   * @param {SVGSVGElement} svg  is emptied
   * @param {Board} board
   */
  constructor(svg, board) {
    /** @type {SVGSVGElement} */
    this.svg = svg;
    this.board = board;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${board.size.join(" ")}`);
    const corners = board.outline.map(([x, y]) => ({ x, y }));
    /** The outline of every cell, on from its first corner. */
    this.onward = corners.slice(1).map(({ x, y }, n) => `l${place({ x: x - corners[n].x, y: y - corners[n].y })}`).join("");
    const cells = board.cells.map((_, cell) => this.polygon(cell)).join("");
    this.add("path", { class: "cells", d: cells });
    this.tints = this.add("g", { class: "tints" });
    this.add("path", { class: "lines", d: cells });
    this.addWarps();
    const walls = [...board.walls].map((link) => board.links[link].map((node) => this.side(link, node)).join(""));
    this.add("path", { class: "walls", d: walls.join("") });
    this.hints = this.add("path", { class: "hints" });
    this.things = this.add("g");
    this.marks = this.add("path", { class: "marks" });
    this.cursor = this.add("path", { class: "cursor" });
    this.finger = this.add("circle", { class: "finger", r: 0.85 });
  }

  /**
   * Add an element on top of those that are there.
   * @template {keyof SVGElementTagNameMap} T
   * @param {T} tag
   * @param {Record<string, any>} [properties]
   * @param {SVGElement} [parent]
   */
  add(tag, properties, parent) {
    return (parent ?? this.svg).appendChild(draw(tag, properties));
  }

  /** Draw openings and arrows where links lead off the board. */
  addWarps() {
    const { board } = this;
    const ends = [...board.warps.keys()]
      .filter((link) => !board.walls.has(link))
      .flatMap((link) => board.links[link].map((node) => ({ link, node })));
    this.add("path", { class: "openings", d: ends.map(({ link, node }) => this.side(link, node)).join("") });
    const arrows = ends.map(({ link, node }) => {
      const half = board.half(link, node);
      const length = Math.hypot(half.x, half.y);
      const [x, y] = [half.x / length, half.y / length];
      const tip = { x: board.nodes[node].x + half.x + x * (ARROW_AWAY + ARROW / 2), y: board.nodes[node].y + half.y + y * (ARROW_AWAY + ARROW / 2) };
      const [back, aside] = [{ x: tip.x - x * ARROW, y: tip.y - y * ARROW }, { x: -y * ARROW, y: x * ARROW }];
      return `M${place(plus(back, aside))}L${place(tip)}L${place(plus(back, { x: -aside.x, y: -aside.y }))}`;
    });
    this.add("path", { class: "arrows", d: arrows.join("") });
  }

  /**
   * Return the outline of a cell.
   * @param {number} cell
   */
  polygon(cell) {
    const [x, y] = this.board.outline[0];
    return `M${place(plus(this.board.cells[cell], { x, y }))}${this.onward}Z`;
  }

  /**
   * Return the side of a node's cell through which a link leads.
   * @param {number} link
   * @param {number} node
   */
  side(link, node) {
    const { board } = this;
    const [half, at, outline] = [board.half(link, node), board.nodes[node], board.outline];
    const sides = outline.map(([x, y], n) => [{ x, y }, { x: outline[(n + 1) % outline.length][0], y: outline[(n + 1) % outline.length][1] }]);
    const away = sides.map(([a, b]) => Math.hypot((a.x + b.x) / 2 - half.x, (a.y + b.y) / 2 - half.y));
    const [a, b] = sides[away.indexOf(Math.min(...away))];
    return `M${place(plus(at, a))}L${place(plus(at, b))}`;
  }

  /**
   * Mark cells: those of a hint, and those where something is wrong.
   * @param {readonly number[]} hinted
   * @param {readonly number[]} wrong
   */
  mark(hinted, wrong) {
    put(this.hints, "d", hinted.map((cell) => this.polygon(cell)).join(""));
    put(this.marks, "d", wrong.map((cell) => this.polygon(cell)).join(""));
  }

  /**
   * Show the cursor of the keys in a cell, or hide it.
   * @param {number | null} cell
   */
  showCursor(cell) {
    put(this.cursor, "d", cell === null ? "" : this.polygon(cell));
  }

  /**
   * Show where the finger is, or hide that.
   * @param {Point | null} point
   * @param {string} color
   */
  showFinger(point, color = "") {
    this.finger.classList.toggle("shown", point !== null);
    if (!point) return;
    this.finger.setAttribute("cx", point.x.toFixed(3));
    this.finger.setAttribute("cy", point.y.toFixed(3));
    this.finger.style.setProperty("--ink", color);
  }
}

/** @param {Point} point */
export function place({ x, y }) {
  return `${Math.round(x * 1e4) / 1e4} ${Math.round(y * 1e4) / 1e4}`;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
export function plus(a, b) {
  return { x: a.x + b.x, y: a.y + b.y };
}
