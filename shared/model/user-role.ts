import type { Settings } from './settings.ts';

export const userRoles = ['agency', 'company'] as const;

/** Who uses the app: a customs agency's, or that of a company that imports or exports. */
export type UserRole = (typeof userRoles)[number];

/** What the person said of it; where nothing was said, a book of one client is a company's: its own. */
export function userRoleOf(said: Settings['office'], clients: readonly unknown[]): UserRole {
  if (said !== 'unsaid') return said;
  return clients.length === 1 ? 'company' : 'agency';
}

/** The company that uses the app, where it is a company's and stands alone in the book. */
export function ownCompany<Client>(said: Settings['office'], clients: readonly Client[]): Client | undefined {
  const [only, ...others] = clients;
  return userRoleOf(said, clients) === 'company' && others.length === 0 ? only : undefined;
}

/** How the catalogue calls who answers for documents (names.md, GET /master/file-types). */
const responsibleNames = { agency: 'AGENCIA', company: 'CLIENTE' } as const;

/** Whether the documents that this one answers for are owed by the person's own office. */
export function isOwnRole(responsible: string, userRole: UserRole): boolean {
  return responsible === responsibleNames[userRole];
}
