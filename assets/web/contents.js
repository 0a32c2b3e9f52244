// @ts-check
/** Contents: the first page, with what the pack is, its levels and how hard they are. */

import { draw, icon, iconButton, make, openDialog, quoted } from "./dom.js";
import { keptOf, rulesOf } from "./game.js";
import { newPlayer, resultText } from "./results.js";
import { keep, recall } from "./storage.js";
import { Thumbnails } from "./thumbnails.js";

/**
 * @typedef {import("./data.js").PageData} PageData
 * @typedef {import("./look.js").Look} Look
 */

/** Width and height of the curve. */
const [WIDTH, HEIGHT] = [600, 90];

export class Contents {
  /**
   * @param {PageData} page
   * @param {Look} look
   * @param {(number: number) => void} go
   */
  constructor(page, look, go) {
    this.page = page;
    this.look = look;
    this.go = go;
    this.kept = page.levels.map((level) => keptOf(recall(level.key)));
    this.thumbnails = new Thumbnails(page, look);
    this.element = make("section", { class: "contents" }, this.heading(), ...this.curve(), this.list(), this.foot());
  }

  heading() {
    const { page, kept } = this;
    const solved = kept.filter((each) => each.first).length;
    const stars = kept.filter((each) => each.star).length;
    const next = kept.findIndex((each) => !each.first);
    const isBegun = kept.some((each) => each.now);
    const play = make("button", { type: "button", class: "main", onclick: () => this.go(Math.max(next, 0)) },
      next < 0 ? "Play again" : isBegun ? `Go on with level ${next + 1}` : "Play");
    return make("header", {},
      make("h1", {}, quoted(page.title)),
      ...(page.author ? [make("p", {}, "by ", quoted(page.author))] : []),
      ...(page.notes ? [make("p", { class: "notes" }, quoted(page.notes))] : []),
      make("p", { class: "sum" }, `${solved} of ${kept.length} solved`, ...(stars ? [` · ${stars} `, icon("star")] : [])),
      make("progress", { max: kept.length, value: solved, "aria-label": "Solved levels" }),
      play);
  }

  /** Return a chart of how hard the levels are, if that is known of most. */
  curve() {
    const scores = this.page.levels.map((level) => level.score);
    const known = scores.flatMap((score) => (score === undefined ? [] : [score]));
    if (known.length < 3) return [];
    const most = Math.max(...known, 1);
    const x = (/** @type {number} */ n) => ((n + 0.5) / scores.length) * WIDTH;
    const y = (/** @type {number} */ score) => HEIGHT - 6 - (score / most) * (HEIGHT - 14);
    const points = scores.flatMap((score, n) => (score === undefined ? [] : [`${x(n).toFixed(1)} ${y(score).toFixed(1)}`]));
    const foot = (/** @type {string} */ point) => `${point.split(" ")[0]} ${HEIGHT}`;
    const area = `M${foot(points[0])}L${points.join("L")}L${foot(points[points.length - 1])}Z`;
    const chart = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "How hard the levels are, from the first to the last" },
      draw("path", { class: "area", d: area }),
      draw("path", { class: "curve", d: `M${points.join("L")}` }));
    return [make("figure", {}, chart, make("figcaption", {}, "How hard the levels are"))];
  }

  list() {
    const { levels } = this.page;
    return make("ol", {}, ...levels.map((level, n) => {
      const { first, star, now } = this.kept[n];
      const state = star ? "solved with the fewest moves" : first ? "solved" : now ? "begun" : "not begun";
      const title = level.title ? `, ${level.title}` : "";
      const name = `Level ${n + 1}${title}, ${[level.size, ...(level.word ? [level.word] : [])].join(", ")}, ${state}`;
      const sign = star ? [icon("star")] : first ? [icon("check")] : [];
      return make("li", {}, make("a", { href: `#${n + 1}`, "aria-label": name, title: level.title || level.size, class: first ? "solved" : now ? "begun" : "" },
        this.thumbnails.of(n), make("span", {}, String(n + 1), ...sign)));
    }));
  }

  foot() {
    return make("footer", {},
      make("button", { type: "button", onclick: () => this.sendResults() }, "Send results"),
      make("button", { type: "button", onclick: () => this.explain() }, "How to play"),
      iconButton("Settings", "settings", () => this.look.ask()));
  }

  /** Say how the levels are played: those of each kind in the page. */
  explain() {
    const rules = new Map(this.page.levels.map((level) => [this.page.boards[level.board].kind, level]));
    const texts = [...rules.values()].map((level) => rulesOf(this.page, level)).flatMap((each) => [each.rules, each.pointer, each.keys]);
    const others = "Control+Z undoes, Control+Y redoes, R begins again, N goes to the next level, Escape to all.";
    openDialog("How to play", ...[...texts, others].map((text) => make("p", {}, text)));
  }

  /** Show the results as a text to copy. */
  sendResults() {
    if (!this.kept.some((each) => each.first ?? each.now)) {
      openDialog("Send results", make("p", {}, "There are none yet: no level was begun."));
      return;
    }
    let { id } = recall("player");
    if (!/^[0-9a-f]{8}$/.test(id)) keep("player", { id: (id = newPlayer()) });
    const text = make("textarea", { readonly: true, rows: 8, "aria-label": "Results" });
    text.value = resultText(id, new Date(), this.page.levels, recall);
    const copy = make("button", { type: "button", class: "main", onclick: async () => {
      text.select();
      try {
        await navigator.clipboard.writeText(text.value);
      } catch {
        document.execCommand("copy");
      }
      copy.textContent = "Copied";
    } }, "Copy");
    openDialog("Send results",
      make("p", {}, "Copy this text and send it to the author. It has the date, and for each level your time, moves, undos, hints and wrong turns; no name."),
      text, copy);
    text.select();
  }
}
