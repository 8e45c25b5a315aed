import type { Translator } from '../i18n/index.ts';
import type { ConfigurationTexts } from './configuration.ts';

/** The texts of the dialogs for a configuration file, in the translator's language. */
export function configurationTexts({ t }: Translator): ConfigurationTexts {
  return {
    save: t('notices:configurationSave'),
    load: t('notices:configurationLoad'),
    name: `${t('notices:configurationName')}.json`,
  };
}
