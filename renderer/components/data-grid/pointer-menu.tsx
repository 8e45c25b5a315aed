import { Menu } from '@mantine/core';
import { type FocusEvent, memo, type ReactNode, useEffect } from 'react';
import { useMadeWhenOpened } from '../../ui/made-when-opened.tsx';
import styles from './grid.module.css';

interface Props {
  /** Pixels from the window's corner; closed when absent. */
  at: { x: number; y: number } | undefined;
  onClose: () => void;
  children: ReactNode;
}

const pointerEvents = ['mousedown', 'touchstart'];

/**
 * The menu takes the focus to its marked entry, or to the first that can be chosen, and does so twice: the
 * second time is to find where the keys have gone by then.
 */
function markFocused({ currentTarget, target }: FocusEvent<HTMLElement>) {
  for (const entry of currentTarget.querySelectorAll('[data-autofocus]'))
    entry.removeAttribute('data-autofocus');
  if (target !== currentTarget) target.setAttribute('data-autofocus', '');
}

/**
 * Esc closes the menu from wherever the focus is: it comes a moment after the menu, and till then the list
 * would hear it.
 */
function useEscape(isOpen: boolean, onClose: () => void) {
  useEffect(() => {
    if (!isOpen) return;
    function close(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    document.addEventListener('keydown', close, { capture: true });
    return () => document.removeEventListener('keydown', close, { capture: true });
  }, [isOpen, onClose]);
}

/** A menu where the pointer is. While it is closed, it costs its list nothing. */
export const PointerMenu = memo(({ at, onClose, children }: Props) => {
  const isOpen = at !== undefined;
  useEscape(isOpen, onClose);
  const { isMade, isOpened } = useMadeWhenOpened(isOpen);
  if (!isMade) return null;
  return (
    <Menu
      opened={isOpened}
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      offset={0}
      // Not the key that opened it: it is still on its way when the menu comes up.
      clickOutsideEvents={pointerEvents}
      returnFocus
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          className={styles.pointer}
          style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown onFocus={markFocused}>{children}</Menu.Dropdown>
    </Menu>
  );
});
