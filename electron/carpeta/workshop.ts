import type { Desktop } from '../host.ts';
import { type FileNames, patientNames, removeUnlessHeld } from '../patience.ts';
import { type WorkLimits, type WorkOptions, workInThread } from '../work-in-thread.ts';
import { diskError } from './disk-error.ts';
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

/** How a file is made. */
export interface MakeFileOptions {
  /** Marks it as one that came from outside: it holds what papers hold. */
  markAsForeign: Desktop['markAsForeign'];
  names?: FileNames;
}

/**
 * Makes a file under a name that was reserved: written beside it first, marked, in its place when it is whole. Where nothing came to be written
 * (undefined), or `write` rejects, neither is left behind.
 */
export async function makeFile<Result>(
  reserved: string,
  write: (unfinished: string) => Promise<Result>,
  { markAsForeign, names = patientNames() }: MakeFileOptions,
): Promise<Result> {
  const unfinished = `${reserved}.part`;
  try {
    await names.remove(unfinished);
    const result = await write(unfinished);
    if (result === undefined) await names.remove(reserved);
    else {
      await markAsForeign(unfinished);
      await names.rename(unfinished, reserved);
    }
    return result;
  } catch (thrown) {
    await removeUnlessHeld(names, unfinished);
    await removeUnlessHeld(names, reserved);
    throw diskError(thrown);
  }
}
