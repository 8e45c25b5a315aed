import { dayMs } from '../../../shared/model/dates.ts';
import { dayOnly } from '../data/days.ts';
import { hashText } from '../data/random.ts';
import type { Charge, PracticeDispatch } from '../data/records.ts';

/**
 * All disbursements of a dispatch, by date, the undated ones last. Strings and the date are always present,
 * amounts and documents are left out without data (names.md).
 */
export function disbursementsOf({ wire, charges, number }: PracticeDispatch): object[] {
  const { id: _id, ...dispatch } = wire;
  const timeOf = ({ paidAt = Number.POSITIVE_INFINITY }: Charge) => paidAt;
  return charges
    .toSorted((left, right) => timeOf(left) - timeOf(right))
    .map((charge) => ({
      id: charge.id,
      codigoAnalisis: charge.provider.analysis.code,
      nombreAnalisis: charge.provider.analysis.name,
      numeroDespacho: number,
      numeroDocumento: charge.folio,
      estado: charge.state,
      fechaDesembolso: charge.paidAt === undefined ? null : dayOnly(charge.paidAt),
      dispatch,
      ...amountsOf(charge),
      ...documentsOf(charge),
    }));
}

/** The known amounts differ between charges, but never between two responses. */
function amountsOf({ id, amounts, state, hasEveryAmount }: Charge): object {
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

/** The agency's bookkeeping of a document: `totals` has numbers under varying keys (names.md). */
function documentsOf({ id, provider, folio, amounts, paidAt, hasEveryAmount }: Charge): object {
  const sort = hasEveryAmount ? 0 : hashText(`${id}/papers`) % 5;
  const about = {
    // Sometimes with dots, sometimes without: compare them as RUTs.
    idProveedor: sort % 2 === 0 ? provider.rut : provider.party.id,
    nombreProveedor: provider.party.name,
    ...(paidAt !== undefined && { fechaDocumento: dayOnly(paidAt) }),
  };
  const { net: neto, tax: iva, total } = amounts ?? {};
  const totals = amounts === undefined ? {} : sort < 3 ? { neto, iva, total } : { montoTotal: total };
  return {
    ...(sort !== 4 && {
      documentInfo: { ...about, name: `${folio}.pdf`, title: `${provider.document} ${folio}`, totals },
    }),
    ...(sort === 1 && { invoiceInfo: { ...about, name: `FA-${folio}`, title: 'FACTURA AGENCIA', totals } }),
    ...(sort === 1 && paidAt !== undefined && { fechaFacturado: dayOnly(paidAt + 7 * dayMs) }),
  };
}
