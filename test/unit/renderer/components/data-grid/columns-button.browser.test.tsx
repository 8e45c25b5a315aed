import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { ColumnsButton } from '../../../../../renderer/components/data-grid/columns-button.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const columns = Array.from({ length: 24 }, (_, index) => ({ id: `c${index}`, title: `Columna ${index}` }));
const order = columns.map(({ id }) => id);
const arrangement = { order, shown: new Set(order), widths: {} };

it('in a low window the columns stand inside it, down to the last', async () => {
  await page.viewport(911, 454);
  onTestFinished(() => page.viewport(1366, 768));
  await show(
    <InAppWindow>
      <div style={{ paddingTop: 160 }}>
        <ColumnsButton columns={columns} arrangement={arrangement} onArrange={() => undefined} />
      </div>
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await page.getByRole('button', { name: 'Columnas' }).click();
  const last = page.getByRole('checkbox', { name: 'Columna 23' });
  await expect.element(last).toBeInTheDocument();
  last.element().scrollIntoView({ block: 'end' });
  await expect
    .poll(() => last.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(window.innerHeight);
});
