import type { Page } from '@playwright/test';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { restart, startAtOwnPorts } from './own-ports.ts';
import { expect } from './test.ts';

const settings = { documents: 400, clients: 4, seed: 'e2e', key: 'practica-siempre-la-misma-clave' };

/** What tests call the search that they save. */
export const savedName = 'Mes del cliente';

/** Always the same agency: at the same ports when `like` says which. */
export function openAgency(like?: PracticeAgency): Promise<PracticeAgency> {
  return like ? restart(like, settings) : startAtOwnPorts(settings);
}

/** Saves the search that is on the screen, and waits until the app has opened it under its name. */
export async function saveSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Guardar la búsqueda' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guardar la búsqueda' });
  await dialog.getByLabel('Nombre').fill(savedName);
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
  // The sidebar has its link before: where the test goes then, the app would leave again.
  await savedIsOpen(page);
}

/** Opens the saved search by the sidebar. */
export async function openSaved(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: savedName }).click();
  await savedIsOpen(page);
}

function savedIsOpen(page: Page): Promise<void> {
  return expect(page.getByRole('heading', { level: 1, name: savedName })).toBeVisible();
}

/** How many documents the tab counts. */
export async function documentsIn(page: Page): Promise<number> {
  const tab = page.getByRole('tab', { name: /Documentos/ });
  await expect(tab).toHaveText(/\d/);
  return Number(/\d+/.exec(await tab.innerText())?.[0]);
}
