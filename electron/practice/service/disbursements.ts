import { dayOnly } from '../data/days.ts';
import { hashText } from '../data/random.ts';
import type { Charge, DispatchObject, PracticeDispatch } from '../data/records.ts';

/** The agency's bookkeeping of a document; `totals` has numbers under varying keys (names.md). */
interface DocumentOfCharge {
  fechaDocumento?: string;
  idProveedor: string;
  name: string;
  title: string;
  nombreProveedor: string;
  totals: Record<string, number>;
}

/**
 * A disbursement of the API: strings and the date are always present, amounts and documents are left out
 * without data (names.md).
 */
interface DisbursementItem {
  id: string;
  codigoAnalisis: string;
  nombreAnalisis: string;
  numeroDespacho: string;
  numeroDocumento: string;
  estado: string;
  fechaDesembolso: string | null;
  dispatch: Omit<DispatchObject, 'id'>;
  debe?: number;
  monto?: number;
  montoIva?: number;
  montoNeto?: number;
  saldo?: number;
  fechaFacturado?: string;
  invoiceInfo?: DocumentOfCharge;
  documentInfo?: DocumentOfCharge;
}

/** All disbursements of a dispatch, by date, the undated ones last. */
export function disbursementsOf(dispatch: PracticeDispatch): DisbursementItem[] {
  const { id: _id, ...withoutId } = dispatch.wire;
  return dispatch.charges
    .toSorted(
      (left, right) => (left.paidAt ?? Number.POSITIVE_INFINITY) - (right.paidAt ?? Number.POSITIVE_INFINITY),
    )
    .map((charge) => ({
      id: charge.id,
      codigoAnalisis: charge.provider.analysis.code,
      nombreAnalisis: charge.provider.analysis.name,
      numeroDespacho: dispatch.number,
      numeroDocumento: charge.folio,
      estado: charge.state,
      fechaDesembolso: charge.paidAt === undefined ? null : dayOnly(charge.paidAt),
      dispatch: withoutId,
      ...amountsOf(charge),
      ...documentsOf(charge),
    }));
}

/** The known amounts differ between charges, but never between two responses. */
function amountsOf({ id, amounts, state, hasEveryAmount }: Charge): Partial<DisbursementItem> {
  if (amounts === undefined) return {};
  const { net, tax, total } = amounts;
  const sort = hasEveryAmount ? 5 : hashText(id) % 6;
  return {
    monto: total,
    ...(sort !== 0 && { montoNeto: net }),
    ...(sort !== 0 && tax > 0 && { montoIva: tax }),
    ...(sort > 2 && { debe: total }),
    ...(sort > 1 && { saldo: state === 'PENDIENTE' ? total : 0 }),
  };
}

function documentsOf({
  id,
  provider,
  folio,
  amounts,
  paidAt,
  hasEveryAmount,
}: Charge): Partial<DisbursementItem> {
  const sort = hasEveryAmount ? 0 : hashText(`${id}/papers`) % 5;
  const about = {
    // Sometimes with dots, sometimes without: compare them as RUTs.
    idProveedor: sort % 2 === 0 ? provider.rut : provider.party.id,
    nombreProveedor: provider.party.name,
    ...(paidAt !== undefined && { fechaDocumento: dayOnly(paidAt) }),
  };
  const totals: Record<string, number> =
    amounts === undefined
      ? {}
      : sort < 3
        ? { neto: amounts.net, iva: amounts.tax, total: amounts.total }
        : { montoTotal: amounts.total };
  return {
    ...(sort !== 4 && {
      documentInfo: { ...about, name: `${folio}.pdf`, title: `${provider.document} ${folio}`, totals },
    }),
    ...(sort === 1 && { invoiceInfo: { ...about, name: `FA-${folio}`, title: 'FACTURA AGENCIA', totals } }),
    ...(sort === 1 && paidAt !== undefined && { fechaFacturado: dayOnly(paidAt + 7 * 86_400_000) }),
  };
}
