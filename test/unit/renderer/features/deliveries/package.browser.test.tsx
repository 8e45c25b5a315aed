import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import PackageScreen from '../../../../../renderer/features/deliveries/package.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { Delivery } from '../../../../../shared/model/delivery.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const rules = { types: ['DIN'], folder: '/folders/acme' };
const folder = page.getByRole('textbox', { name: 'Carpeta', exact: true });
const follow = page.getByRole('checkbox', { name: /Según las reglas de ACME/ });
const start = page.getByRole('button', { name: 'Preparar el paquete' });

/** Shows the package of one dispatch of a client with rules; returns what is read and made. */
async function showPackage({
  again = {},
  others = [],
  unreadable = [],
  height,
}: {
  again?: Partial<Delivery>;
  /** Clients of more dispatches of the list. */
  others?: readonly Rut[];
  /** Texts of the list that are no numbers. */
  unreadable?: readonly string[];
  /** Of the window below its toolbar, px. */
  height?: number;
} = {}) {
  const client = { rut: acme, name: 'ACME', email: '', folder: '', rules };
  const read: CallInput<'deliveries.parsePackage'>[] = [];
  const made: CallInput<'deliveries.package'>[] = [];
  await show(
    <InAppWindow>
      <div style={height === undefined ? {} : { display: 'flex', height }}>
        <PackageScreen route={{ view: 'package', numbers: '7', ...('id' in again && { again: again.id }) }} />
      </div>
    </InAppWindow>,
    {
      ...createAgencyMain({ clients: [client] }).handlers,
      'deliveries.parsePackage': async (request) => {
        read.push(request);
        if (request.text === 'slow') return new Promise(() => undefined);
        const documents = request.withAllTypes ? 3 : 1;
        const counts = { documents, filesHere: 1, withoutFile: 0, leftOut: 2, isComplete: true };
        return {
          found: [acme, ...others].map((rut, at) => ({
            connectionId: 'agency',
            number: String(7 + at),
            rut,
            ...counts,
          })),
          notFound: [],
          unreadable: [...unreadable],
        };
      },
      'deliveries.package': async (request) => {
        made.push(request);
        return { deliveryId: 'd' };
      },
      // What the form reads of it.
      'deliveries.list': async () => [again as Delivery],
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

it('a package of several clients names them before it is made', async () => {
  const { made } = await showPackage({ others: ['96591760-8' as Rut] });
  await expect.element(page.getByText(/Documentos de 2 clientes van juntos: ACME/)).toBeVisible();
  await expect.element(start).toBeEnabled();
  expect(made).toEqual([]);
});

it('a line that cannot be read has no client, and no sign of a RUT', async () => {
  await showPackage({ unreadable: ['mercadería'] });
  const row = page.getByRole('row', { name: /mercadería/ });
  await expect.element(row).toBeVisible();
  await expect.element(row).toMatchTextContent(/sin dato/);
});

it('a list that is not read yet makes no package by the rules of the list before', async () => {
  await showPackage();
  await expect.element(start).toBeEnabled();
  await page.getByRole('textbox', { name: /Despachos/ }).fill('slow');
  await expect.element(start).toBeDisabled();
});

it('a package that was made with all types is made again with all types', async () => {
  await showPackage({ again: { id: 'd', list: '7', folder: '', withAllTypes: true } });
  await expect.element(follow).not.toBeChecked();
});

it('without the rules every type is in it, and its folder is asked for', async () => {
  const { read, made } = await showPackage();
  await follow.click();
  await expect.element(folder).toHaveValue('');
  await expect.poll(() => read.at(-1)?.withAllTypes).toBe(true);
  expect(made).toEqual([]);
});

it('a package has the notes on its dispatches where that is ticked, which it is not at first', async () => {
  const { made } = await showPackage();
  const notes = page.getByRole('checkbox', { name: 'Incluir mis notas' });
  await expect.element(notes).not.toBeChecked();
  await start.click();
  await notes.click();
  await start.click();
  await expect.poll(() => made.map(({ withNotes }) => withNotes)).toEqual([undefined, true]);
});

it('the form of a package lies above what is read of its list in a low window', async () => {
  await page.viewport(683, 384);
  onTestFinished(() => page.viewport(1366, 768));
  await showPackage({ height: 300 });
  await expect.element(start).toBeEnabled();
  const form = document.querySelector('form') ?? document.body;
  await expect.poll(() => form.scrollHeight - form.clientHeight).toBeLessThanOrEqual(1);
});
