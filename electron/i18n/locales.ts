import appWindowEnglish from '../../shared/locales/en/app-window.json' with { type: 'json' };
import cliEnglish from '../../shared/locales/en/cli.json' with { type: 'json' };
import documentsEnglish from '../../shared/locales/en/documents.json' with { type: 'json' };
import errorsEnglish from '../../shared/locales/en/errors.json' with { type: 'json' };
import gridEnglish from '../../shared/locales/en/grid.json' with { type: 'json' };
import hostEnglish from '../../shared/locales/en/host.json' with { type: 'json' };
import paymentsEnglish from '../../shared/locales/en/payments.json' with { type: 'json' };
import uiEnglish from '../../shared/locales/en/ui.json' with { type: 'json' };
import verdictEnglish from '../../shared/locales/en/verdict.json' with { type: 'json' };
import appWindowSpanish from '../../shared/locales/es-CL/app-window.json' with { type: 'json' };
import cliSpanish from '../../shared/locales/es-CL/cli.json' with { type: 'json' };
import documentsSpanish from '../../shared/locales/es-CL/documents.json' with { type: 'json' };
import errorsSpanish from '../../shared/locales/es-CL/errors.json' with { type: 'json' };
import gridSpanish from '../../shared/locales/es-CL/grid.json' with { type: 'json' };
import hostSpanish from '../../shared/locales/es-CL/host.json' with { type: 'json' };
import paymentsSpanish from '../../shared/locales/es-CL/payments.json' with { type: 'json' };
import uiSpanish from '../../shared/locales/es-CL/ui.json' with { type: 'json' };
import verdictSpanish from '../../shared/locales/es-CL/verdict.json' with { type: 'json' };
import type { Language } from '../../shared/model/languages.ts';

/** What main reads of a language's texts, in the shape of the Spanish ones; lint compares the keys. */
export type Locale = (typeof locales)['es-CL'];

/** The texts of main, of the terminal and of Electron's own parts. */
export const locales = {
  'es-CL': {
    cli: cliSpanish,
    'app-window': appWindowSpanish,
    errors: errorsSpanish,
    grid: gridSpanish,
    host: hostSpanish,
    documents: documentsSpanish,
    payments: paymentsSpanish,
    ui: uiSpanish,
    verdict: verdictSpanish,
  },
  en: {
    cli: cliEnglish,
    'app-window': appWindowEnglish,
    errors: errorsEnglish,
    grid: gridEnglish,
    host: hostEnglish,
    documents: documentsEnglish,
    payments: paymentsEnglish,
    ui: uiEnglish,
    verdict: verdictEnglish,
  },
} satisfies Record<Language, object>;
