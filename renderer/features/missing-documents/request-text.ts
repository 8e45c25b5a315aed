import type { TFunction } from 'i18next';
import type { Client } from '../../../shared/model/connection.ts';
import type { MissingDocument, RequestMessage } from '../../../shared/model/dossier.ts';
import { isOwnRole, type UserRole } from '../../../shared/model/user-role.ts';
import { clientName } from '../../ui/query-text.ts';

/** Of whom these missing documents are asked when all of them are owed by one; `''` else. */
export function onlyResponsible(missingDocuments: readonly Pick<MissingDocument, 'responsible'>[]): string {
  const [first] = missingDocuments;
  return first && missingDocuments.every(({ responsible }) => responsible === first.responsible)
    ? first.responsible
    : '';
}

/** Who owes documents, in words: the person's own office as `we`; `nobody` where the catalogue names none. */
export function owingLabel(responsible: string, userRole: UserRole, t: TFunction<'missing'>): string {
  if (isOwnRole(responsible, userRole)) return t('we');
  return responsible || t('nobody');
}

/** That documents are owed, and by whom; `''` where the catalogue names nobody. */
export function owesLabel(responsible: string, userRole: UserRole, t: TFunction<'missing'>): string {
  if (isOwnRole(responsible, userRole)) return t('weOwe');
  return responsible === '' ? '' : t('owes', { who: responsible });
}

/**
 * Whom a message goes to, in words: the person's own office, the client by its name, else who answers for the
 * documents; where there are several, for which agency.
 */
export function recipient(
  { responsible, isOwn, client }: Pick<RequestMessage, 'responsible' | 'isOwn' | 'client'>,
  clients: readonly Client[] | undefined,
  t: TFunction<'missing'>,
  agency = '',
): string {
  const other = client === undefined ? responsible || t('nobody') : clientName(client, clients);
  const who = isOwn ? t('we') : other;
  return agency === '' ? who : `${who} · ${agency}`;
}

/** A message as it is copied: subject, an empty line, text. */
export function messageText({ subject, body }: Pick<RequestMessage, 'subject' | 'body'>): string {
  return `${subject}\n\n${body}`;
}
