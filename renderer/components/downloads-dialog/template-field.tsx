import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import styles from './get-documents.module.css';

interface Props {
  value: string;
  onChange: (template: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  /** The document of the example name; a made-up one if absent. */
  example?: DocumentKey | undefined;
}

const debounceMs = 150;

/** The file name template, with a live example. */
export function TemplateField({ value, onChange, onBlur, disabled, example }: Props) {
  const { t } = useTranslation('settings');
  const errorText = useErrorText();
  const [debounced] = useDebouncedValue(value, debounceMs);
  const preview = useInvokeQuery(
    'downloads.previewName',
    { template: debounced, ...(example && { document: example }) },
    { placeholderData: keepPreviousData },
  );
  const text = preview.error && errorText(preview.error);
  const why = preview.error && text && (
    <>
      {text.what} {text.do} <small>{preview.error.code}</small>
    </>
  );
  return (
    <div>
      <TextInput
        label={t('template')}
        description={t('templateMeans')}
        value={value}
        maxLength={500}
        spellCheck={false}
        disabled={disabled === true}
        error={why}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(onBlur && { onBlur })}
      />
      <output className={styles.preview}>{preview.data?.path ?? ' '}</output>
    </div>
  );
}
