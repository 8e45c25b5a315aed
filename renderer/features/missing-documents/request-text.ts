import type { TFunction } from 'i18next';
import { clientName } from '../../../shared/model/client-names.ts';
import type { Client } from '../../../shared/model/connection.ts';
import type { MissingDocument, RequestMessage } from '../../../shared/model/dossier.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { isOwnRole, type UserRole } from '../../../shared/model/user-role.ts';

/** The party who owes all of these missing documents; `''` if there are several. */
export function onlyResponsible(missingDocuments: readonly Pick<MissingDocument, 'responsible'>[]): string {
  const [first] = missingDocuments;
  return first && missingDocuments.every(({ responsible }) => responsible === first.responsible)
    ? first.responsible
    : '';
}

/** The label of who owes documents, as a phrase; `''` if the catalogue names nobody. */
export function owesLabel(responsible: string, userRole: UserRole, t: TFunction<'missing'>): string {
  if (isOwnRole(responsible, userRole)) return t('weOwe');
  return responsible === '' ? '' : t('owes', { who: stateText(responsible) });
}

/**
 * The recipient of a message: the person's own office, the client's name, or the responsible party; with the
 * agency's name if there are several.
 */
export function recipient(
  { responsible, isOwn, client }: Pick<RequestMessage, 'responsible' | 'isOwn' | 'client'>,
  clients: readonly Client[] | undefined,
  t: TFunction<'dossier'>,
  agency = '',
): string {
  const other =
    client === undefined ? stateText(responsible) || t('party.nobody') : clientName(client, clients);
  const who = isOwn ? t('party.we') : other;
  return agency === '' ? who : `${who} · ${agency}`;
}

/** A message as it is copied: subject, an empty line, text. */
export function messageText({ subject, body }: Pick<RequestMessage, 'subject' | 'body'>): string {
  return `${subject}\n\n${body}`;
}
