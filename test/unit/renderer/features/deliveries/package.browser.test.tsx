import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import PackageScreen from '../../../../../renderer/features/deliveries/package.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const rules = { types: ['DIN'], folder: '/folders/acme' };
const folder = page.getByRole('textbox', { name: 'Carpeta', exact: true });
const follow = page.getByRole('checkbox', { name: /Según las reglas de ACME/ });
const start = page.getByRole('button', { name: 'Preparar el paquete' });

/** Shows the package of one dispatch of a client with rules; returns what is read and made. */
async function showPackage() {
  const client = { rut: acme, name: 'ACME', email: '', folder: '', rules };
  const read: CallInput<'handover.readPackage'>[] = [];
  const made: CallInput<'handover.package'>[] = [];
  await show(
    <InAppWindow>
      <PackageScreen route={{ view: 'package', numbers: '7' }} />
    </InAppWindow>,
    {
      ...createAgencyMain({ clients: [client] }).handlers,
      'handover.readPackage': async (request) => {
        read.push(request);
        const documents = request.withAllTypes ? 3 : 1;
        const counts = { documents, filesHere: 1, withoutFile: 0, leftOut: 2, isComplete: true };
        return {
          found: [{ connectionId: 'agency', number: '7', rut: acme, ...counts }],
          notFound: [],
          unreadable: [],
        };
      },
      'handover.package': async (request) => {
        made.push(request);
        return { deliveryId: 'd' };
      },
      'handover.list': async () => [],
    },
  );
  return { read, made };
}

it('a package goes to the folder of its client, with the types of its rules', async () => {
  const { made } = await showPackage();
  await expect.element(folder).toHaveValue('/folders/acme');
  await expect.element(follow).toBeChecked();
  await expect
    .element(page.getByText(/solo DIN; en \/folders\/acme.*2 documentos quedan fuera/))
    .toBeVisible();
  await start.click();
  await expect
    .poll(() => made.map((one) => [one.folder, one.withAllTypes]))
    .toEqual([['/folders/acme', undefined]]);
});

it('without the rules every type is in it, and its folder is asked for', async () => {
  const { read, made } = await showPackage();
  await follow.click();
  await expect.element(folder).toHaveValue('');
  await expect.poll(() => read.at(-1)?.withAllTypes).toBe(true);
  expect(made).toEqual([]);
});
