import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { numberForm } from '../../../shared/model/amounts.ts';
import { asLanguage, type Language } from '../../../shared/model/languages.ts';
import {
  type KeychainNames,
  systemNamed,
  type Texts,
  translationsOnSystem,
} from '../../../shared/model/system-translations.ts';

/** The first screen's translations: these are bundled with the page, those of other languages are loaded. */
const bundled = import.meta.glob<Texts>(
  [
    '../../../shared/locales/es-CL/{app-window,dossier,downloads,errors,grid,home,results,saved,search}.json',
    '../../../shared/locales/*/ui.json',
  ],
  { eager: true, import: 'default' },
);
const first = import.meta.glob<Texts>(
  [
    '../../../shared/locales/*/{app-window,dossier,downloads,errors,grid,home,results,saved,search}.json',
    '!../../../shared/locales/es-CL/*.json',
  ],
  { import: 'default' },
);
/** Translations of modules that load later; the build reports where the first screen uses one of them. */
const later = import.meta.glob<Texts>(
  '../../../shared/locales/*/{changes,clients,connections,deliveries,folders,help,inspector,missing,payments,reconciliation,review,settings,texts,verdict,viewer}.json',
  { import: 'default' },
);

const keychains = import.meta.glob<KeychainNames>('../../../shared/locales/*/ui.json', {
  eager: true,
  import: 'keychain',
});

/** Writes every number in a text as a count: `{{count}}` is `2.310` in Chile. */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language = '') =>
    typeof value === 'number' ? numberForm(asLanguage(language), 0).format(value) : value,
};
/** React escapes text itself. */
export const interpolation = { escapeValue: false, alwaysFormat: true } as const;

/**
 * Loads the translations of a language and applies them, unless already applied; the first call initialises
 * i18next with those of the first screen.
 */
export async function speak(language: Language): Promise<void> {
  // Applying it again would re-render every translated text.
  if (i18next.language === language) return;
  if (i18next.isInitialized) {
    for (const texts of await Promise.all([firstTexts(language), laterTexts(language)])) add(language, texts);
    await i18next.changeLanguage(language);
  } else {
    const texts = await firstTexts(language);
    await i18next
      .use(initReactI18next)
      .use(countFormatter)
      .init({
        lng: language,
        fallbackLng: false,
        resources: { [language]: texts },
        ns: Object.keys(texts),
        defaultNS: 'ui',
        interpolation,
        react: { useSuspense: false },
        returnNull: false,
      });
  }
  document.documentElement.lang = language;
}

/** Loads all translations of the current language, as modules that load later need them. */
export async function allTranslations(): Promise<void> {
  const language = asLanguage(i18next.language);
  add(language, await laterTexts(language));
}

/** A language's texts of the first screen, by namespace. */
export async function firstTexts(language: Language): Promise<Texts> {
  const own = Object.fromEntries(ofLanguage(bundled, language));
  return { ...onThisSystem(language, own), ...(await load(language, first)) };
}

/** A language's texts of modules that load later, by namespace. */
export async function laterTexts(language: Language): Promise<Texts> {
  return load(language, later);
}

async function load(
  language: Language,
  loaders: Readonly<Record<string, () => Promise<Texts>>>,
): Promise<Texts> {
  const loading = ofLanguage(loaders, language).map(
    async ([namespace, read]) => [namespace, await read()] as const,
  );
  return onThisSystem(language, Object.fromEntries(await Promise.all(loading)));
}

function onThisSystem(language: Language, texts: Texts): Texts {
  const [[, names] = []] = ofLanguage(keychains, language);
  return names ? translationsOnSystem(texts, names, systemNamed(navigator.userAgent)) : texts;
}

/** What a glob found of a language, by namespace: `…/en/ui.json` is `ui` of `en`. */
function ofLanguage<T>(found: Readonly<Record<string, T>>, language: Language): [namespace: string, T][] {
  return Object.entries(found).flatMap(([path, value]) => {
    const [folder, file = ''] = path.split('/').slice(-2);
    return folder === language ? [[file.replace('.json', ''), value]] : [];
  });
}

function add(language: Language, texts: Texts): void {
  for (const [namespace, resource] of Object.entries(texts)) {
    if (i18next.hasResourceBundle(language, namespace)) continue;
    i18next.addResourceBundle(language, namespace, resource);
  }
}
