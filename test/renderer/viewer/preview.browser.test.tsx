import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PaperOf } from '../../../renderer/components/viewer/preview.tsx';
import type { Paper } from '../../../shared/model/paper.ts';
import { keptDocument } from '../support/acme.ts';
import { createOffice } from '../support/office.ts';
import { show } from '../support/show.tsx';

afterEach(() => void vi.useRealTimers());

it('a paper that takes minutes to come is waited for, and asked for once', async () => {
  const paper = Promise.withResolvers<Paper>();
  let timesAsked = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show(<PaperOf document={keptDocument('d', '7')} name="FACTURA" zoom={1} onZoom={() => undefined} />, {
    ...createOffice().handlers,
    'network.get': async () => ({ online: true }),
    'file.read': () => {
      timesAsked++;
      return paper.promise;
    },
  });
  await expect.element(page.getByText('Trayéndolo de la agencia')).toBeVisible();
  await vi.advanceTimersByTimeAsync(500);
  await expect.poll(() => timesAsked).toBe(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(page.getByRole('button').elements(), 'nothing that would begin anew').toEqual([]);
  paper.resolve({ kind: 'text', text: 'Factura 4711' });
  await expect.element(page.getByText('Factura 4711')).toBeVisible();
  expect(timesAsked).toBe(1);
});
