import i18next from 'i18next';
import english from '../../../renderer/ui/words/en.ts';
import englishLater from '../../../renderer/ui/words/en-later.ts';
import spanishFirst from '../../../renderer/ui/words/es-cl.ts';
import spanishLater from '../../../renderer/ui/words/es-cl-later.ts';
import { wordsOnSystem } from '../../../shared/model/system-words.ts';

const spanish = { ...spanishFirst, ...spanishLater };

const instance = i18next.createInstance();
await instance.init({
  lng: 'es-CL',
  resources: {
    'es-CL': wordsOnSystem(spanish, 'es-CL', 'linux'),
    en: wordsOnSystem({ ...english, ...englishLater }, 'en', 'linux'),
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
