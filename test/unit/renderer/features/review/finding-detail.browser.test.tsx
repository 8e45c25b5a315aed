import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FindingDetail } from '../../../../../renderer/features/review/finding-detail.tsx';
import { speak } from '../../../../../renderer/ui/i18n/start-translations.ts';
import { SubjectProvider, useSubject } from '../../../../../renderer/ui/inspected-subject.ts';
import type { ClaimReason, DocumentLink, Finding } from '../../../../../shared/model/review.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

afterEach(() => speak('es-CL'));

const link = (documentId: string, type: string, folio: string): DocumentLink => ({
  connectionId: 'agency',
  number: '7',
  documentId,
  rut: acme,
  type,
  folio,
  issuerId: '76086428-5',
  issuerName: 'NAVIERA',
});

function finding(reason: ClaimReason, documents: readonly DocumentLink[]): Finding {
  const dispatches = [{ connectionId: 'agency', number: '7' }];
  return { id: 'one', reason, documents, payments: [], dispatches };
}

const lone = finding(
  {
    kind: 'lone-container',
    against: 'document',
    known: 'CSQU3054383',
    stated: { documentId: 'bill', value: 'MSCU6639870', page: 2, line: 'CONTAINER MSCU 663987-0' },
    other: { documentId: 'list', value: 'CSQU3054383', page: 1, line: 'Container CSQU3054383' },
  },
  [link('bill', 'B/L', 'MAEU1'), link('list', '', '')],
);
const total = finding(
  {
    kind: 'total-differs',
    against: 'service',
    known: '118000',
    stated: { documentId: 'invoice', value: '119000', page: 0, line: 'MntTotal 119000' },
  },
  [link('invoice', 'FACTURA', '60')],
);

const detail = (name: string) => page.getByRole('region', { name, exact: true });
/** The terms of the detail with what stands beside each. */
const lines = () =>
  Array.from(document.querySelectorAll('dl > div'), (line) =>
    ['dt', 'dd'].map((part) => line.querySelector(part)?.textContent),
  );

it.each([
  ['es-CL', 'Detalle', 'B/L MAEU1 · p. 2', 'Sin tipo · p. 1', /El B\/L nombra el contenedor MSCU6639870/],
  ['en', 'Detail', 'B/L MAEU1 · p. 2', 'No type · p. 1', /The B\/L names container MSCU6639870/],
] as const)(
  'two documents that contradict each other show both lines (%s)',
  async (language, name, bill, list, why) => {
    await show(<FindingDetail finding={lone} onRestore={() => undefined} />, {
      'clients.list': async () => [],
    });
    await speak(language);
    await expect.element(detail(name)).toMatchTextContent(why);
    expect(lines()).toEqual([
      [bill, 'CONTAINER MSCU 663987-0'],
      [list, 'Container CSQU3054383'],
    ]);
  },
);

it.each([
  ['es-CL', 'Detalle', 'La agencia informa', /un total de 119\.000; la agencia informa 118\.000/],
  ['en', 'Detail', 'The agency reports', /a total of 119,000; the agency reports 118,000/],
] as const)(
  'a document that contradicts the service shows its line beside that value (%s)',
  async (language, name, service, why) => {
    await show(<FindingDetail finding={total} onRestore={() => undefined} />, {
      'clients.list': async () => [],
    });
    await speak(language);
    await expect.element(detail(name)).toMatchTextContent(why);
    expect(lines()).toEqual([
      ['FACTURA 60', 'MntTotal 119000'],
      [service, '118000'],
    ]);
  },
);

/** What the viewer of the inspected document would look for. */
function Looked() {
  const { documentId, find } = useSubject() ?? {};
  return <output>{documentId && `${documentId}: ${find?.text} en ${find?.page}`}</output>;
}

it.each([
  ['of a page', lone, /^.?Container CSQU3054383/, 'list: Container CSQU3054383 en 1'],
  ['of a file without pages', total, /MntTotal 119000/, 'invoice: 119000 en undefined'],
])('a line %s opens its document where it stands', async (_, shown, line, looked) => {
  await show(
    <InAppWindow>
      <SubjectProvider>
        <FindingDetail finding={shown} onRestore={() => undefined} />
        <Looked />
      </SubjectProvider>
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await page.getByRole('button', { name: line }).click();
  await expect.element(page.getByText(looked)).toBeInTheDocument();
});
