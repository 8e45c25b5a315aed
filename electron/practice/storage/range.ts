/** A part of a file: `start` included, `end` excluded. */
interface Part {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header: one part, `'unsatisfiable'`, or undefined for the whole file (no header, another
 * unit, several parts, or an invalid form).
 */
export function rangeOf(header: string | undefined, length: number): Part | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const last = Number(to);
    return last === 0 || length === 0 ? 'unsatisfiable' : { start: Math.max(0, length - last), end: length };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return undefined;
  if (start >= length) return 'unsatisfiable';
  return { start, end: to === '' ? length : Math.min(Number(to) + 1, length) };
}
