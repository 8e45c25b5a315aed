import { useTranslation } from 'react-i18next';
import { listWords } from '../../shared/list-words.ts';
import screen from './screen.module.css';

/** The words of a search that are not looked for. */
export function UnusedWords({ words }: { words: readonly string[] }) {
  const { t } = useTranslation('texts');
  if (words.length === 0) return null;
  return <p className={screen.warn}>{t('unused', { count: words.length, words: listWords(words) })}</p>;
}
