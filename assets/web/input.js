// @ts-check
/** Input: what pointer and keys do on the board. Whoever makes it hears what has come of it. */

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./view.js").View} View
 * @typedef {import("./board.js").Point} Point
 */

/** @type {Record<string, Point>} The directions of keys: arrows, and the letters that lie round S on a keyboard. */
const DIRECTIONS = {
  ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 },
  w: { x: 0, y: -1 }, s: { x: 0, y: 1 },
  q: { x: -0.87, y: -0.5 }, e: { x: 0.87, y: -0.5 }, a: { x: -0.87, y: 0.5 }, d: { x: 0.87, y: 0.5 },
};

export class Input {
  /**
   * @param {SVGSVGElement} svg
   * @param {Game} game
   * @param {View} view
   * @param {{changed: () => void, shown: () => void, say: (text: string) => void, names: string[], color: (item: number) => string}} hooks
   */
  constructor(svg, game, view, hooks) {
    this.svg = svg;
    this.game = game;
    this.view = view;
    this.hooks = hooks;
    /** @type {number | null} Where the keys are; null until one is used. */
    this.cursor = null;
    /** @type {number | null} The pointer that draws. */
    this.pointer = null;
    /** What was shown last of a stroke. */
    this.seen = null;
    /** @type {DOMMatrix | undefined} */
    this.toBoard = undefined;
    this.ended = new AbortController();
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ call) =>
      svg.addEventListener(name, call, { signal: this.ended.signal });
    on("pointerdown", (event) => this.press(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.release(event));
    on("pointercancel", () => this.drop());
    on("contextmenu", (event) => event.preventDefault());
  }

  end() {
    this.drop();
    this.ended.abort();
  }

  /** Give up what is being drawn. */
  drop() {
    this.pointer = null;
    this.game.stroke = null;
    this.view.showFinger(null);
    this.hooks.shown();
  }

  /**
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  point(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.toBoard);
    return { x, y };
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (this.pointer !== null || !event.isPrimary || event.button === 1) return;
    event.preventDefault();
    this.svg.focus({ preventScroll: true });
    const { game } = this;
    this.toBoard = this.svg.getScreenCTM()?.inverse(); // asked once: it takes a layout
    const point = this.point(event);
    this.view.showCursor((this.cursor = null));
    if (event.button === 2 && game.rules.cleared) {
      this.make(game.rules.cleared(game.state.position, game.rules.board.cellAt(point)), null);
      return;
    }
    game.stroke = game.isSolved ? null : game.rules.press(game.state.position, point, event.button === 2);
    if (!game.stroke) return;
    this.pointer = event.pointerId;
    this.svg.setPointerCapture(event.pointerId);
    this.show(point);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerId !== this.pointer) return;
    const all = event.getCoalescedEvents?.() ?? [];
    this.lead((all.length ? all : [event]).map((each) => this.point(each)));
  }

  /**
   * Lead what is being drawn through points.
   * @param {Point[]} points
   */
  lead(points) {
    const { game } = this;
    if (!game.stroke) return;
    game.stroke = points.reduce((stroke, point) => stroke.to(point), game.stroke);
    if (game.stroke.isFinished && game.rules.isSolved(game.stroke.position)) this.put();
    else this.show(points[points.length - 1]);
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (event.pointerId !== this.pointer) return;
    this.lead([this.point(event)]);
    this.put();
  }

  /** Put down what is being drawn. */
  put() {
    const { stroke } = this.game;
    this.pointer = null;
    this.view.showFinger(null);
    if (stroke) this.make(stroke.result, stroke.item);
  }

  /**
   * @param {any} position
   * @param {number | null} item
   */
  make(position, item) {
    if (this.game.make(position, item)) this.hooks.changed();
    else this.hooks.shown();
  }

  /**
   * Show the pointer, and what is being drawn if that has changed.
   * @param {Point} point
   */
  show(point) {
    const { item, position } = this.game.stroke;
    if (item !== null) this.view.showFinger(point, this.hooks.color(item));
    if (position !== this.seen) this.hooks.shown();
    this.seen = position;
  }

  /**
   * Do what a key does on the board; return whether it does anything.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { game, hooks } = this;
    const { rules, stroke } = game;
    if (this.pointer !== null || event.ctrlKey || event.metaKey || event.altKey) return false;
    const cell = this.cursor ?? 0;
    const typed = rules.typed(game.state.position, cell, event.key);
    if (typed && !stroke) {
      this.make(typed.position, typed.item);
      this.tell();
      return true;
    }
    const direction = DIRECTIONS[event.key] ?? DIRECTIONS[event.key.toLowerCase()];
    if (direction) {
      this.steer(direction, cell);
    } else if (event.key === " " || event.key === "Enter") {
      if (stroke) this.put();
      else if (!game.isSolved) game.stroke = rules.takeUp(game.state.position, cell);
      if (this.cursor === null) this.cursor = cell;
      hooks.say(game.stroke ? `${hooks.names[game.stroke.item]} taken up` : this.words());
    } else if (event.key === "Backspace" && stroke) {
      this.walk(stroke.shortened());
    } else if (event.key === "Escape" && stroke) {
      this.drop();
    } else {
      return false;
    }
    hooks.shown();
    this.view.showCursor(this.cursor);
    return true;
  }

  /**
   * Move the cursor, or the end of the line in hand.
   * @param {Point} direction
   * @param {number} cell
   */
  steer(direction, cell) {
    const { game } = this;
    const { board } = game.rules;
    if (game.stroke) {
      const node = board.toward(game.stroke.end, direction);
      if (node >= 0) this.walk(game.stroke.step(node));
    } else {
      this.cursor = this.cursor === null ? cell : board.beside(cell, direction);
      this.tell();
    }
  }

  /** @param {any} stroke  the line in hand, led on */
  walk(stroke) {
    this.game.stroke = stroke;
    this.cursor = stroke.cell;
    if (stroke.isFinished) this.put();
    this.tell();
  }

  /** Tell where the cursor is. */
  tell() {
    if (this.cursor !== null) this.hooks.say(this.words());
  }

  words() {
    const { rules, position } = this.game;
    const cell = this.cursor ?? 0;
    return `${rules.board.names[cell]}, ${rules.words(position, cell, this.hooks.names)}`;
  }
}
