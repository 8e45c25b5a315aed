/** Operating systems that have a name of their own for the keychain. */
export type System = 'windows' | 'mac' | 'linux';

/** Texts by key, at any depth. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** What a language calls each system's keychain: `keychain` of its `ui.json`. */
export type KeychainNames = Readonly<Record<System, string>>;

/**
 * The system of Node's `process.platform` or of a browser's user agent; anything but Windows and macOS counts
 * as Linux.
 */
export function systemNamed(text: string): System {
  if (/^win32|Windows/.test(text)) return 'windows';
  return /^darwin|Macintosh/.test(text) ? 'mac' : 'linux';
}

/** Translations for a system: `{{keychain}}` becomes the system's name for its keychain. */
export function translationsOnSystem(texts: Texts, keychain: KeychainNames, system: System): Texts {
  const read = (text: string | Texts): string | Texts =>
    typeof text === 'string' ? text.replaceAll('{{keychain}}', keychain[system]) : readAll(text);
  const readAll = (all: Texts): Texts =>
    Object.fromEntries(Object.entries(all).map(([key, text]) => [key, read(text)]));
  return readAll(texts);
}
