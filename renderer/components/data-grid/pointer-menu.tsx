import { Menu } from '@mantine/core';
import { memo, type ReactNode, useEffect } from 'react';
import styles from './grid.module.css';

interface Props {
  /** Pixels from the window's corner; closed when absent. */
  at: { x: number; y: number } | undefined;
  onClose: () => void;
  children: ReactNode;
}

const pointerEvents = ['mousedown', 'touchstart'];

/** Goes to the first entry that can be chosen: where the very first cannot, the focus would stay in the list. */
function goToFirst(menu: HTMLElement | null) {
  if (!menu) return;
  setTimeout(() => {
    if (menu.contains(document.activeElement)) return;
    menu.querySelector<HTMLElement>('[role=menuitem]:not(:disabled, [data-disabled])')?.focus();
  });
}

/** Esc closes the menu from wherever the focus is: it comes a moment after the menu, and till then the list would hear it. */
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
  useEscape(at !== undefined, onClose);
  return (
    <Menu
      opened={at !== undefined}
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      offset={0}
      // Not the key that opened it: it is still on its way when the menu comes up.
      clickOutsideEvents={pointerEvents}
      returnFocus
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
      <Menu.Dropdown ref={goToFirst}>{children}</Menu.Dropdown>
    </Menu>
  );
});
