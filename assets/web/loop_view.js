// @ts-check
/** How a Slitherlink looks: clues, edges and crosses. */

import { put } from "./dom.js";
import { View, place } from "./view.js";
import { CROSSED, OPEN } from "./way.js";

/**
 * @typedef {import("./loop.js").Loop} Loop
 * @typedef {import("./loop.js").Edges} Edges
 */

export class LoopView extends View {
  /**
   * @param {SVGSVGElement} svg
   * @param {Loop} loop
   */
  constructor(svg, loop) {
    super(svg, loop.board);
    this.loop = loop;
    svg.classList.add("loop");
    const clues = this.add("g", { class: "clues" }, this.things);
    /** @type {Map<number, SVGElement>} By cell. */
    this.clues = new Map();
    loop.clues.forEach((clue, cell) => {
      if (clue === null) return;
      const text = this.add("text", { ...this.board.cells[cell], class: "" }, clues);
      text.textContent = String(clue);
      this.clues.set(cell, text);
    });
    this.inside = this.add("path", { class: "inside" }, this.tints);
    this.edges = this.add("g", {}, this.things);
    /** @type {SVGElement[]} What is drawn of links: an element each, so that a move paints no more than it changes. */
    this.drawn = [];
    /** @type {string[]} What each link shows. */
    this.shown = loop.start.map(() => "");
    const points = this.board.nodes.map((node) => `M${place(node)}h0`);
    this.add("path", { class: "points", d: points.join("") }, this.things);
  }

  color() {}

  /** @param {Edges} edges */
  paint(edges) {
    const { wrong, ring, clues } = this.loop.look(edges);
    edges.forEach((state, link) => this.show(link, state === OPEN ? "" : state === CROSSED ? "cross" : wrong.has(link) ? "edge wrong" : "edge"));
    put(this.inside, "d", ring ? `M${this.loop.corners(ring).map((node) => place(this.board.nodes[node])).join("L")}Z` : "");
    this.clues.forEach((text, cell) => {
      put(text, "class", clues[cell] < 0 ? "bad" : clues[cell] ? "met" : "");
    });
  }

  /**
   * Show a link as what it is, if it looks otherwise.
   * @param {number} link
   * @param {string} name
   */
  show(link, name) {
    if (name === this.shown[link]) return;
    this.shown[link] = name;
    const element = (this.drawn[link] ??= this.add("path", {}, this.edges));
    element.setAttribute("class", name);
    element.setAttribute("d", name === "cross" ? this.cross(link) : name ? this.line(link) : "");
  }

  /** @param {number} link */
  line(link) {
    const [a, b] = this.board.links[link];
    return `M${place(this.board.nodes[a])}L${place(this.board.nodes[b])}`;
  }

  /** @param {number} link */
  cross(link) {
    const { x, y } = this.board.middles[link];
    return `M${place({ x: x - 0.09, y: y - 0.09 })}l.18 .18m0-.18l-.18 .18`;
  }
}
