import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useInspecting } from '../inspector/subject.ts';

/**
 * The line of a list that the person is at. Where something else is asked for (`about`), they are at none until they go to one, and what was
 * inspected of the former list is put away.
 */
export function useCursor(
  about: string | undefined,
  isInspected: boolean,
): [number | undefined, Dispatch<SetStateAction<number | undefined>>] {
  const [cursor, setCursor] = useState<number>();
  const [cursorAbout, setCursorAbout] = useState(about);
  if (cursorAbout !== about) {
    setCursorAbout(about);
    setCursor(undefined);
  }
  const { inspect } = useInspecting();
  const inspectedAbout = useRef(about);
  useEffect(() => {
    if (inspectedAbout.current === about) return;
    inspectedAbout.current = about;
    if (isInspected) inspect(undefined);
  }, [about, isInspected, inspect]);
  return [cursor, setCursor];
}
