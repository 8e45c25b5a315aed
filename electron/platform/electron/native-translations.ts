import englishWindow from '../../../shared/locales/en/desk.json' with { type: 'json' };
import english from '../../../shared/locales/en/host.json' with { type: 'json' };
import spanishWindow from '../../../shared/locales/es-CL/desk.json' with { type: 'json' };
import spanish from '../../../shared/locales/es-CL/host.json' with { type: 'json' };
import type { Language } from '../../../shared/model/languages.ts';

/**
 * The texts of Electron's own parts: the menu and the dialogs outside the page. Commands have the page's
 * names.
 */
export type NativeTranslations = typeof spanish & Pick<typeof spanishWindow, 'command'>;

const translations: Readonly<Record<Language, NativeTranslations>> = {
  'es-CL': { ...spanish, command: spanishWindow.command },
  en: { ...english, command: englishWindow.command },
};

export function nativeTranslations(language: Language): NativeTranslations {
  return translations[language];
}
