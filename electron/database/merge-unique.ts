type Methods = Readonly<Record<string, unknown>>;
type Joined<Groups extends readonly Methods[]> = Groups extends readonly [
  infer First,
  ...infer Rest extends readonly Methods[],
]
  ? First & Joined<Rest>
  : unknown;

/** All methods of several groups. Throws where two have one name: the later would silently take the place of the other. */
export function oneOfEach<const Groups extends readonly Methods[]>(...groups: Groups): Joined<Groups> {
  const all: Record<string, unknown> = {};
  for (const group of groups) {
    for (const [name, method] of Object.entries(group)) {
      if (Object.hasOwn(all, name)) throw new Error(`two methods of the store are called ${name}`);
      all[name] = method;
    }
  }
  return all as Joined<Groups>;
}
