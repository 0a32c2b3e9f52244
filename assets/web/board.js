// @ts-check
/** Board: polygons and a graph, whatever their shape, made of plain data. */

import { unrolled } from "./data.js";

/**
 * @typedef {import("./data.js").BoardData} BoardData
 * @typedef {import("./data.js").Lattice} Lattice
 * @typedef {{x: number, y: number}} Point
 */

/** How far apart the points of a drag are that are looked at, in lengths of a cell. */
const STRIDE = 0.2;

export class Board {
  /**
   * @param {BoardData} data
   * @param {number[]} [walls]  links that are closed
   */
  constructor(data, walls = []) {
    this.size = data.size;
    this.outline = data.outline;
    const bridges = data.bridges ?? [];
    /** @type {Point[]} The centres of the cells. */
    this.cells = centers(data.cells);
    /** @type {string[]} What people call the cells. */
    this.names = unrolled(data.cells.runs, [data.cells.step, 0]).map(
      ([x, y]) => `row ${Math.floor(y / data.cells.step) + 1}, column ${x + 1}`,
    );
    /** @type {Point[]} Where the nodes are. */
    this.nodes = data.nodes ? centers(data.nodes) : [...this.cells, ...bridges.map((c) => this.cells[c])];
    /** The cell of each node. */
    this.cellOf = data.nodes ? [] : [...this.cells.keys(), ...bridges];
    /** @type {number[][]} The nodes of each cell: two on a bridge, the way over it first. */
    this.nodesIn = this.cells.map(() => []);
    this.cellOf.forEach((cell, node) => this.nodesIn[cell].push(node));
    this.bridges = bridges;
    /** The two nodes of each link. */
    this.links = unrolled(data.links);
    this.walls = new Set(walls);
    /** The middles of links. */
    this.middles = this.links.map(([a, b]) => between(this.nodes[a], this.nodes[b], 0.5));
    /** The links round each cell, of a board along whose lines one draws. */
    this.faces = unrolled(data.faces ?? []);
    const warps = new Map((data.warps ?? []).map(([link, x, y]) => [link, { x, y }]));
    this.warps = warps;
    /** @type {Map<number, number>[]} By node, the link to each node that a path can step to. */
    this.ways = this.nodes.map(() => new Map());
    this.links.forEach(([a, b], link) => {
      if (!this.walls.has(link)) {
        this.ways[a].set(b, link);
        this.ways[b].set(a, link);
      }
    });
  }

  /**
   * Return the way from a node to the middle of a link.
   * @param {number} link
   * @param {number} node
   * @returns {Point}
   */
  half(link, node) {
    const [a, b] = this.links[link];
    const warp = this.warps.get(link);
    const sign = node === a ? 1 : -1;
    if (warp) return { x: sign * warp.x, y: sign * warp.y };
    const [from, to] = [this.nodes[a], this.nodes[b]];
    return { x: (sign * (to.x - from.x)) / 2, y: (sign * (to.y - from.y)) / 2 };
  }

  /**
   * Return the cell at a point, or -1.
   * @param {Point} point
   */
  cellAt(point) {
    const cell = nearest(this.cells, point);
    return cell >= 0 && isInside(this.outline, point, this.cells[cell]) ? cell : -1;
  }

  /**
   * Return the node that is nearest to a point.
   * @param {Point} point
   */
  nodeAt(point) {
    return nearest(this.nodes, point);
  }

  /**
   * Return the link whose middle is nearest to a point.
   * @param {Point} point
   */
  linkAt(point) {
    return nearest(this.middles, point);
  }

  /**
   * Return the node to which one steps in a direction, or -1: the one that lies nearest to it.
   * @param {number} node
   * @param {Point} direction  of length 1
   */
  toward(node, direction) {
    const { x, y } = this.nodes[node];
    return best([...this.ways[node]], ([, link]) => {
      const half = this.half(link, node);
      return turn(half, direction) + leaning(y + half.y, y, half);
    }, 0.9)?.[0] ?? -1;
  }

  /**
   * Return the cell to which a cursor moves in a direction, also over gaps; the same one at the border.
   * @param {number} cell
   * @param {Point} direction  of length 1
   */
  beside(cell, direction) {
    const from = this.cells[cell];
    return best([...this.cells.keys()].filter((other) => other !== cell), (other) => {
      const way = { x: this.cells[other].x - from.x, y: this.cells[other].y - from.y };
      const angle = turn(way, direction);
      return angle < 1.2 ? Math.hypot(way.x, way.y) * (1 + angle) + leaning(this.cells[other].y, from.y, way) : Infinity;
    }, Infinity) ?? cell;
  }
}

/**
 * Return points on a way, close to each other, without its beginning.
 * @param {Point} from
 * @param {Point} to
 * @returns {Point[]}
 */
export function along(from, to) {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STRIDE));
  return Array.from({ length: count }, (_, k) => between(from, to, (k + 1) / count));
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} share
 * @returns {Point}
 */
export function between(from, to, share) {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/**
 * Return where the places of a lattice are.
 * @param {Lattice} lattice
 * @returns {Point[]}
 */
export function centers({ step, unit, first, runs }) {
  return unrolled(runs, [step, 0]).map(([x, y]) => ({ x: first[0] + x * unit[0], y: first[1] + y * unit[1] }));
}

/**
 * @param {Point[]} points
 * @param {Point} to
 */
function nearest(points, to) {
  return best([...points.keys()], (n) => Math.hypot(points[n].x - to.x, points[n].y - to.y), Infinity) ?? -1;
}

/**
 * Return what costs least, and less than a limit.
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => number} cost
 * @param {number} limit
 * @returns {T | undefined}
 */
function best(things, cost, limit) {
  /** @type {T | undefined} */
  let found;
  let least = limit;
  for (const thing of things) {
    const costs = cost(thing);
    if (costs < least) [found, least] = [thing, costs];
  }
  return found;
}

/**
 * Return the angle between a way and a direction.
 * @param {Point} way
 * @param {Point} direction
 */
function turn(way, direction) {
  return Math.acos(Math.min(1, (way.x * direction.x + way.y * direction.y) / Math.hypot(way.x, way.y)));
}

/**
 * Return a small cost for one of two slanted ways, in turn the upper and the lower one, so that a row
 * of hexagons is kept.
 * @param {number} y
 * @param {number} from
 * @param {Point} way
 */
function leaning(y, from, way) {
  return way.x && way.y ? 0.01 * Math.abs(y - (Math.floor(from - 0.3) + 0.8)) : 0;
}

/**
 * Whether a point is in a convex outline round a centre, or just beside it.
 * @param {[number, number][]} outline  clockwise
 * @param {Point} point
 * @param {Point} center
 */
function isInside(outline, point, center) {
  const [x, y] = [point.x - center.x, point.y - center.y];
  return outline.every(([ax, ay], n) => {
    const [bx, by] = outline[(n + 1) % outline.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-6;
  });
}
