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
    /** What was looked at last: the game, its figures and its drawing ask about the same edges. */
    this.last = this.seen(this.start);
  }

  /**
   * Return what there is to see in edges.
   * @param {Edges} edges
   */
  look(edges) {
    if (edges !== this.last.edges) this.last = this.seen(edges);
    return this.last;
  }

  /**
   * Return what is drawn, the loop if all of it is a single closed one, how far clues are, whether it
   * is a solution by the rules, whatever drew it, and what is wrong: links at corners where more than
   * two meet, and loops that are closed too early.
   * @param {Edges} edges
   */
  seen(edges) {
    const drawn = new Set(edges.flatMap((state, link) => (state === DRAWN ? [link] : [])));
    const clues = [...this.clues.keys()].map((cell) => this.clueState(edges, cell));
    const rings = this.rings(drawn);
    const ring = rings[0]?.length === drawn.size ? rings[0] : null;
    const isSolved = ring !== null && clues.every((state) => state === 1);
    const crowded = this.board.ways.map((near) => [...near.values()].filter((link) => drawn.has(link))).filter((here) => here.length > 2);
    const wrong = new Set([...crowded, ...(isSolved ? [] : rings)].flat());
    return { edges, drawn, ring, clues, isSolved, wrong };
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
   * Return the links of each closed loop that nothing else touches, one after the other.
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
   * Return the corners of a closed loop, one after the other.
   * @param {number[]} ring
   */
  corners(ring) {
    const { links } = this.board;
    return ring.map((link, n) => {
      const before = links[ring[(n || ring.length) - 1]];
      return links[link].find((node) => before.includes(node)) ?? 0;
    });
  }

  /**
   * Whether edges are a solution.
   * @param {Edges} edges
   */
  isSolved(edges) {
    return this.look(edges).isSolved;
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
    const { drawn, ring, clues } = this.look(edges);
    const given = this.clues.filter((clue) => clue !== null).length;
    const left = clues.filter((state) => state !== 1).length;
    const nearly = ring && left ? `The loop is closed, but ${left} ${left === 1 ? "clue is" : "clues are"} not met.` : "";
    return { texts: [`${given - left} of ${given} clues`, `${drawn.size} ${drawn.size === 1 ? "edge" : "edges"}`], nearly };
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
    return this.look(edges).drawn;
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
