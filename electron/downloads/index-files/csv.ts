/** Reads lines of CSV as the text arrives: fields parted by one separator, quoted where they must be, any line end. */
export interface CsvReader {
  /** Rows that are complete after this text. */
  push(text: string): string[][];
  /** The last row, when the text did not end with a line end. */
  end(): string[][];
}

/** A reader of `;`-separated text; what a spreadsheet saved with `,` or tabs is recognised by its first line. */
export function createCsvReader(): CsvReader {
  let separator: string | undefined;
  let rest = '';

  /** Takes rows off the beginning of `rest`; a row that may still go on stays. */
  function rows(isLast: boolean): string[][] {
    const found: string[][] = [];
    for (;;) {
      const end = rowEnd(rest, isLast);
      if (end === undefined) return found;
      const line = rest.slice(0, end.content);
      rest = rest.slice(end.next);
      separator ??= separatorOf(line);
      if (line !== '') found.push(fieldsOf(line, separator));
    }
  }

  return {
    push(text) {
      rest += text;
      return rows(false);
    },
    end: () => rows(true),
  };
}

/** Where the first row of a text ends: a line end outside quotes. */
function rowEnd(text: string, isLast: boolean): { content: number; next: number } | undefined {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      // Whether a line feed follows is known with the next text.
      if (character === '\r' && at + 1 === text.length && !isLast) return undefined;
      return { content: at, next: at + (character === '\r' && text[at + 1] === '\n' ? 2 : 1) };
    }
  }
  return isLast && text !== '' ? { content: text.length, next: text.length } : undefined;
}

function separatorOf(line: string): string {
  const counts = [';', ',', '\t'].map((one) => [one, line.split(one).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function fieldsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator);
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (character === '"') {
      if (isQuoted && line[at + 1] === '"') {
        field += '"';
        at++;
      } else isQuoted = !isQuoted;
    } else if (character === separator && !isQuoted) {
      fields.push(field);
      field = '';
    } else field += character;
  }
  return [...fields, field];
}

/** A line of CSV, `;` between its fields and CR LF at its end. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(';')}\r\n`;
}

function quoted(field: string): string {
  return /[;"\r\n\t]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A text that a spreadsheet will not take for a formula; {@link plainText} undoes it. */
export function inertText(text: string): string {
  return /^['=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The text that {@link inertText} was given. */
export function plainText(text: string): string {
  return /^'['=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
