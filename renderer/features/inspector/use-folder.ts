import { useMemo } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { ClosedDispatch, MatrixRow, MissingDocument } from '../../../shared/model/dossier.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import type { Subject } from '../../ui/subject.ts';

/** What is known of the folder of a dispatch. */
export interface FolderOfDispatch {
  /** Nothing is known of it yet. */
  isPending: boolean;
  error: AppError | null;
  /** Absent of a dispatch that is not kept. */
  row: MatrixRow | undefined;
  folder: ClosedDispatch | undefined;
  missing: readonly MissingDocument[];
}

const none: readonly MissingDocument[] = [];

/**
 * The folder of a dispatch, the same object until something of it changes; asked for only while it is wanted:
 * not of every dispatch that is passed on the way to another.
 */
export function useFolder({ connectionId, number }: Subject, isEnabled: boolean): FolderOfDispatch {
  const only = { scope: { dispatches: [{ connectionId, number }] }, offset: 0, limit: 100 };
  const options = { enabled: isEnabled, gcTime: 5_000 };
  const matrix = useInvokeQuery('carpeta.matrix', only, options);
  const missingDocuments = useInvokeQuery('carpeta.gaps', only, options);
  const folders = useInvokeQuery('carpeta.folders', only, options);
  const isPending = matrix.isPending || missingDocuments.isPending || folders.isPending;
  const error = matrix.error ?? missingDocuments.error ?? folders.error;
  const row = matrix.data?.rows[0];
  const folder = folders.data?.rows[0];
  const missing = missingDocuments.data?.rows ?? none;
  return useMemo(
    () => ({ isPending, error, row, folder, missing }),
    [isPending, error, row, folder, missing],
  );
}
