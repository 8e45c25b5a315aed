// @ts-check

/**
 * The imports that stand in a circle: by following imports from where one leads, one comes back to where it
 * stands. `nodeOf` says what is one place: a file, or a folder whose files are taken together.
 * @template {{ path: string, to: string }} Edge
 * @param {readonly Edge[]} edges
 * @param {(path: string) => string} nodeOf
 * @returns {Edge[]}
 */
export function inCircles(edges, nodeOf) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map();
  for (const { path, to } of edges) {
    const from = nodeOf(path);
    next.set(from, (next.get(from) ?? new Set()).add(nodeOf(to)));
  }
  /** @type {Map<string, Set<string>>} */
  const known = new Map();
  /** @param {string} start */
  const reachedFrom = (start) => {
    const before = known.get(start);
    if (before) return before;
    /** @type {Set<string>} */
    const reached = new Set();
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const each of next.get(node) ?? []) {
        if (!reached.has(each)) open.push(each);
        reached.add(each);
      }
    }
    known.set(start, reached);
    return reached;
  };
  return edges.filter(({ path, to }) => reachedFrom(nodeOf(to)).has(nodeOf(path)));
}
