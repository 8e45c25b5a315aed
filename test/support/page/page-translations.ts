import i18next, { type CustomTypeOptions } from 'i18next';
import {
  countFormatter,
  firstTexts,
  interpolation,
  laterTexts,
} from '../../../renderer/ui/i18n/start-translations.ts';
import { languages } from '../../../shared/model/languages.ts';

const instance = i18next.createInstance();
await instance.use(countFormatter).init({
  lng: languages[0],
  resources: Object.fromEntries(
    await Promise.all(
      languages.map(
        async (language) =>
          [language, { ...(await firstTexts(language)), ...(await laterTexts(language)) }] as const,
      ),
    ),
  ),
  defaultNS: 'ui',
  interpolation,
});

/** The page's words of a namespace as components get them; in Spanish when no language is named. */
export function translationsOf<Namespace extends keyof CustomTypeOptions['resources'] & string>(
  namespace: Namespace,
  language: 'es-CL' | 'en' = 'es-CL',
) {
  return instance.getFixedT(language, namespace);
}
