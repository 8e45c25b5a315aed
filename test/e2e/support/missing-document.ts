import type { MissingDocument } from '../../../shared/model/dossier.ts';
import { ask } from '../../support/app/bridge.ts';
import type { StoredAgency } from './stored-agency.ts';

/** A missing document that the list tells of, checked against the agency's own data. */
export async function missingDocumentOf({ page, cases }: StoredAgency) {
  const { rows } = await ask(page, 'dossier.gaps', { scope: {}, isOver: true, offset: 0, limit: 500 });
  const real = rows.find(
    ({ number, type, kind }) =>
      kind === 'missing' &&
      cases.missing.some(
        (missingDocument) => missingDocument.dispatch.number === number && missingDocument.type === type,
      ),
  );
  if (!real) throw new Error('the agency lacks a paper that the app does not miss');
  return real;
}

/** Who owes a missing document, as the page of an agency says it: what the agency itself owes is ours. */
export function owingWords({ responsible }: Pick<MissingDocument, 'responsible'>): {
  who: string;
  owes: string;
} {
  if (responsible === 'AGENCIA') return { who: 'Nosotros', owes: 'lo ponemos nosotros' };
  const who = responsible.charAt(0) + responsible.slice(1).toLowerCase();
  return { who, owes: `responsable: ${who}` };
}
