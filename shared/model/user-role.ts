import type { Settings } from './settings.ts';

export const userRoles = ['agency', 'company'] as const;

/** The role of the user: a customs agency, or a company that imports or exports. */
export type UserRole = (typeof userRoles)[number];

/** The role that the person set; if unset, a directory of one client means a company. */
export function userRoleOf(said: Settings['office'], clients: readonly unknown[]): UserRole {
  if (said !== 'unsaid') return said;
  return clients.length === 1 ? 'company' : 'agency';
}

/** The company that uses the app, if the role is a company and it is the only client. */
export function ownCompany<Client>(said: Settings['office'], clients: readonly Client[]): Client | undefined {
  const [only, ...others] = clients;
  return userRoleOf(said, clients) === 'company' && others.length === 0 ? only : undefined;
}

/** The catalogue's names for who is responsible for documents (names.md, GET /master/file-types). */
const responsibleNames = { agency: 'AGENCIA', company: 'CLIENTE' } as const;

/** Whether the person's own office owes the documents of this responsible party. */
export function isOwnRole(responsible: string, userRole: UserRole): boolean {
  return responsible === responsibleNames[userRole];
}
