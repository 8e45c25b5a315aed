import { foldLetters } from '../without-accents.ts';
import type { Language } from './languages.ts';

/** The Spanish words of a name template, by the words that are stored. */
const spanishWords: Readonly<Record<string, string>> = {
  client: 'cliente',
  agency: 'agencia',
  dispatch: 'despacho',
  reference: 'referencia',
  type: 'tipo',
  number: 'número',
  issuer: 'emisor',
  year: 'año',
  month: 'mes',
  day: 'día',
};

const storedWords = new Map(
  Object.entries(spanishWords).map(([word, spanish]) => [foldLetters(spanish), word]),
);

/** A template with the words that are stored, whatever the language in which it was typed. */
export function storedTemplate(text: string): string {
  return withWords(text, storedWord);
}

/** The stored word of a Spanish one, with or without accents; any other word as it is. */
export function storedWord(word: string): string {
  return storedWords.get(foldLetters(word)) ?? word;
}

/** A stored template as a person reads and types it in a language. */
export function shownTemplate(template: string, language: Language): string {
  if (language !== 'es-CL') return template;
  return withWords(template, (word) => spanishWords[word.toLowerCase()] ?? word);
}

/** Replaces the words in braces; of a date part such as `{year:fechaEta}`, the first. */
function withWords(text: string, replace: (word: string) => string): string {
  return text.replace(/\{([^{}:]*)/g, (_, word: string) => `{${replace(word.trim())}`);
}
