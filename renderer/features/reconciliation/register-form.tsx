import { Button, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import styles from './reconciliation.module.css';

interface Props {
  text: string;
  onText: (text: string) => void;
  onCompare: (event: FormEvent) => void;
  isComparing: boolean;
  /** Why the last comparison failed. */
  error: AppError | null;
  /** Returns to the compared lines; undefined if there are none. */
  onBack: (() => void) | undefined;
}

/** The field into which a purchase register is pasted. */
export function RegisterForm({ text, onText, onCompare, isComparing, error, onBack }: Props) {
  const { t } = useTranslation('reconciliation');
  return (
    <form className={styles.paste} onSubmit={onCompare}>
      <Textarea
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
        {onBack && (
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        )}
      </div>
      {error && <ErrorMessage error={error} />}
    </form>
  );
}
