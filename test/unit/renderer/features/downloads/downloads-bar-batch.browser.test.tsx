import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BatchActions, BatchText } from '../../../../../renderer/features/downloads/downloads-bar-batch.tsx';
import type { Batch } from '../../../../../shared/model/download.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { show } from '../../../../support/page/show.tsx';

const until = new Date(2026, 10, 20, 10, 42, 5).toISOString();
const paused: Batch = {
  id: 'one',
  name: 'Octubre',
  folder: '/carpetas',
  template: '',
  startedAt: until,
  state: { kind: 'paused', why: 'offline' },
  counts: {
    waiting: 3,
    transferring: 0,
    paused: 0,
    done: 2,
    here: 0,
    failed: 0,
    'no-file': 0,
    unsigned: 0,
    cancelled: 0,
  },
  documents: 5,
  leftOut: 0,
  bytes: 2_000_000,
  bytesPerSecond: 0,
  isElsewhere: false,
};

test.each([
  ['network', 'no hay conexión; se prueba de nuevo a las 10:42:05'],
  ['service', 'la agencia no responde; se le consulta de nuevo a las 10:42:05'],
  ['storage', 'el almacenamiento de la agencia no responde; se prueba de nuevo a las 10:42:05'],
  ['disk', 'no queda espacio en el disco; se mira de nuevo a las 10:42:05'],
  ['folder', 'no se encuentra la carpeta; se busca de nuevo a las 10:42:05'],
  ['store', 'no se puede escribir en los datos que guarda Carpeta; se prueba de nuevo a las 10:42:05'],
] as const)('a batch that waits for the %s says so, and until when', async (what, words) => {
  await show(<BatchText batch={{ ...paused, waits: { for: what, until } }} />);
  await expect.element(page.getByText(words)).toBeVisible();
});

test('a batch that waits without anybody who looks says why it rests', async () => {
  await show(<BatchText batch={paused} />);
  await expect.element(page.getByText('no hay conexión, o la agencia no responde')).toBeVisible();
});

test.each([
  ['nothing of it came', { cancelled: 5 }, 'Cancelada', 'warn'],
  ['some of it came', { done: 2, cancelled: 3 }, 'Cancelada en parte', 'warn'],
  ['all of it came', { done: 5 }, 'Lista', 'good'],
] as const)('a batch that has ended says so by word and colour where %s', async (_when, came, word, tone) => {
  const counts = { ...paused.counts, waiting: 0, done: 0, ...came };
  await show(<BatchText batch={{ ...paused, state: { kind: 'ended', at: until }, counts }} />);
  const status = page.getByText(word, { exact: false }).last();
  await expect.element(status).toBeVisible();
  expect(status.element().className).toContain(tone);
});

test('a batch that lacks a part of what was selected says so, and is not told as whole', async () => {
  const counts = { ...paused.counts, waiting: 0, done: 5 };
  const selectionError = { code: 'ROW_UNREADABLE', message: '', values: { id: 'one' } };
  await show(
    <BatchText batch={{ ...paused, state: { kind: 'ended', at: until }, counts, selectionError }} />,
  );
  await expect.element(page.getByText('falta una parte de lo elegido')).toBeVisible();
  await expect.element(page.getByText('Lista')).not.toBeInTheDocument();
});

test('a batch whose folder is gone goes on in another one that a person chooses', async () => {
  const moved: unknown[] = [];
  await show(<BatchActions batch={{ ...paused, state: { kind: 'paused', why: 'folder-gone' } }} />, {
    ...createAgencyMain().handlers,
    'folder.choose': async () => '/otra',
    'downloads.move': async (input) => {
      moved.push(input);
      return { batchId: 'two' };
    },
  });
  await page.getByRole('button', { name: 'Otra carpeta para lo que falta de Octubre' }).click();
  await expect.poll(() => moved).toEqual([{ batchId: 'one', folder: '/otra' }]);
});

test('a batch that a person paused is offered no other folder', async () => {
  await show(<BatchActions batch={{ ...paused, state: { kind: 'paused', why: 'person' } }} />);
  await expect.element(page.getByRole('button', { name: 'Seguir con Octubre' })).toBeVisible();
  expect(page.getByText('Otra carpeta…').elements()).toEqual([]);
});
