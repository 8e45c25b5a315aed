import type { Events } from '../../../shared/contract.ts';
import type { Batch, BatchDocument } from '../../../shared/model/download.ts';
import { mostDocumentsTold } from '../../../shared/model/told.ts';
import type { Clock } from '../../host.ts';

/** Tells how batches fare, in few and small messages. */
export interface Progress {
  /** A batch has changed; `read` says how it stands when its turn comes. */
  batch(id: string, read: () => Batch): void;
  /** A document has changed. `read` makes it when its turn comes. */
  document(key: string, read: () => BatchDocument): void;
  /** A batch is no longer there: nothing is told of it any more. */
  forget(id: string): void;
  /** Tells at once what is left. */
  flush(): void;
  close(): void;
}

export interface ProgressParts {
  clock: Clock;
  tell(progress: Events['downloads.progress']): void;
}

// Ten times a second at the most (docs/architecture.md).
const every = 100;

/** A teller that has nothing to tell yet. */
export function createProgress({ clock, tell }: ProgressParts): Progress {
  let batches = new Map<string, () => Batch>();
  let documents = new Map<string, () => BatchDocument>();
  const ending = new AbortController();
  let isWaiting = false;

  function flush(): void {
    if (batches.size === 0 && documents.size === 0) return;
    const changed = {
      batches: [...batches.values()].map(made),
      documents: [...documents.values()].map(made),
    };
    // New ones: what is cleared goes on pointing to what comes after it.
    batches = new Map();
    documents = new Map();
    tell(changed);
  }

  function arrange(): void {
    if (isWaiting || ending.signal.aborted) return;
    isWaiting = true;
    clock.sleep(every, ending.signal).then(
      () => {
        isWaiting = false;
        flush();
      },
      () => undefined,
    );
  }

  return {
    batch(id, read) {
      batches.set(id, read);
      arrange();
    },
    document(key, make) {
      // The newest stay: they are what a person sees move.
      documents.delete(key);
      documents.set(key, make);
      if (documents.size > mostDocumentsTold) {
        const eldest = documents.keys().next();
        if (!eldest.done) documents.delete(eldest.value);
      }
      arrange();
    },
    forget(id) {
      batches.delete(id);
      for (const key of documents.keys()) if (key.startsWith(`${id}/`)) documents.delete(key);
    },
    flush,
    close() {
      flush();
      ending.abort();
    },
  };
}

function made<T>(make: () => T): T {
  return make();
}
