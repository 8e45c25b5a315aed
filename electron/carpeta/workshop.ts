import { type WorkLimits, type WorkOptions, workInThread } from '../threads/index.ts';
import type { Work, Works } from './work.ts';

/** Does heavy work beside the main event loop. */
export interface Workshop {
  /**
   * Does one piece of work. Rejects with `DISK_FULL`, `FOLDER_UNWRITABLE`, `FOLDER_GONE`, `FILE_LOCKED`, `PAPERS_TOO_HEAVY` where it takes more memory
   * or time than it may, or `CANCELLED`; a half-made file is its caller's to remove.
   */
  perform<Kind extends Work['kind']>(
    work: Extract<Work, { kind: Kind }>,
    options?: Pick<WorkOptions, 'signal' | 'onStep'>,
  ): Promise<Works[Kind]>;
}

const ordinaryLimits: WorkLimits = { heapMb: 1_024, stillMs: 10 * 60_000 };

/** A workshop with one worker thread for each piece of work, gone with it: what a paper took in memory goes too. */
export function createWorkshop(limits: WorkLimits = ordinaryLimits): Workshop {
  return {
    perform: async (work, options) => {
      // Packing tells of no step, and copies no faster than a share takes it.
      const { heapMb, stillMs } = limits;
      const allowed = work.kind === 'merge' ? { heapMb, stillMs } : { heapMb };
      const worker = new URL('./worker.ts', import.meta.url);
      return (await workInThread(worker, work, allowed, options)) as Works[typeof work.kind];
    },
  };
}
