import { openedDialog } from '../../ui/opened-dialog.tsx';
import type { Wanted } from './wanted.ts';

const dialog = openedDialog<Wanted>(() => import('./download-dialog.tsx'));

/** Has everything inside able to download papers. */
export const GetPapers = dialog.Within;

/** The one way to download papers, from wherever they are seen: asks where to, and begins. */
export const useGetPapers = dialog.useOpen;
