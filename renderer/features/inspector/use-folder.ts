import { useMemo } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { ClosedDispatch, MatrixRow, MissingDocument } from '../../../shared/model/dossier.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import type { Subject } from '../../ui/inspected-subject.ts';

/** The known facts of a dispatch's folder. */
export interface FolderOfDispatch {
  /** Still loading. */
  isPending: boolean;
  error: AppError | null;
  /** Absent if the dispatch is not stored. */
  row: MatrixRow | undefined;
  folder: ClosedDispatch | undefined;
  missing: readonly MissingDocument[];
}

const none: readonly MissingDocument[] = [];

/**
 * The folder of a dispatch, the same object until it changes. Read only while enabled: not for every dispatch
 * that the cursor passes.
 */
export function useFolder({ connectionId, number }: Subject, isEnabled: boolean): FolderOfDispatch {
  const only = { scope: { dispatches: [{ connectionId, number }] }, offset: 0, limit: 100 };
  const options = { enabled: isEnabled, gcTime: 5_000 };
  const matrix = useInvokeQuery('dossier.matrix', only, options);
  const missingDocuments = useInvokeQuery('dossier.gaps', only, options);
  const folders = useInvokeQuery('dossier.folders', only, options);
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
