import type { Blanks, Translator } from '../i18n/index.ts';

// Control characters, 8-bit ones too, Unicode's direction controls, and its line and paragraph separators.
const steering = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * One line that is safe for a terminal: nothing in it moves the cursor, colours, copies or reverses text.
 * Line ends and tabs become a space; other control characters are written as `\u001b`. JSON stays JSON with
 * the same content.
 */
export function terminalLine(text: string): string {
  return text.replace(/\r\n|[\t\n\r]/g, ' ').replace(steering, escaped);
}

/** The same for text of several lines that the app itself has laid out. */
export function terminalLines(text: string): string {
  return text.split('\n').map(terminalLine).join('\n');
}

/**
 * The translations of a terminal: the values of their placeholders are untrusted, and must not start a new
 * line.
 */
export function terminalTranslator(translator: Translator): Translator {
  return {
    ...translator,
    t: (key, blanks) => translator.t(key, blanks && inLine(blanks)),
    find: (key, blanks) => translator.find(key, blanks && inLine(blanks)),
    ofError: (error) =>
      translator.ofError({ ...error, ...(error.values && { values: inLine(error.values) }) }),
  };
}

function inLine(blanks: Blanks): Blanks {
  const safe = Object.entries(blanks).map(([name, value]) => [
    name,
    typeof value === 'string' ? terminalLine(value) : value,
  ]);
  return Object.fromEntries(safe);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
