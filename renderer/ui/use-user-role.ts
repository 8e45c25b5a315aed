import type { Client } from '../../shared/model/connection.ts';
import { ownCompany, type UserRole, userRoleOf } from '../../shared/model/user-role.ts';
import { useInvokeQuery } from '../ipc/invoke-hooks.ts';
import { useSetting } from '../ipc/settings-hooks.ts';

const none: readonly Client[] = [];

/** The role of the app's user. */
export function useUserRole(): UserRole {
  const clients = useInvokeQuery('clients.list', undefined).data ?? none;
  return userRoleOf(useSetting('office'), clients);
}

/**
 * The kind of client directory: an agency's clients, the one company that uses the app, or the companies of
 * its group.
 */
export function useDirectoryKind(): 'clients' | 'company' | 'companies' {
  const clients = useInvokeQuery('clients.list', undefined).data ?? none;
  const userRole = useUserRole();
  if (userRole === 'agency' || clients.length === 0) return 'clients';
  return clients.length === 1 ? 'company' : 'companies';
}

/** The company that uses the app, if it is the only client. */
export function useOwnCompany(): Client | undefined {
  const clients = useInvokeQuery('clients.list', undefined).data ?? none;
  return ownCompany(useSetting('office'), clients);
}
