/** Short names that stay capitals in a state: declarations, and the customs service. */
const shortNames: ReadonlySet<string> = new Set(['DIN', 'DUS', 'SNA', 'IVV']);

/**
 * How a state of a dispatch or a disbursement is shown. The service writes the same state in capitals among
 * documents and with one capital as a status (docs/service/reading.md): all capitals become one, at the
 * beginning; what has small letters stays as it came.
 */
export function stateText(state: string): string {
  if (/\p{Ll}/u.test(state)) return state;
  const words = state.split(/(?<=[^\p{L}])|(?=[^\p{L}])/u);
  const small = words.map((word) => (shortNames.has(word) ? word : word.toLowerCase())).join('');
  return small.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
