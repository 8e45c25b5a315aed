import { createContext, type ReactNode, use, useState } from 'react';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import type { Wanted } from './wanted.ts';

const dialog = preloadable(() => import('./download-dialog.tsx'));

const GetPapersContext = createContext<(wanted: Wanted) => void>(() => undefined);

/** The one way to download papers, from wherever they are seen: asks where to, and begins. */
export function useGetPapers(): (wanted: Wanted) => void {
  return use(GetPapersContext);
}

/** Has everything inside able to download papers. */
export function GetPapers({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<Wanted>();
  usePreload(dialog);
  return (
    <GetPapersContext value={setWanted}>
      {children}
      {wanted && <dialog.Component wanted={wanted} onClose={() => setWanted(undefined)} />}
    </GetPapersContext>
  );
}
