/**
 * The languages of the app and of the texts it writes for others, each by its own name; the first is the
 * default.
 */
export const languageNames = { 'es-CL': 'Español', en: 'English' } as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as [Language, ...Language[]];

/** The language of a tag such as `en-GB`, `en_US.UTF-8` or `ES-cl`; undefined when Carpeta has none of it. */
export function languageNamed(tag: string): Language | undefined {
  const base = /^[a-z]+(?=[-_.@]|$)/i.exec(tag)?.[0].toLowerCase();
  return languages.find((language) => language.split('-')[0] === base);
}

/** The language of a tag, else the first; the text is absent before a language is set. */
export function asLanguage(text = ''): Language {
  return languageNamed(text) ?? languages[0];
}
