import type { Language } from '../i18n/index.ts';

/** Whether `--lang` names a language that Carpeta speaks; leaving it out does. */
export function isLanguage(asked: string | undefined): boolean {
  return asked === undefined || /^(es|en)([-_]|$)/i.test(asked);
}

/**
 * The language of the terminal: as asked with `--lang`, else English where the system speaks it, else
 * Spanish.
 */
export function languageOf(
  asked: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Language {
  if (asked !== undefined) return /^en/i.test(asked) ? 'en' : 'es-CL';
  const system = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^en/i.test(system) ? 'en' : 'es-CL';
}
