import { createContext, type ReactNode, use, useState } from 'react';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import type { AskedDispatches } from './meant.ts';

const dialog = preloadable(() => import('./merge-asked-dialog.tsx'));

const MergeAskedContext = createContext<(asked: AskedDispatches) => void>(() => undefined);

/** The way from a question to one PDF of each dispatch that it finds. */
export function useMergeAsked(): (asked: AskedDispatches) => void {
  return use(MergeAskedContext);
}

/** Has everything inside able to make PDFs of what is being asked for. */
export function MergeAsked({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<AskedDispatches>();
  usePreload(dialog);
  return (
    <MergeAskedContext value={setAsked}>
      {children}
      {asked && <dialog.Component asked={asked} onClose={() => setAsked(undefined)} />}
    </MergeAskedContext>
  );
}
