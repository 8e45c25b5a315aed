import cliEnglish from '../../shared/locales/en/cli.json' with { type: 'json' };
import deskEnglish from '../../shared/locales/en/desk.json' with { type: 'json' };
import errorsEnglish from '../../shared/locales/en/errors.json' with { type: 'json' };
import gridEnglish from '../../shared/locales/en/grid.json' with { type: 'json' };
import hostEnglish from '../../shared/locales/en/host.json' with { type: 'json' };
import papersEnglish from '../../shared/locales/en/papers.json' with { type: 'json' };
import uiEnglish from '../../shared/locales/en/ui.json' with { type: 'json' };
import cliSpanish from '../../shared/locales/es-CL/cli.json' with { type: 'json' };
import deskSpanish from '../../shared/locales/es-CL/desk.json' with { type: 'json' };
import errorsSpanish from '../../shared/locales/es-CL/errors.json' with { type: 'json' };
import gridSpanish from '../../shared/locales/es-CL/grid.json' with { type: 'json' };
import hostSpanish from '../../shared/locales/es-CL/host.json' with { type: 'json' };
import papersSpanish from '../../shared/locales/es-CL/papers.json' with { type: 'json' };
import uiSpanish from '../../shared/locales/es-CL/ui.json' with { type: 'json' };
import type { Language } from '../../shared/model/languages.ts';

/** What main reads of a language's texts, in the shape of the Spanish ones; lint compares the keys. */
export type Locale = (typeof locales)['es-CL'];

/** The texts of main, of the terminal and of Electron's own parts. */
export const locales = {
  'es-CL': {
    cli: cliSpanish,
    desk: deskSpanish,
    errors: errorsSpanish,
    grid: gridSpanish,
    host: hostSpanish,
    papers: papersSpanish,
    ui: uiSpanish,
  },
  en: {
    cli: cliEnglish,
    desk: deskEnglish,
    errors: errorsEnglish,
    grid: gridEnglish,
    host: hostEnglish,
    papers: papersEnglish,
    ui: uiEnglish,
  },
} satisfies Record<Language, object>;
