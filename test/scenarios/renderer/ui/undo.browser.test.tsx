import { useRef, useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useClear, useIsCleared } from '../../../../renderer/ui/cleared-entries.tsx';
import { useToast } from '../../../../renderer/ui/toast.tsx';
import type { UndoStep } from '../../../../renderer/ui/undo.ts';
import { useClearing } from '../../../../renderer/ui/use-clearing.ts';
import { AppError } from '../../../../shared/errors.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { show } from '../../../support/page/show.tsx';

const undo = page.getByRole('button', { name: 'Deshacer' });
const items = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);

/**
 * A list of entries that can be cleared, beside a field to write in; `forgotten` are those that cannot be
 * taken back.
 */
function List({ forgotten }: { forgotten: string[] }) {
  const isCleared = useIsCleared('batches');
  const left = ['a', 'b', 'c'].filter((id) => !forgotten.includes(id) && !isCleared(id));
  const clear = useClear('batches', async (id) => void forgotten.push(id));
  return (
    <>
      <ul>
        {left.map((id) => (
          <li key={id}>
            {id}
            <button type="button" onClick={() => clear(id, `${id} no está`)}>
              Quitar {id}
            </button>
          </li>
        ))}
      </ul>
      <input aria-label="Nota" />
    </>
  );
}

async function showList() {
  const forgotten: string[] = [];
  await show(
    <InAppWindow>
      <List forgotten={forgotten} />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  return { forgotten, clear: (id: string) => page.getByRole('button', { name: `Quitar ${id}` }).click() };
}

describe('an entry that was cleared', () => {
  it('is gone at once, and stands where it was again by the button', async () => {
    const { forgotten, clear } = await showList();
    await clear('b');
    await expect.poll(items).toEqual([expect.stringContaining('a'), expect.stringContaining('c')]);
    await undo.click();
    await expect.poll(() => items().length).toBe(3);
    await expect.element(page.getByText('Deshecho')).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
    expect(forgotten).toEqual([]);
  });

  it('comes back by Ctrl+Z, unless a person writes in a field', async () => {
    const { clear } = await showList();
    await clear('a');
    await page.getByRole('textbox', { name: 'Nota' }).fill('x');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(items()).toHaveLength(2);
    await page.getByRole('button', { name: 'Quitar b' }).element().focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => items().length).toBe(3);
  });

  it('is forgotten once another is cleared, which alone can be taken back then', async () => {
    const { forgotten, clear } = await showList();
    await clear('a');
    await clear('c');
    await expect.poll(() => forgotten).toEqual(['a']);
    await undo.click();
    await expect.poll(items).toEqual([expect.stringContaining('b'), expect.stringContaining('c')]);
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(items()).toHaveLength(2);
  });

  it('is forgotten when the page ends', async () => {
    const { forgotten, clear } = await showList();
    await clear('a');
    window.dispatchEvent(new Event('pagehide'));
    await expect.poll(() => forgotten).toEqual(['a']);
  });
});

/** A button that does what each of these takes back. */
function UndoActions({ backs }: { backs: readonly UndoStep[] }) {
  const toast = useToast();
  const [done, setDone] = useState(0);
  const next = backs[done];
  return (
    <button
      type="button"
      onClick={() => {
        if (next) toast('Hecho', next);
        setDone(done + 1);
      }}
    >
      Hacer
    </button>
  );
}

describe('what was dismissed', () => {
  const action = () => page.getByRole('button', { name: 'Hacer', exact: true }).click();
  const takeBack = () => userEvent.keyboard('{Control>}z{/Control}');

  it('is taken back one after the other, the last first, without what makes no sense any more', async () => {
    const undone: number[] = [];
    const backs = [1, 2, 3].map((number) => ({
      undo: () => undone.push(number),
      isPossible: () => number !== 2,
    }));
    await show(
      <InAppWindow>
        <UndoActions backs={backs} />
      </InAppWindow>,
      createAgencyMain().handlers,
    );
    for (const _ of backs) await action();
    for (const _ of backs) await takeBack();
    await expect.poll(() => undone).toEqual([3, 1]);
  });

  it('is taken back within a minute, not later on', async () => {
    const undone: number[] = [];
    await show(
      <InAppWindow>
        <UndoActions backs={[1, 2].map((number) => ({ undo: () => undone.push(number) }))} />
      </InAppWindow>,
      createAgencyMain().handlers,
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await action();
    await vi.advanceTimersByTimeAsync(59_000);
    await action();
    await vi.advanceTimersByTimeAsync(59_000);
    await takeBack();
    await expect.poll(() => undone).toEqual([2]);
    await takeBack();
    await takeBack();
    expect(undone).toEqual([2]);
  });

  it('says why where it cannot be taken back', async () => {
    const back = { undo: () => Promise.reject(new AppError('BATCH_GONE', 'gone')) };
    await show(
      <InAppWindow>
        <UndoActions backs={[back]} />
      </InAppWindow>,
      createAgencyMain().handlers,
    );
    await action();
    await undo.click();
    await expect.element(page.getByRole('dialog', { name: 'Deshacer' })).toMatchTextContent(/BATCH_GONE/);
  });
});

function Field() {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { clear, input } = useClearing(field, text, setText, 'Borrado');
  return <input {...input} aria-label="Filtro" onKeyDown={({ key }) => key === 'Escape' && clear()} />;
}

describe('a field that was cleared', () => {
  it('has its words back by Ctrl+Z while it has the focus, unless something was written in it since', async () => {
    await show(
      <InAppWindow>
        <Field />
      </InAppWindow>,
      createAgencyMain().handlers,
    );
    const field = page.getByRole('textbox', { name: 'Filtro' });
    await field.fill('bl');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).toHaveValue('');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(field).toHaveValue('bl');

    await userEvent.keyboard('{Escape}');
    await expect.element(undo).toBeVisible();
    await field.fill('dus');
    await undo.click();
    await expect.element(field).toHaveValue('dus');
  });
});
