import { useTranslation } from 'react-i18next';
import { variantOf } from '../../../shared/error-variant.ts';
import type { ErrorData } from '../../../shared/errors.ts';

/** A function that gives an error's words in the language of now. */
export function useErrorText(): (error: Pick<ErrorData, 'code' | 'status' | 'values'>) => ErrorText {
  const { i18n } = useTranslation();
  return (error) => errorTextOf(error, (code): unknown => i18n.getResource(i18n.language, 'errors', code));
}

/** What happened and what to do, in a person's words; `do` is `''` where there is nothing to do. */
export interface ErrorText {
  what: string;
  do: string;
}

/**
 * The words of an error by its code, or by its cause where one code has several, never the service's message.
 * A code without words of its own gets those of `fallback` when the service answered with it, of
 * `nothingThere` when that was 404, else those of `UNEXPECTED`. `read` gives the `errors` entry of a code in
 * the language of now.
 */
export function errorTextOf(
  error: Pick<ErrorData, 'code' | 'status' | 'values'>,
  read: (code: string) => unknown,
): ErrorText {
  const { code, status, values = {} } = error;
  const instead = status === undefined ? 'UNEXPECTED' : status === 404 ? 'nothingThere' : 'fallback';
  const { what, do: whatToDo } = asErrorText(read(variantOf(error) ?? code)) ??
    asErrorText(read(instead)) ?? { what: code, do: '' };
  const fill = (text: string) =>
    text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? '…'));
  return { what: fill(what), do: fill(whatToDo) };
}

function asErrorText(entry: unknown): ErrorText | undefined {
  if (typeof entry !== 'object' || entry === null || !('what' in entry) || typeof entry.what !== 'string') {
    return undefined;
  }
  return { what: entry.what, do: 'do' in entry && typeof entry.do === 'string' ? entry.do : '' };
}
