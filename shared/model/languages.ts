/**
 * The languages of the app, and of what it writes to others, each by its own name; the first one where
 * nothing else is known.
 */
export const languageNames = { 'es-CL': 'Español', en: 'English' } as const;

export type Language = keyof typeof languageNames;

export const languages = ['es-CL', 'en'] as const satisfies readonly Language[];

/**
 * The language that a text such as `en-GB` names, else the first: no language is spoken yet where the text is
 * left out.
 */
export function asLanguage(text = ''): Language {
  const [asked] = text.split('-');
  return languages.find((language) => language.split('-')[0] === asked) ?? languages[0];
}
