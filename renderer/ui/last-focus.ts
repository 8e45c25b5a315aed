let last: HTMLElement | undefined;

/** Starts to track the focus. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    // A menu item is unmounted with its menu.
    if (target instanceof HTMLElement && target.closest('[role=menu]') === null) last = target;
  });
}

/** The last focused element outside menus: the focus returns there when something opened now closes. */
export function lastFocus(): HTMLElement | undefined {
  return last;
}
