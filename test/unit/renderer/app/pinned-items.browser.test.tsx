import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { PinnedItems } from '../../../../renderer/app/pinned-items.tsx';
import { NoteSection } from '../../../../renderer/features/inspector/note-section.tsx';
import { useSearchesOfOthers } from '../../../../renderer/ui/search-box-text.ts';
import type { Pin } from '../../../../shared/model/home.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

it('what is pinned stands in the sidebar as long as it is, and opens from there', async () => {
  let pins: Pin[] = [];
  const searches: string[] = [];
  function SearchForm(): null {
    useSearchesOfOthers((text, list) => searches.push(`${text} ${list}`));
    return null;
  }
  await show(
    <InAppWindow>
      <SearchForm />
      <NoteSection connectionId="agency" number="410905" rut={acme} />
      <nav>
        <PinnedItems />
      </nav>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.note': async () => ({ note: '' }),
      'dossier.pins': async () => pins,
      'dossier.setPin': async ({ isPinned, ...pin }) => {
        pins = isPinned ? [pin] : [];
      },
    },
  );
  const pin = page.getByRole('button', { name: 'Fijar', exact: true });
  await pin.click();
  const link = page.getByRole('navigation').getByRole('link', { name: '410905' });
  await link.click();
  expect(searches).toEqual(['410905 dispatches']);
  await pin.click();
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Fijados' })).not.toBeInTheDocument();
});
