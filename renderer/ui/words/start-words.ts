import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../../shared/model/languages.ts';
import { systemNamed, wordsOnSystem } from '../../../shared/model/system-words.ts';
import spanish from './es-cl.ts';

/** Most people's words come with the page; the others' are fetched. */
const wordsOf = {
  'es-CL': async () => spanish,
  en: async () => (await import('./en.ts')).default,
} as const satisfies Record<Language, () => Promise<object>>;

/** Loads the words of a language and shows them, unless they are shown already; the first call starts the translator. */
export async function speak(language: Language): Promise<void> {
  // All that has words would be drawn anew.
  if (i18next.language === language) return;
  const words = wordsOnSystem(await wordsOf[language](), language, systemNamed(navigator.userAgent));
  if (i18next.isInitialized) {
    for (const [namespace, resource] of Object.entries(words)) {
      i18next.addResourceBundle(language, namespace, resource);
    }
    await i18next.changeLanguage(language);
  } else {
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
