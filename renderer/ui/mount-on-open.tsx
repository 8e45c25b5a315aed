import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';

/**
 * Whether a popover or menu is mounted, and open. It mounts when first opened: most are never opened, and
 * each costs every screen a millisecond.
 */
export function useMountOnOpen(isOpen: boolean): { isMounted: boolean; isOpened: boolean } {
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    // It mounts closed and then opens: one that mounts open does not know where to return the focus.
    if (isOpen) setWasOpened(true);
  }, [isOpen]);
  return { isMounted: isOpen || wasOpened, isOpened: isOpen && wasOpened };
}

interface Props {
  for: RefObject<HTMLElement | null>;
  /** Receives the element; Mantine's targets pass it to their child. */
  ref?: Ref<HTMLElement | null>;
}

/** Serves as the target of a popover for an element that is rendered elsewhere and was mounted before. */
export function PopoverTarget({ for: element, ref }: Props): null {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element]);
  return null;
}
