import { openedDialog } from '../../ui/opened-dialog.tsx';
import type { DownloadSelection } from './download-selection.ts';

const dialog = openedDialog<DownloadSelection>(() => import('./download-dialog.tsx'));

/** Provides the download dialog to its children. */
export const GetDocuments = dialog.Within;

/** Opens the download dialog from any view: asks for the destination, then starts. */
export const useGetDocuments = dialog.useOpen;
