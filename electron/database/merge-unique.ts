type QueryGroup = Readonly<Record<string, unknown>>;
type Joined<Groups extends readonly QueryGroup[]> = Groups extends readonly [
  infer First,
  ...infer Rest extends readonly QueryGroup[],
]
  ? First & Joined<Rest>
  : unknown;

/** Merges groups of queries. Throws where two have one name: the later would silently replace the other. */
export function mergeUnique<const Groups extends readonly QueryGroup[]>(...groups: Groups): Joined<Groups> {
  const all: Record<string, unknown> = {};
  for (const group of groups) {
    for (const [name, query] of Object.entries(group)) {
      if (Object.hasOwn(all, name)) throw new Error(`two queries of the store are called ${name}`);
      all[name] = query;
    }
  }
  return all as Joined<Groups>;
}
