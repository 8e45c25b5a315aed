import { describe, expect, it } from 'vitest';
import {
  asPasted,
  countFiles,
  deliveryOfDispatches,
  deliveryOfDocuments,
  filesToHave,
  selectedDocuments,
} from '../../../../renderer/components/document-actions/delivery-selection.ts';
import {
  isSelected,
  moved,
  orderedByType,
  typesIn,
} from '../../../../renderer/components/document-actions/merge-choice.ts';
import {
  deliveryStatus,
  deliveryTitle,
  fileName,
  isWhole,
  locationText,
  readingLabel,
} from '../../../../renderer/features/deliveries/delivery-labels.ts';
import { withDelivery } from '../../../../renderer/ipc/event-patches.ts';
import type {
  Delivery,
  DeliveryDocument,
  PackageReading,
  PackedSummary,
} from '../../../../shared/model/delivery.ts';
import { translationsOf } from '../../../support/page/page-translations.ts';
import { storedDocument as row } from '../../../support/page/sample-client.ts';

const t = translationsOf('deliveries');

function document(
  documentId: string,
  type: string,
  overrides: Partial<DeliveryDocument> = {},
): DeliveryDocument {
  return {
    connectionId: 'c',
    number: '1',
    documentId,
    type,
    folio: '',
    issueDate: '',
    isActive: true,
    hasFile: true,
    ...overrides,
  };
}

function delivery(overrides: Partial<Delivery>): Delivery {
  return {
    id: 'h',
    kind: 'merge',
    folder: '/f',
    startedAt: '',
    state: 'done',
    done: 0,
    of: 0,
    files: [],
    dispatches: [],
    tooLarge: [],
    ...overrides,
  };
}

it('a delivery that cannot be read has a title of its own, and has failed', () => {
  const unreadable = delivery({ kind: 'unknown', state: 'failed' });
  expect(deliveryTitle(unreadable, t)).toBe('Envío que no se puede leer');
  expect(deliveryStatus(unreadable, t)).toContain('Falló');
});

