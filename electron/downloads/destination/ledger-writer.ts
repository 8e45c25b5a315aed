import { CarpetaError } from '../../../shared/errors.ts';
import type { LedgerStep, Store } from '../../store/index.ts';

/** Writes steps of all transfers, many at a time: one wait for the disk serves everybody who came meanwhile. */
export interface LedgerWriter {
  /** Resolves when the step is on disk for sure. Rejects with `BATCH_OWNED_ELSEWHERE` when its batch has another owner by now. */
  write(step: LedgerStep): Promise<void>;
}

interface Waiting {
  step: LedgerStep;
  resolve(): void;
  reject(error: unknown): void;
}

/** A writer of one owner's steps. */
export function createLedgerWriter(store: Pick<Store, 'ledgerWrite'>, owner: string): LedgerWriter {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        const steps = group.map(({ step }) => step);
        const lost = new Set(await store.ledgerWrite(owner, steps));
        for (const { step, resolve, reject } of group) {
          if (lost.has(step.batch)) reject(lostError());
          else resolve();
        }
      } catch (thrown) {
        for (const { reject } of group) reject(thrown);
      }
    }
    isWriting = false;
  }

  return {
    write(step) {
      return new Promise((resolve, reject) => {
        waiting.push({ step, resolve, reject });
        // Steps of the same turn go together.
        if (!isWriting) queueMicrotask(() => isWriting || void writeAll());
      });
    },
  };
}

function lostError(): CarpetaError {
  return new CarpetaError('BATCH_OWNED_ELSEWHERE', 'another process has taken the batch over');
}
