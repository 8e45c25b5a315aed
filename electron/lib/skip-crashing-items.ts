/** Items that processes work through, one process after another. */
interface ItemWork {
  /** The first item that is not done; undefined when all are. */
  next(): number | undefined;
  /** Works in one process through all that is not done. */
  run(): Promise<void>;
  /**
   * What gives up the item at which a process failed: undefined where no item is to blame. The item is
   * undefined when all were done before.
   */
  giveUp(item: number | undefined, error: unknown): (() => void) | undefined;
}

/**
 * Works until no item is left. A poison item, which ends two processes, is given up; another program may have
 * ended the first. Rejects with the error that no item is to blame for.
 */
export async function skipCrashingItems({ next, run, giveUp }: ItemWork): Promise<void> {
  let suspected: number | undefined;
  while (next() !== undefined) {
    try {
      await run();
    } catch (error) {
      const item = next();
      const skip = giveUp(item, error);
      if (!skip) throw error;
      if (suspected === item) skip();
      suspected = item;
    }
  }
}
