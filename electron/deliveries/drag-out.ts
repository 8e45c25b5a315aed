import { AppError } from '../../shared/errors.ts';
import type { DeliveryFile } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';

type DraggedFile = DeliveryFile | DocumentKey;

/**
 * Files that the user drags out of the window. Their paths are looked up on pointer down, because a drag must
 * start synchronously.
 */
interface DragOut {
  /**
   * Looks up the paths of files and stores them until the next lookup. The same files are not looked up again
   * while that runs, nor for seconds after it. Lookups run one at a time. Never rejects: a later `start`
   * throws the error.
   */
  prepare(files: readonly DraggedFile[]): Promise<void>;
  /**
   * Starts the drag before it returns. Throws the error of the lookup, and `DRAG_TOO_EARLY` while that runs.
   * If the drag started after the pointer is released, the system would drop the files wherever it is
   * (Chromium's `DragSourceWin::QueryContinueDrag`).
   */
  start(files: readonly DraggedFile[]): void;
}

/** How long a lookup stays valid, ms: long enough for the user to drag again. */
const freshMs = 5000;

interface Lookup {
  filesKey: string;
  begin(): void;
  /** Whether the result is still valid. */
  isFresh(): boolean;
  done: Promise<void>;
}

/** `now` is a monotonic clock in ms. */
export function createDragOut(
  pathOf: (file: DraggedFile) => Promise<string>,
  startDrag: (paths: readonly string[]) => void,
  now: () => number,
): DragOut {
  let last: Lookup | undefined;
  let underWay: Promise<void> | undefined;

  async function lookUp(mine: Lookup, files: readonly DraggedFile[]): Promise<void> {
    try {
      const paths = await Promise.all(files.map(pathOf));
      const foundAt = now();
      mine.isFresh = () => now() - foundAt < freshMs;
      mine.begin = () => startDrag(paths);
    } catch (error) {
      mine.isFresh = () => false;
      mine.begin = () => {
        throw error;
      };
    }
    underWay = undefined;
  }

  async function lookUpInOrder(mine: Lookup, files: readonly DraggedFile[]): Promise<void> {
    if (underWay) await underWay;
    // Another pointer down came meanwhile.
    if (last !== mine) return;
    underWay = lookUp(mine, files);
    await underWay;
  }

  return {
    prepare(files) {
      const filesKey = JSON.stringify(files);
      if (last?.filesKey === filesKey && last.isFresh()) return last.done;
      const mine: Lookup = { filesKey, begin: tooEarly, isFresh: () => true, done: Promise.resolve() };
      last = mine;
      mine.done = lookUpInOrder(mine, files);
      return mine.done;
    },
    start(files) {
      if (last?.filesKey === JSON.stringify(files)) last.begin();
      else tooEarly();
    },
  };
}

function tooEarly(): void {
  throw new AppError('DRAG_TOO_EARLY', 'the files are still being looked up');
}
