import { IconFiles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TypeChoice } from '../../../shared/model/question.ts';
import styles from './search.module.css';
import { typesMeant } from './types-meant.ts';
import { useTypes } from './use-types.ts';

const shown = 8;

interface Props {
  words: readonly string[];
  connectionIds: readonly string[];
  /** The types that are to be asked, and the words that said so. */
  onChoose: (types: TypeChoice, words: readonly string[]) => void;
}

/** Offers the document types that words of the box stand in the names of. */
export function TypesNamed({ words, connectionIds, onChoose }: Props) {
  const { t } = useTranslation('search');
  const catalogue = useTypes(connectionIds).map(({ name }) => name);
  const meant = typesMeant(words, catalogue);
  if (meant.names.length === 0) return null;
  const choose = (names: readonly string[]) => onChoose({ kind: 'some', names: [...names] }, meant.words);
  return (
    <>
      <div className={styles.section}>
        <h2>{t('typesNamed', { count: meant.names.length, text: meant.words.join(' ') })}</h2>
        <p className={styles.soft}>{t('typesNamedMeans')}</p>
      </div>
      {meant.names.length > 1 && (
        <Choice
          text={t('typesNamedAll', { count: meant.names.length })}
          onChoose={() => choose(meant.names)}
        />
      )}
      {meant.names.slice(0, shown).map((name) => (
        <Choice key={name} text={name} onChoose={() => choose([name])} />
      ))}
    </>
  );
}

function Choice({ text, onChoose }: { text: string; onChoose: () => void }) {
  return (
    <button type="button" className={styles.choice} onClick={onChoose}>
      <IconFiles size={16} aria-hidden />
      <span>{text}</span>
    </button>
  );
}
