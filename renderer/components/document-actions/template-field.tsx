import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { asLanguage } from '../../../shared/model/languages.ts';
import { shownTemplate, storedTemplate } from '../../../shared/model/template-words.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import styles from './document-actions.module.css';

interface Props {
  value: string;
  onChange: (template: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  /** The document of the example name; a made-up one if absent. */
  example?: DocumentKey | undefined;
  /** Why it was not saved: the field takes the focus. */
  rejection?: AppError | undefined;
}

const debounceMs = 150;

/** The file name template, in the words of the page's language, with a live example. */
export function TemplateField({ value, onChange, onBlur, disabled, example, rejection }: Props) {
  const { t, i18n } = useTranslation('settings');
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  // As typed, unless the template was set from elsewhere.
  const shown = storedTemplate(typed) === value ? typed : shownTemplate(value, asLanguage(i18n.language));
  const [debounced] = useDebouncedValue(value, debounceMs);
  const preview = useInvokeQuery(
    'downloads.previewName',
    { template: debounced, ...(example && { document: example }) },
    { placeholderData: keepPreviousData },
  );
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (rejection) field.current?.focus();
  }, [rejection]);
  const error = rejection ?? preview.error;
  const text = error && errorText(error);
  const why = error && text && (
    <>
      {text.what} {text.do} <small>{error.code}</small>
    </>
  );
  return (
    <div>
      <TextInput
        ref={field}
        label={t('template')}
        description={t('templateMeans')}
        value={shown}
        maxLength={500}
        spellCheck={false}
        disabled={disabled === true}
        error={why}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(storedTemplate(currentTarget.value));
        }}
        {...(onBlur && { onBlur })}
      />
      <output className={styles.preview}>{preview.data?.path ?? ' '}</output>
    </div>
  );
}