describe('what is selected to be delivered', () => {
  it('is the chosen documents, and the dispatches that they belong to', () => {
    const selection = deliveryOfDocuments([row('a', '1', '/a.pdf'), row('b', '1'), row('c', '')]);
    expect(selection.dispatches).toEqual([{ connectionId: 'c', number: '1' }]);
    expect(countFiles(selection, [])).toEqual({ here: 1, toDownload: 2, withoutFile: 0 });
    expect(selectedDocuments(selection, []).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('is every active document of chosen dispatches', () => {
    const selection = deliveryOfDispatches([{ connectionId: 'c', number: '1' }]);
    const documents = [
      document('a', 'DIN', { path: '/a.pdf' }),
      document('b', 'DIN'),
      document('none', 'DIN', { hasFile: false }),
      document('old', 'DIN', { path: '/o.pdf', isActive: false }),
    ];
    expect(countFiles(selection, documents)).toEqual({ here: 1, toDownload: 1, withoutFile: 1 });
    expect(selectedDocuments(selection, documents).map(({ id }) => id)).toEqual(['a', 'b', 'none']);
    expect(documents.map((one) => isSelected(selection, one))).toEqual([true, true, true, false]);
  });

  it('is dragged out where it is on this computer, or the agency may have it', () => {
    const rows = [row('a', '1', '/a.pdf'), row('b', '1'), { ...row('none', '1'), file: 'none' as const }];
    expect(filesToHave(rows).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('is pasted into a package by number, each once', () => {
    const numbers = ['1', '2', '1'].map((number) => ({ connectionId: 'c', number }));
    expect(asPasted(numbers)).toBe('1\n2');
  });
});

describe('the order of documents in a file', () => {
  it('changes one place at a time, and not beyond the ends', () => {
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
  });

  it('is that of the types, documents of one type as they come', () => {
    const documents = [document('1', 'A'), document('2', 'B'), document('3', 'A'), document('4', 'Z')];
    expect(typesIn(documents)).toEqual(['A', 'B', 'Z']);
    expect(orderedByType(documents, ['B', 'A']).map(({ documentId }) => documentId)).toEqual([
      '2',
      '1',
      '3',
      '4',
    ]);
  });
});

describe('a delivery in words', () => {
  const dispatch = {
    connectionId: 'c',
    number: '123',
    path: '/f/a.pdf',
    pages: 3,
    bytes: 1,
    merged: [],
    notHere: [],
    beside: [{ documentId: 'x', reason: 'encrypted' as const }],
  };

  it('is named after its only dispatch', () => {
    expect(deliveryTitle(delivery({ dispatches: [dispatch] }), t)).toBe('Despacho 123 en un PDF');
    expect(deliveryTitle(delivery({ dispatches: [dispatch, dispatch] }), t)).toBe('PDF por despacho');
  });

  it('says how far it is, what it made and what stands beside', () => {
    expect(deliveryStatus(delivery({ state: 'running' }), t)).toBe('Preparando…');
    expect(deliveryStatus(delivery({ state: 'running', done: 2, of: 9 }), t)).toBe('2 de 9');
    const done = delivery({ files: ['/f/a.pdf', '/f/b.pdf'], dispatches: [dispatch] });
    expect(deliveryStatus(done, t)).toBe('Listo · 2 archivos · 1 aparte');
  });

  it('says where a document stands, by page or by file, on any system', () => {
    const line = { connectionId: 'c', number: '1', rut: '', documentId: 'd', type: '', folio: '' };
    expect(locationText({ ...line, verdict: 'merged', page: 2, pages: 1 }, t)).toBe('página 2, 1 hoja');
    expect(locationText({ ...line, verdict: 'beside-form', path: 'D:\\f\\aparte\\x.pdf' }, t)).toBe('x.pdf');
    expect(locationText({ ...line, verdict: 'without-file' }, t)).toBe('');
    expect(fileName('/f/ñ/a b.zip')).toBe('a b.zip');
  });

  it('says what a pasted list means, leaving out what it has none of', () => {
    const unknown = { number: '9', rut: '', isDispatch: true };
    const asked = { ...unknown, asked: { clients: 3, unasked: 0 } };
    const words = (notFound: PackageReading['notFound']) =>
      readingLabel({ found: [], notFound, unreadable: [] }, t);
    expect(words([unknown])).toBe('0 encontrados · 1 sin consultar');
    expect(words([asked, asked, unknown])).toBe('0 encontrados · 2 no encontrados · 1 sin consultar');
  });

  it('takes the place of what was known of it', () => {
    const [first, second] = [delivery({ id: '1' }), delivery({ id: '2' })];
    expect(withDelivery([first, second], delivery({ id: '2', done: 5 })).map(({ done }) => done)).toEqual([
      0, 5,
    ]);
    expect(withDelivery([first], second).map(({ id }) => id)).toEqual(['2', '1']);
  });
});

describe('a delivery that lacks documents', () => {
  const undelivered = { count: 2, of: 14, papers: [] };

  it('is incomplete, in words and by its mark, and never done', () => {
    const incomplete = delivery({ files: ['/f/a.pdf'], lacking: undelivered });
    expect(deliveryStatus(incomplete, t)).toBe('Incompleto: faltan 2 de 14 · 1 archivo');
    expect(isWhole(incomplete)).toBe(false);
    expect(isWhole(delivery({}))).toBe(true);
    expect(deliveryStatus(delivery({ state: 'failed', lacking: undelivered }), t)).toBe('Falló · 0 archivos');
  });

  it('says while it waits how many have come, and what it waits for', () => {
    const fetching = (overrides: Partial<NonNullable<Delivery['fetching']>>) =>
      deliveryStatus(delivery({ state: 'running', fetching: { done: 3, of: 14, ...overrides } }), t);
    expect(fetching({})).toBe('Descargando lo que falta: 3 de 14');
    expect(fetching({ pausedWhy: 'person' })).toBe('La descarga de lo que falta está en pausa: 3 de 14');
    expect(fetching({ pausedWhy: 'offline' })).toBe(
      'Sin conexión, o la agencia no responde; se sigue solo: 3 de 14',
    );
  });

  it('says of a package what was added, what lacks and which dispatches were not found', () => {
    const packed: PackedSummary = {
      added: 12,
      alreadyThere: 0,
      notDownloaded: [],
      withoutFile: 2,
      partial: [],
      notFound: [{ number: '9', rut: '' }],
    };
    expect(deliveryStatus(delivery({ kind: 'package', packed, lacking: undelivered }), t)).toBe(
      'Incompleto: faltan 2 de 14 · 12 documentos agregados · 1 despacho no encontrado',
    );
  });

  it('says of a package of an earlier version that it left the rest to a batch', () => {
    const packed: PackedSummary = {
      added: 0,
      alreadyThere: 0,
      withoutFile: 0,
      notFound: [],
      partial: [],
      batchId: 'b',
      notDownloaded: Array.from({ length: 13 }, (_, index) => ({ connectionId: 'c', id: `${index}` })),
    };
    const old = delivery({ kind: 'package', packed });
    expect(deliveryStatus(old, t)).toBe('0 documentos agregados · 13 quedaron por descargar aparte');
    expect(isWhole(old)).toBe(false);
  });
});
