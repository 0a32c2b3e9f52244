// @ts-check
/**
 * Flow: a path for each colour, from endpoint to endpoint, so that every node is covered.
 *
 * Paths are lists of nodes, from an endpoint on, by colour; an empty one is none. Each colour has at
 * most one path, and no two of them share a node.
 */

import { Line } from "./line.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Point} Point
 * @typedef {import("./data.js").LevelData} LevelData
 * @typedef {readonly number[]} Path
 * @typedef {readonly Path[]} Paths
 */

/** How far from an endpoint a press still means it, in lengths of a cell. */
const REACH = 0.75;

export class Flow {
  rules = "Join the two dots of each colour by a path. Paths do not cross, and every cell is covered.";
  pointer = "Drag from a dot or a path to draw, back to shorten it; tap a dot to clear its path.";
  keys = "Arrow keys move, Enter takes up a path, arrow keys draw it, Backspace shortens it.";

  /**
   * @param {Board} board
   * @param {LevelData} level
   */
  constructor(board, level) {
    this.board = board;
    this.ends = level.ends ?? [];
    this.labels = this.ends.map(([, , label]) => label);
    this.isApart = level.apart ?? false;
    /** @type {Map<number, number>} The colour of the endpoint at a node. */
    this.endAt = new Map(this.ends.flatMap(([a, b], color) => [[a, color], [b, color]]));
    /** @type {Paths} */
    this.start = this.ends.map(() => []);
  }

  /** Return the fewest moves of any solution. */
  fewest() {
    return this.ends.length;
  }

  /**
   * Return the colour at a cell, and its node there; that of an endpoint, or of a path.
   * @param {Paths} paths
   * @param {number} cell
   * @returns {{color: number, node: number} | null}
   */
  colorAt(paths, cell) {
    for (const node of this.board.nodesIn[cell] ?? []) {
      const color = this.endAt.get(node) ?? paths.findIndex((path) => path.includes(node));
      if (color >= 0) return { color, node };
    }
    return null;
  }

  /**
   * Return the line that a press begins: anew from an endpoint, or on from a cell of a path.
   * @param {Paths} paths
   * @param {Point} point
   */
  press(paths, point) {
    const line = this.takeUp(paths, this.board.cellAt(point), point);
    return line ?? this.takeUp(paths, this.endNear(point), point);
  }

  /**
   * Return the cell of an endpoint just beside a point, or -1: fingers are thick.
   * @param {Point} point
   */
  endNear(point) {
    const near = [...this.endAt.keys()].find((node) => {
      const { x, y } = this.board.nodes[node];
      return Math.hypot(x - point.x, y - point.y) < REACH;
    });
    return near === undefined ? -1 : this.board.cellOf[near];
  }

  /**
   * Return the line that is taken up in a cell.
   * @param {Paths} paths
   * @param {number} cell
   * @param {Point} [pointer]
   */
  takeUp(paths, cell, pointer = this.board.cells[cell]) {
    const found = this.colorAt(paths, cell);
    if (!found) return null;
    const { color, node } = found;
    const path = paths[color];
    const walk = this.endAt.has(node) ? [node] : path.slice(0, path.indexOf(node) + 1);
    return new Line(this, paths, color, walk, pointer, false);
  }

  /**
   * Return the paths without the one through a cell.
   * @param {Paths} paths
   * @param {number} cell
   */
  cleared(paths, cell) {
    const found = this.colorAt(paths, cell);
    return found ? paths.map((path, color) => (color === found.color ? [] : path)) : paths;
  }

  /**
   * Return the paths with one drawn over the others, which are cut where they meet it.
   * @param {Paths} paths
   * @param {number} drawn  its colour
   * @param {Path} walk
   * @returns {Paths}
   */
  drawnOver(paths, drawn, walk) {
    const covered = new Set(walk);
    return paths.map((path, color) => {
      if (color === drawn) return kept(walk);
      const cut = path.findIndex((node) => covered.has(node));
      return cut < 0 ? path : kept(path.slice(0, cut));
    });
  }

  /**
   * Whether a path joins the two endpoints of its colour.
   * @param {Paths} paths
   * @param {number} color
   */
  isFinished(paths, color) {
    const path = paths[color];
    return path.length > 1 && this.endAt.has(path[path.length - 1]);
  }

  /**
   * Whether paths are a solution by the rules, whatever drew them.
   * @param {Paths} paths
   */
  isSolved(paths) {
    const { ways, nodes } = this.board;
    const covered = new Set(paths.flat());
    return (
      covered.size === nodes.length &&
      paths.flat().length === nodes.length &&
      this.ends.every(([a, b], color) => {
        const path = paths[color];
        const [first, last] = [path[0], path[path.length - 1]];
        return (
          ((first === a && last === b) || (first === b && last === a)) &&
          path.slice(1, -1).every((node) => !this.endAt.has(node)) &&
          path.slice(1).every((node, n) => ways[path[n]].has(node))
        );
      }) &&
      !(this.isApart && this.touching(paths))
    );
  }

