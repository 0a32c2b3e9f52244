// @ts-check
/** Game: a level that is being played, with undo, moves, time and wrong turns; nothing of the screen. */

import { Board } from "./board.js";
import { Flow } from "./flow.js";
import { Loop } from "./loop.js";

/**
 * @typedef {import("./data.js").PageData} PageData
 * @typedef {import("./data.js").LevelData} LevelData
 *
 * @typedef {Object} State  what undo takes back
 * @property {any} position
 * @property {number} moves
 * @property {number | null} item  the colour of the last move
 *
 * @typedef {Object} Score  what was achieved, or is so far
 * @property {number} seconds
 * @property {number} moves
 * @property {number} undos
 * @property {number} hints
 *
 * @typedef {Object} Kept  what storage keeps of a level
 * @property {Score} [first]  of the first solution
 * @property {string} [wrong]  the wrong turns before it, as results list them
 * @property {number} [best]  the fewest moves
 * @property {boolean} [star]  whether no solution has fewer
 * @property {Score} now
 * @property {number[][]} turns  what was drawn: item, colour or state, how often
 * @property {unknown} position
 * @property {number | null} [item]
 * @property {number} [told]  how many hints of the tour were given
 */

/**
 * Return what was kept of a level, without what does not have its form: storage may hold anything.
 * @param {any} plain
 * @returns {Partial<Kept>}
 */
export function keptOf(plain) {
  const [first, now] = [plain.first, plain.now].map((score) => (isScore(score) ? score : undefined));
  /** @type {any[]} */
  const all = Array.isArray(plain.turns) ? plain.turns : [];
  const turns = all.filter((turn) => Array.isArray(turn) && turn.length === 3 && turn.every(isCount));
  const wrong = /^(\d{1,9}x\d{1,9}(,\d{1,9}x\d{1,9})*)?$/.test(plain.wrong) ? plain.wrong : "";
  const [best, item, told] = [plain.best, plain.item, plain.told].map((count) => (isCount(count) ? count : undefined));
  const star = plain.star === true;
  return { ...(first && { first, wrong, star, best: best ?? first.moves }), ...(now && { now, turns, position: plain.position, item, told }) };
}

/**
 * Whether a value is a count, of no more digits than results may have.
 * @param {unknown} count
 */
function isCount(count) {
  return Number.isInteger(count) && Number(count) >= 0 && Number(count) < 1e9;
}

/** @param {any} score */
function isScore(score) {
  return typeof score === "object" && score !== null && ["seconds", "moves", "undos", "hints"].every((name) => isCount(score[name]));
}

/**
 * Return the rules of a level.
 * @param {PageData} page
 * @param {LevelData} level
 */
export function rulesOf(page, level) {
  const data = page.boards[level.board];
  const board = new Board(data, level.walls);
  return level.ends ? new Flow(board, level) : new Loop(board, level);
}

export class Game {
  /**
   * @param {PageData} page
   * @param {LevelData} level
   * @param {any} plain  what was kept of an earlier game
   * @param {() => number} clock  returns seconds
   */
  constructor(page, level, plain, clock) {
    const kept = keptOf(plain);
    this.level = level;
    /** @type {any} */
    this.rules = rulesOf(page, level);
    this.clock = clock;
    /** @type {Score | undefined} */
    this.first = undefined;
    this.wrong = "";
    /** @type {number | undefined} */
    this.best = undefined;
    this.star = false;
    this.takeOver(plain);
    this.told = kept.told ?? 0;
    this.score = { seconds: 0, moves: 0, undos: 0, hints: 0, ...kept.now };
    /** @type {Map<string, number>} */
    this.turns = new Map((kept.turns ?? []).map(([item, as, times]) => [`${item} ${as}`, times]));
    /** @type {State[]} */
    this.history = [{ position: this.rules.read(kept.position), moves: this.score.moves, item: kept.item ?? null }];
    this.at = 0;
    /** @type {number | null} */
    this.since = null;
    /** @type {any} What is being drawn. */
    this.stroke = null;
  }

  /**
   * Take over what was achieved before, or since then in another tab.
   * @param {any} plain  what is kept of the level
   */
  takeOver(plain) {
    const { first, wrong, best, star } = keptOf(plain);
    if (!first) return;
    this.first = first;
    this.wrong = wrong ?? "";
    this.best = Math.min(best ?? Infinity, this.best ?? Infinity);
    this.star ||= star ?? false;
  }

  get state() {
    return this.history[this.at];
  }

  /** What is on the board, in the middle of a stroke as well. */
  get position() {
    return this.stroke ? this.stroke.position : this.state.position;
  }

  get isSolved() {
    return this.rules.isSolved(this.state.position);
  }

  get seconds() {
    return this.score.seconds + (this.since === null ? 0 : this.clock() - this.since);
  }

