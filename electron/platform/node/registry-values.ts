/**
 * A value as `reg.exe export` writes it: its name, then a string, a 32-bit number, or bytes with the number
 * of their type.
 */
const value =
  /"((?:[^"\\]|\\[\s\S])*)"=(?:"((?:[^"\\]|\\[\s\S])*)"|dword:([0-9a-f]{1,8})|hex(?:\(([0-9a-f]+)\))?:([0-9a-f,\s\\]*))/iy;
const section = /\[([^\r\n]*)\]/y;
const rest = /[^\n]*\n?/y;

// Types that an export writes as hexadecimal bytes.
const text = '1';
const number64 = 'b';

/**
 * Values of one registry key in a file of `reg.exe export`, without those of its subkeys. Numbers are
 * numbers; a string that is JSON (a list of connections, true) is parsed; any other string is itself. A value
 * of another type is null, which no setting can have.
 */
export function parseRegistryExport(file: Buffer, key: string): Record<string, unknown> {
  const content = decoded(file);
  const values: [string, unknown][] = [];
  let isInKey = false;
  // Token by token: a string may span several lines, and contain what looks like a value or a key.
  for (let at = 0; at < content.length; ) {
    const [whole, named] = matchAt(section, content, at) ?? [];
    if (whole !== undefined) {
      isInKey = named?.toLowerCase() === key.toLowerCase();
      at += whole.length;
      continue;
    }
    const found = matchAt(value, content, at);
    const read = found ? readValue(found) : undefined;
    if (isInKey && read !== undefined) values.push([unescaped(found?.[1] ?? ''), read]);
    at += (found ?? matchAt(rest, content, at))?.[0].length || 1;
  }
  return Object.fromEntries(values);
}

/** Exports are UTF-16 with a byte-order mark. */
function decoded(file: Buffer): string {
  if (file.readUInt16LE(0) !== 0xfeff) throw new Error('not an export of the registry: no byte-order mark');
  return file.toString('utf16le', 2);
}

function matchAt(pattern: RegExp, content: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(content);
}

function readValue([, , quoted, dword, type, hex = '']: RegExpExecArray): unknown {
  if (quoted !== undefined) return fromText(unescaped(quoted));
  if (dword !== undefined) return Number.parseInt(dword, 16);
  const bytes = Buffer.from(hex.replace(/[^0-9a-f]/gi, ''), 'hex');
  if (type === number64 && bytes.length === 8) return Number(bytes.readBigUInt64LE());
  return type === text ? fromText(bytes.toString('utf16le').split('\0', 1)[0] ?? '') : null;
}

function unescaped(quoted: string): string {
  return quoted.replace(/\\([\s\S])/g, '$1');
}

function fromText(data: string): unknown {
  if (!/^\s*([[{]|(true|false)\s*$)/.test(data)) return data;
  try {
    return JSON.parse(data);
  } catch (error) {
    if (error instanceof SyntaxError) return data;
    throw error;
  }
}