  /**
   * Return two nodes of one path that are neighbours without a step between them, if any.
   * @param {Paths} paths
   * @returns {[number, number] | undefined}
   */
  touching(paths) {
    for (const path of paths) {
      const place = new Map(path.map((node, n) => [node, n]));
      for (const [node, at] of place) {
        for (const near of this.board.ways[node].keys()) {
          if (Math.abs((place.get(near) ?? at) - at) > 1) return [node, near];
        }
      }
    }
    return undefined;
  }

  /**
   * Return how many moves lead from paths to others: a colour drawn several times in a row is one.
   * @param {Paths} before
   * @param {Paths} after
   * @param {boolean} goesOn  whether the move before was of the same colour
   */
  moves(before, after, goesOn) {
    const isDrawn = after.some((path, color) => path.length > 0 && !isSame(path, before[color]));
    return isDrawn && !goesOn ? 1 : 0;
  }

  /**
   * Return two short texts on how far a game is, and a sentence where all seems done but is not.
   * @param {Paths} paths
   * @returns {{texts: string[], nearly: string}}
   */
  progress(paths) {
    const done = paths.filter((_, color) => this.isFinished(paths, color)).length;
    const share = Math.floor((100 * paths.flat().length) / this.board.nodes.length);
    const empty = this.board.nodes.length - paths.flat().length;
    let nearly = "";
    if (done === this.ends.length && !this.isSolved(paths)) {
      nearly = empty
        ? `All flows are connected, but ${empty} ${empty === 1 ? "cell is" : "cells are"} still empty.`
        : "A flow touches itself, which is forbidden here.";
    }
    return { texts: [`${done} of ${this.ends.length} flows`, `${share} % covered`], nearly };
  }

  /**
   * Return the nodes that a move has covered anew, each with its colour.
   * @param {Paths} before
   * @param {Paths} after
   * @returns {[number, number][]}
   */
  drawn(before, after) {
    return after.flatMap((path, color) => {
      const had = new Set(before[color]);
      return path.filter((node) => !had.has(node)).map((node) => /** @type {[number, number]} */ ([node, color]));
    });
  }

  /**
   * Whether a node has another colour in a solution.
   * @param {Paths} solved
   * @param {number} node
   * @param {number} color
   */
  isWrong(solved, node, color) {
    return !solved[color]?.includes(node); // what was kept may name any colour
  }

  /**
   * Return the links of paths.
   * @param {Paths} paths
   * @returns {Set<number>}
   */
  linksOf(paths) {
    const { ways } = this.board;
    return new Set(paths.flatMap((path) => path.slice(1).map((node, n) => ways[path[n]].get(node) ?? -1)));
  }

  /**
   * Return the links of a solution.
   * @param {Paths} solution
   */
  answer(solution) {
    return this.linksOf(solution);
  }

  /**
   * Return the cells that a link joins.
   * @param {number} link
   */
  cellsOf(link) {
    return this.board.links[link].map((node) => this.board.cellOf[node]);
  }

  /**
   * Return paths as JSON can hold them.
   * @param {Paths} paths
   * @returns {unknown}
   */
  write(paths) {
    return paths;
  }

  /**
   * Return paths that were written as JSON; the start if they do not fit.
   * @param {unknown} plain
   * @returns {Paths}
   */
  read(plain) {
    if (!Array.isArray(plain) || plain.length !== this.ends.length) return this.start;
    const { ways } = this.board;
    const nodes = plain.flat();
    const fits = plain.every(
      (path, color) =>
        Array.isArray(path) &&
        path.length !== 1 &&
        path.every((node, n) => {
          const end = this.endAt.get(node);
          const isEnd = n === 0 || n === path.length - 1;
          return n === 0 ? end === color : ways[path[n - 1]].has(node) && (end === undefined || (isEnd && end === color));
        }),
    );
    return fits && new Set(nodes).size === nodes.length ? plain : this.start;
  }

  /**
   * Return the paths with the next one of a solution, which cuts what is in its way.
   * @param {Paths} paths
   * @param {Paths} solution
   * @returns {{position: Paths, item: number} | null}
   */
  helped(paths, solution) {
    const color = solution.findIndex((path, n) => !isSame(path, paths[n]) && !isSame([...path].reverse(), paths[n]));
    return color < 0 ? null : { position: this.drawnOver(paths, color, solution[color]), item: color };
  }

  /**
   * Return what a key does in a cell, if anything.
   * @param {Paths} paths
   * @param {number} cell
   * @param {string} key
   * @returns {{position: Paths, item: number | null} | null}
   */
  typed(paths, cell, key) {
    return key === "Delete" ? { position: this.cleared(paths, cell), item: null } : null;
  }

  /**
   * Return a name for what is in a cell.
   * @param {Paths} paths
   * @param {number} cell
   * @param {string[]} names  of the colours
   */
  words(paths, cell, names) {
    const found = this.colorAt(paths, cell);
    if (!found) return this.board.bridges.includes(cell) ? "bridge" : "empty";
    return `${names[found.color]}${this.endAt.has(found.node) ? " endpoint" : " path"}`;
  }
}

/**
 * Return a path, or none if it is a single node.
 * @param {Path} path
 * @returns {Path}
 */
function kept(path) {
  return path.length > 1 ? path : [];
}

/**
 * @param {Path} a
 * @param {Path} b
 */
function isSame(a, b) {
  return a.length === b.length && a.every((node, n) => node === b[n]);
}
