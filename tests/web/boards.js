/** Boards and levels for the tests of the models. */

/** A plain board of Flow. */
export function plain(width, height, more = {}) {
  const rows = [...Array(height).keys()];
  return {
    kind: "flow",
    size: [width + 0.1, height + 0.1],
    outline: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],
    cells: { step: 1, unit: [1, 1], first: [0.55, 0.55], runs: rows.map((y) => [0, y, width]) },
    links: [...rows.map((y) => [y * width, y * width + 1, width - 1]), [0, width, width * (height - 1)]],
    ...more,
  };
}

/** A board of a Slitherlink. */
export function corners(width, height) {
  const [across, down] = [[...Array(height + 1).keys()], [...Array(height).keys()]];
  const high = width * (height + 1);
  return {
    ...plain(width, height),
    kind: "slitherlink",
    cells: { step: 1, unit: [1, 1], first: [0.75, 0.75], runs: down.map((y) => [0, y, width]) },
    nodes: { step: 1, unit: [1, 1], first: [0.25, 0.25], runs: across.map((y) => [0, y, width + 1]) },
    links: [...across.map((y) => [y * (width + 1), y * (width + 1) + 1, width]), [0, width + 1, (width + 1) * height]],
    faces: down.map((y) => [y * width, high + y * (width + 1), high + y * (width + 1) + 1, (y + 1) * width, width]),
  };
}

/** A page of one level. */
export function pageOf(board, level) {
  return { title: "", themes: {}, inks: [], boards: [board], levels: [{ key: "k", size: "", board: 0, ...level }] };
}

/** Three rows of three: each colour covers one. */
export const ROWS = { ends: [[0, 2, "R"], [3, 5, "B"], [6, 8, "Y"]] };
