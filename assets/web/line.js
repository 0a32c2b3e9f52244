// @ts-check
/** Line: a path of Flow in hand, led over the board by pointer or keys. */

import { along } from "./board.js";

/**
 * @typedef {import("./board.js").Point} Point
 * @typedef {import("./flow.js").Flow} Flow
 * @typedef {import("./flow.js").Path} Path
 * @typedef {import("./flow.js").Paths} Paths
 */

/** A path that is always drawn over those `before`: what it has cut comes back when it withdraws. */
export class Line {
  /**
   * @param {Flow} flow
   * @param {Paths} before
   * @param {number} item  its colour
   * @param {Path} walk
   * @param {Point} pointer
   * @param {boolean} hasMoved  whether it is more than a click
   */
  constructor(flow, before, item, walk, pointer, hasMoved) {
    this.flow = flow;
    this.before = before;
    this.item = item;
    this.walk = walk;
    this.pointer = pointer;
    this.hasMoved = hasMoved;
    /** What is on the board meanwhile. */
    this.position = hasMoved ? flow.drawnOver(before, item, walk) : before;
  }

  /** The node of its end. */
  get end() {
    return this.walk[this.walk.length - 1];
  }

  /** The cell of its end. */
  get cell() {
    return this.flow.board.cellOf[this.end];
  }

  get isFinished() {
    return this.walk.length > 1 && this.flow.endAt.has(this.end);
  }

  /** What comes of it: a click on an endpoint clears the path. */
  get result() {
    if (this.hasMoved) return this.position;
    return this.walk.length === 1 ? this.flow.cleared(this.before, this.cell) : this.before;
  }

  /**
   * Return the line led to a point.
   * @param {Point} point
   * @returns {Line}
   */
  to(point) {
    const { board } = this.flow;
    let walk = this.walk;
    for (const place of along(this.pointer, point)) {
      const cell = board.cellAt(place);
      walk = cell >= 0 ? this.led(walk, cell) : this.ledOut(walk, place);
    }
    if (walk === this.walk) return Object.assign(Object.create(Line.prototype), this, { pointer: point });
    return new Line(this.flow, this.before, this.item, walk, point, true);
  }

  /**
   * Return the line led on to a node beside its end, or back.
   * @param {number} node
   */
  step(node) {
    const walk = this.stepped(this.walk, node);
    return walk === this.walk ? this : new Line(this.flow, this.before, this.item, walk, this.pointer, true);
  }

  /** Return the line without its last step. */
  shortened() {
    return this.walk.length > 1 ? this.step(this.walk[this.walk.length - 2]) : this;
  }

  /**
   * Return a walk led on or back to a cell, round one corner if need be; or the very same.
   * @param {Path} walk
   * @param {number} cell
   * @returns {Path}
   */
  led(walk, cell) {
    const { board } = this.flow;
    const nodes = board.nodesIn[cell];
    const end = walk[walk.length - 1];
    if (board.cellOf[end] === cell) return walk;
    const next = nodes.find((node) => board.ways[end].has(node));
    if (next !== undefined) return this.stepped(walk, next);
    const back = walk.findIndex((node) => nodes.includes(node));
    if (back >= 0) return walk.slice(0, back + 1);
    return this.roundCorner(walk, nodes) ?? walk;
  }

  /**
   * Return a walk led on over one empty node to one of some others: a quick hand cuts corners.
   * @param {Path} walk
   * @param {number[]} nodes
   * @returns {Path | undefined}
   */
  roundCorner(walk, nodes) {
    const { board, endAt } = this.flow;
    const taken = new Set(this.before.flat());
    for (const corner of board.ways[walk[walk.length - 1]].keys()) {
      if (taken.has(corner) || endAt.has(corner) || walk.includes(corner)) continue;
      const next = nodes.find((node) => board.ways[corner].has(node));
      const led = next === undefined ? walk : this.stepped(this.stepped(walk, corner), next);
      if (led.length === walk.length + 2) return led;
    }
    return undefined;
  }

  /**
   * Return a walk led through a warp by which the pointer has left the board.
   * @param {Path} walk
   * @param {Point} place
   * @returns {Path}
   */
  ledOut(walk, place) {
    const { board } = this.flow;
    const end = walk[walk.length - 1];
    const from = board.nodes[end];
    for (const [near, link] of board.ways[end]) {
      const { x, y } = board.half(link, end);
      const beyond = ((place.x - from.x) * x + (place.y - from.y) * y) / (x * x + y * y);
      if (board.warps.has(link) && beyond > 1 && beyond < 3) return this.stepped(walk, near);
    }
    return walk;
  }

  /**
   * Return a walk led to a node beside its end; or the very same if it cannot go there.
   * @param {Path} walk
   * @param {number} node
   * @returns {Path}
   */
  stepped(walk, node) {
    const { endAt, board } = this.flow;
    const back = walk.indexOf(node);
    if (back >= 0) return walk.slice(0, back + 1);
    const end = walk[walk.length - 1];
    const isFinished = walk.length > 1 && endAt.has(end);
    const isFree = (endAt.get(node) ?? this.item) === this.item;
    return !isFinished && isFree && board.ways[end].has(node) ? [...walk, node] : walk;
  }
}
