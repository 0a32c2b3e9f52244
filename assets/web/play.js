// @ts-check
/** Play: the page of one level: its board, how far the game is, and what can be done. */

import { draw, icon, iconButton, make, openDialog, quoted } from "./dom.js";
import { Flow } from "./flow.js";
import { FlowView } from "./flow_view.js";
import { Game } from "./game.js";
import { Input } from "./input.js";
import { LoopView } from "./loop_view.js";
import { keep, recall } from "./storage.js";

/**
 * @typedef {import("./data.js").PageData} PageData
 * @typedef {import("./look.js").Look} Look
 */

/** So many milliseconds a solved board is seen before its result covers it. */
const AWHILE = 400;

/** After so many seconds of play the time is kept, even if nothing is done. */
const KEPT_EVERY = 10;

/** @type {Record<string, keyof Play>} What keys do, apart from the board: by the key, with Control where there is a plus. */
const KEYS = { "+z": "undo", u: "undo", "+Z": "redo", "+y": "redo", y: "redo", r: "restart", n: "next", h: "hint", Escape: "leave" };

export class Play {
  /**
   * @param {PageData} page
   * @param {number} number  of the level, from 0
   * @param {Look} look
   * @param {(number: number | null) => void} go  shows another level, or all
   * @param {(text: string) => void} say  tells screen readers
   */
  constructor(page, number, look, go, say) {
    this.page = page;
    this.number = number;
    this.look = look;
    this.go = go;
    this.say = say;
    this.level = page.levels[number];
    this.game = new Game(page, this.level, recall(this.level.key), () => performance.now() / 1000);
    this.wasSolved = this.game.isSolved;
    this.inks = look.inks(this.level);
    this.svg = draw("svg", { class: "board", tabindex: 0, role: "application", "aria-roledescription": "board" });
    this.view = this.game.rules instanceof Flow ? new FlowView(this.svg, this.game.rules) : new LoopView(this.svg, this.game.rules);
    this.figures = make("p", { class: "figures" });
    this.message = make("p", { class: "message", role: "status" });
    this.buttons = {
      undo: iconButton("Undo", "undo", () => this.undo()),
      redo: iconButton("Redo", "redo", () => this.redo()),
      restart: iconButton("Restart", "restart", () => this.restart()),
      ...(this.level.hints?.length ? { hint: iconButton("Hint", "hint", () => this.hint()) } : {}),
      ...(this.level.solution ? { help: iconButton("Show", "path", () => this.help()) } : {}),
      next: iconButton("Next", "next", () => this.next()),
    };
    this.element = make("section", { class: "play" }, this.heading(), this.figures, this.svg, this.message, make("nav", {}, ...Object.values(this.buttons)));
    this.recolor();
    this.input = new Input(this.svg, this.game, this.view, {
      changed: () => this.changed(),
      shown: () => this.show(),
      say,
      names: (this.level.inks ?? []).map((ink) => page.inks[ink].name),
      color: (item) => this.inks[item].color,
    });
    /** @type {number | undefined} */
    this.celebration = undefined;
    this.timer = setInterval(() => this.keep(), KEPT_EVERY * 1000);
    this.game.goOn();
    if (document.hidden) this.game.pause();
    this.show();
  }

  heading() {
    const { number, level } = this;
    const about = [level.size, ...(level.word ? [level.word] : []), ...(level.author ? [`by ${level.author}`] : [])];
    const name = level.title ? make("h1", {}, `${number + 1}. `, quoted(level.title)) : make("h1", {}, `Level ${number + 1}`);
    this.svg.setAttribute("aria-label", `Level ${number + 1}, ${level.size}. ${this.game.rules.keys}`);
    return make("header", {},
      iconButton("All levels", "back", () => this.leave()),
      make("div", {}, name, make("p", {}, quoted(about.join(" · ")))),
      iconButton("Settings", "settings", () => this.look.ask()));
  }

  /** Take over the colours of the settings. */
  recolor() {
    this.inks = this.look.inks(this.level);
    this.view.color(this.inks);
    this.view.paint(this.game.position);
  }

