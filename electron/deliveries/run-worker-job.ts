import { isAppError } from '../../shared/errors.ts';
import type { StartWorker } from '../host.ts';
import { type WorkLimits, type WorkOptions, workInProcess } from '../lib/process-task.ts';
import { patientNames } from '../lib/retry-while-locked.ts';
import type { MergeJob, MergeOutcome } from './pdf/merge.ts';
import type { WorkerJob, WorkerResults } from './worker-jobs.ts';

type Options = Pick<WorkOptions, 'signal' | 'onStep'>;

const ordinaryLimits: WorkLimits = { heapMb: 1_024, stillMs: 10 * 60_000 };

/**
 * Runs one job in a process of its own, which releases the job's memory at its end. A document that exceeds
 * the memory or time limit ends its process, and is then attached as `too-heavy`. Rejects with `DISK_FULL`,
 * `FOLDER_UNWRITABLE`, `FOLDER_GONE`, `FILE_LOCKED`, `CANCELLED`, or `PAPERS_TOO_HEAVY` where no single
 * document is the cause. The caller removes a partial file.
 */
export async function runWorkerJob<Kind extends WorkerJob['kind']>(
  startWorker: StartWorker,
  job: Extract<WorkerJob, { kind: Kind }>,
  options: Options = {},
  limits: WorkLimits = ordinaryLimits,
): Promise<WorkerResults[Kind]> {
  return (await resultOf(startWorker, job, options, limits)) as WorkerResults[Kind];
}

function resultOf(
  startWorker: StartWorker,
  job: WorkerJob,
  options: Options,
  limits: WorkLimits,
): Promise<unknown> {
  const script = new URL('./delivery-worker.ts', import.meta.url);
  // Packing reports no steps, and is no faster than a share accepts data.
  if (job.kind !== 'merge') {
    return workInProcess(startWorker, script, job, { heapMb: limits.heapMb }, options);
  }
  return mergeWithoutTooHeavy(
    async (merge, others) =>
      (await workInProcess(
        startWorker,
        script,
        { kind: 'merge', job: merge } satisfies WorkerJob,
        limits,
        others,
      )) as MergeOutcome,
    job.job,
    options,
  );
}

/** Merges, and starts again without a document that ended the process; the count of steps identifies it. */
async function mergeWithoutTooHeavy(
  merge: (job: MergeJob, options: Options) => Promise<MergeOutcome>,
  job: MergeJob,
  { signal, onStep }: Options,
): Promise<MergeOutcome> {
  const tooHeavy: string[] = [];
  let reported = 0;
  for (;;) {
    let done = 0;
    const step = () => {
      done += 1;
      if (done <= reported) return;
      reported = done;
      onStep?.(undefined);
    };
    try {
      return await merge({ ...job, tooHeavy }, { signal, onStep: step });
    } catch (error) {
      const document = job.documents[done];
      const isOfOne = document !== undefined && !tooHeavy.includes(document.documentId);
      if (!isAppError(error, 'PAPERS_TOO_HEAVY') || !isOfOne) throw error;
      tooHeavy.push(document.documentId);
      await patientNames().remove(job.target);
    }
  }
}
