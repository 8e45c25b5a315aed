import { afterEach, expect, it, onTestFinished } from 'vitest';
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

it('in a low window both lines are in sight', async () => {
  await page.viewport(911, 454);
  onTestFinished(() => page.viewport(1366, 768));
  await show(<FindingDetail finding={lone} onRestore={() => undefined} />, {
    'clients.list': async () => [],
  });
  await expect.poll(() => lines().length).toBe(2);
  const bottoms = [detail('Detalle').element(), ...document.querySelectorAll('dd')].map(
    (element) => element.getBoundingClientRect().bottom,
  );
  expect(Math.max(...bottoms)).toBe(bottoms[0]);
  // A screen reader still has what the row says in sight.
  await expect.element(page.getByText('Contenedor que nadie más nombra', { exact: true })).toBeVisible();
});

/** Two documents that state these values on these lines. */
function contradiction(
  kind: ClaimReason['kind'],
  [value, line]: readonly [string, string],
  [known, otherLine]: readonly [string, string],
): Finding {
  return finding(
    {
      kind,
      against: 'document',
      known,
      stated: { documentId: 'one', value, page: 1, line },
      other: { documentId: 'two', value: known, page: 2, line: otherLine },
    },
    [link('one', 'INVOICE', 'A-118'), link('two', 'INVOICE', 'A-118')],
  );
}
const contradictions = {
  currency: contradiction('currency-differs', ['USD', 'TOTAL: USD 100.00'], ['EUR', 'TOTAL: EUR 100.00']),
  weight: contradiction(
    'weight-differs',
    ['12450.000', 'GROSS WEIGHT: 12,450.000 KGS'],
    ['12540.50', 'TOTAL PESO BRUTO: 12.540,50'],
  ),
  total: contradiction('total-differs', ['100.50', 'TOTAL: USD 100.50'], ['120.00', 'TOTAL: USD 120.00']),
  day: contradiction(
    'issue-date-differs',
    ['2026-10-05', 'Invoice date: 5 Oct 2026'],
    ['2026-10-09', 'Date of invoice: 9 Oct 2026'],
  ),
} as const;

it.each([
  [
    'es-CL',
    'currency',
    'Dice otra moneda',
    'Este documento está en USD; otro con el mismo número está en EUR.',
  ],
  [
    'en',
    'currency',
    'States another currency',
    'This document is in USD; another of the same number is in EUR.',
  ],
  [
    'es-CL',
    'weight',
    'Dice otro peso bruto',
    /un peso bruto de 12\.450 kg; otro del despacho dice 12\.540,50 kg/,
  ],
  [
    'en',
    'weight',
    'States another gross weight',
    /gross weight of 12,450 kg; another of the dispatch states 12,540\.50 kg/,
  ],
  ['es-CL', 'total', 'Dice otro total', /un total de 100,50; otro con el mismo número dice 120\./],
  ['en', 'total', 'States another total', /a total of 100\.50; another of the same number states 120\./],
  [
    'es-CL',
    'day',
    'Dice otra fecha de emisión',
    /se emitió el 05-10-2026; otro con el mismo número dice el 09-10-2026/,
  ],
  ['en', 'day', 'States another issue date', /issued on .*; another of the same number states /],
] as const)('both lines are shown in %s of a contradiction in the %s', async (language, what, kind, why) => {
  const shown = contradictions[what];
  await show(<FindingDetail finding={shown} onRestore={() => undefined} />, {
    'clients.list': async () => [],
  });
  await speak(language);
  const region = detail(language === 'en' ? 'Detail' : 'Detalle');
  await expect.element(region).toMatchTextContent(why);
  await expect.element(region).toMatchTextContent(kind);
  if (!('stated' in shown.reason)) throw new Error('no claim');
  const { stated, other } = shown.reason;
  expect(lines()).toEqual([
    ['INVOICE A-118 · p. 1', stated.line],
    ['INVOICE A-118 · p. 2', other?.line],
  ]);
});

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
