import { Menu } from '@mantine/core';
import { type FocusEvent, memo, type ReactNode, useEffect } from 'react';
import { useMountOnOpen } from '../../ui/mount-on-open.tsx';
import styles from './grid.module.css';

interface Props {
  /** Pixels from the window's corner; absent when closed. */
  at: { x: number; y: number } | undefined;
  onClose: () => void;
  children: ReactNode;
}

const pointerEvents = ['mousedown', 'touchstart'];

/**
 * The menu focuses its marked entry, or the first enabled one, twice: by the second time the keyboard may
 * have moved the focus.
 */
function markFocused({ currentTarget, target }: FocusEvent<HTMLElement>) {
  for (const entry of currentTarget.querySelectorAll('[data-autofocus]'))
    entry.removeAttribute('data-autofocus');
  if (target !== currentTarget) target.setAttribute('data-autofocus', '');
}

/**
 * Esc closes the menu wherever the focus is: the menu takes it a moment after it opens, and until then the
 * list would receive Esc.
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

/** A context menu at the pointer. While closed it costs the list nothing. */
export const PointerMenu = memo(({ at, onClose, children }: Props) => {
  const isOpen = at !== undefined;
  useEscape(isOpen, onClose);
  const { isMounted: isMade, isOpened } = useMountOnOpen(isOpen);
  if (!isMade) return null;
  return (
    <Menu
      opened={isOpened}
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      offset={0}
      // Without the key event that opened it, which is still being dispatched when the menu opens.
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
