import i18next from 'i18next';
import english from '../../../renderer/shell/words/en.ts';
import spanish from '../../../renderer/shell/words/es-cl.ts';
import { wordsOnSystem } from '../../../shared/model/system-words.ts';

const instance = i18next.createInstance();
await instance.init({
  lng: 'es-CL',
  resources: {
    'es-CL': wordsOnSystem(spanish, 'es-CL', 'linux'),
    en: wordsOnSystem(english, 'en', 'linux'),
  },
  ns: Object.keys(spanish),
  defaultNS: 'ui',
  interpolation: { escapeValue: false },
});

/** The page's words of a namespace as components get them; in Spanish when no language is named. */
export function wordsOf<Namespace extends keyof typeof spanish>(
  namespace: Namespace,
  language: 'es-CL' | 'en' = 'es-CL',
) {
  return instance.getFixedT(language, namespace);
}
