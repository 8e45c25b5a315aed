/** Abbreviations that stay in capitals in a state: declarations, and the customs service. */
const shortNames: ReadonlySet<string> = new Set(['DIN', 'DUS', 'SNA', 'IVV']);

/**
 * The display text of a dispatch's or disbursement's state. The service writes a state in capitals in
 * documents and with one capital in a status (docs/service/reading.md). Text in capitals gets a single
 * initial capital; text with lower-case letters stays unchanged.
 */
export function stateText(state: string): string {
  if (/\p{Ll}/u.test(state)) return state;
  const tokens = state.split(/(?<=[^\p{L}])|(?=[^\p{L}])/u);
  const small = tokens.map((word) => (shortNames.has(word) ? word : word.toLowerCase())).join('');
  return small.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
