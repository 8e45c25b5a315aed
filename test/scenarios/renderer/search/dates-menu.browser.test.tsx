import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DatesMenu } from '../../../../renderer/features/search/search-menus.tsx';
import type { Range } from '../../../../shared/model/dates.ts';
import { show } from '../../../support/page/show.tsx';

const opening = page.getByRole('button', { name: /^Fechas:/ });
const dates = page.getByRole('dialog', { name: 'Fechas' });
const [from, to] = [dates.getByLabelText('Desde'), dates.getByLabelText('Hasta')];
const ready = dates.getByRole('button', { name: 'Listo' });

/** The menu of a search that nobody has changed. */
function Menu() {
  const [range, setRange] = useState<Range>({ kind: 'last-days', days: 30 });
  return <DatesMenu range={range} onRange={setRange} />;
}

it('days that do not exist are not taken for ready', async () => {
  await show(<Menu />);
  await opening.click();
  await from.fill('31-02-2026');
  await ready.click();
  await expect.element(dates.getByText('Esa fecha no existe')).toBeVisible();
  await expect.element(from).toHaveFocus();
  await from.fill('28-02-2026');
  await to.fill('01-03-2026');
  await ready.click();
  await expect.element(dates).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Fechas: 28-02-2026 – 01-03-2026' })).toBeVisible();
});

it('a month that was selected by its name tells its days at the pointer', async () => {
  await show(<Menu />);
  await opening.click();
  await dates.getByRole('radio', { name: 'Mes pasado' }).click();
  const days = [from, to]
    .map((field) => field.element())
    .map((field) => field instanceof HTMLInputElement && field.value);
  await ready.click();
  await expect
    .element(page.getByRole('button', { name: 'Fechas: Mes pasado' }))
    .toHaveAttribute('title', days.join(' – '));
});