  /** Whether there is anything to keep. */
  get isBegun() {
    return this.turns.size > 0 || this.score.hints > 0;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.history.length - 1;
  }

  /** Let the time run, while the level is not solved. */
  goOn() {
    this.pause();
    if (!this.isSolved) this.since = this.clock();
  }

  /** Stop the time. */
  pause() {
    this.score.seconds = this.seconds;
    this.since = null;
  }

  /**
   * Make a move; return whether that has changed anything.
   * @param {any} position
   * @param {number | null} item
   */
  make(position, item) {
    const before = this.state;
    this.stroke = null;
    if (this.isSolved || JSON.stringify(position) === JSON.stringify(before.position)) return false;
    const goesOn = item !== null && item === before.item;
    const moves = before.moves + this.rules.moves(before.position, position, goesOn);
    for (const turn of this.rules.drawn(before.position, position)) {
      const key = turn.join(" ");
      this.turns.set(key, (this.turns.get(key) ?? 0) + 1);
    }
    this.push({ position, moves, item: moves > before.moves || goesOn ? item : before.item });
    if (this.isSolved) this.win();
    return true;
  }

  undo() {
    if (!this.canUndo) return;
    this.at -= 1;
    this.score.undos += 1;
    this.goOn();
  }

  redo() {
    if (!this.canRedo) return;
    this.at += 1;
    this.goOn();
  }

  /** Begin again, in a step of undo. A solved level is begun as a new game. */
  restart() {
    if (this.isSolved) {
      this.score = { seconds: 0, moves: 0, undos: 0, hints: 0 };
      this.history = [{ position: this.rules.start, moves: 0, item: null }];
      this.at = this.told = 0;
    } else if (this.rules.write(this.state.position) !== this.rules.write(this.rules.start)) {
      this.push({ position: this.rules.start, moves: 0, item: null });
    }
    this.goOn();
  }

  /**
   * Return what can be concluded next, in a sentence, and the cells that it is about; or what is drawn
   * that no solution has: that comes first.
   * @returns {{text: string, cells: number[], wrong: number[]} | null}
   */
  hint() {
    const { rules, level, state } = this;
    if (this.isSolved || !level.hints || !level.solution) return null;
    const [drawn, right] = [rules.linksOf(state.position), rules.answer(level.solution)];
    const wrong = [...drawn].filter((link) => !right.has(link)).flatMap((link) => rules.cellsOf(link));
    if (wrong.length) return { text: "What is marked cannot be part of the solution.", cells: [], wrong: [...new Set(wrong)] };
    const next = level.hints.findIndex(([, , on], n) => (on.length ? !on.every((link) => drawn.has(link)) : n >= this.told));
    if (next < 0) return { text: "No further conclusion is known here.", cells: [], wrong: [] };
    if (next >= this.told) this.score.hints += 1;
    this.told = Math.max(this.told, next + 1);
    const [text, cells] = level.hints[next];
    return { text, cells, wrong: [] };
  }

  /** Draw the next part of the solution; return whether there was one. */
  help() {
    const found = this.level.solution && this.rules.helped(this.state.position, this.level.solution);
    if (!found || this.isSolved) return false;
    this.score.hints += 1;
    return this.make(found.position, found.item);
  }

  /** @param {State} state */
  push(state) {
    this.history.length = this.at + 1;
    this.history.push(state);
    this.at += 1;
  }

  win() {
    this.pause();
    this.score.seconds = Math.round(this.score.seconds);
    const { position, moves } = this.state;
    this.score.moves = moves;
    if (!this.first) {
      this.first = { ...this.score };
      this.wrong = this.wrongTurns(position);
    }
    this.best = Math.min(moves, this.best ?? moves);
    this.star ||= moves <= this.rules.fewest(position) && !this.score.hints;
  }

  /**
   * Return what was drawn otherwise than in a solution, and how often.
   * @param {any} solved
   */
  wrongTurns(solved) {
    /** @type {Map<number, number>} */
    const wrong = new Map();
    for (const [key, times] of this.turns) {
      const [item, as] = key.split(" ").map(Number);
      if (this.rules.isWrong(solved, item, as)) wrong.set(item, (wrong.get(item) ?? 0) + times);
    }
    return [...wrong].sort(([a], [b]) => a - b).map((each) => each.join("x")).join(",");
  }

  /** @returns {Kept} what is to be kept */
  kept() {
    const { position, moves, item } = this.state;
    return {
      ...(this.first ? { first: this.first, wrong: this.wrong, best: this.best, star: this.star } : {}),
      now: { ...this.score, seconds: Math.round(this.seconds), moves },
      turns: [...this.turns].map(([key, times]) => {
        const [thing, as] = key.split(" ").map(Number);
        return [thing, as, times];
      }),
      position: this.rules.write(position),
      item,
      told: this.told,
    };
  }
}
