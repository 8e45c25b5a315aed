import { isAppError } from '../../shared/errors.ts';
import type { StartWorker } from '../host.ts';
import { type WorkLimits, type WorkOptions, workInProcess } from '../lib/process-task.ts';
import { patientNames } from '../lib/retry-while-locked.ts';
import type { MergeJob, MergeOutcome } from './pdf/merge.ts';
import type { Work, Works } from './worker-jobs.ts';

type Options = Pick<WorkOptions, 'signal' | 'onStep'>;

/** Runs heavy work in separate processes. */
export interface Workshop {
  /**
   * Runs one job. A document that exceeds the memory or time limit ends its process, and is then attached as
   * `too-heavy`. Rejects with `DISK_FULL`, `FOLDER_UNWRITABLE`, `FOLDER_GONE`, `FILE_LOCKED`, `CANCELLED`, or
   * `PAPERS_TOO_HEAVY` where no single document is the cause. The caller removes a partial file.
   */
  perform<Kind extends Work['kind']>(
    work: Extract<Work, { kind: Kind }>,
    options?: Options,
  ): Promise<Works[Kind]>;
}

const ordinaryLimits: WorkLimits = { heapMb: 1_024, stillMs: 10 * 60_000 };

/** One process for each job, which releases the job's memory at its end. */
export function createWorkshop(startWorker: StartWorker, limits: WorkLimits = ordinaryLimits): Workshop {
  const script = new URL('./delivery-worker.ts', import.meta.url);
  async function inProcess(work: Work, options: Options): Promise<unknown> {
    const { heapMb, stillMs } = limits;
    // Packing reports no steps, and is no faster than a share accepts data.
    const allowed = work.kind === 'merge' ? { heapMb, stillMs } : { heapMb };
    return workInProcess(startWorker, script, work, allowed, options);
  }
  async function done(work: Work, options: Options): Promise<unknown> {
    if (work.kind !== 'merge') return inProcess(work, options);
    return mergeWithoutTooHeavy(
      async (job, others) => (await inProcess({ kind: 'merge', job }, others)) as MergeOutcome,
      work.job,
      options,
    );
  }
  return {
    perform: async (work, options = {}) => (await done(work, options)) as Works[typeof work.kind],
  };
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
      onStep?.();
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
