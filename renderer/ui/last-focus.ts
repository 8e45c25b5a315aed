import { type RefObject, useLayoutEffect, useState } from 'react';

let last: HTMLElement | undefined;

/** Starts to track the focus. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    // A menu item is unmounted with its menu.
    if (target instanceof HTMLElement && target.closest('[role=menu]') === null) last = target;
  });
}

const controls = ':is(a[href], button, input, textarea, [tabindex="0"]):not(:disabled)';

/**
 * Remembers the last focused element outside menus; returns a function that gives the focus back to it. If it
 * is unmounted or disabled by then, the first control of what was around it gets the focus, else the main
 * part.
 */
export function rememberFocus(): () => void {
  const element = last;
  const around = element ? ancestorsOf(element) : [];
  return () => {
    if (element && hasTaken(element)) return;
    const main = document.getElementById('main');
    const near = around.filter((one) => one !== main && main?.contains(one));
    if (!near.some((one) => hasTaken(one.querySelector<HTMLElement>(controls)))) main?.focus();
  };
}

/** Gives the focus back to its previous element if this unmounts with the focus inside. */
export function useFocusBack(target: RefObject<HTMLElement | null>): void {
  const [giveBack] = useState(rememberFocus);
  useLayoutEffect(() => {
    const element = target.current;
    return () => {
      if (element?.contains(document.activeElement)) giveBack();
    };
  }, [target, giveBack]);
}

/** Focuses an element; returns whether it has the focus then. */
function hasTaken(element: HTMLElement | null): boolean {
  element?.focus();
  return element !== null && document.activeElement === element;
}

/** The ancestors of an element, the nearest first. */
function ancestorsOf({ parentElement }: Element): readonly Element[] {
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}
