/** Maximum objects and keys in one text, a larger one stays as it is, and of objects in one another. */
const [maxRows, maxKeys, maxDepth] = [100_000, 200, 8];

type Fields = ReadonlyMap<string, string>;

/**
 * A text of JSON as a table: a heading of all keys, and a row for each innermost object of a list, with the
 * fields of the objects around it, joined by tabs. Values without keys are lines. Any other text stays as it
 * is.
 */
export function jsonAsTable(text: string): string {
  const written = text.replace(/^\uFEFF/, '').trim();
  const value = /^[[{]/.test(written) ? (parsed(written) ?? parsedLines(written)) : undefined;
  if (value === undefined) return text;
  const rows: Fields[] = [];
  const values: string[] = [];
  const left: { value: unknown; around: Fields }[] = [{ value, around: new Map() }];
  for (let one = left.pop(); one && rows.length <= maxRows; one = left.pop()) {
    if (isText(one.value)) values.push(textOf(one.value));
    else if (Array.isArray(one.value))
      for (const each of one.value.toReversed()) left.push({ value: each, around: one.around });
    else if (typeof one.value === 'object' && one.value !== null) {
      const { own, lists } = fieldsOf(one.value);
      const fields = new Map([...one.around, ...own]);
      const inner = own.size > 0 ? lists.filter(([, list]) => !list.every(isText)) : lists;
      for (const [, list] of inner.toReversed()) left.push({ value: list, around: fields });
      for (const [key, list] of own.size > 0 ? lists : [])
        if (list.every(isText)) fields.set(key, list.map(textOf).join('; '));
      if (inner.length === 0 && own.size > 0) rows.push(fields);
    }
  }
  const keys = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (rows.length > maxRows || keys.length > maxKeys) return text;
  const table =
    rows.length === 0
      ? []
      : [keys.map(titleOfKey), ...rows.map((row) => keys.map((key) => row.get(key) ?? ''))];
  const lines = [...table.map((cells) => cells.join('\t')), ...values];
  return lines.length > 0 ? lines.join('\n') : text;
}

/** The texts of an object and of those within it, and its lists. */
function fieldsOf(object: object, depth = 0): { own: Fields; lists: [string, unknown[]][] } {
  const own = new Map<string, string>();
  const lists: [string, unknown[]][] = [];
  for (const [key, value] of Object.entries(object)) {
    if (isText(value)) own.set(key, textOf(value));
    else if (Array.isArray(value)) lists.push([key, value]);
    else if (typeof value === 'object' && value !== null && depth < maxDepth) {
      const within = fieldsOf(value, depth + 1);
      for (const [name, each] of within.own)
        own.set(own.has(name) || within.own.size === 1 ? key : name, each);
      lists.push(...within.lists);
    }
  }
  return { own, lists };
}

/** `razonSocial` and `razon_social` as words. */
function titleOfKey(key: string): string {
  return key.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/[\s_]+/g, ' ');
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function textOf(value: string | number): string {
  return String(value).replaceAll(/\s+/g, ' ').trim();
}

/** One object on each line. */
function parsedLines(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    const value = line.trim() === '' ? undefined : parsed(line);
    if (value !== undefined) values.push(value);
    else if (line.trim() !== '') return undefined;
  }
  return values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
