import type { RulesFor } from '../../shared/model/client-rules.ts';
import type { Client } from '../../shared/model/connection.ts';
import { rulesInForce } from '../../shared/model/rules-in-force.ts';
import type { SettingsView } from '../../shared/model/settings.ts';
import type { ClientDirectory } from './stored-connections.ts';

/** Reads the clients' rules once: what uses them for many documents keeps the result. */
export function readClientRules(
  clients: Pick<ClientDirectory, 'list'>,
  { settings, managed }: SettingsView,
): RulesFor {
  const byRut = new Map<string, Client>(clients.list().map((client) => [client.rut, client]));
  return (rut) => {
    const client = byRut.get(rut);
    const order = settings.documentOrders[rut];
    return { ...rulesInForce(client?.rules, managed), email: client?.email ?? '', ...(order && { order }) };
  };
}

/** Whether any client has rules of its own. */
export function haveClientsRules(clients: Pick<ClientDirectory, 'list'>): boolean {
  return clients.list().some(({ rules }) => rules !== undefined && Object.keys(rules).length > 0);
}
