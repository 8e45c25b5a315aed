import { type ChangeEvent, type RefObject, useState } from 'react';
import { useToast } from './toast.tsx';

/**
 * A clearable text field: the props of its input, and a function that clears it and shows a toast. Undo works
 * only while the field is mounted and empty.
 */
export function useClearing(
  field: RefObject<HTMLInputElement | null>,
  text: string,
  onText: (text: string) => void,
  message: string,
) {
  const toast = useToast();
  const [isCleared, setCleared] = useState(false);
  function clear() {
    onText('');
    setCleared(true);
    toast(message, { undo: () => onText(text), isPossible: () => field.current?.value === '' });
  }
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    setCleared(false);
    onText(event.currentTarget.value);
  }
  const marked = isCleared && text === '' ? true : undefined;
  return { clear, input: { ref: field, value: text, spellCheck: false, onChange, 'data-cleared': marked } };
}
