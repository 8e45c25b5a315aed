import { type RefObject, useEffect } from 'react';
import { searchFieldId } from './search-box-text.ts';

/**
 * What appears takes the focus if nothing else has it, so that the keyboard works in it. A control that was
 * disabled at the same time loses it.
 */
export function useFocusOnMount(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.matches(':disabled');
    if (isFree || activeElement?.id === searchFieldId) target.current?.focus();
  }, [target]);
}
