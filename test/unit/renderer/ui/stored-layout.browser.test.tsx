import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useLayoutState } from '../../../../renderer/ui/stored-layout.ts';
import { type Layout, settingsSchema } from '../../../../shared/model/settings.ts';
import { show } from '../../../support/page/show.tsx';

const left: Layout = { ...settingsSchema.parse({}).layout, savedId: 'month' };

it('the saved search that is open is kept with the layout, which it leaves as it is: nothing is drawn anew by it', async () => {
  const stored: (string | undefined)[] = [];
  const states = new Set<unknown>();
  function AppWindow() {
    const [savedId, setSavedId] = useState<string | undefined>('month');
    states.add(useLayoutState(left, false, async ({ layout }) => void stored.push(layout?.savedId), savedId));
    return (
      <button type="button" onClick={() => setSavedId(savedId && undefined)}>
        Inicio
      </button>
    );
  }
  await show(<AppWindow />);
  await page.getByRole('button', { name: 'Inicio' }).click();
  await expect.poll(() => stored).toEqual([undefined]);
  expect(states.size).toBe(1);
});
