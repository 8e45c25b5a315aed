import { CloseButton, TextInput } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './results.module.css';

interface Props {
  words: string;
  onWords: (words: string) => void;
}

/** The words that the files of a result's documents must have; searched with Enter. */
export function WordsField({ words, onWords }: Props) {
  const { t } = useTranslation('results');
  const [text, setText] = useState(words);
  function submit(event: FormEvent) {
    event.preventDefault();
    onWords(text.trim());
  }
  return (
    <form className={styles.words} onSubmit={submit}>
      <TextInput
        aria-label={t('words')}
        placeholder={t('words')}
        leftSection={<IconFileSearch size={14} aria-hidden />}
        maxLength={500}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(words !== '' && {
          rightSection: <CloseButton size="sm" aria-label={t('clearWords')} onClick={() => onWords('')} />,
        })}
      />
    </form>
  );
}
