import i18next from 'i18next';
import english from '../../../renderer/ui/i18n/en.ts';
import englishLater from '../../../renderer/ui/i18n/en-later.ts';
import spanishFirst from '../../../renderer/ui/i18n/es-cl.ts';
import spanishLater from '../../../renderer/ui/i18n/es-cl-later.ts';
import { translationsOnSystem } from '../../../shared/model/system-translations.ts';

const spanish = { ...spanishFirst, ...spanishLater };

const instance = i18next.createInstance();
await instance.init({
  lng: 'es-CL',
  resources: {
    'es-CL': translationsOnSystem(spanish, 'es-CL', 'linux'),
    en: translationsOnSystem({ ...english, ...englishLater }, 'en', 'linux'),
  },
  ns: Object.keys(spanish),
  defaultNS: 'ui',
  interpolation: { escapeValue: false },
});

/** The page's words of a namespace as components get them; in Spanish when no language is named. */
export function translationsOf<Namespace extends keyof typeof spanish>(
  namespace: Namespace,
  language: 'es-CL' | 'en' = 'es-CL',
) {
  return instance.getFixedT(language, namespace);
}
