import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, isAppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { invoke, useAppMutation } from '../../ipc/invoke-hooks.ts';
import { useToast } from '../../ui/toast.tsx';
import type { PagedRows } from '../data-grid/paged-rows.ts';
import { isSelected, type RowSelection } from '../data-grid/row-selection.ts';
import type { FileToHave } from '../document-actions/delivery-selection.ts';
import { prepareDrag } from '../document-actions/prepare-drag.ts';
import { useDragWarning } from '../document-actions/use-drag-warning.ts';
import { selectedRowsHere } from './selected-rows.ts';

interface Options<Row> {
  pages: PagedRows<Row>;
  selection: RowSelection;
  rowKey: (row: Row) => string;
  filesOf: ((rows: readonly Row[]) => FileToHave[]) | undefined;
}

/**
 * Drags the files of rows out of the window: all selected rows if the dragged one is selected, else that row
 * alone. Missing files are downloaded for the next drag. Those of several clients go with the second drag.
 */
export function useDragOut<Row>({ pages, selection, rowKey, filesOf }: Options<Row>) {
  const { t } = useTranslation('grid');
  const toast = useToast();
  // A drag uses the files looked up on pointer down: more may have been downloaded or selected since.
  const pressed = useRef<{ key: string; files: readonly FileToHave[] }>(undefined);
  const warn = useDragWarning();
  const drag = useAppMutation(async (files: readonly FileToHave[]) => {
    if (files.length === 0) throw new AppError('DOCUMENT_WITHOUT_FILE', 'the row has no file');
    warn(documentKeys(files), new Set(files.map(({ rut }) => rut)).size);
    const later = await dragged(files);
    if (later.length === 0) return;
    // A drag leaves no time to download: the files are there for the next one.
    const [first] = await invoke('deliveries.fetch', { documents: documentKeys(later) });
    if (first) throw new AppError(first.code, 'a document could not be downloaded');
    toast(t('dragAgain', { count: later.length }));
  });

  function filesWith(row: Row): readonly FileToHave[] {
    const along = isSelected(selection, rowKey(row)) ? selectedRowsHere(pages, selection, rowKey) : undefined;
    return filesOf?.(along ?? [row]) ?? [];
  }

  return {
    press(row: Row) {
      const files = filesWith(row);
      pressed.current = { key: rowKey(row), files };
      prepareDrag(documentKeys(files.filter(isHere)));
    },
    begin(row: Row) {
      drag.mutate(pressed.current?.key === rowKey(row) ? pressed.current.files : filesWith(row));
    },
    action: drag,
  };
}

/** Drags the downloaded files; returns those to be downloaded first. */
async function dragged(files: readonly FileToHave[]): Promise<readonly FileToHave[]> {
  const here = files.filter(isHere);
  if (here.length === 0) return files;
  try {
    await invoke('deliveries.drag', { files: documentKeys(here) });
    return files.filter((file) => !isHere(file));
  } catch (error) {
    if (!isAppError(error, 'DOCUMENT_NOT_HERE')) throw error;
    // Moved or deleted since the list was read.
    return files;
  }
}

function isHere({ path }: FileToHave): boolean {
  return path !== undefined;
}

function documentKeys(files: readonly FileToHave[]): DocumentKey[] {
  return files.map(({ connectionId, id }) => ({ connectionId, id }));
}
