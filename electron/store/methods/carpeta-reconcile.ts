import type { DatabaseSync } from 'node:sqlite';
import {
  type ReconcilePaper,
  type ReconcilePayment,
  reconcile,
  reconcileKey,
} from '../../../shared/carpeta/cuadratura.ts';
import { readLedgerLines } from '../../../shared/carpeta/cuadratura-lines.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { Reconciliation } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { optionalText, parsed, text } from '../row.ts';

interface PaperFields {
  folio: string;
  issuerId: string;
  issuerName: string;
}

/** Looks up what carries the lines of a ledger. */
export function reconcileReads(database: DatabaseSync) {
  const papers = database.prepare(
    `SELECT c.uuid, coalesce(p.number, '') AS number, d.document_id, d.rut, d.type, b.fields FROM document d
     JOIN document_body b ON b.document = d.id JOIN connection c ON c.id = d.connection LEFT JOIN dispatch p ON p.id = d.dispatch
     WHERE d.is_active = 1 AND d.gone_at IS NULL AND d.find_folio <> ''
       AND (?1 IS NULL OR c.uuid IN (SELECT value FROM json_each(?1)))`,
  );
  const payments = database.prepare(
    `SELECT c.uuid, p.number, p.rut, b.fields FROM disbursement b JOIN dispatch p ON p.id = b.dispatch
     JOIN connection c ON c.id = p.connection WHERE ?1 IS NULL OR c.uuid IN (SELECT value FROM json_each(?1))`,
  );
  const lastSeen = database.prepare('SELECT max(seen_at) AS at FROM dispatch');

  function readPapers(wanted: ReadonlySet<string>, connections: string | null): ReconcilePaper[] {
    const found: ReconcilePaper[] = [];
    for (const row of papers.iterate(connections)) {
      const { folio, issuerId, issuerName } = parsed<PaperFields>(text(row, 'fields'));
      if (!wanted.has(reconcileKey(folio))) continue;
      found.push({
        connectionId: text(row, 'uuid'),
        number: text(row, 'number'),
        documentId: text(row, 'document_id'),
        rut: text(row, 'rut') as Rut,
        type: text(row, 'type'),
        isActive: true,
        ...{ folio, issuerId, issuerName },
      });
    }
    return found;
  }
  function readPayments(wanted: ReadonlySet<string>, connections: string | null): ReconcilePayment[] {
    const found: ReconcilePayment[] = [];
    for (const row of payments.iterate(connections)) {
      const fields = parsed<Disbursement>(text(row, 'fields'));
      const { id, documentNumber, providerId, amount, state, analysisName: analysis } = fields;
      if (!wanted.has(reconcileKey(documentNumber))) continue;
      found.push({
        connectionId: text(row, 'uuid'),
        number: text(row, 'number'),
        rut: text(row, 'rut') as Rut,
        ...{ id, documentNumber, providerId, state, analysis },
        ...(amount !== undefined && { amount }),
      });
    }
    return found;
  }

  return {
    /** For each line of a purchase ledger, read here as it was pasted, what is kept that carries it, in these agencies or in all of them. */
    reconcileLines(ledger: string, connectionIds?: readonly string[]): Reconciliation {
      const lines = readLedgerLines(ledger);
      const wanted = new Set(lines.map(({ folio }) => reconcileKey(folio)).filter((key) => key !== ''));
      const connections = connectionIds ? JSON.stringify(connectionIds) : null;
      const result = reconcile(lines, readPapers(wanted, connections), readPayments(wanted, connections));
      const row = lastSeen.get();
      return { ...result, asOf: (row && optionalText(row, 'at')) ?? '' };
    },
  };
}
