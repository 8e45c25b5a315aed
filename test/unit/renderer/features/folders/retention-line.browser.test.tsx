import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RetentionLine } from '../../../../../renderer/features/folders/retention-line.tsx';
import type { ClosedDispatch } from '../../../../../shared/model/dossier.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

it('the day until which a folder is kept is set in a dialog, which gives the focus back', async () => {
  const folder: ClosedDispatch = {
    connectionId: 'c',
    number: '410777',
    rut: acme,
    reference: '',
    operation: 'import',
    retention: { kind: 'unknown', missingFact: 'acceptance' },
    filesHere: 0,
    papers: 0,
  };
  await show(
    <InAppWindow>
      <RetentionLine folder={folder} />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  const button = page.getByRole('button', { name: 'Cambiar plazo…' });
  await button.click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox').first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});
