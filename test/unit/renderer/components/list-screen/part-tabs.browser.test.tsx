import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PartTabs } from '../../../../../renderer/components/list-screen/part-tabs.tsx';
import { useRoute } from '../../../../../renderer/ui/route.ts';
import { show } from '../../../../support/page/show.tsx';

afterEach(() => {
  window.location.hash = '';
});

const names = { list: 'Desembolsos', state: 'Sumas por estado', analysis: 'Sumas por concepto' };

function Tabs() {
  const current = useRoute();
  const tabOf = (part: keyof typeof names) => ({
    key: part,
    route: { view: 'payments' as const, part },
    name: names[part],
    isCurrent: current.view === 'payments' && current.part === part,
  });
  return <PartTabs label="Partes" tabs={[tabOf('list')]} advanced={[tabOf('state'), tabOf('analysis')]} />;
}

const links = () =>
  page
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);
const advanced = page.getByRole('button', { name: 'Avanzado' });

it('seldom needed parts of a screen are behind a button, which the keyboard reaches', async () => {
  window.location.hash = '#/payments/list';
  await show(<Tabs />);
  await expect.element(advanced).toHaveAttribute('aria-expanded', 'false');
  expect(links()).toEqual([names.list]);
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.element(advanced).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('link', { name: names.state })).toHaveAttribute('aria-current', 'page');
  await advanced.click();
  expect(links()).toEqual([names.list, names.state]);
  await page.getByRole('link', { name: names.list }).click();
  await expect.poll(links).toEqual([names.list]);
});

it('a link to such a part shows it among the others', async () => {
  window.location.hash = '#/payments/analysis';
  await show(<Tabs />);
  await expect
    .element(page.getByRole('link', { name: names.analysis }))
    .toHaveAttribute('aria-current', 'page');
  expect(links()).toEqual(Object.values(names));
});
