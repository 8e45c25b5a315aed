import { stat } from 'node:fs/promises';
import { toErrorData } from '../../shared/errors.ts';
import { diskError } from '../lib/fs-errors.ts';
import { serveWork } from '../lib/worker-task.ts';
import type { Work, Works } from './worker-jobs.ts';

serveWork<Work>(
  async (work, onStep) => ({ value: await perform(work, onStep) }),
  (error) => toErrorData(diskError(error)),
);

async function perform(work: Work, onStep: () => void): Promise<Works[Work['kind']]> {
  // Each kind loads its own library: loading that for PDF takes longer than writing most archives.
  switch (work.kind) {
    case 'merge': {
      const { mergeDocuments } = await import('./pdf/merge.ts');
      return mergeDocuments(work.job, onStep);
    }
    case 'zip': {
      const { writeZip } = await import('./zip/write-zip.ts');
      await writeZip(work.path, work.files);
      return { bytes: (await stat(work.path)).size };
    }
  }
}
