import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { useAppMutation } from '../../ipc/invoke-hooks.ts';
import { copy } from '../../ui/copy.ts';
import { formatCount } from '../../ui/format.ts';
import { useToast } from '../../ui/toast.tsx';
import type { Column } from '../data-grid/column.ts';
import { copyTable } from '../data-grid/table-copy.ts';
import { copyLimit } from './selected-rows.ts';

interface Options<Row> {
  /** Number of selected rows. */
  count: number;
  read: () => Promise<readonly Row[]>;
  /** The visible ones, in their order. */
  columns: readonly Column<Row>[];
}

/**
 * Copies the selected rows as a table for Excel and reports their number; a failure is in `tooMany` or
 * `error`.
 */
export function useCopySelected<Row>({ count, read, columns }: Options<Row>): {
  copySelected: () => void;
  tooMany: string | undefined;
  error: AppError | null;
} {
  const { t } = useTranslation('results');
  const toast = useToast();
  const [tooMany, setTooMany] = useState<string>();
  const { mutate, error } = useAppMutation(async () => {
    setTooMany(count > copyLimit ? t('tooManyToCopy', { limit: formatCount(copyLimit) }) : undefined);
    if (count === 0 || count > copyLimit) return;
    const rows = await read();
    if (rows.length === 0) return;
    const copied = columns.flatMap((column) => (column.copiedToo ? [column, column.copiedToo] : [column]));
    const { text, html } = copyTable(
      copied.map(({ title }) => title),
      rows.map((row) => copied.map(({ cell }) => cell(row))),
    );
    if (copy(text, html)) toast(t('copied', { count: rows.length }));
  });
  return { copySelected: () => mutate(), tooMany, error };
}
