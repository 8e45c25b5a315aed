import type { ChaseMessage, Gap } from '../../../shared/model/carpeta.ts';
import type { Client } from '../../../shared/model/connection.ts';
import { clientName } from '../../ui/question-words.ts';

/** Of whom these gaps are asked when all of them are owed by one; `''` else. */
export function onlyResponsible(gaps: readonly Pick<Gap, 'responsible'>[]): string {
  const [first] = gaps;
  return first && gaps.every(({ responsible }) => responsible === first.responsible) ? first.responsible : '';
}

/** Whom a message goes to, in words: the client's name, else who answers for the papers, else `nobody`; where there are several, for which agency. */
export function recipient(
  { responsible, client }: Pick<ChaseMessage, 'responsible' | 'client'>,
  clients: readonly Client[] | undefined,
  nobody: string,
  agency = '',
): string {
  const who = client === undefined ? responsible || nobody : clientName(client, clients);
  return agency === '' ? who : `${who} · ${agency}`;
}

/** A message as it is copied: subject, an empty line, text. */
export function messageText({ subject, body }: Pick<ChaseMessage, 'subject' | 'body'>): string {
  return `${subject}\n\n${body}`;
}
