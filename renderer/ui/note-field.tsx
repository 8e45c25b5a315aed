import { Textarea, type TextareaProps } from '@mantine/core';

/** A note, in a field that grows with its lines. */
export function NoteField({ onNote, ...field }: TextareaProps & { onNote: (note: string) => void }) {
  const shape = { autosize: true, minRows: 2, maxRows: 6, maxLength: 2000 };
  return <Textarea {...shape} {...field} onChange={(event) => onNote(event.currentTarget.value)} />;
}
