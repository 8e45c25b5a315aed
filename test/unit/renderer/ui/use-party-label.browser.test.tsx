import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { usePartyLabel } from '../../../../renderer/ui/use-party-label.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { show } from '../../../support/page/show.tsx';

function Labels() {
  return <p>{['AGENCIA', 'CLIENTE', 'NAVIERA', ''].map(usePartyLabel()).join(' | ')}</p>;
}

it.each([
  ['agency', 'Nosotros | Cliente | Naviera | Sin responsable conocido'],
  ['company', 'Agencia | Nosotros | Naviera | Sin responsable conocido'],
] as const)(
  'at an office of kind %s, its own documents are ours and other parties are words',
  async (office, labels) => {
    const settings = settingsSchema.parse({ office });
    const labelled = (
      <InAppWindow>
        <Labels />
      </InAppWindow>
    );
    await show(labelled, {
      ...createAgencyMain().handlers,
      'settings.get': async () => ({ settings, managed: [] }),
    });
    await expect.element(page.getByText(labels)).toBeVisible();
  },
);
