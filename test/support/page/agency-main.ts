import { readPastedClients } from '../../../electron/connections/pasted-clients.ts';
import type { Handlers } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Client, Connection } from '../../../shared/model/connection.ts';
import type { DocumentType } from '../../../shared/model/document.ts';
import type { SelectionSummary } from '../../../shared/model/download.ts';
import { matchTypes, withoutTaken } from '../../../shared/model/match-types.ts';
import { formatRut, parseRut, type Rut } from '../../../shared/model/rut.ts';
import type { ParsedQuery } from '../../../shared/model/search.ts';
import type { SearchQuery, Selection } from '../../../shared/model/search-query.ts';
import { type Settings, settingsSchema } from '../../../shared/model/settings.ts';
import { acme } from './sample-client.ts';

/** What a small main keeps in memory, and what it has been asked. */
export interface AgencyMain {
  connection: Connection;
  clients: readonly Client[];
  /** The queries of the searches that were begun, the first one first. */
  queries: readonly SearchQuery[];
  handlers: Partial<Handlers>;
}

interface AgencyMainOptions {
  key?: Connection['key'];
  clients?: readonly Client[];
  /** A search has its result set once this has resolved. */
  beforeResult?: Promise<void>;
}

/**
 * An office with one agency and, unless others are given, two clients, in which nothing has been searched
 * yet.
 */
export function createAgencyMain({
  key = storedKey,
  clients = twoClients(),
  beforeResult,
}: AgencyMainOptions = {}): AgencyMain {
  const connection = {
    id: 'agency',
    name: 'Agencia Pérez',
    baseUrl: 'https://agencia.example',
    agency: 'perez',
    isPractice: false,
    isManaged: false,
    key,
  };
  const queries: SearchQuery[] = [];
  let settings: Settings = settingsSchema.parse({});
  return {
    connection,
    clients,
    queries,
    handlers: {
      'settings.get': async () => ({ settings, managed: [] }),
      'settings.change': async (change) => {
        settings = settingsSchema.parse({ ...settings, ...change });
        return { settings, managed: [] };
      },
      'connections.list': async () => [connection],
      'clients.list': async () => [...clients],
      'clients.parse': async ({ text, folderColumn }) => readPastedClients(text, clients, folderColumn),
      'types.list': async () => ({ types }),
      'saved.list': async () => [],
      'saved.unreadable': async () => [],
      'rows.find': async () => ({ rows: [] }),
      'texts.find': async () => ({ hits: [], hasMore: false, hasWords: true, unused: [], unreadable: 0 }),
      'texts.status': async () => ({
        state: 'idle',
        read: 0,
        waiting: 0,
        unread: {},
        unreadTotal: 0,
        waitingScans: 0,
        isRemade: false,
      }),
      'dossier.gaps': async () => ({
        rows: [],
        offset: 0,
        total: 0,
        byResponsible: [],
        dispatches: 0,
        partial: 0,
      }),
      'dossier.incomplete': async () => [],
      'downloads.list': async () => [],
      'downloads.summary': async ({ selection }) => summaryOf(selection),
      'folder.isThere': async () => true,
      'search.recent': async () => [],
      'search.unreadable': async () => 0,
      'search.estimate': async () => ({ tasks: 1, requests: 1 }),
      'search.parse': async ({ text }) => parseQuery(text, clients),
      'search.query': async ({ resultSetId }) => {
        const query = queries[Number(resultSetId.replace('result-', '')) - 1];
        if (!query) throw new AppError('RESULT_SET_GONE', resultSetId);
        return query;
      },
      'search.start': async (query) => {
        queries.push(query);
        const resultSetId = `result-${queries.length}`;
        await beforeResult;
        return { resultSetId };
      },
    },
  };
}

/** Of documents that are named, one dispatch's, issued on two days. */
function summaryOf(selection: Selection): SelectionSummary {
  const documents = selection.kind === 'some' ? selection.documents : [{ connectionId: 'agency', id: 'd' }];
  const [first] = documents;
  return {
    documents: documents.length,
    dispatches: 1,
    clients: 1,
    days: { start: '2026-10-03', end: '2026-10-28' },
    ...(first && { first: { ...first, rut: acme, type: 'FACTURA', folio: '12', dispatchNumber: '7' } }),
  };
}

const storedKey: Connection['key'] = { kind: 'kept', hint: 'abcd…wxyz', since: '2026-01-02T12:00:00Z' };

const types = ['FACTURA COMERCIAL', 'FACTURA DE GASTOS', 'CONOCIMIENTO DE EMBARQUE (B/L)'].map(
  (name): DocumentType => ({ id: name, name, operation: 'IMP', responsible: 'CLIENTE', item: {} }),
);

const twoClients = () => [client('76086428-5', 'Comercial Andina'), client('9068826-K', 'Importadora Sur')];

function client(rut: string, name: string): Client {
  const parsed = parseRut(rut);
  if (parsed.form === 'wrong') throw new Error(`no RUT: ${rut}`);
  return { rut: parsed.rut, name, email: '', folder: '' };
}

/** Names and RUTs of the clients, numbers of dispatches that nobody knows, document types, and words. */
function parseQuery(text: string, clients: readonly Client[]): ParsedQuery {
  const formsOf = ({ name, rut }: Client) => [name, formatRut(rut), rut];
  const named = clients.filter((client) => formsOf(client).some((form) => text.includes(form)));
  const rest = named
    .flatMap(formsOf)
    .reduce((left, form) => left.replace(form, ''), text.replaceAll(';', ' '));
  const words = rest.split(' ').filter((word) => word !== '');
  const isNumber = (word: string) => /^\d+$/.test(word);
  const others = words.filter((word) => !isNumber(word));
  const matched = matchTypes(
    others,
    types.map(({ name }) => name),
  );
  return {
    kind: 'understood',
    dispatches: words
      .filter(isNumber)
      .map((number) => ({ number, ruts: named.map(({ rut }): Rut => rut), source: 'unknown' })),
    clients: named.map(({ rut, name }) => ({ rut, name, digitIsRight: true, expected: rut.slice(-1) })),
    documents: [],
    unmatched: [],
    types: matched.names,
    aside: 0,
    asides: [],
    numberRanges: [],
    terms: withoutTaken(others, matched.tokens),
    wrong: [],
  };
}
