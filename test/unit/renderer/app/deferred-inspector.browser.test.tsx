import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DeferredInspector } from '../../../../renderer/app/deferred-inspector.tsx';
import { inspector } from '../../../../renderer/app/screen.tsx';
import { SubjectProvider, useInspecting, useSubject } from '../../../../renderer/ui/inspected-subject.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

it('a row that a person goes to is drawn before what the inspector says of it', async () => {
  const agencyMain = createAgencyMain();
  await show(
    <InAppWindow>
      <SubjectProvider>
        <Row connectionId={agencyMain.connection.id} />
        <DeferredInspector />
      </SubjectProvider>
    </InAppWindow>,
    agencyMain.handlers,
  );
  await inspector.preload();
  const row = page.getByRole('button', { name: 'at' });
  await expect.element(row).toHaveTextContent('at none');
  const title = page.getByRole('heading', { name: 'Despacho 4' });
  // As a key does, whose effects are drawn before anything else is heard.
  flushSync(() => press());
  expect(row.element().textContent).toBe('at 4');
  expect(title.elements()).toEqual([]);
  await expect.element(title).toBeVisible();
});

let press: () => void;

function Row({ connectionId }: { connectionId: string }) {
  const { inspect } = useInspecting();
  const subject = useSubject();
  press = () => inspect({ connectionId, number: '4', rut: acme });
  return (
    <button type="button" onClick={press}>
      at {subject?.number ?? 'none'}
    </button>
  );
}
