/** Words of an answer that are named; the others are counted. */
const maxListedWords = 20;

/** The first of some words, for a sentence that tells how many there are. */
export function listWords(words: readonly string[]): string {
  return words.slice(0, maxListedWords).join(', ') + (words.length > maxListedWords ? '…' : '');
}
