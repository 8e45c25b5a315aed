import english from '../locales/en/system.json' with { type: 'json' };
import spanish from '../locales/es-CL/system.json' with { type: 'json' };
import type { Language } from './languages.ts';

/** Operating systems that have a name of their own for the keychain. */
export type System = 'windows' | 'mac' | 'linux';

/** Texts by key, at any depth. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

const names = { 'es-CL': spanish, en: english } satisfies Record<Language, object>;

/**
 * The system of Node's `process.platform` or of a browser's user agent; anything but Windows and macOS counts
 * as Linux.
 */
export function systemNamed(text: string): System {
  if (/^win32|Windows/.test(text)) return 'windows';
  return /^darwin|Macintosh/.test(text) ? 'mac' : 'linux';
}

/** The translations of a language for a system: `{{keychain}}` becomes the system's name for its keychain. */
export function translationsOnSystem(texts: Texts, language: Language, system: System): Texts {
  const keychain = names[language].keychain[system];
  const read = (text: string | Texts): string | Texts =>
    typeof text === 'string' ? text.replaceAll('{{keychain}}', keychain) : readAll(text);
  const readAll = (all: Texts): Texts =>
    Object.fromEntries(Object.entries(all).map(([key, text]) => [key, read(text)]));
  return readAll(texts);
}
