import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';

/**
 * Whether what can be opened is there by now, and open. It is made when it is first opened: most is never
 * opened, and each takes a millisecond of every screen that has it.
 */
export function useMadeWhenOpened(isOpen: boolean): { isMade: boolean; isOpened: boolean } {
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    // It is made closed, and opened then: one that is made open does not know where the focus came from, and
    // cannot give it back.
    if (isOpen) setWasOpened(true);
  }, [isOpen]);
  return { isMade: isOpen || wasOpened, isOpened: isOpen && wasOpened };
}

interface Props {
  for: RefObject<HTMLElement | null>;
  /** Is given the element; Mantine's targets hand it to their child. */
  ref?: Ref<HTMLElement | null>;
}

/** As the target of what opens: stands for an element that is drawn beside it, and was there before. */
export function StandIn({ for: element, ref }: Props): null {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element]);
  return null;
}
