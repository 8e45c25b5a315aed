import { type RefObject, useEffect } from 'react';
import { searchFieldId } from './search-box-text.ts';

/** What appears takes the focus if nothing else has it, so that the keyboard works in it. */
export function useFocusOnMount(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === searchFieldId) target.current?.focus();
  }, [target]);
}
