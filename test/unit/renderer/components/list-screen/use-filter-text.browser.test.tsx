import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FilterField } from '../../../../../renderer/components/list-screen/filter-field.tsx';
import { useFilterText } from '../../../../../renderer/components/list-screen/use-filter-text.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

function Filter() {
  const filterText = useFilterText({ view: 'payments', part: 'table' }, '');
  return (
    <InAppWindow>
      <FilterField filterText={filterText} name="Filtrar" placeholder="" means="" />
      <output>{JSON.stringify(filterText.filter)}</output>
    </InAppWindow>
  );
}

it('a text whose days cannot be read filters by its words', async () => {
  const { handlers } = createAgencyMain();
  await show(<Filter />, {
    ...handlers,
    'search.days': async () => {
      throw new Error('no days');
    },
  });
  await page.getByRole('textbox', { name: 'Filtrar' }).fill('acme octubre');
  await expect.element(page.getByText('{"words":"acme octubre"}')).toBeVisible();
});
