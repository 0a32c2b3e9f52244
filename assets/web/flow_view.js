// @ts-check
/** How a level of Flow looks: dots, paths and bridges. */

import { View, place, plus } from "./view.js";

/**
 * @typedef {import("./flow.js").Flow} Flow
 * @typedef {import("./flow.js").Paths} Paths
 * @typedef {{color: string, text: string, outline: string}} Ink
 */

/** The rails of a bridge, from its centre: beside the way over it, bent at their ends. */
const RAILS = [-1, 1].map((side) => `M-.4 ${side * 0.37}L-.4 ${side * 0.275}L.4 ${side * 0.275}L.4 ${side * 0.37}`);

export class FlowView extends View {
  /**
   * @param {SVGSVGElement} svg
   * @param {Flow} flow
   */
  constructor(svg, flow) {
    super(svg, flow.board);
    this.flow = flow;
    const colors = flow.ends.map((_, color) => color);
    const [pipes, bridges, overs, dots] = ["pipes", "bridges", "pipes", "dots"].map((name) => this.add("g", { class: name }, this.things));
    this.fills = colors.map(() => this.add("path", { class: "fill" }, this.tints));
    this.rims = colors.map(() => this.add("path", { class: "rim" }, pipes));
    this.pipes = colors.map(() => this.add("path", {}, pipes));
    this.decks = new Map(
      this.board.bridges.map((cell) => {
        const { x, y } = this.board.cells[cell];
        const bridge = this.add("g", { transform: `translate(${x} ${y})` }, bridges);
        for (const name of ["deck", "deck tint"]) this.add("rect", { class: name, x: -0.3, y: -0.28, width: 0.6, height: 0.56 }, bridge);
        this.add("path", { class: "rails", d: RAILS.join("") }, bridge);
        return [cell, /** @type {SVGElement} */ (bridge.children[1])];
      }),
    );
    this.overs = colors.map(() => this.add("path", {}, overs));
    this.dots = flow.ends.map((pair) => {
      const group = this.add("g", {}, dots);
      for (const node of pair.slice(0, 2)) {
        const { x, y } = this.board.nodes[Number(node)];
        this.add("circle", { cx: x, cy: y, r: 0.36 }, group);
        this.add("text", { x, y, class: pair[2].length > 1 ? "long" : "" }, group).textContent = pair[2];
      }
      return group;
    });
    /** @type {(readonly number[])[]} What is drawn of each path. */
    this.shown = colors.map(() => []);
    /** @type {Ink[]} */
    this.inks = [];
  }

  /** @param {Ink[]} inks  by colour */
  color(inks) {
    this.inks = inks;
    inks.forEach(({ color, text, outline }, n) => {
      for (const element of [this.fills[n], this.pipes[n], this.overs[n], this.dots[n]]) element.style.setProperty("--ink", color);
      this.dots[n].style.setProperty("--text", text);
      this.rims[n].style.setProperty("--ink", outline || "none");
    });
    this.shown = this.shown.map(() => []);
  }

  /**
   * Paint paths: only those that have changed.
   * @param {Paths} paths
   */
  paint(paths) {
    if (this.board.bridges.length) this.paintDecks(paths);
    paths.forEach((path, color) => {
      if (path === this.shown[color]) return;
      this.shown[color] = path;
      const line = this.line(path);
      this.pipes[color].setAttribute("d", line);
      this.rims[color].setAttribute("d", line);
      this.overs[color].setAttribute("d", path.filter((node) => this.isOver(node)).map((node) => this.pieces(path, node)).join(""));
      const under = path.filter((node) => !this.isOver(node));
      this.fills[color].setAttribute("d", under.map((node) => this.polygon(this.board.cellOf[node])).join(""));
      this.dots[color].classList.toggle("finished", this.flow.isFinished(paths, color));
    });
  }

  /** @param {Paths} paths */
  paintDecks(paths) {
    for (const [cell, deck] of this.decks) {
      const [over] = this.board.nodesIn[cell];
      const color = paths.findIndex((path) => path.includes(over));
      deck.style.setProperty("--ink", color < 0 ? "none" : this.inks[color].color);
    }
  }

  /**
   * Whether a node is the way over a bridge.
   * @param {number} node
   */
  isOver(node) {
    const nodes = this.board.nodesIn[this.board.cellOf[node]];
    return nodes.length > 1 && nodes[0] === node;
  }

  /**
   * Return a path as a line; through a warp it leaves the board, and comes back at the other side.
   * @param {readonly number[]} path
   */
  line(path) {
    const { board } = this;
    return path
      .map((node, n) => {
        if (!n) return `M${place(board.nodes[node])}`;
        const before = path[n - 1];
        const link = board.ways[before].get(node) ?? -1;
        if (!board.warps.has(link)) return `L${place(board.nodes[node])}`;
        const [out, back] = [before, node].map((end) => place(plus(board.nodes[end], board.half(link, end))));
        return `L${out}M${back}L${place(board.nodes[node])}`;
      })
      .join("");
  }

  /**
   * Return the two halves of a path's steps that meet in a node.
   * @param {readonly number[]} path
   * @param {number} node
   */
  pieces(path, node) {
    const { board } = this;
    const at = path.indexOf(node);
    return [path[at - 1], path[at + 1]]
      .filter((near) => near !== undefined)
      .map((near) => {
        const half = board.half(board.ways[node].get(near) ?? -1, node);
        return `M${place(board.nodes[node])}L${place(plus(board.nodes[node], half))}`;
      })
      .join("");
  }
}
