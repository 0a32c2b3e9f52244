// @ts-check
/** Way: edges of a Slitherlink that are being drawn, removed or crossed. */

import { along } from "./board.js";

/**
 * @typedef {import("./board.js").Point} Point
 * @typedef {import("./loop.js").Loop} Loop
 * @typedef {import("./loop.js").Edges} Edges
 */

/** What an edge is. */
export const [OPEN, DRAWN, CROSSED] = [0, 1, 2];

/** Edges along corners: drawn, or removed if the first one was there. A click changes one edge. */
export class Way {
  /**
   * @param {Loop} loop
   * @param {Edges} before
   * @param {number[]} corners
   * @param {Point} pointer
   * @param {number} pressed  the link that a click means, or -1 if it was more than that
   */
  constructor(loop, before, corners, pointer, pressed) {
    this.loop = loop;
    this.before = before;
    this.corners = corners;
    this.pointer = pointer;
    this.pressed = pressed;
    this.item = null;
    const { ways } = loop.board;
    const links = corners.slice(1).map((node, n) => ways[corners[n]].get(node) ?? -1);
    /** @type {Edges} */
    this.position = links.length ? set(before, links, before[links[0]] === DRAWN ? OPEN : DRAWN) : before;
  }

  get isFinished() {
    return false;
  }

  /** What comes of it: a click draws an edge, crosses one that is drawn, and clears a cross. */
  get result() {
    if (this.corners.length > 1 || this.pressed < 0) return this.position;
    return set(this.before, [this.pressed], (this.before[this.pressed] + 1) % 3);
  }

  /**
   * Return the way led to a point; going back along it shortens it.
   * @param {Point} point
   * @returns {Way}
   */
  to(point) {
    const { board } = this.loop;
    let corners = this.corners;
    for (const place of along(this.pointer, point)) {
      const node = board.nodeAt(place);
      if (corners[corners.length - 2] === node) corners = corners.slice(0, -1);
      else if (board.ways[corners[corners.length - 1]].has(node)) corners = [...corners, node];
    }
    if (corners === this.corners) return Object.assign(Object.create(Way.prototype), this, { pointer: point });
    return new Way(this.loop, this.before, corners, point, -1);
  }
}

/** Crosses on the links that the pointer comes by, or none if the first one was crossed. */
export class Crosses {
  /**
   * @param {Loop} loop
   * @param {Edges} before
   * @param {Point} pointer
   * @param {Set<number>} links  in the order in which they were met
   */
  constructor(loop, before, pointer, links) {
    this.loop = loop;
    this.before = before;
    this.pointer = pointer;
    this.links = links;
    this.item = null;
    const [first, ...others] = links;
    const state = before[first] === CROSSED ? OPEN : CROSSED;
    /** @type {Edges} */
    this.position = set(before, [first, ...others.filter((link) => before[link] !== DRAWN)], state);
  }

  get isFinished() {
    return false;
  }

  get result() {
    return this.position;
  }

  /**
   * Return the crosses with those on the way to a point.
   * @param {Point} point
   */
  to(point) {
    const met = along(this.pointer, point).map((place) => this.loop.board.linkAt(place));
    return new Crosses(this.loop, this.before, point, new Set([...this.links, ...met]));
  }
}

/**
 * Return edges of which some are set.
 * @param {Edges} edges
 * @param {number[]} links
 * @param {number} state
 * @returns {Edges}
 */
export function set(edges, links, state) {
  const chosen = new Set(links);
  return edges.map((was, link) => (chosen.has(link) ? state : was));
}
