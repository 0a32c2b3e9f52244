// @ts-check
/** Thumbnails: small pictures of levels, drawn when they come into sight. */

import { centers } from "./board.js";
import { make } from "./dom.js";

/**
 * @typedef {import("./data.js").PageData} PageData
 * @typedef {import("./look.js").Look} Look
 */

/** The side of a picture, in pixels. */
const SIDE = 144;

export class Thumbnails {
  /**
   * @param {PageData} page
   * @param {Look} look
   */
  constructor(page, look) {
    this.page = page;
    this.look = look;
    /** @type {Map<Element, number>} */
    this.levels = new Map();
    this.watch = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        this.watch.unobserve(target);
        this.paint(/** @type {HTMLCanvasElement} */ (target));
      }
    }, { rootMargin: "200px" });
  }

  /**
   * Return the picture of a level, which is drawn later.
   * @param {number} number
   */
  of(number) {
    const canvas = make("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
    this.levels.set(canvas, number);
    this.watch.observe(canvas);
    return canvas;
  }

  /** @param {HTMLCanvasElement} canvas */
  paint(canvas) {
    const level = this.page.levels[this.levels.get(canvas) ?? 0];
    const { size, outline, cells, bridges } = this.page.boards[level.board];
    const theme = this.page.themes[this.look.theme];
    const context = canvas.getContext("2d");
    if (!context) return;
    const scale = SIDE / Math.max(...size);
    context.setTransform(scale, 0, 0, scale, (SIDE - size[0] * scale) / 2, (SIDE - size[1] * scale) / 2);
    const places = centers(cells);
    context.beginPath();
    for (const { x, y } of places) {
      outline.forEach(([right, down], n) => (n ? context.lineTo(x + right, y + down) : context.moveTo(x + right, y + down)));
      context.closePath();
    }
    context.fillStyle = theme.cell;
    context.fill();
    context.strokeStyle = theme.line;
    context.lineWidth = 0.6 / scale;
    context.stroke();
    context.fillStyle = theme.line;
    for (const cell of bridges ?? []) context.fillRect(places[cell].x - 0.3, places[cell].y - 0.3, 0.6, 0.6);
    const inks = this.look.inks(level);
    (level.ends ?? []).forEach((pair, color) => {
      context.fillStyle = inks[color].color;
      for (const node of [pair[0], pair[1]]) {
        context.beginPath();
        context.arc(places[node].x, places[node].y, 0.36, 0, 2 * Math.PI);
        context.fill();
      }
    });
    context.fillStyle = theme.clue;
    context.font = "0.7px sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    [...(level.clues ?? "")].forEach((clue, cell) => clue === "." || context.fillText(clue, places[cell].x, places[cell].y + 0.05));
  }
}
