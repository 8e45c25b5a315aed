import englishDesk from '../../../shared/locales/en/desk.json' with { type: 'json' };
import english from '../../../shared/locales/en/host.json' with { type: 'json' };
import spanishDesk from '../../../shared/locales/es-CL/desk.json' with { type: 'json' };
import spanish from '../../../shared/locales/es-CL/host.json' with { type: 'json' };
import type { Language } from '../../../shared/model/languages.ts';

/** What Electron's own parts say: menu and questions outside the page. Commands are called as the page calls them. */
export type HostWords = typeof spanish & Pick<typeof spanishDesk, 'command'>;

const words: Readonly<Record<Language, HostWords>> = {
  'es-CL': { ...spanish, command: spanishDesk.command },
  en: { ...english, command: englishDesk.command },
};

/** The words of a language. */
export function hostWords(language: Language): HostWords {
  return words[language];
}
