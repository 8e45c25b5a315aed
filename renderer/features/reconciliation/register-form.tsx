import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import styles from './reconciliation.module.css';

interface Props {
  text: string;
  onText: (text: string) => void;
  onCompare: () => void;
  onFile: (file: File) => void;
  isComparing: boolean;
  /** Returns to the compared lines; undefined if there are none. */
  onBack: (() => void) | undefined;
}

/** The field into which a purchase register is pasted, and the button that chooses its file. */
export function RegisterForm(props: Props) {
  const { text, onText, onCompare, onFile, isComparing, onBack } = props;
  const { t } = useTranslation('reconciliation');
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusOnMount(field);
  const forgetFile = useRef<() => void>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    onCompare();
  }
  function choose(file: File | null) {
    // Else the same file, once it is mended, is no other choice, and nothing happens.
    forgetFile.current?.();
    if (file) onFile(file);
  }
  return (
    <form className={styles.paste} onSubmit={submit}>
      <Textarea
        ref={field}
        label={t('paste')}
        description={t('pasteMeans')}
        placeholder={'76.086.428-5	1234	119.000\n9.068.826-K	88	45.000'}
        autosize
        minRows={6}
        maxRows={12}
        spellCheck={false}
        maxLength={2_000_000}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={text.trim() === ''} loading={isComparing}>
          {t('compare')}
        </Button>
        <FileButton accept=".csv,.txt,.tsv,.xlsx,.xlsm,text/*" resetRef={forgetFile} onChange={choose}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              disabled={isComparing}
              leftSection={<IconFileUpload size={14} aria-hidden />}
            >
              {t('chooseFile')}
            </Button>
          )}
        </FileButton>
        {onBack && (
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        )}
      </div>
    </form>
  );
}
