// @ts-check
/** How a Slitherlink looks: clues, edges and crosses. */

import { View, place } from "./view.js";
import { CROSSED } from "./way.js";

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
    this.clues = loop.clues.map((clue, cell) => {
      const { x, y } = this.board.cells[cell];
      const text = this.add("text", { x, y }, clues);
      text.textContent = clue === null ? "" : String(clue);
      return text;
    });
    this.line = this.add("path", { class: "edges" }, this.things);
    this.wrong = this.add("path", { class: "edges wrong" }, this.things);
    this.crosses = this.add("path", { class: "crosses" }, this.things);
    const points = this.board.nodes.map((node) => `M${place(node)}h0`);
    this.add("path", { class: "points", d: points.join("") }, this.things);
  }

  color() {}

  /** @param {Edges} edges */
  paint(edges) {
    const { links, nodes } = this.board;
    const wrong = this.loop.wrong(edges);
    const line = (/** @type {number} */ link) => `M${place(nodes[links[link][0]])}L${place(nodes[links[link][1]])}`;
    const drawn = [...this.loop.linksOf(edges)];
    this.line.setAttribute("d", drawn.filter((link) => !wrong.has(link)).map(line).join(""));
    this.wrong.setAttribute("d", [...wrong].map(line).join(""));
    const crossed = this.board.middles.filter((_, link) => edges[link] === CROSSED);
    this.crosses.setAttribute("d", crossed.map(({ x, y }) => `M${place({ x: x - 0.09, y: y - 0.09 })}l.18 .18m0-.18l-.18 .18`).join(""));
    this.clues.forEach((text, cell) => {
      if (this.loop.clues[cell] === null) return;
      const state = this.loop.clueState(edges, cell);
      const name = state < 0 ? "bad" : state ? "met" : "";
      if (text.getAttribute("class") !== name) text.setAttribute("class", name);
    });
  }
}
