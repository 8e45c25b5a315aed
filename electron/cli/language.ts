import { asLanguage, type Language, languageNamed } from '../../shared/model/languages.ts';

/** Whether `--lang` is missing or names a language of Carpeta. */
export function isLanguage(option: string | undefined): boolean {
  return option === undefined || languageNamed(option) !== undefined;
}

/** The language of the terminal: from `--lang`, else the system's where Carpeta has it, else Spanish. */
export function languageOf(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Language {
  const system = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return asLanguage(option ?? system);
}
