import type { CallName, Handlers } from '../../shared/contract.ts';
import type { PaymentTableQuery } from '../../shared/model/payment-queries.ts';
import type { ClientNames } from '../database/index.ts';
import type { Dossier, DossierContext } from './dossier.ts';
import { savePaymentTable } from './save-payment-table.ts';

/** The calls about the table of disbursements. */
export type PaymentCall = Extract<
  CallName,
  `carpeta.${'paymentTable' | 'paymentsToAsk' | 'savePaymentTable'}`
>;

/** The handlers of these calls. */
export function paymentHandlers(context: DossierContext, dossier: Dossier): Pick<Handlers, PaymentCall> {
  const { store, clients, connectionIds } = context;
  const names = (): ClientNames => Object.fromEntries(clients().map(({ rut, name }) => [rut, name]));
  const stored = async (query: PaymentTableQuery) => ({
    ...query,
    scope: await dossier.storedScope(query.scope),
  });
  return {
    'carpeta.paymentTable': async (query) => store.tabulatePayments(await stored(query), names()),
    'carpeta.paymentsToAsk': async ({ scope, period }) => {
      // A result or a package is its dispatches, whatever else a period has.
      if (scope.resultSetId ?? scope.dispatches ?? scope.handoverId) return { queries: [], requests: 0 };
      return store.periodToAsk(period, {
        connectionIds: scope.connectionIds ?? connectionIds(),
        ruts: scope.ruts ?? clients().map(({ rut }) => rut),
        dispatchesOf: scope.ruts,
        today: dossier.today(),
      });
    },
    'carpeta.savePaymentTable': async (request) => {
      const read = await store.readTabulatedPayments(await stored(request.query), names());
      return savePaymentTable(context, request, read);
    },
  };
}
