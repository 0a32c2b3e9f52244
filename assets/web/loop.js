// @ts-check
/**
 * Loop: edges are drawn until they are one closed loop, with as many round a cell as its clue says.
 *
 * A position says of each link whether it is open, drawn or crossed. Nodes are the corners of cells.
 */

import { CROSSED, Crosses, DRAWN, OPEN, Way, set } from "./way.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Point} Point
 * @typedef {import("./data.js").LevelData} LevelData
 * @typedef {readonly number[]} Edges
 */

/** @type {Record<string, Point>} The sides of a cell by the keys that draw them. */
const SIDES = { w: { x: 0, y: -1 }, a: { x: -1, y: 0 }, s: { x: 0, y: 1 }, d: { x: 1, y: 0 } };

export class Loop {
  rules = "Draw one closed loop along the lines. A number says how many sides of its cell are on the loop.";
  pointer = "Drag along lines to draw; tap a line to draw it, to cross it, to clear it.";
  keys = "Arrow keys move; W, A, S and D draw the sides of a cell, with Shift they cross them.";

  /**
   * @param {Board} board
   * @param {LevelData} level
   */
  constructor(board, level) {
    this.board = board;
    /** The clue of each cell, or null. */
    this.clues = [...(level.clues ?? "")].map((clue) => (clue === "." ? null : Number(clue)));
    /** @type {Edges} */
    this.start = board.links.map(() => OPEN);
  }

  /**
   * Return the fewest moves to a solution.
   * @param {Edges} solved
   */
  fewest(solved) {
    return this.linksOf(solved).size;
  }

  /**
   * Return what a press begins: edges to draw, or with `marks` to cross.
   * @param {Edges} edges
   * @param {Point} point
   * @param {boolean} marks
   * @returns {Way | Crosses}
   */
  press(edges, point, marks) {
    if (marks) return new Crosses(this, edges, point, new Set([this.board.linkAt(point)]));
    return new Way(this, edges, [this.board.nodeAt(point)], point, this.board.linkAt(point));
  }

  /**
   * Return how far a clue is: -1 too many edges, or too few left; 0 open; 1 met.
   * @param {Edges} edges
   * @param {number} cell
   */
  clueState(edges, cell) {
    const own = this.board.faces[cell].map((link) => edges[link]);
    const drawn = own.filter((state) => state === DRAWN).length;
    const clue = this.clues[cell];
    if (clue === null || drawn === clue) return 1;
    const possible = own.filter((state) => state !== CROSSED).length;
    return drawn < clue && clue <= possible ? 0 : -1;
  }

  /**
   * Return the links at corners where more than two meet, and those of a loop that is closed too early.
   * @param {Edges} edges
   * @returns {Set<number>}
   */
  wrong(edges) {
    const drawn = this.linksOf(edges);
    const { ways } = this.board;
    const found = new Set();
    const at = ways.map((near) => [...near.values()].filter((link) => drawn.has(link)));
    for (const here of at) if (here.length > 2) here.forEach((link) => found.add(link));
    const rings = this.rings(drawn);
    if (rings.length && !this.isSolved(edges)) rings.flat().forEach((link) => found.add(link));
    return found;
  }

  /**
   * Return the links of each closed loop that nothing else touches.
   * @param {Set<number>} drawn
   * @returns {number[][]}
   */
  rings(drawn) {
    const { ways, links } = this.board;
    const seen = new Set();
    const rings = [];
    for (const first of drawn) {
      if (seen.has(first)) continue;
      const ring = [];
      /** @type {number | undefined} */
      let link = first;
      let node = links[first][0];
      while (link !== undefined && !seen.has(link)) {
        seen.add(link);
        ring.push(link);
        node = links[link][0] === node ? links[link][1] : links[link][0];
        const onward = [...ways[node].values()].filter((other) => drawn.has(other) && other !== link);
        link = onward.length === 1 ? onward[0] : undefined;
      }
      if (link === first) rings.push(ring);
    }
    return rings;
  }

  /**
   * Whether edges are a solution by the rules, whatever drew them.
   * @param {Edges} edges
   */
  isSolved(edges) {
    const drawn = this.linksOf(edges);
    const [ring, ...others] = this.rings(drawn);
    const isOne = ring !== undefined && !others.length && ring.length === drawn.size;
    return isOne && this.clues.every((clue, cell) => clue === null || count(this.board.faces[cell], drawn) === clue);
  }

  /**
   * Return how many edges were drawn or removed.
   * @param {Edges} before
   * @param {Edges} after
   */
  moves(before, after) {
    return after.filter((state, link) => (state === DRAWN) !== (before[link] === DRAWN)).length;
  }

