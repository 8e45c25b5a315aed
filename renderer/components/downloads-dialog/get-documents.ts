import { openedDialog } from '../../ui/opened-dialog.tsx';
import type { DownloadSelection } from './download-selection.ts';

const dialog = openedDialog<DownloadSelection>(() => import('./download-dialog.tsx'));

/** Has everything inside able to download documents. */
export const GetDocuments = dialog.Within;

/** The one way to download documents, from wherever they are seen: asks where to, and begins. */
export const useGetDocuments = dialog.useOpen;
