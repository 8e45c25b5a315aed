/** A number of slots that may change while they are in use; those who wait get theirs in order. */
export interface Slots {
  /** Resolves with the way to give the slot back; rejects with the signal's reason when it ends first. */
  take(signal: AbortSignal): Promise<() => void>;
  /** Looks again at how many there are. */
  refresh(): void;
}

/** Slots of which `limit()` may be in use at once. */
export function createSlots(limit: () => number): Slots {
  const waiting: (() => void)[] = [];
  let inUse = 0;

  function refresh(): void {
    while (inUse < limit()) {
      const start = waiting.shift();
      if (!start) return;
      start();
    }
  }

  function occupy(): () => void {
    inUse++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      inUse--;
      refresh();
    };
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (inUse < limit() && waiting.length === 0) return Promise.resolve(occupy());
      return new Promise((resolve, reject) => {
        const stop = () => {
          waiting.splice(waiting.indexOf(start), 1);
          reject(signal.reason);
        };
        const start = () => {
          signal.removeEventListener('abort', stop);
          resolve(occupy());
        };
        waiting.push(start);
        signal.addEventListener('abort', stop, { once: true });
      });
    },
    refresh,
  };
}
