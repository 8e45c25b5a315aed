let last: HTMLElement | undefined;

/** Begins to remember what has the focus. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    // What is selected in a menu is gone with it.
    if (target instanceof HTMLElement && target.closest('[role=menu]') === null) last = target;
  });
}

/** What had the focus last, menus aside: where it goes back to from what is opened now. */
export function lastFocus(): HTMLElement | undefined {
  return last;
}