  /**
   * Return two short texts on how far a game is, and a sentence where all seems done but is not.
   * @param {Edges} edges
   * @returns {{texts: string[], nearly: string}}
   */
  progress(edges) {
    const drawn = this.linksOf(edges);
    const clues = [...this.clues.keys()].filter((cell) => this.clues[cell] !== null);
    const left = clues.filter((cell) => this.clueState(edges, cell) !== 1).length;
    const [ring] = this.rings(drawn);
    const isClosed = ring !== undefined && ring.length === drawn.size;
    const nearly = isClosed && left ? `The loop is closed, but ${left} ${left === 1 ? "clue is" : "clues are"} not met.` : "";
    return { texts: [`${clues.length - left} of ${clues.length} clues`, `${drawn.size} ${drawn.size === 1 ? "edge" : "edges"}`], nearly };
  }

  /**
   * Return the links that a move has set anew, each with what it is.
   * @param {Edges} before
   * @param {Edges} after
   * @returns {[number, number][]}
   */
  drawn(before, after) {
    return after.flatMap((state, link) =>
      state !== OPEN && state !== before[link] ? [/** @type {[number, number]} */ ([link, state])] : [],
    );
  }

  /**
   * Whether a link was set otherwise than it is in a solution.
   * @param {Edges} solved
   * @param {number} link
   * @param {number} state
   */
  isWrong(solved, link, state) {
    return (solved[link] === DRAWN) !== (state === DRAWN);
  }

  /**
   * Return the links that are drawn.
   * @param {Edges} edges
   * @returns {Set<number>}
   */
  linksOf(edges) {
    return new Set(edges.flatMap((state, link) => (state === DRAWN ? [link] : [])));
  }

  /**
   * Return the links of a solution.
   * @param {number[]} solution
   */
  answer(solution) {
    return new Set(solution);
  }

  /**
   * Return the cells at whose side a link is.
   * @param {number} link
   */
  cellsOf(link) {
    const { faces } = this.board;
    return [...faces.keys()].filter((cell) => faces[cell].includes(link));
  }

  /**
   * Return edges as JSON can hold them.
   * @param {Edges} edges
   * @returns {unknown}
   */
  write(edges) {
    return edges.join("");
  }

  /**
   * Return edges that were written as JSON; the start if they do not fit.
   * @param {unknown} plain
   * @returns {Edges}
   */
  read(plain) {
    const fits = typeof plain === "string" && plain.length === this.start.length && /^[012]*$/.test(plain);
    return fits ? [...plain].map(Number) : this.start;
  }

  /**
   * Return the edges with those of a solution round the first cell that lacks some.
   * @param {Edges} edges
   * @param {number[]} solution  its links
   * @returns {{position: Edges, item: null} | null}
   */
  helped(edges, solution) {
    const right = new Set(solution);
    const isWrong = (/** @type {number} */ link) => (edges[link] === DRAWN) !== right.has(link);
    const cell = this.board.faces.findIndex((face) => face.some((link) => edges[link] === DRAWN && isWrong(link)));
    const next = cell >= 0 ? cell : this.board.faces.findIndex((face) => face.some(isWrong));
    if (next < 0) return null;
    const face = new Set(this.board.faces[next]);
    const position = edges.map((state, link) => (face.has(link) ? (right.has(link) ? DRAWN : CROSSED) : state));
    return { position, item: null };
  }

  /**
   * Return what a key does in a cell, if anything.
   * @param {Edges} edges
   * @param {number} cell
   * @param {string} key
   * @returns {{position: Edges, item: null} | null}
   */
  typed(edges, cell, key) {
    const face = this.board.faces[cell];
    if (key === "Delete") return { position: set(edges, face, OPEN), item: null };
    const side = SIDES[key.toLowerCase()];
    if (!side) return null;
    const { x, y } = this.board.cells[cell];
    const link = this.board.linkAt({ x: x + side.x / 2, y: y + side.y / 2 });
    const state = key === key.toLowerCase() ? DRAWN : CROSSED;
    return { position: set(edges, [link], edges[link] === state ? OPEN : state), item: null };
  }

  /** Return null: no line is taken up by keys. */
  takeUp() {
    return null;
  }

  /**
   * Return a name for what is in a cell.
   * @param {Edges} edges
   * @param {number} cell
   */
  words(edges, cell) {
    const clue = this.clues[cell];
    const drawn = this.board.faces[cell].filter((link) => edges[link] === DRAWN).length;
    return `${clue === null ? "no clue" : `clue ${clue}`}, ${drawn} ${drawn === 1 ? "edge" : "edges"}`;
  }
}

/**
 * @param {number[]} links
 * @param {Set<number>} drawn
 */
function count(links, drawn) {
  return links.filter((link) => drawn.has(link)).length;
}
