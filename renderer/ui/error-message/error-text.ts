import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { variantOf } from '../../../shared/error-variant.ts';
import type { ErrorData } from '../../../shared/errors.ts';

/** A function that returns an error's translated text. */
export function useErrorText(): (error: Pick<ErrorData, 'code' | 'status' | 'values'>) => ErrorText {
  const { i18n } = useTranslation();
  return useCallback(
    (error) => errorTextOf(error, (code): unknown => i18n.getResource(i18n.language, 'errors', code)),
    [i18n],
  );
}

/** What happened and what to do, for the person; `do` is `''` if there is nothing to do. */
interface ErrorText {
  what: string;
  do: string;
}

/**
 * The text of an error by its code, or by its variant if a code has several, never the service's message. A
 * code without a text uses `fallback` if the service returned it, `nothingThere` if that was a 404, else
 * `UNEXPECTED`. `read` returns the translated `errors` entry of a code.
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
