import { expect, type Page } from '@playwright/test';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import type { AppUnderTest } from './app.ts';
import { listShown } from './rows.ts';

/** What the agency's e-mail says. */
export type Access = Pick<PracticeAgency, 'baseUrl' | 'agency' | 'key'>;

/** Types the agency's data into the form of the first run. */
export async function fillConnection(page: Page, { baseUrl, agency, key }: Access): Promise<void> {
  await page.getByRole('button', { name: /Conectar con una agencia/ }).click();
  await page.getByLabel('Nombre').fill('Agencia Pérez');
  await page.getByLabel(/base URL/).fill(baseUrl);
  await page.getByLabel(/idAgencia/).fill(agency);
  await page.getByLabel('Clave de API', { exact: true }).fill(key);
}

/** First run up to the app: connects with a typed key and pastes the agency's clients. */
export async function connect(page: Page, agency: PracticeAgency): Promise<void> {
  await fillConnection(page, agency);
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  const lines = agency.clients.map(({ rut, name }) => `${rut}\t${name}`);
  await page.getByRole('textbox', { name: 'Clientes' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: /^Agregar \d+ client/ }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
}

/** Opens the main window of a person who has connected to an agency. */
export async function openConnected(
  openFixture: () => Promise<AppUnderTest>,
  agency: PracticeAgency,
): Promise<AppUnderTest> {
  const app = await openFixture();
  await connect(app.page, agency);
  return app;
}

/** Types a query and has it asked. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: /Qué buscar/ }).fill(text);
  await page.getByRole('search').getByRole('button', { name: 'Buscar', exact: true }).click();
}

/** Ticks the box that stands for all rows of the list of documents. */
export async function chooseAllDocuments(page: Page): Promise<void> {
  await listShown(page, 'Documentos');
  const box = page.getByRole('checkbox', { name: 'Elegir todo' });
  // What was chosen before the list was left is chosen still.
  if (!(await box.isChecked())) await box.click({ force: true });
  // The list draws before the box does.
  await expect(box).toBeChecked();
}

/** Downloads all of the list of documents into a folder, and goes to where that is told. */
export async function downloadAllShown({ page, choosing }: AppUnderTest, folder: string): Promise<void> {
  await chooseAllDocuments(page);
  await page.getByRole('button', { name: /^Descargar…/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Descargar \d+ documento/ });
  await choosing(folder, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Descargas', exact: true }).click();
}
