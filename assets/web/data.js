// @ts-check
/**
 * What Python writes into the page. Lengths are those of a cell. A run `[first..., n]` stands for n
 * rows of numbers, each of which grows from one row to the next.
 *
 * @typedef {[number, number]} Pair
 *
 * @typedef {Object} Lattice  where cells or nodes are
 * @property {number} step  how far those of a run are apart, in columns
 * @property {Pair} unit  how wide a column and how high a row is
 * @property {Pair} first  the centre of column 0 and row 0
 * @property {number[][]} runs  column, row and number
 *
 * @typedef {Object} BoardData
 * @property {string} kind
 * @property {Pair} size
 * @property {Pair[]} outline  the corners of a cell, from its centre
 * @property {Lattice} cells
 * @property {Lattice} [nodes]  what paths lead through; the cells if left out
 * @property {number[]} [bridges]  cells with a second node, of the way below; behind all others
 * @property {number[][]} links  runs of two nodes
 * @property {[number, number, number][]} [warps]  links that leave the board: from the first node by
 *   this way, to the second one from the opposite side
 * @property {number[][]} [faces]  runs of the links round each cell
 *
 * @typedef {Object} LevelData
 * @property {string} key
 * @property {string} [title]
 * @property {string} [author]
 * @property {number} board  its number in the page
 * @property {string} size  in words
 * @property {string} [word]  how hard it is
 * @property {number} [score]  the same as a number
 * @property {[number, number, string][]} [ends]  by colour two nodes and a label
 * @property {number[]} [inks]  by colour its ink's number in the page
 * @property {number[]} [walls]  links that are closed
 * @property {true} [apart]  whether no path may run beside itself
 * @property {string} [clues]  a digit or a dot for each cell
 * @property {[string, number[], number[], number[]][]} [hints]  sentence, cells, links found, excluded
 * @property {number[][] | number[]} [solution]  paths of nodes by colour, or links
 *
 * @typedef {Record<string, string>} Theme  colours by what they are for
 *
 * @typedef {Object} PageData
 * @property {string} title
 * @property {string} [author]
 * @property {string} [notes]
 * @property {Record<string, Theme>} themes  `dark`, `light` and `colour-blind`
 * @property {{name: string, colors: Record<string, string>}[]} inks  each with its colour by theme
 * @property {BoardData[]} boards
 * @property {LevelData[]} levels
 */

/**
 * Return the rows that stand in runs.
 * @param {number[][]} runs
 * @param {number[]} [steps]  by how much each number grows: by 1 if left out
 * @returns {number[][]}
 */
export function unrolled(runs, steps) {
  return runs.flatMap((run) => {
    const first = run.slice(0, -1);
    const count = run[run.length - 1];
    return Array.from({ length: count }, (_, k) => first.map((at, i) => at + k * (steps ? steps[i] : 1)));
  });
}
