/** One value as `reg.exe query` prints it: four spaces, name, type and data, with four spaces between. */
const line = /^ {4}(\S.*?) {4}(REG_\w+) {4}(.*)$/;

/**
 * Values of a registry key as `reg.exe query` prints them. Numbers are numbers; a text that is JSON (a list of connections, true) is
 * what it says; any other text is itself. Types that hold neither are left out.
 */
export function parseRegistry(text: string): Record<string, unknown> {
  return Object.fromEntries(
    text.split(/\r?\n/).flatMap((printed) => {
      const [, name, type = '', data = ''] = line.exec(printed) ?? [];
      const value = name === undefined ? undefined : readValue(type, data);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readValue(type: string, data: string): unknown {
  if (type === 'REG_DWORD' || type === 'REG_QWORD') return Number(data);
  return type === 'REG_SZ' ? fromText(data) : undefined;
}

function fromText(data: string): unknown {
  if (!/^\s*([[{]|(true|false)\s*$)/.test(data)) return data;
  try {
    return JSON.parse(data);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return data;
    throw thrown;
  }
}
