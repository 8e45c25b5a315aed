import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { asLanguage, type Language } from '../../../shared/model/languages.ts';
import { systemNamed, type Texts, translationsOnSystem } from '../../../shared/model/system-translations.ts';
import spanish from './es-cl.ts';

/** The translations of a language by namespace: those of the first screen, and those that load later. */
interface LanguageTranslations {
  first: () => Promise<Texts>;
  later: () => Promise<Texts>;
}

/** The most common first-screen translations are bundled with the page; all others are loaded. */
const translationsOf: Readonly<Record<Language, LanguageTranslations>> = {
  'es-CL': {
    first: async () => spanish,
    later: async () => (await import('./es-cl-later.ts')).default,
  },
  en: {
    first: async () => (await import('./en.ts')).default,
    later: async () => (await import('./en-later.ts')).default,
  },
};

/**
 * Loads the translations of a language and applies them, unless already applied; the first call initialises
 * i18next with those of the first screen.
 */
export async function speak(language: Language): Promise<void> {
  // Applying it again would re-render every translated text.
  if (i18next.language === language) return;
  const { first, later } = translationsOf[language];
  if (i18next.isInitialized) {
    for (const translations of await Promise.all([first(), later()])) add(language, translations);
    await i18next.changeLanguage(language);
  } else {
    const translations = ofSystem(language, await first());
    await i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: translations },
      ns: Object.keys(translations),
      defaultNS: 'ui',
      // React escapes text itself.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
    });
  }
  document.documentElement.lang = language;
}

/** Loads all translations of the current language, as modules that load later need them. */
export async function allTranslations(): Promise<void> {
  const language = asLanguage(i18next.language);
  add(language, await translationsOf[language].later());
}

function ofSystem(language: Language, translations: Texts): Texts {
  return translationsOnSystem(translations, language, systemNamed(navigator.userAgent));
}

function add(language: Language, translations: Texts): void {
  for (const [namespace, resource] of Object.entries(ofSystem(language, translations))) {
    if (i18next.hasResourceBundle(language, namespace)) continue;
    i18next.addResourceBundle(language, namespace, resource);
  }
}
