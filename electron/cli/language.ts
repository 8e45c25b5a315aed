import type { Language } from '../i18n/index.ts';

/** Whether `--lang` is missing or names a language of Carpeta. */
export function isLanguage(asked: string | undefined): boolean {
  return asked === undefined || /^(es|en)([-_]|$)/i.test(asked);
}

/** The language of the terminal: from `--lang`, else English on an English system, else Spanish. */
export function languageOf(
  asked: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Language {
  if (asked !== undefined) return /^en/i.test(asked) ? 'en' : 'es-CL';
  const system = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^en/i.test(system) ? 'en' : 'es-CL';
}
