import { z } from 'zod';
import type { ErrorData } from '../errors.ts';
import {
  type Client,
  type Connection,
  type ConnectionTest,
  clientSchema,
  connectionDraft,
  type InjectedFaults,
  type PastedClients,
} from '../model/connection.ts';
import type { ProxyLoginRequest } from '../model/proxy.ts';
import { type AppInfo, type Licence, type SettingsView, settingsChange } from '../model/settings.ts';
import type { UpdateState } from '../model/updates.ts';
import { userRoles } from '../model/user-role.ts';
import { rutSchema } from '../model/value-schemas.ts';
import { call, id, nothing } from './define-call.ts';

const key = z.string().min(1).max(4096);
const version = z.object({ version: z.string().min(1).max(100) });

/**
 * Calls about the app itself: settings, connections and their keys, clients, the practice agency, proxies,
 * the error report.
 */
export const appCalls = {
  'app.info': call<AppInfo>()(nothing),
  /** The licences of the bundled packages, by name; empty before the first build. */
  'app.licences': call<readonly Licence[]>()(nothing),
  /** Shows the folder of the app's own log. */
  'app.showLogs': call<void>()(nothing),

  'updates.get': call<UpdateState>()(nothing),
  /** Opens the page of the newer version that is shown, in the person's browser. */
  'updates.openPage': call<void>()(version),
  /** Hides the notice of this version. */
  'updates.dismiss': call<UpdateState>()(version),
  /** Shows the notice of a dismissed version again. */
  'updates.recall': call<UpdateState>()(version),

  'settings.get': call<SettingsView>()(nothing),
  'settings.change': call<SettingsView>()(settingsChange),

  'connections.list': call<Connection[]>()(nothing),
  /** With a key, or with that of another connection of the same environment (`keyOf`, its id). */
  'connections.add': call<Connection>()(
    connectionDraft.extend({ key: key.optional(), keyOf: z.string().min(1).max(200).optional() }),
  ),
  'connections.change': call<Connection>()(connectionDraft.extend({ id: z.string() })),
  'connections.try': call<ConnectionTest>()(connectionDraft.omit({ name: true }).extend({ key })),
  'connections.test': call<ConnectionTest>()(id),
  'connections.replaceKey': call<Connection>()(id.extend({ key })),
  'connections.remove': call<void>()(id),
  /**
   * Starts the practice agency, once, and returns its connection. `office`: the user role from now on, with
   * its clients; unchanged if absent, initially an agency.
   */
  'connections.practice': call<Connection>()(z.object({ office: z.enum(userRoles).optional() }).optional()),

  'practice.faults': call<InjectedFaults>()(nothing),
  /** Switches a fault of the practice agency on or off. */
  'practice.setFault': call<InjectedFaults>()(z.object({ name: z.string().max(100), isOn: z.boolean() })),

  'clients.list': call<Client[]>()(nothing),
  /**
   * Parses pasted clients; `folderColumn` is the column that the person marked as folders, counted from 0.
   */
  'clients.parse': call<PastedClients>()(
    z.object({
      text: z.string().max(1_000_000),
      folderColumn: z.number().int().min(0).max(1_000_000).optional(),
    }),
  ),
  'clients.save': call<Client[]>()(z.object({ clients: z.array(clientSchema).max(10_000) })),
  'clients.remove': call<Client[]>()(z.object({ ruts: z.array(rutSchema).min(1).max(10_000) })),

  /** Whether the last request reached its service; `network.changed` reports changes. */
  'network.get': call<{ online: boolean }>()(nothing),

  /** Unanswered login requests of proxies: for a page that loaded after they were made. */
  'proxy.waiting': call<ProxyLoginRequest[]>()(nothing),
  /**
   * The login for the proxy that `proxy.asks` named; without one the request fails. Returns why a login to be
   * stored is used but not stored.
   */
  'proxy.answer': call<{ notSaved?: ErrorData }>()(
    z.object({
      id: z.string(),
      login: z
        .object({ user: z.string().max(1000), password: z.string().max(1000), save: z.boolean() })
        .optional(),
    }),
  ),

  'report.save': call<{ path: string } | undefined>()(z.object({ text: z.string().max(1_000_000) })),
} as const;
