import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DeliveredList } from '../../../../../renderer/features/deliveries/delivered-list.tsx';
import type { Delivery } from '../../../../../shared/model/delivery.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const lacking = { connectionId: 'c', number: '7', documentId: 'd', type: 'ORIGEN', folio: '7' };
const delivery = {
  id: 'zip',
  kind: 'zip',
  dispatches: [],
  lacking: { count: 1, of: 1, papers: [{ ...lacking, code: 'STORAGE_REFUSED' }] },
  // What the list reads of it.
} as unknown as Delivery;

it('the reason of a document that lacks is a sentence, with its code in the tooltip alone', async () => {
  await show(
    <InAppWindow>
      <DeliveredList delivery={delivery} />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await expect.element(page.getByRole('gridcell', { name: 'ORIGEN' })).toBeVisible();
  await expect.element(page.getByTitle('STORAGE_REFUSED')).toBeVisible();
  expect(page.getByText('STORAGE_REFUSED').elements()).toEqual([]);
});
