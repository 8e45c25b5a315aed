/**
 * A program for trials that end it at any moment: the app without a window over a kept store. It begins one
 * delivery and tells how far that is.
 */
import { createApp } from '../../../electron/app.ts';
import { type CallInput, calls } from '../../../shared/contract.ts';
import { testHost } from '../app/host.ts';
import { memoryPreferences } from '../app/preferences.ts';

/** The calls that begin a delivery. */
export type DeliveryCall = 'deliveries.merge' | 'deliveries.zip' | 'deliveries.package' | 'dossier.draft';

/** What such a process is told, as JSON in `HANDOVER_ORDER`. */
export interface DeliveryOrder {
  home: string;
  baseUrl: string;
  agency: string;
  key: string;
  clients: readonly { rut: string; name: string }[];
  call: DeliveryCall;
  input: CallInput<DeliveryCall>;
  /**
   * Says `marking` instead of marking the first file as foreign, and waits for ever: it is written by then,
   * and has not got its name.
   */
  hangs?: boolean;
}

/** The id of the one connection of such a process. */
export const connectionId = 'agencia';

/** A host of such a process: the same in every process that opens the home. */
export function hostOf({
  home,
  baseUrl,
  agency,
  key,
  clients,
}: Omit<DeliveryOrder, 'call' | 'input' | 'hangs'>) {
  return testHost(home, {
    preferences: memoryPreferences({
      clients,
      connections: {
        connections: [{ id: connectionId, name: 'Agencia', baseUrl, agency }],
        keys: [{ account: 'clave', since: '2026-11-20T12:00:00.000Z', connectionIds: [connectionId] }],
      },
    }),
    secrets: { get: async () => key, set: async () => undefined, remove: async () => undefined },
    desktop: { openFile: async () => undefined },
  });
}

function hang(): Promise<void> {
  process.stdout.write('marking\n');
  return new Promise(() => undefined);
}

async function main({ call, input, hangs, ...home }: DeliveryOrder): Promise<void> {
  const host = hostOf(home);
  const desktop = { ...host.desktop, ...(hangs && { markAsForeign: hang }) };
  const app = await createApp({ ...host, desktop });
  app.on('downloads.progress', ({ batches }) => {
    for (const { counts } of batches) process.stdout.write(`${counts.done}\n`);
  });
  const begin = app.handlers[call] as (request: unknown) => Promise<unknown>;
  await begin(calls[call].input.parse(input));
}

const order = process.env['HANDOVER_ORDER'];
if (order !== undefined) await main(JSON.parse(order) as DeliveryOrder);
