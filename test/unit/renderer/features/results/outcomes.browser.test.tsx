import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Outcomes } from '../../../../../renderer/features/results/outcomes.tsx';
import type { DispatchOutcome } from '../../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { show } from '../../../../support/page/show.tsx';

const missing = (number: string, inVain: NonNullable<DispatchOutcome['inVain']>): DispatchOutcome => ({
  connectionId: 'agency',
  number,
  outcome: 'not-found',
  documents: 0,
  inVain,
  error: { code: 'DISPATCH_NOT_FOUND', message: 'not found' },
});

async function showOutcomes(outcomes: DispatchOutcome[]) {
  const requests: string[] = [];
  await show(<Outcomes resultSetId="set" isRunning={false} />, {
    ...createAgencyMain().handlers,
    'search.outcomes': async () => outcomes,
    'search.requestRest': async ({ resultSetId }) => void requests.push(resultSetId),
  });
  return requests;
}

it('a dispatch that was asked of five of forty clients is not said to be missing, and one press asks the rest', async () => {
  const requests = await showOutcomes([missing('410931', { tried: 5, unknown: 0, unasked: 35 })]);
  await page.getByRole('button', { name: '¿Cuáles?' }).click();
  await expect
    .element(page.getByRole('listitem'))
    .toHaveTextContent('410931 no se encontró entre los 5 clientes por los que se consultó');
  await expect.element(page.getByText(/no existe/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Consultar por los otros 35 clientes' }).click();
  await expect.poll(() => requests).toEqual(['set']);
});

it('one that was asked of everybody tells so, with whom the agency does not know, and offers nothing', async () => {
  await showOutcomes([
    missing('410931', { tried: 40, unknown: 3, unasked: 0 }),
    { connectionId: 'agency', number: '410932', outcome: 'found', documents: 2 },
  ]);
  await page.getByRole('button', { name: '¿Cuáles?' }).click();
  await expect
    .element(page.getByRole('listitem'))
    .toHaveTextContent(
      '410931 no existe, o no es de ninguno de los 40 clientes de tu libreta (la agencia no reconoce a 3 de ellos)',
    );
  await expect.element(page.getByRole('button', { name: /Preguntar/ })).not.toBeInTheDocument();
});

it('many requests are said before they are made, and a client that the agency does not know is not "this RUT"', async () => {
  const unknown = { ...missing('7', { tried: 40, unknown: 40, unasked: 0 }), outcome: 'problem' as const };
  await showOutcomes([
    ...Array.from({ length: 20 }, (_, n) => missing(`41093${n}`, { tried: 5, unknown: 0, unasked: 35 })),
    { ...unknown, error: { code: 'ACCOUNT_NOT_FOUND', message: 'unknown' } },
  ]);
  const button = page.getByRole('button', {
    name: 'Consultar por los otros 35 clientes · hasta 700 consultas',
  });
  await expect.element(button).toBeVisible();
  await page.getByRole('button', { name: '¿Cuáles?' }).click();
  await expect
    .element(page.getByText('la agencia no reconoce a ninguno de los 40 clientes por los que se consultó'))
    .toBeVisible();
});
