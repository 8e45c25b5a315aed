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
import { rutSchema } from '../model/rut-schema.ts';
import { type AppInfo, type Licence, type SettingsView, settingsChange } from '../model/settings.ts';
import type { UpdateState } from '../model/updates.ts';
import { userRoles } from '../model/user-role.ts';
import { call, id, nothing } from './call.ts';

const key = z.string().min(1).max(4096);
const version = z.object({ version: z.string().min(1).max(100) });

/**
 * Calls about the app itself: settings, connections and their keys, clients, the practice agency, proxies,
 * the error report.
 */
export const appCalls = {
  'app.info': call<AppInfo>()(nothing),
  /** Of the packages that are shipped, by name; none before the first build. */
  'app.licences': call<readonly Licence[]>()(nothing),
  /** Shows the folder of the app's own log. */
  'app.showLogs': call<void>()(nothing),

  'updates.get': call<UpdateState>()(nothing),
  /** Opens the page of the newer version that is shown, in the person's browser. */
  'updates.openPage': call<void>()(version),
  /** Gives no more notice of this version. */
  'updates.dismiss': call<UpdateState>()(version),
  /** Gives notice again of a version that was dismissed. */
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
   * Starts the practice agency, once, and gives its connection. `office`: as whom it is tried from now on,
   * with the clients that belong to that; as it was before where none is given, as an agency at first.
   */
  'connections.practice': call<Connection>()(z.object({ office: z.enum(userRoles).optional() }).optional()),

  'practice.misbehaviours': call<InjectedFaults>()(nothing),
  /** Has the practice agency do something wrong, or no longer. */
  'practice.misbehave': call<InjectedFaults>()(z.object({ name: z.string().max(100), isOn: z.boolean() })),

  'clients.list': call<Client[]>()(nothing),
  /** Reads pasted clients; `folderColumn` is the one that a person said to hold folders, counted from 0. */
  'clients.read': call<PastedClients>()(
    z.object({
      text: z.string().max(1_000_000),
      folderColumn: z.number().int().min(0).max(1_000_000).optional(),
    }),
  ),
  'clients.keep': call<Client[]>()(z.object({ clients: z.array(clientSchema).max(10_000) })),
  'clients.remove': call<Client[]>()(z.object({ ruts: z.array(rutSchema).min(1).max(10_000) })),

  /** Whether the last request reached its service; `network.changed` tells when that changes. */
  'network.get': call<{ online: boolean }>()(nothing),

  /** What proxies ask and nobody has answered yet: for a page that was not there when it was asked. */
  'proxy.waiting': call<ProxyLoginRequest[]>()(nothing),
  /**
   * The person's login for the proxy that `proxy.asks` named; without one, the proxy's refusal stands. Gives
   * why one that was to be kept is used, but not kept.
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
