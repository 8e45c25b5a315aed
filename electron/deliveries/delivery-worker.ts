import { stat } from 'node:fs/promises';
import { toErrorData } from '../../shared/errors.ts';
import { diskError } from '../lib/fs-errors.ts';
import { serveWork } from '../lib/worker-task.mjs';
import type { WorkerJob, WorkerResults } from './worker-jobs.ts';

serveWork<WorkerJob>(
  async (job, onStep) => ({ value: await runJob(job, onStep) }),
  (error) => toErrorData(diskError(error)),
);

async function runJob(job: WorkerJob, onStep: () => void): Promise<WorkerResults[WorkerJob['kind']]> {
  // Each kind loads its own library: loading that for PDF takes longer than writing most archives.
  switch (job.kind) {
    case 'merge': {
      const { mergeDocuments } = await import('./pdf/merge.ts');
      return mergeDocuments(job.job, onStep);
    }
    case 'report': {
      const { writeReport } = await import('./pdf/write-report.ts');
      return writeReport(job.path, job.report).then(() => undefined);
    }
    case 'zip': {
      const { writeZip } = await import('./zip/write-zip.ts');
      await writeZip(job.path, job.files);
      return { bytes: (await stat(job.path)).size };
    }
  }
}
