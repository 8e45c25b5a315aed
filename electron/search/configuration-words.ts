import type { Words } from '../i18n/index.ts';
import type { ConfigurationWords } from './configuration.ts';

/** The words that the dialogs for a configuration file need, from the words of a language. */
export function configurationWords({ say }: Words): ConfigurationWords {
  return {
    save: say('notices:configurationSave'),
    load: say('notices:configurationLoad'),
    name: `${say('notices:configurationName')}.json`,
  };
}
