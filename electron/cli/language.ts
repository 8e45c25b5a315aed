import { type Language, languages } from '../../shared/model/languages.ts';

/** Whether `--lang` is missing or names a language of Carpeta. */
export function isLanguage(option: string | undefined): boolean {
  return option === undefined || named(option) !== undefined;
}

/** The language of the terminal: from `--lang`, else the system's where Carpeta has it, else Spanish. */
export function languageOf(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Language {
  const system = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return named(option ?? system) ?? languages[0];
}

/** The language of a tag such as `en`, `en_US.UTF-8` or `ES-cl`. */
function named(tag: string): Language | undefined {
  const base = /^[a-z]+(?=[-_.@]|$)/i.exec(tag)?.[0].toLowerCase();
  return languages.find((language) => language.split('-')[0] === base);
}
