import { Textarea, type TextareaProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const maxLength = 2000;

/** A note, in a field that grows with its lines. It tells when it is full: what is pasted beyond is cut. */
export function NoteField({ onNote, ...field }: TextareaProps & { onNote: (note: string) => void }) {
  const { t } = useTranslation('ui');
  const isFull = String(field.value).length >= maxLength;
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={6}
      maxLength={maxLength}
      {...field}
      {...(isFull && { error: t('noteFull', { count: maxLength }) })}
      onChange={(event) => onNote(event.currentTarget.value)}
    />
  );
}
