import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { asLanguage, type Language } from '../../../shared/model/languages.ts';
import { systemNamed, type Texts, wordsOnSystem } from '../../../shared/model/system-words.ts';
import spanish from './es-cl.ts';

/** The words of a language by namespace: those of the first screen, and those of what is fetched later. */
interface WordsOf {
  first: () => Promise<Texts>;
  later: () => Promise<Texts>;
}

/** Most people's first words come with the page; all others are fetched. */
const wordsOf: Readonly<Record<Language, WordsOf>> = {
  'es-CL': {
    first: async () => spanish,
    later: async () => (await import('./es-cl-later.ts')).default,
  },
  en: {
    first: async () => (await import('./en.ts')).default,
    later: async () => (await import('./en-later.ts')).default,
  },
};

/** Loads the words of a language and shows them, unless they are shown already; the first call starts the translator with those of the first screen. */
export async function speak(language: Language): Promise<void> {
  // All that has words would be drawn anew.
  if (i18next.language === language) return;
  const { first, later } = wordsOf[language];
  if (i18next.isInitialized) {
    for (const words of await Promise.all([first(), later()])) add(language, words);
    await i18next.changeLanguage(language);
  } else {
    const words = ofSystem(language, await first());
    await i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: words },
      ns: Object.keys(words),
      defaultNS: 'ui',
      // React escapes what it shows.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
    });
  }
  document.documentElement.lang = language;
}

/** Has every word here in the language that is spoken, as what is fetched later needs them. */
export async function allWords(): Promise<void> {
  const language = asLanguage(i18next.language);
  add(language, await wordsOf[language].later());
}

function ofSystem(language: Language, words: Texts): Texts {
  return wordsOnSystem(words, language, systemNamed(navigator.userAgent));
}

function add(language: Language, words: Texts): void {
  for (const [namespace, resource] of Object.entries(ofSystem(language, words))) {
    if (i18next.hasResourceBundle(language, namespace)) continue;
    i18next.addResourceBundle(language, namespace, resource);
  }
}
