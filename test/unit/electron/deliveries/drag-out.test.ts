import { describe, expect, it } from 'vitest';
import { createDragOut } from '../../../../electron/deliveries/drag-out.ts';
import { AppError } from '../../../../shared/errors.ts';

const document = (id: string) => ({ connectionId: 'agency', id });

/** Documents whose places are told when a test says so. */
function setUp() {
  const drags: string[][] = [];
  const asked: string[] = [];
  const time = { now: 0 };
  const looked = new Map<string, { tell: () => void; refuse: () => void }>();
  const missing = new AppError('DOCUMENT_NOT_HERE', 'gone');
  const dragOut = createDragOut(
    (file) =>
      new Promise((resolve, reject) => {
        const id = 'id' in file ? file.id : file.deliveryId;
        asked.push(id);
        looked.set(id, { tell: () => resolve(`/d/${id}.pdf`), refuse: () => reject(missing) });
      }),
    (paths) => drags.push([...paths]),
    () => time.now,
  );
  return {
    dragOut,
    drags,
    asked,
    time,
    tell: (id: string) => looked.get(id)?.tell(),
    missing,
    looked,
  };
}

describe('files that are dragged out', () => {
  it('are dragged before the call returns, when they were looked up', async () => {
    const { dragOut, drags, tell } = setUp();
    const prepared = dragOut.prepare([document('a')]);
    tell('a');
    await prepared;
    dragOut.start([document('a')]);
    expect(drags).toEqual([['/d/a.pdf']]);
  });

  it('are not dragged late, when the pointer may have been let go: the person is told to drag them again', async () => {
    const { dragOut, drags, tell } = setUp();
    const prepared = dragOut.prepare([document('a')]);
    expect(() => dragOut.start([document('a')])).toThrow(expect.objectContaining({ code: 'DRAG_TOO_EARLY' }));
    tell('a');
    await prepared;
    expect(drags).toEqual([]);
  });

  it('are those that the pointer went down on last, whichever are found first', async () => {
    const { dragOut, drags, tell, asked } = setUp();
    const all = ['a', 'c', 'b'].map((id) => dragOut.prepare([document(id)]));
    expect(asked, 'one lookup goes on at a time').toEqual(['a']);
    tell('a');
    await Promise.all(all.slice(0, 2));
    tell('b');
    await all[2];
    expect(asked, 'what was pressed in between is not looked up').toEqual(['a', 'b']);
    expect(() => dragOut.start([document('a')])).toThrow(expect.objectContaining({ code: 'DRAG_TOO_EARLY' }));
    dragOut.start([document('b')]);
    expect(drags).toEqual([['/d/b.pdf']]);
  });

  it('are found by the second try where looking them up takes longer than beginning to drag', async () => {
    const { dragOut, drags, tell, asked, time } = setUp();
    const first = dragOut.prepare([document('a')]);
    const again = dragOut.prepare([document('a')]);
    expect(() => dragOut.start([document('a')])).toThrow(expect.objectContaining({ code: 'DRAG_TOO_EARLY' }));
    tell('a');
    await Promise.all([first, again]);
    time.now += 2000;
    void dragOut.prepare([document('a')]);
    dragOut.start([document('a')]);
    expect(drags).toEqual([['/d/a.pdf']]);
    expect(asked).toEqual(['a']);
  });

  it('are looked up anew after a while, and at once where they were refused', async () => {
    const { dragOut, tell, asked, time, looked } = setUp();
    const first = dragOut.prepare([document('a')]);
    tell('a');
    await first;
    time.now += 60_000;
    const second = dragOut.prepare([document('a')]);
    expect(asked).toEqual(['a', 'a']);
    looked.get('a')?.refuse();
    await second;
    void dragOut.prepare([document('a')]);
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('that are no longer there are said to be so by the drag, and by no pointer that only went down', async () => {
    const { dragOut, drags, missing, looked } = setUp();
    const prepared = dragOut.prepare([document('a')]);
    looked.get('a')?.refuse();
    await prepared;
    expect(() => dragOut.start([document('a')])).toThrow(missing);
    expect(drags).toEqual([]);
  });
});
