import english from '../locales/en/system.json' with { type: 'json' };
import spanish from '../locales/es-CL/system.json' with { type: 'json' };
import type { Language } from './languages.ts';

/** The operating systems that call what keeps keys by a name of their own. */
export type System = 'windows' | 'mac' | 'linux';

/** Texts by key, at any depth. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

const names = { 'es-CL': spanish, en: english } satisfies Record<Language, object>;

/**
 * The system that Node's `process.platform` or a browser's user agent names; what is neither Windows nor
 * macOS counts as Linux.
 */
export function systemNamed(text: string): System {
  if (/^win32|Windows/.test(text)) return 'windows';
  return /^darwin|Macintosh/.test(text) ? 'mac' : 'linux';
}

/**
 * The texts of a language as they read on a system: `{{keychain}}` is the name that it gives to what keeps
 * its keys.
 */
export function translationsOnSystem(texts: Texts, language: Language, system: System): Texts {
  const keychain = names[language].keychain[system];
  const read = (text: string | Texts): string | Texts =>
    typeof text === 'string' ? text.replaceAll('{{keychain}}', keychain) : readAll(text);
  const readAll = (all: Texts): Texts =>
    Object.fromEntries(Object.entries(all).map(([key, text]) => [key, read(text)]));
  return readAll(texts);
}
