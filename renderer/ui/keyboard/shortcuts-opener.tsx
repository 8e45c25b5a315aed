import { useState } from 'react';
import { preloadable, usePreload } from '../preloadable.tsx';
import { useCommand } from './use-command.ts';

const dialog = preloadable(() => import('./shortcuts-dialog.tsx'));

/** The dialog of all keys, opened by `?`. */
export function ShortcutsOpener() {
  const [isOpen, setOpen] = useState(false);
  useCommand('keys', () => setOpen(true));
  usePreload(dialog);
  if (!isOpen) return null;
  return <dialog.Component onClose={() => setOpen(false)} />;
}
