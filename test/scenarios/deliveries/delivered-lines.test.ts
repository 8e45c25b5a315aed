import { describe, expect, it } from 'vitest';
import { deliveredLines, readLines } from '../../../shared/dossier/delivered-lines.ts';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import { acme } from '../../support/samples/documents.ts';

const document = (documentId: string, type: string): DeliveryDocument => ({
  connectionId: 'c',
  number: '1',
  documentId,
  type,
  folio: `f-${documentId}`,
  issueDate: '',
  isActive: true,
  hasFile: true,
});

describe('what became of a delivery', () => {
  it('names every document: in the file, beside it with its reason, or not here', () => {
    const lines = deliveredLines(
      {
        dispatches: [
          {
            connectionId: 'c',
            number: '1',
            path: '/c.pdf',
            pages: 4,
            bytes: 1,
            merged: [{ documentId: 'a', page: 2, pages: 3, isSigned: true }],
            beside: [{ documentId: 'b', reason: 'encrypted', path: '/aparte/b.pdf' }],
            notHere: [
              { documentId: 'd', hasFile: true },
              { documentId: 'gone', hasFile: false },
            ],
          },
        ],
      },
      [document('a', 'DIN'), document('b', 'B/L'), document('d', 'FACTURA')],
    );
    expect(lines.map(({ type, verdict, page, path }) => [type, verdict, page, path])).toEqual([
      ['DIN', 'merged', 2, undefined],
      ['B/L', 'beside-encrypted', undefined, '/aparte/b.pdf'],
      ['FACTURA', 'not-downloaded', undefined, undefined],
      ['', 'without-file', undefined, undefined],
    ]);
  });

  it('names what could not be had, once, with its reason and code', () => {
    const undelivered = (documentId: string, code?: string) => ({
      connectionId: 'c',
      number: '1',
      documentId,
      type: 'DIN',
      folio: documentId,
      ...(code !== undefined && { code }),
    });
    const lines = deliveredLines(
      {
        dispatches: [
          {
            connectionId: 'c',
            number: '1',
            path: '/c.pdf',
            pages: 4,
            bytes: 1,
            merged: [],
            beside: [{ documentId: 'held', reason: 'locked' }],
            notHere: [{ documentId: 'refused', hasFile: true }],
          },
        ],
        lacking: {
          count: 4,
          of: 9,
          papers: [
            undelivered('refused', 'API_KEY_INVALID'),
            undelivered('held', 'FILE_LOCKED'),
            undelivered('gone', 'DOCUMENT_GONE'),
            undelivered('unasked'),
          ],
        },
      },
      [],
    );
    expect(lines.map(({ documentId, verdict, code }) => [documentId, verdict, code])).toEqual([
      ['held', 'beside-locked', undefined],
      ['refused', 'refused', 'API_KEY_INVALID'],
      ['gone', 'not-there', 'DOCUMENT_GONE'],
      ['unasked', 'not-downloaded', undefined],
    ]);
  });

  it('names the dispatches of a package that were not found, the documents that have no file, and those that may lack documents', () => {
    const lines = deliveredLines(
      {
        dispatches: [],
        packed: {
          added: 1,
          alreadyThere: 0,
          notDownloaded: [],
          withoutFile: 1,
          withoutFileNamed: [
            { connectionId: 'c', number: '1', documentId: 'n', type: 'DIN', folio: '4039855605-8' },
          ],
          notFound: [{ number: '9', rut: acme }],
          partial: [{ connectionId: 'c', number: '1', rut: acme }],
        },
      },
      [],
    );
    expect(lines.map(({ number, rut, folio, verdict }) => [number, rut, folio, verdict])).toEqual([
      ['1', '', '4039855605-8', 'without-file'],
      ['1', acme, '', 'partial'],
      ['9', acme, '', 'not-found'],
    ]);
  });
});

describe('what a pasted list means', () => {
  it('stands line by line, what must be looked at first', () => {
    const lines = readLines({
      found: [
        {
          connectionId: 'c',
          number: '1',
          rut: acme,
          documents: 3,
          filesHere: 2,
          withoutFile: 1,
          leftOut: 0,
          isComplete: true,
        },
        {
          connectionId: 'c',
          number: '2',
          rut: acme,
          documents: 0,
          filesHere: 0,
          withoutFile: 0,
          leftOut: 0,
          isComplete: false,
        },
      ],
      notFound: [
        { number: '8', rut: '', isDispatch: true, asked: { clients: 3, unasked: 0 } },
        { number: '9', rut: '', isDispatch: true },
      ],
      unreadable: ['..'],
    });
    expect(lines.map(({ number, verdict }) => [number, verdict])).toEqual([
      ['..', 'unreadable'],
      ['8', 'not-found'],
      ['9', 'not-asked'],
      ['1', 'found'],
      ['2', 'partial'],
    ]);
  });
});
