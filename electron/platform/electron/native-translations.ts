import type { Language } from '../../../shared/model/languages.ts';
import { type Locale, locales } from '../../i18n/index.ts';

/**
 * The texts of Electron's own parts: the menu and the dialogs outside the page. Commands have the page's
 * names.
 */
export type NativeTranslations = Omit<Locale['host'], 'notices'> & Pick<Locale['app-window'], 'command'>;

export function nativeTranslations(language: Language): NativeTranslations {
  const { host, 'app-window': appWindow } = locales[language];
  return { ...host, command: appWindow.command };
}
