import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { type FocusEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { PopoverTarget, useMountOnOpen } from './mount-on-open.tsx';
import { type Preloadable, usePreload } from './preloadable.tsx';

/** The props of a button that opens something. */
export interface Opening {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
}

type DrawButton = (opening: Opening) => ReactNode;

function useOpening(what: Opening['aria-haspopup'], before?: () => Promise<void>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { isMounted: isMade, isOpened } = useMountOnOpen(isOpen);
  const toggle = () => setOpen(!isOpen);
  const opening: Opening = {
    ref: button,
    id,
    'aria-haspopup': what,
    'aria-expanded': isOpen,
    // The id that Mantine gives it.
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    onClick: before ? () => void before().then(toggle, toggle) : toggle,
  };
  const opened = { id, opened: isOpened, onChange: setOpen };
  return { opening, isMade, opened, target: <PopoverTarget for={button} />, close: () => setOpen(false) };
}

interface MenuButtonProps extends Omit<MenuProps, 'id' | 'opened' | 'onChange'> {
  button: DrawButton;
  /** Of the dropdown. */
  className?: string | undefined;
  /** The menu's items. */
  children: ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ button, className, children, ...menu }: MenuButtonProps) {
  const { opening, isMade, opened, target } = useOpening('menu');
  return (
    <>
      {button(opening)}
      {isMade && (
        <Menu {...menu} {...opened}>
          <Menu.Target>{target}</Menu.Target>
          <Menu.Dropdown {...(className !== undefined && { className })}>{children}</Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

interface PanelButtonProps extends Pick<PopoverProps, 'position' | 'width'> {
  button: DrawButton;
  /** Loaded before it opens. */
  panel: Pick<Preloadable<never>, 'preload'>;
  /** The panel's content. */
  children: (close: () => void) => ReactNode;
}

/** In a low window the panel ends at the window's edge, and scrolls. */
const middlewares = { flip: true, shift: true, size: { padding: 8 } };

/** A button that opens a panel, which closes when it loses the focus. */
export function PanelButton({ button, panel, children, ...popover }: PanelButtonProps) {
  const { opening, isMade, opened, target, close } = useOpening('dialog', panel.preload);
  usePreload(panel);
  return (
    <>
      {button(opening)}
      {isMade && (
        <Popover trapFocus middlewares={middlewares} {...popover} {...opened}>
          <Popover.Target>{target}</Popover.Target>
          <Popover.Dropdown p={0} onBlur={(event) => hasLostFocus(event) && close()}>
            {children(close)}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

/** Whether the focus left, for instance by a command's key; the panel's own button toggles it itself. */
function hasLostFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return false;
  return relatedTarget.getAttribute('aria-controls') !== currentTarget.id;
}
