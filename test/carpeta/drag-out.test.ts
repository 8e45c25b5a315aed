import { describe, expect, it } from 'vitest';
import { createDragOut } from '../../electron/carpeta/drag-out.ts';
import { CarpetaError } from '../../shared/errors.ts';

const paper = (id: string) => ({ connectionId: 'agency', id });

/** Papers whose places are told when a test says so. */
function desk() {
  const told: string[][] = [];
  const looked = new Map<string, { tell: () => void; refuse: () => void }>();
  const gone = new CarpetaError('DOCUMENT_WITHOUT_FILE', 'gone');
  const dragOut = createDragOut(
    (file) =>
      new Promise((resolve, reject) => {
        const id = 'id' in file ? file.id : file.handoverId;
        looked.set(id, { tell: () => resolve(`/d/${id}.pdf`), refuse: () => reject(gone) });
      }),
    (paths) => told.push([...paths]),
  );
  return { dragOut, told, tell: (id: string) => looked.get(id)?.tell(), gone, looked };
}

describe('files that are dragged out', () => {
  it('are dragged before the call returns, when they were looked up', async () => {
    const { dragOut, told, tell } = desk();
    const prepared = dragOut.prepare([paper('a')]);
    tell('a');
    await prepared;
    dragOut.start([paper('a')]);
    expect(told).toEqual([['/d/a.pdf']]);
  });

  it('are not dragged late, when the pointer may have been let go: the person is told to drag them again', async () => {
    const { dragOut, told, tell } = desk();
    const prepared = dragOut.prepare([paper('a')]);
    expect(() => dragOut.start([paper('a')])).toThrow(expect.objectContaining({ code: 'DRAG_TOO_EARLY' }));
    tell('a');
    await prepared;
    expect(told).toEqual([]);
  });

  it('are those that the pointer went down on last, whichever are found first', async () => {
    const { dragOut, told, tell } = desk();
    const both = [dragOut.prepare([paper('a')]), dragOut.prepare([paper('b')])];
    tell('b');
    tell('a');
    await Promise.all(both);
    expect(() => dragOut.start([paper('a')])).toThrow(expect.objectContaining({ code: 'DRAG_TOO_EARLY' }));
    dragOut.start([paper('b')]);
    expect(told).toEqual([['/d/b.pdf']]);
  });

  it('that are no longer there are said to be so by the drag, and by no pointer that only went down', async () => {
    const { dragOut, told, gone, looked } = desk();
    const prepared = dragOut.prepare([paper('a')]);
    looked.get('a')?.refuse();
    await prepared;
    expect(() => dragOut.start([paper('a')])).toThrow(gone);
    expect(told).toEqual([]);
  });
});
