import { type ComponentType, createContext, type ReactNode, use, useState } from 'react';
import { preloadable, usePreload } from './preloadable.tsx';

/** The props of a dialog that is opened for a subject. */
export interface OpenedProps<About> {
  about: About;
  onClose: () => void;
}

/**
 * A dialog that everything inside `Within` opens with `useOpen`, one at a time. Its module loads when the
 * page is idle, or when it is opened.
 */
export function openedDialog<About>(load: () => Promise<{ default: ComponentType<OpenedProps<About>> }>) {
  const dialog = preloadable(load);
  const Open = createContext<(about: About) => void>(() => undefined);

  function Provider({ children }: { children: ReactNode }) {
    const [opened, setOpened] = useState<{ about: About }>();
    usePreload(dialog);
    const [open] = useState(() => (about: About) => setOpened({ about }));
    return (
      <Open value={open}>
        {children}
        {opened && <dialog.Component about={opened.about} onClose={() => setOpened(undefined)} />}
      </Open>
    );
  }
  return { Within: Provider, useOpen: () => use(Open) };
}
