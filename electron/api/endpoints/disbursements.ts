import type { Disbursement } from '../../../shared/model/document.ts';
import { definedOnly, type JsonObject } from '../../../shared/model/json.ts';
import type { DisbursementList } from '../api-types.ts';
import { checkRow, incompleteReasonOf, judgeList, readRows } from '../envelope.ts';
import type { ApiResponse } from '../request-with-retry.ts';
import {
  amountAt,
  checkAbout,
  checkItems,
  dispatchNumberOf,
  type ExpectedSubject,
  sanitizeItem,
  textAt,
} from '../tolerant-fields.ts';

/** Fields that only a disbursement has (api.md, names.md). */
const rowMarks = [
  ...['codigoAnalisis', 'nombreAnalisis', 'numeroDocumento', 'fechaDesembolso'],
  ...['monto', 'montoNeto', 'montoIva', 'saldo', 'debe', 'invoiceInfo', 'documentInfo', 'dispatch'],
];
/** An object with any of these is a disbursement. */
const rowFields = [...rowMarks, 'id', 'numeroDespacho'];

/**
 * The disbursements of a dispatch. Rejects with `RESPONSE_UNREADABLE`, also where they belong to another
 * dispatch.
 */
export async function readDisbursements(
  response: ApiResponse,
  expected: ExpectedSubject & { dispatch: string },
): Promise<DisbursementList> {
  const judged = judgeList(response, rowMarks);
  checkAbout(expected, judged.envelope);
  checkItems(expected, judged.items);
  const { rows: disbursements, list } = await readRows(response, judged, (item, position) => {
    checkRow(item, rowFields);
    return readDisbursement(sanitizeItem(item, response), position, expected.dispatch);
  });
  const incompleteReason = incompleteReasonOf(list);
  return {
    disbursements,
    ...(incompleteReason && { incompleteReason: response.withExchange(incompleteReason) }),
    requestId: response.requestId,
    clockOffset: response.clockOffset,
  };
}

function readDisbursement(item: JsonObject, position: number, dispatch: string): Disbursement {
  return {
    // api.md promises no id here. The list always comes whole, so the position is a stable id.
    id: textAt(item, 'id') || `${dispatch}#${position + 1}`,
    dispatchNumber: dispatchNumberOf(item) || dispatch,
    analysisCode: textAt(item, 'codigoAnalisis'),
    analysisName: textAt(item, 'nombreAnalisis'),
    documentNumber: textAt(item, 'numeroDocumento'),
    state: textAt(item, 'estado'),
    date: textAt(item, 'fechaDesembolso'),
    ...definedOnly({
      amount: amountAt(item, 'monto'),
      net: amountAt(item, 'montoNeto'),
      tax: amountAt(item, 'montoIva'),
      balance: amountAt(item, 'saldo'),
      debit: amountAt(item, 'debe'),
    }),
    providerId: ofDocument(item, 'idProveedor'),
    providerName: ofDocument(item, 'nombreProveedor'),
    item,
  };
}

/** A field of the invoice, else of the supporting document. */
function ofDocument(item: JsonObject, key: string): string {
  return textAt(item, 'invoiceInfo', key) || textAt(item, 'documentInfo', key);
}
