import { CarpetaError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { HandoverFile } from '../../shared/model/handover.ts';

type DraggedFile = HandoverFile | DocumentKey;

/** Files that a person drags out of the window: looked up when the pointer goes down on them, because a drag leaves no time for it. */
export interface DragOut {
  /** Looks up where files stand, and keeps that until the next are looked up. Never rejects: a drag that follows says what was wrong. */
  prepare(files: readonly DraggedFile[]): Promise<void>;
  /**
   * Begins to drag them before it returns. Throws what their looking up was refused with, and `DRAG_TOO_EARLY` while it goes on: begun after
   * the pointer has been let go, the system would drop them wherever it is (Chromium's `DragSourceWin::QueryContinueDrag`).
   */
  start(files: readonly DraggedFile[]): void;
}

/** Nothing has been looked up yet. */
export function createDragOut(
  pathOf: (file: DraggedFile) => Promise<string>,
  startDrag: (paths: readonly string[]) => void,
): DragOut {
  let last = { asked: '', begin: tooEarly };
  return {
    async prepare(files) {
      const mine = { asked: JSON.stringify(files), begin: tooEarly };
      last = mine;
      try {
        const paths = await Promise.all(files.map(pathOf));
        mine.begin = () => startDrag(paths);
      } catch (thrown) {
        mine.begin = () => {
          throw thrown;
        };
      }
    },
    start(files) {
      if (last.asked === JSON.stringify(files)) last.begin();
      else tooEarly();
    },
  };
}

function tooEarly(): void {
  throw new CarpetaError('DRAG_TOO_EARLY', 'the files are still being looked up');
}
