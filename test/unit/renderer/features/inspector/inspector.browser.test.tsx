import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Inspector } from '../../../../../renderer/features/inspector/inspector.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme, storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const none = { rows: [], offset: 0, total: 0 };

it('a long state wraps in a narrow panel, and none of it is cut', async () => {
  const subject = { connectionId: 'c', number: '410905', rut: acme };
  const state = 'ACCEPTED WITH DOCUMENTS PENDING';
  await show(
    <InAppWindow>
      <div style={{ width: 280, height: 400 }}>
        <Inspector subject={subject} Disbursements={() => null} Folder={() => null} />
      </div>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'network.get': async () => ({ online: false }),
      'dossier.matrix': () => new Promise(() => undefined),
      'dossier.folders': () => new Promise(() => undefined),
      'dispatch.view': async () => ({
        ...subject,
        status: { dispatchNumber: '410905', recordType: '', state, lastModified: '', item: {} },
        documents: [],
        disbursements: [],
        isComplete: true,
        asOf: '',
      }),
    },
  );
  const shown = page.getByText('Accepted with documents pending');
  await expect.element(shown).toBeVisible();
  const { scrollWidth, clientWidth, parentElement } = shown.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  expect(parentElement?.scrollWidth).toBeLessThanOrEqual(parentElement?.clientWidth ?? 0);
});

it('what is told of a dispatch is not drawn anew when its agency has said the same', async () => {
  let drawn = 0;
  const fetched = Promise.withResolvers<void>();
  const subject = { connectionId: 'c', number: '7', rut: acme };
  const view = {
    ...subject,
    documents: [storedDocument('d', '7')],
    disbursements: [],
    isComplete: true,
    asOf: '',
  };
  const Disbursements = () => {
    drawn++;
    return <p>payments</p>;
  };
  await show(
    <InAppWindow>
      <Inspector subject={subject} Disbursements={Disbursements} Folder={() => null} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'network.get': async () => ({ online: true }),
      'dossier.matrix': async () => ({
        ...none,
        types: [],
        counts: { complete: 0, incomplete: 0, partial: 0, 'no-expectation': 0 },
      }),
      'dossier.folders': async () => ({ ...none, unknown: 0 }),
      'dispatch.view': async ({ ask }) => {
        if (ask) await fetched.promise;
        return view;
      },
    },
  );
  await expect.element(page.getByText('payments')).toBeVisible();
  const refetchButton = page.getByRole('button', { name: 'Volver a consultar' });
  await expect.element(refetchButton).toHaveAttribute('data-loading');
  drawn = 0;
  fetched.resolve();
  await expect.element(refetchButton).not.toHaveAttribute('data-loading');
  expect(drawn).toBe(0);
});
