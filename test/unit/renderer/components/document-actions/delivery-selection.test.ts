import { expect, test } from 'vitest';
import { deliveryOfDispatches } from '../../../../../renderer/components/document-actions/delivery-selection.ts';

test('rows of one dispatch are delivered as one dispatch', () => {
  const rows = ['7', '8', '7'].map((number) => ({ connectionId: 'c', number, type: 'DIN' }));
  const dispatches = ['7', '8'].map((number) => ({ connectionId: 'c', number }));
  expect(deliveryOfDispatches(rows)).toEqual({ dispatches });
});
