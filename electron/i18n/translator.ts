import i18next from 'i18next';
import { variantOf } from '../../shared/error-variant.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Batch } from '../../shared/model/download.ts';
import type { Language } from '../../shared/model/languages.ts';
import { missingCount } from '../../shared/model/missing-count.ts';
import { systemNamed, translationsOnSystem } from '../../shared/model/system-translations.ts';
import { type Locale, locales } from './locales.ts';

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
type Translations = Pick<Locale, (typeof namespaces)[number]>;

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

const namespaces = ['cli', 'errors', 'grid', 'host', 'documents', 'payments', 'verdict'] as const;

const system = systemNamed(process.platform);
/** Created once: an export or a terminal creates translators again and again. */
const translations = Object.fromEntries(
  Object.entries(locales).map(([language, locale]) => {
    const texts = Object.fromEntries(namespaces.map((namespace) => [namespace, locale[namespace]]));
    return [language, translationsOnSystem(texts, locale.ui.keychain, system)];
  }),
);

export function createTranslator(language: Language): Translator {
  const translator = i18next.createInstance();
  void translator.init({
    lng: language,
    fallbackLng: false,
    resources: translations,
    ns: namespaces,
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
    title: translator.t(counts.cancelled > 0 ? 'host:notices.batchCancelled' : 'host:notices.batchEnded', {
      name,
    }),
    body: [
      translator.t('host:notices.batchCounts', { count: inFolder, failed: missingCount(counts) }),
      ...(selectionError ? [translator.t('host:notices.batchWithoutRest')] : []),
      ...(indexError ? [translator.t('host:notices.batchWithoutIndex')] : []),
    ].join(' '),
  };
}
