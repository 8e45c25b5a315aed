import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Tour from '../../../../../renderer/features/help/tour.tsx';
import {
  goToStep,
  tourSteps,
  useStartFirstTour,
  useTourStep,
} from '../../../../../renderer/ui/tour-state.ts';
import { type Settings, settingsSchema } from '../../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

function Page() {
  const step = useTourStep();
  const start = useStartFirstTour();
  return (
    <>
      <button type="button" onClick={start}>
        Conectado
      </button>
      <main id="main" tabIndex={-1} style={{ paddingTop: 400 }}>
        <button type="button" data-tour-target="select">
          Lista
        </button>
      </main>
      {step && <Tour step={step} />}
    </>
  );
}

/** Shows a page that has just been connected; gives what its settings are changed to. */
async function showPage(showsTour = true): Promise<Partial<Settings>[]> {
  const changes: Partial<Settings>[] = [];
  let settings = settingsSchema.parse({ showsTour });
  onTestFinished(() => goToStep(undefined));
  await show(
    <InAppWindow>
      <Page />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'settings.get': async () => ({ settings, managed: [] }),
      'settings.change': async (change) => {
        changes.push(change as Partial<Settings>);
        settings = { ...settings, ...(change as Partial<Settings>) };
        return { settings, managed: [] };
      },
    },
  );
  await page.getByRole('button', { name: 'Conectado' }).click();
  return changes;
}

const card = page.getByRole('region', { name: /^Recorrido · paso/ });
const next = card.getByRole('button', { name: 'Siguiente' });

it('four steps lead from a number to a saved search, and are not shown again', async () => {
  const changes = await showPage();
  const titles = [/^Busca por número/, /^Elige/, /^Descárgalos/, /^Guarda la búsqueda/];
  for (const [at, title] of titles.entries()) {
    await expect.element(page.getByRole('region', { name: `Recorrido · paso ${at + 1} de 4` })).toBeVisible();
    await expect.element(card.getByRole('heading', { name: title })).toBeVisible();
    await card.getByRole('button', { name: at < 3 ? 'Siguiente' : 'Terminar' }).click();
  }
  await expect.element(card).not.toBeInTheDocument();
  expect(document.activeElement?.id).toBe('main');
  expect(changes).toEqual([{ showsTour: false }]);
  await page.getByRole('button', { name: 'Conectado' }).click();
  expect(card.query()).toBeNull();
});

it.each(tourSteps)('the step %s can be left by its button, by keyboard', async (step) => {
  await showPage();
  goToStep(step);
  await expect.element(card).toBeVisible();
  (card.getByRole('button', { name: 'Dejar el recorrido' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card).not.toBeInTheDocument();
});

it.each(tourSteps)('the step %s can be left by Esc', async (step) => {
  await showPage();
  goToStep(step);
  await expect.element(card).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
});

it('an administrator turns it off', async () => {
  expect(await showPage(false)).toEqual([]);
  expect(card.query()).toBeNull();
});

it('a step is announced, and stands beside what it speaks of, which is marked and can be used', async () => {
  await showPage();
  await next.click();
  const target = page.getByRole('button', { name: 'Lista' });
  await expect.element(card.getByRole('heading', { name: /^Elige/ })).toBeVisible();
  expect(card.getByRole('heading').element().closest('[aria-live=polite]')).not.toBeNull();
  expect(getComputedStyle(target.element()).outlineStyle).toBe('solid');
  await target.click();
  goToStep(undefined);
  await expect.element(card).not.toBeInTheDocument();
  expect(getComputedStyle(target.element()).outlineStyle).toBe('none');
});

it('a result that opens leads to the second step', async () => {
  await showPage();
  await expect.element(card.getByRole('heading', { name: /^Busca/ })).toBeVisible();
  window.location.hash = '#/results/1/documents';
  await expect.element(card.getByRole('heading', { name: /^Elige/ })).toBeVisible();
});
