import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { DocumentKey, StoredDocument } from '../../../shared/model/document.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { useToast } from '../../ui/toast.tsx';
import { type DownloadSelection, downloadOfDocuments } from './download-selection.ts';
import { useGetDocuments } from './open-download-dialog.ts';

/**
 * A download of a saved search's new documents, to its own folder if it has one. A changed document is
 * downloaded again, even if the folder has an older file of it.
 */
export function downloadOfNew(
  documents: readonly (DocumentKey & Pick<Partial<StoredDocument>, 'removedAt' | 'path'>)[],
  saved: SavedSearch | undefined,
): DownloadSelection {
  const { folder = '', template = '', name = '' } = saved ?? {};
  return {
    ...downloadOfDocuments(documents),
    destination: { folder, template, name },
    followsTypes: true,
    force: true,
  };
}

/** Downloads everything new in a saved search, and reports the error. */
export function useGetNew(): { getNew: (saved: SavedSearch) => void; error: AppError | null } {
  const { t } = useTranslation('saved');
  const toast = useToast();
  const getDocuments = useGetDocuments();
  const { mutate, error } = useInvokeMutation('saved.newDocuments');
  const getNew = (saved: SavedSearch) =>
    mutate(
      { id: saved.id },
      {
        onSuccess: (documents) =>
          documents.length > 0 ? getDocuments(downloadOfNew(documents, saved)) : toast(t('nothingNew')),
      },
    );
  return { getNew, error };
}
