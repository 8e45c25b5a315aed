import type { Translator } from '../i18n/index.ts';
import type { ConfigurationTexts } from './configuration.ts';

/** The words that the dialogs for a configuration file need, from the words of a language. */
export function configurationTexts({ t }: Translator): ConfigurationTexts {
  return {
    save: t('notices:configurationSave'),
    load: t('notices:configurationLoad'),
    name: `${t('notices:configurationName')}.json`,
  };
}
