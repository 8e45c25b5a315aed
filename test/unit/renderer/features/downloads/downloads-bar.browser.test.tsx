import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DownloadsBar } from '../../../../../renderer/features/downloads/downloads-bar.tsx';
import { DownloadsButton } from '../../../../../renderer/features/downloads/downloads-button.tsx';
import type { Batch } from '../../../../../shared/model/download.ts';
import { settingsSchema } from '../../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

afterEach(() => {
  vi.useRealTimers();
  window.location.hash = '';
});

const downloadsBar = page.getByRole('region', { name: 'Descargas en curso' });

async function showBar(batches: Batch[], handlers = createAgencyMain().handlers) {
  return show(
    <InAppWindow>
      <DownloadsButton />
      <DownloadsBar />
    </InAppWindow>,
    { ...handlers, 'downloads.list': async () => batches },
  );
}

it('a download that has ended by the time it is told of stands below all the same', async () => {
  // It is shown as soon as the list is known.
  const { emit } = await showBar([running('Un lote en curso'), endedBatch('past', 'Un lote de ayer')]);
  await expect.element(downloadsBar).toMatchTextContent(/Un lote en curso/);
  await expect.element(downloadsBar).not.toMatchTextContent(/Un lote de ayer/);
  emit('downloads.progress', { batches: [endedBatch('short', 'Un lote corto')], documents: [] });
  await expect.element(downloadsBar).toMatchTextContent(/Un lote corto/);
  await expect.element(downloadsBar).not.toMatchTextContent(/Un lote de ayer/);
});

it('a download that ended well stays while the mouse is on it', async () => {
  const { emit } = await showBar([running('Un lote en curso')]);
  await expect.element(downloadsBar).toMatchTextContent(/Un lote en curso/);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  emit('downloads.progress', { batches: [endedBatch('good', 'Un lote bueno')], documents: [] });
  await userEvent.hover(downloadsBar.getByTitle(/^Un lote bueno/));
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  emit('downloads.progress', { batches: [running('Un lote que sigue')], documents: [] });
  await expect.element(downloadsBar).toMatchTextContent(/Un lote que sigue/);
  await expect.element(downloadsBar).toMatchTextContent(/Un lote bueno/);
});

it('a download that ended well goes away by itself, one with problems when the downloads are opened', async () => {
  const { emit } = await showBar([running('Un lote en curso')]);
  await expect.element(downloadsBar).toMatchTextContent(/Un lote en curso/);
  await expect.element(page.getByRole('button', { name: 'Descargas', exact: true })).toBeVisible();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const failed = endedBatch('failed', 'Un lote con problemas');
  const batches = [
    endedBatch('good', 'Un lote bueno'),
    { ...failed, counts: { ...failed.counts, failed: 1 } },
  ];
  emit('downloads.progress', { batches, documents: [] });
  await expect.element(downloadsBar).toMatchTextContent(/Un lote bueno/);
  // React may run the effect that starts it after the text is there.
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  await expect.element(downloadsBar).not.toMatchTextContent(/Un lote bueno/);
  await expect.element(downloadsBar).toMatchTextContent(/Un lote con problemas/);

  window.location.hash = '#/downloads';
  await expect.element(downloadsBar).not.toBeInTheDocument();
  window.location.hash = '#/home';
  await expect.element(downloadsBar).toMatchTextContent(/Un lote en curso/);
  await expect.element(downloadsBar).not.toMatchTextContent(/Un lote con problemas/);

  emit('downloads.progress', { batches: [{ ...failed, state: { kind: 'running' } }], documents: [] });
  await expect.element(downloadsBar).toMatchTextContent(/Un lote con problemas/);
});

it('one progress is in sight: other downloads that run are counted, and one that waits for somebody is told', async () => {
  const older = { ...running('Uno que empezó antes'), id: 'older' };
  const paused: Batch = {
    ...running('Uno sin carpeta'),
    id: 'paused',
    state: { kind: 'paused', why: 'folder-gone' },
  };
  await showBar([running('Un lote en curso'), paused, older]);
  await expect.element(downloadsBar).toMatchTextContent(/Un lote en curso/);
  await expect.element(downloadsBar).toMatchTextContent(/Uno sin carpeta/);
  await expect.element(downloadsBar.getByRole('button', { name: '1 descarga más' })).toBeVisible();
  expect(downloadsBar.getByRole('progressbar').elements()).toHaveLength(1);
  expect(downloadsBar.element().textContent).not.toContain('Uno que empezó antes');
});

it('the button of the toolbar counts downloads while the bar is hidden', async () => {
  const { handlers } = createAgencyMain();
  const layout = { ...settingsSchema.parse({}).layout, hidden: ['shelf' as const] };
  await handlers['settings.change']?.({ layout });
  await showBar([running('Un lote en curso')], handlers);
  await expect.element(page.getByRole('button', { name: 'Descargas: 0 de 1' })).toMatchTextContent('0/1');
  await expect.element(downloadsBar).not.toBeInTheDocument();
});

function running(name: string): Batch {
  const none = endedBatch('going', name);
  return { ...none, state: { kind: 'running' }, counts: { ...none.counts, done: 0, waiting: 1 } };
}

function endedBatch(id: string, name: string): Batch {
  const none = { waiting: 0, transferring: 0, paused: 0, here: 0, failed: 0, unsigned: 0, cancelled: 0 };
  return {
    id,
    name,
    folder: '/Carpetas',
    template: '',
    startedAt: '2026-11-02T12:00:00Z',
    state: { kind: 'ended', at: '2026-11-02T12:00:01Z' },
    counts: { ...none, done: 1, 'no-file': 0 },
    documents: 1,
    leftOut: 0,
    bytes: 1,
    bytesPerSecond: 0,
    isElsewhere: false,
  };
}
