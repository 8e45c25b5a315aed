import type { App } from '../../../electron/app.ts';
import type { Delivery } from '../../../shared/model/delivery.ts';
import type { Batch } from '../../../shared/model/download.ts';
import type { PracticeAgency, PracticeDocument } from '../agency/practice-agency.ts';
import { type Call, callsOf } from './page-calls.ts';

/** An app that makes deliveries, and what it has told of them. */
export interface DeliveryFixture {
  call: Call;
  /** Deliveries as they were told, in their order. */
  emitted: readonly Delivery[];
  /** Batches as they were told last. */
  batches: ReadonlyMap<string, Batch>;
  /** Resolves as soon as something that was told fits. */
  until<Found>(find: () => Found | undefined): Promise<Found>;
  /** A delivery as it was told last. */
  lastOf(id: string): Delivery | undefined;
  /** Resolves with a delivery that has ended. */
  ended(id: string): Promise<Delivery>;
  /** Has a dispatch of these clients asked for completely. */
  ask(connectionId: string, number: string, clients: PracticeAgency['clients']): Promise<void>;
}

/** Hears an app from now on. */
export function openDeliveryFixture(app: App): DeliveryFixture {
  const emitted: Delivery[] = [];
  const batches = new Map<string, Batch>();
  let received: () => void = () => undefined;
  const call = callsOf(app.handlers);
  const lastOf = (id: string) => emitted.findLast((one) => one.id === id);
  app.on('deliveries.progress', (delivery) => {
    emitted.push(delivery);
    received();
  });
  app.on('downloads.progress', (message) => {
    for (const batch of message.batches) batches.set(batch.id, batch);
    received();
  });

  async function until<Found>(find: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        received = resolve;
      });
    }
  }

  return {
    call,
    emitted,
    batches,
    until,
    lastOf,
    ended: (id) =>
      until(() => {
        const last = lastOf(id);
        return last && last.state !== 'running' ? last : undefined;
      }),
    async ask(connectionId, number, clients) {
      const searched = Promise.withResolvers<void>();
      const off = app.on('search.progress', ({ state }) => state !== 'running' && searched.resolve());
      await call('search.start', {
        kind: 'dispatches',
        connectionIds: [connectionId],
        dispatches: [{ number, ruts: clients.map(({ rut }) => rut) }],
      });
      await searched.promise;
      off();
    },
  };
}

/** The documents of one dispatch, of any or this client, each of which the agency has a file of. */
export function wholeDispatch(
  agency: PracticeAgency,
  rut?: string,
): { documents: PracticeDocument[]; number: string } {
  const own = agency.data.documents().filter(({ client }) => rut === undefined || client.rut === rut);
  const byDispatch = Map.groupBy(own, ({ dispatch }) => dispatch?.number ?? '');
  const [documents = []] = [...byDispatch.values()].filter(
    (all) => all.length >= 4 && all.every((one) => one.dispatch && one.isActive && one.file?.kind === 'pdf'),
  );
  return { documents, number: documents[0]?.dispatch?.number ?? '' };
}
