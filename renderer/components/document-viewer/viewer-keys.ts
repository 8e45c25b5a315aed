import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Pressed } from '../../ui/keyboard/match-key.ts';
import { isMac } from '../../ui/keyboard/use-command.ts';
import type { ZoomAction } from './zoom-steps.ts';

/** The action of a key in the viewer. */
export type ViewerAction =
  | { kind: 'zoom'; action: ZoomAction }
  | { kind: 'go'; way: 'previous' | 'next' }
  | { kind: 'find-next'; way: 'previous' | 'next' }
  | { kind: 'turn' | 'find' | 'select' | 'print' | 'outside' | 'download' | 'close' };

interface Where {
  isMac: boolean;
  /** The focus is in a field, which handles letters and arrows itself. */
  isTyping: boolean;
  /** The document is wider than its frame: arrows scroll it, and go to other documents only with Alt. */
  isWide: boolean;
}

/** The action of a key press; undefined if it has none and propagates. */
function viewerActionOf(pressed: Pressed, where: Where): ViewerAction | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  const isMod = where.isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (key === 'Escape') return { kind: 'close' };
  if (key === 'F3') return { kind: 'find-next', way: shiftKey ? 'previous' : 'next' };
  if (isMod && !altKey) return withMod(key.toLowerCase(), shiftKey, where);
  if (ctrlKey || metaKey || where.isTyping) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (shiftKey || (where.isWide && !altKey)) return undefined;
    return { kind: 'go', way: key === 'ArrowLeft' ? 'previous' : 'next' };
  }
  return altKey ? undefined : plain(key);
}

function withMod(key: string, isShift: boolean, { isTyping }: Where): ViewerAction | undefined {
  if (key === 'g') return { kind: 'find-next', way: isShift ? 'previous' : 'next' };
  if (isShift) return undefined;
  switch (key) {
    case 'a':
      return isTyping ? undefined : { kind: 'select' };
    case 'f':
      return { kind: 'find' };
    case 'p':
      return { kind: 'print' };
    case 'd':
      return { kind: 'download' };
    case 'enter':
      return { kind: 'outside' };
    default:
      return undefined;
  }
}

function plain(key: string): ViewerAction | undefined {
  switch (key) {
    case '+':
      return { kind: 'zoom', action: 'in' };
    case '-':
      return { kind: 'zoom', action: 'out' };
    case '0':
      return { kind: 'zoom', action: 'width' };
    case '9':
      return { kind: 'zoom', action: 'page' };
    case 'r':
    case 'R':
      return { kind: 'turn' };
    default:
      return undefined;
  }
}

/** Runs the actions of keys pressed inside `frame`, and stops the propagation of those that were handled. */
export function useViewerKeys(
  frame: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  run: (action: ViewerAction) => boolean,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // A dialog over the viewer handles its own keys.
    if (!(event.target instanceof Node) || frame.current?.contains(event.target) !== true) return;
    const action = viewerActionOf(event, {
      isMac,
      isTyping: event.target instanceof HTMLInputElement,
      isWide: isWiderThanSeen(scroller.current),
    });
    if (!action || !run(action)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // In the capture phase, before the commands of the window.
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, []);
}

function isWiderThanSeen(element: HTMLElement | null): boolean {
  return element !== null && element.scrollWidth > element.clientWidth;
}
