import { useRef } from 'react';
import { CarpetaError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { ask, useAct } from '../../ipc/bridge.ts';
import { isChosen, type RowSelection } from '../data-grid/row-selection.ts';
import type { RowWindows } from '../data-grid/row-windows.ts';
import { prepareDrag } from '../get-documents/drag-out.ts';
import { chosenRowsHere } from './chosen-rows.ts';

interface Options<Row> {
  windows: RowWindows<Row>;
  selection: RowSelection;
  rowKey: (row: Row) => string;
  filesOf: ((rows: readonly Row[]) => DocumentKey[]) | undefined;
}

/** Dragging the files of rows out of the window: the chosen rows that are here go along with one of them; a row that is not chosen goes alone. */
export function useDragOut<Row>({ windows, selection, rowKey, filesOf }: Options<Row>) {
  // A drag has the files that were looked up as it was pressed: more may have landed, or been chosen, since.
  const pressed = useRef<{ key: string; files: DocumentKey[] }>(undefined);
  const drag = useAct(async (files: DocumentKey[]) => {
    if (files.length === 0) throw new CarpetaError('DOCUMENT_WITHOUT_FILE', 'the row has no file here');
    await ask('handover.drag', { files });
  });

  function filesWith(row: Row): DocumentKey[] {
    const along = isChosen(selection, rowKey(row)) ? chosenRowsHere(windows, selection, rowKey) : undefined;
    return filesOf?.(along ?? [row]) ?? [];
  }

  return {
    press(row: Row) {
      const files = filesWith(row);
      pressed.current = { key: rowKey(row), files };
      prepareDrag(files);
    },
    begin(row: Row) {
      drag.mutate(pressed.current?.key === rowKey(row) ? pressed.current.files : filesWith(row));
    },
    error: drag.error,
  };
}
