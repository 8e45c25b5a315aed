import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DownloadsBar } from '../../../../../renderer/features/downloads/downloads-bar.tsx';
import type { Batch } from '../../../../../shared/model/download.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

it('a download that has ended by the time it is told of stands below all the same', async () => {
  const past = endedBatch('past', 'Un lote de ayer');
  // It is shown as soon as the list is known.
  const going: Batch = { ...endedBatch('going', 'Un lote en curso'), state: { kind: 'running' } };
  const { emit } = await show(
    <InAppWindow>
      <DownloadsBar />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'downloads.list': async () => [going, past],
    },
  );
  const downloadsBar = page.getByRole('region', { name: 'Descargas en curso' });
  await expect.element(downloadsBar).toMatchTextContent(/Un lote en curso/);
  await expect.element(downloadsBar).not.toMatchTextContent(/Un lote de ayer/);
  emit('downloads.progress', { batches: [endedBatch('short', 'Un lote corto')], documents: [] });
  await expect.element(downloadsBar).toMatchTextContent(/Un lote corto/);
  await expect.element(downloadsBar).not.toMatchTextContent(/Un lote de ayer/);
});

function endedBatch(id: string, name: string): Batch {
  const none = { waiting: 0, transferring: 0, paused: 0, here: 0, failed: 0, unsigned: 0, cancelled: 0 };
  return {
    ...{ id, name, folder: '/Carpetas', template: '', startedAt: '2026-11-02T12:00:00Z' },
    state: { kind: 'ended', at: '2026-11-02T12:00:01Z' },
    counts: { ...none, done: 1, 'no-file': 0 },
    ...{ documents: 1, leftOut: 0, bytes: 1, bytesPerSecond: 0, isElsewhere: false },
  };
}