  /** Leave the level for another one. */
  end() {
    clearInterval(this.timer);
    clearTimeout(this.celebration);
    this.game.pause();
    this.keep();
    this.input.end();
  }

  keep() {
    if (!this.game.isBegun) return;
    this.game.takeOver(recall(this.level.key));
    keep(this.level.key, this.game.kept());
  }

  /**
   * Let the time run only while the page is seen.
   * @param {boolean} isSeen
   */
  seen(isSeen) {
    if (isSeen) this.game.goOn();
    else this.game.pause();
    this.keep();
  }

  /** Show the position, in the middle of a stroke as well. */
  show() {
    const { game, view, buttons } = this;
    view.paint(game.position);
    const { texts, nearly } = game.rules.progress(game.position);
    const { moves } = game.state;
    const best = game.best === undefined ? [] : [`best ${game.best}`];
    [...texts, `${moves} ${moves === 1 ? "move" : "moves"}`, ...best].forEach((text, n) => {
      const figure = this.figures.children[n] ?? this.figures.appendChild(make("span"));
      if (figure.textContent !== text) figure.textContent = text;
    });
    if (!game.stroke) this.tell(nearly);
    buttons.undo.disabled = !game.canUndo;
    buttons.redo.disabled = !game.canRedo;
  }

  /** @param {string} text */
  tell(text) {
    if (this.message.textContent !== text) this.message.textContent = text;
  }

  /** A move was made. */
  changed() {
    this.view.mark([], []);
    this.show();
    this.keep();
    const { isSolved } = this.game;
    clearTimeout(this.celebration);
    if (isSolved && !this.wasSolved) this.celebration = setTimeout(() => this.won(), AWHILE);
    this.wasSolved = isSolved;
  }

  won() {
    const { game } = this;
    const { moves } = game.state;
    this.svg.classList.add("won");
    const { hints, seconds } = game.score;
    const fewest = game.rules.fewest(game.state.position);
    const stars = moves <= fewest && !hints;
    const helped = `With ${hints === 1 ? "a hint" : `${hints} hints`} there is no star.`;
    const words = stars ? "Perfect: no solution has fewer moves." : hints ? helped : `The fewest are ${fewest} moves.`;
    const dialog = openDialog("Solved!",
      make("p", { class: "award" }, icon(stars ? "star" : "check")),
      make("p", {}, `${moves} ${moves === 1 ? "move" : "moves"} in ${timeText(seconds)}. ${words}`));
    const next = make("button", { type: "button", class: "main", autofocus: true, onclick: () => (dialog.close(), this.next()) }, "Next level");
    dialog.classList.add("won");
    dialog.append(next);
    next.focus();
  }

  // What buttons and keys do

  undo() {
    this.input.drop();
    this.game.undo();
    this.changed();
  }

  redo() {
    this.input.drop();
    this.game.redo();
    this.changed();
  }

  restart() {
    this.input.drop();
    this.svg.classList.remove("won");
    this.game.restart();
    this.changed();
  }

  /** Show the next level that is not solved, else the list. */
  next() {
    this.keep();
    const { levels } = this.page;
    const order = levels.map((_, n) => (this.number + 1 + n) % levels.length);
    this.go(order.find((n) => !recall(levels[n].key).first) ?? null);
  }

  leave() {
    this.go(null);
  }

  help() {
    this.input.drop();
    if (this.game.help()) this.changed();
  }

  /** Say what can be concluded next, unless something drawn is wrong: that comes first. */
  hint() {
    const found = this.game.hint();
    if (!found) return;
    this.view.mark(found.cells, found.wrong);
    this.tell(found.text);
    this.keep();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (document.querySelector("dialog[open]")) return;
    const isOnButton = event.target instanceof HTMLButtonElement && [" ", "Enter"].includes(event.key);
    if (isOnButton) return;
    const held = event.ctrlKey || event.metaKey ? "+" : "";
    const action = KEYS[held + event.key] ?? KEYS[held + event.key.toLowerCase()];
    if (this.input.key(event)) event.preventDefault();
    else if (action) {
      event.preventDefault();
      /** @type {any} */ (this)[action]();
    }
  }
}

/**
 * Return a time in words.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
