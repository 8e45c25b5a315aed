export { type Locale, locales } from './locales.ts';
export {
  type Blanks,
  batchNotice,
  createTranslator,
  type Language,
  type TranslationKey,
  type Translator,
} from './translator.ts';
