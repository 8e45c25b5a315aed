import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../../shared/errors.ts';
import { type FaultWords, faultWords } from './fault-words.ts';

/** A function that gives an error's words in the language of now. */
export function useFaultWords(): (error: Pick<ErrorData, 'code' | 'status' | 'values'>) => FaultWords {
  const { i18n } = useTranslation();
  return (error) => faultWords(error, (code): unknown => i18n.getResource(i18n.language, 'errors', code));
}
