import { AppError } from '../../shared/errors.ts';
import type { DeliveryFile } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';

type DraggedFile = DeliveryFile | DocumentKey;

/**
 * Files that a person drags out of the window: looked up when the pointer goes down on them, because a drag
 * leaves no time for it.
 */
export interface DragOut {
  /**
   * Looks up where files stand, and keeps that until others are looked up. The same ones are not looked up
   * again while that goes on, nor within seconds: who tries a second time finds them. One lookup goes on at a
   * time. Never rejects: a drag that follows says what was wrong.
   */
  prepare(files: readonly DraggedFile[]): Promise<void>;
  /**
   * Begins to drag them before it returns. Throws what their looking up was refused with, and
   * `DRAG_TOO_EARLY` while it goes on: begun after the pointer has been let go, the system would drop them
   * wherever it is (Chromium's `DragSourceWin::QueryContinueDrag`).
   */
  start(files: readonly DraggedFile[]): void;
}

/** How long files are where they were found, ms: as long as a person needs to drag them again. */
const freshMs = 5000;

interface Lookup {
  asked: string;
  begin(): void;
  /** Whether it is good for the same files still. */
  isFresh(): boolean;
  done: Promise<void>;
}

/** Nothing has been looked up yet. `now` gives ms that only grow. */
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
    // Others have been pressed since.
    if (last !== mine) return;
    underWay = lookUp(mine, files);
    await underWay;
  }

  return {
    prepare(files) {
      const asked = JSON.stringify(files);
      if (last?.asked === asked && last.isFresh()) return last.done;
      const mine: Lookup = { asked, begin: tooEarly, isFresh: () => true, done: Promise.resolve() };
      last = mine;
      mine.done = lookUpInOrder(mine, files);
      return mine.done;
    },
    start(files) {
      if (last?.asked === JSON.stringify(files)) last.begin();
      else tooEarly();
    },
  };
}

function tooEarly(): void {
  throw new AppError('DRAG_TOO_EARLY', 'the files are still being looked up');
}
