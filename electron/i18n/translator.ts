import i18next from 'i18next';
import { variantOf } from '../../shared/error-variant.ts';
import type { ErrorData } from '../../shared/errors.ts';
import cliEnglish from '../../shared/locales/en/cli.json' with { type: 'json' };
import errorsEnglish from '../../shared/locales/en/errors.json' with { type: 'json' };
import exportsEnglish from '../../shared/locales/en/exports.json' with { type: 'json' };
import gridEnglish from '../../shared/locales/en/grid.json' with { type: 'json' };
import noticesEnglish from '../../shared/locales/en/notices.json' with { type: 'json' };
import papersEnglish from '../../shared/locales/en/papers.json' with { type: 'json' };
import cliSpanish from '../../shared/locales/es-CL/cli.json' with { type: 'json' };
import errorsSpanish from '../../shared/locales/es-CL/errors.json' with { type: 'json' };
import exportsSpanish from '../../shared/locales/es-CL/exports.json' with { type: 'json' };
import gridSpanish from '../../shared/locales/es-CL/grid.json' with { type: 'json' };
import noticesSpanish from '../../shared/locales/es-CL/notices.json' with { type: 'json' };
import papersSpanish from '../../shared/locales/es-CL/papers.json' with { type: 'json' };
import type { Batch } from '../../shared/model/download.ts';
import type { Language } from '../../shared/model/languages.ts';
import { missingCount } from '../../shared/model/missing-count.ts';
import { systemNamed, translationsOnSystem } from '../../shared/model/system-translations.ts';

export type { Language };

/** The values of a translation's placeholders; `count` selects singular or plural. */
export type Blanks = Readonly<Record<string, string | number>>;

/** A key of these texts at any depth; one with `_one` and `_other` is named without them. */
type KeyIn<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Key extends `${infer Name}_${'one' | 'many' | 'other'}`
      ? Name
      : Key
    : `${Key}.${KeyIn<Texts[Key]>}`;
}[keyof Texts & string];

/** The translations of main, typed by the Spanish ones; lint checks that every language has the same keys. */
type Translations = (typeof resources)['es-CL'];

/** The keys of main: `namespace:key.key`; of the terminal, the key alone. */
export type TranslationKey =
  | { [Name in keyof Translations]: `${Name}:${KeyIn<Translations[Name]>}` }[keyof Translations]
  | KeyIn<Translations['cli']>;

/** Translates main's own texts: in a terminal, in an export. */
export interface Translator {
  language: Language;
  t(key: TranslationKey, blanks?: Blanks): string;
  /** The translation of a key; undefined where there is none. */
  find(key: string, blanks?: Blanks): string | undefined;
  /** What happened, and what to do, for an error by its code. */
  ofError(error: ErrorData): { what: string; todo: string };
  number(value: number): string;
}

const resources = {
  'es-CL': {
    cli: cliSpanish,
    errors: errorsSpanish,
    exports: exportsSpanish,
    grid: gridSpanish,
    notices: noticesSpanish,
    papers: papersSpanish,
  },
  en: {
    cli: cliEnglish,
    errors: errorsEnglish,
    exports: exportsEnglish,
    grid: gridEnglish,
    notices: noticesEnglish,
    papers: papersEnglish,
  },
} satisfies Record<Language, object>;

const system = systemNamed(process.platform);
/** Created once: an export or a terminal creates translators again and again. */
const translations = {
  'es-CL': translationsOnSystem(resources['es-CL'], 'es-CL', system),
  en: translationsOnSystem(resources.en, 'en', system),
};

export function createTranslator(language: Language): Translator {
  const translator = i18next.createInstance();
  void translator.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: translations[language] },
    ns: ['cli', 'errors', 'exports', 'grid', 'notices', 'papers'],
    defaultNS: 'cli',
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  const numbers = new Intl.NumberFormat(language);

  function t(key: string, blanks: Blanks = {}): string {
    return String(translator.t(key, blanks));
  }
  function find(key: string, blanks: Blanks = {}): string | undefined {
    return translator.exists(key, blanks) ? t(key, blanks) : undefined;
  }

  return {
    language,
    t,
    find,
    ofError: (error) => {
      const { code, values = {}, status } = error;
      const fallback = status === undefined ? 'UNEXPECTED' : status === 404 ? 'nothingThere' : 'fallback';
      const known = variantOf(error) ?? (translator.exists(`errors:${code}.what`) ? code : fallback);
      const blanks = { ...values, code };
      return { what: t(`errors:${known}.what`, blanks), todo: find(`errors:${known}.do`, blanks) ?? '' };
    },
    number: (value) => numbers.format(value),
  };
}

/** The notification at the end of a batch. */
export function batchNotice(
  { name, counts, selectionError, indexError }: Batch,
  translator: Translator,
): { title: string; body: string } {
  const inFolder = counts.done + counts.here;
  return {
    title: translator.t(counts.cancelled > 0 ? 'notices:batchCancelled' : 'notices:batchEnded', { name }),
    body: [
      translator.t('notices:batchCounts', { count: inFolder, failed: missingCount(counts) }),
      ...(selectionError ? [translator.t('notices:batchWithoutRest')] : []),
      ...(indexError ? [translator.t('notices:batchWithoutIndex')] : []),
    ].join(' '),
  };
}
