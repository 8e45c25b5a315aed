import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { VersionSection } from '../../../../../renderer/features/updates/version-section.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { show } from '../../../../support/page/show.tsx';

const address = 'https://office.example/version.json';
const wayOut = page.getByText('borra updateAddress de preferences.json');

it('an address that no administrator has set is shown with where it goes away', async () => {
  await show(<VersionSection address={address} note={undefined} />, createAgencyMain().handlers);
  await expect.element(page.getByText(address)).toBeVisible();
  await expect.element(wayOut).toBeVisible();
});

it('an address of an administrator, or none, says nothing of that', async () => {
  await show(
    <>
      <VersionSection address={address} note={<p>Del administrador</p>} />
      <VersionSection address="" note={undefined} />
    </>,
    createAgencyMain().handlers,
  );
  await expect.element(page.getByText('Del administrador')).toBeVisible();
  await expect.element(wayOut).not.toBeInTheDocument();
});
