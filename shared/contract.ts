import type { z } from 'zod';
import { appCalls } from './contract/app.ts';
import type { Call } from './contract/define-call.ts';
import { deliveryCalls } from './contract/deliveries.ts';
import { dossierCalls } from './contract/dossier.ts';
import { downloadsCalls } from './contract/downloads.ts';
import { searchCalls } from './contract/search.ts';
import { textsCalls } from './contract/texts.ts';
import type { Outcome } from './errors.ts';
import type { Connection } from './model/connection.ts';
import type { Delivery } from './model/delivery.ts';
import type { DocumentRequest } from './model/dossier.ts';
import type { Batch, BatchDocument } from './model/download.ts';
import type { CommandName } from './model/keyboard-commands.ts';
import type { ProxyLoginRequest } from './model/proxy.ts';
import type { SavedSearch, SearchProgress, UnreadableSaved } from './model/search.ts';
import type { TextStatus } from './model/text-search.ts';
import type { UpdateState } from './model/updates.ts';

/** Every call of the page to main. Preload, handlers, hosts and the page's hooks are derived from this. */
export const calls = {
  ...appCalls,
  ...searchCalls,
  ...downloadsCalls,
  ...dossierCalls,
  ...deliveryCalls,
  ...textsCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
export type CallParsed<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> =
  Calls[Name] extends Call<infer _Input, infer Output> ? Output : never;

/** Carries the type of an event's payload. */
interface Event<Payload> {
  /** Never set. */
  payload?: Payload;
}
const event = <Payload>(): Event<Payload> => ({});

/** Every event that main emits to the page; progress at most 10 times a second. */
const events = {
  'search.progress': event<SearchProgress>(),
  'downloads.progress': event<{ batches: Batch[]; documents: BatchDocument[] }>(),
  /** Files appeared, moved or were deleted. */
  'files.changed': event<Record<string, never>>(),
  'connections.changed': event<{ connections: Connection[] }>(),
  'saved.changed': event<{ saved: SavedSearch[]; unreadable: UnreadableSaved[] }>(),
  /** Requested documents that have arrived. */
  'dossier.requestsArrived': event<{ requests: readonly DocumentRequest[] }>(),
  'deliveries.progress': event<Delivery>(),
  /** How much of the files on this computer is read. */
  'texts.progress': event<TextStatus>(),
  /** Whether the last request reached its service. */
  'network.changed': event<{ online: boolean }>(),
  /** An office's proxy requires a login; the page replies with `proxy.answer`. */
  'proxy.asks': event<ProxyLoginRequest>(),
  'updates.changed': event<UpdateState>(),
  /** A command was selected in the system's menu. */
  'command.chosen': event<{ command: CommandName }>(),
};
export type EventName = keyof typeof events;
export type Events = {
  [Name in EventName]: (typeof events)[Name] extends Event<infer Payload> ? Payload : never;
};
export const eventNames = Object.keys(events) as EventName[];

/** Main's handler for each call, with validated input. */
export type Handlers = {
  [Name in CallName]: (input: CallParsed<Name>) => Promise<CallOutput<Name>>;
};

/** The type of `window.carpeta`: one function per call, and one to subscribe to events. */
export type Bridge = {
  readonly [Name in CallName]: (input: CallInput<Name>) => Promise<Outcome<CallOutput<Name>>>;
} & {
  readonly on: <Name extends EventName>(event: Name, listener: (payload: Events[Name]) => void) => () => void;
};
