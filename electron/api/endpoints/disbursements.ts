import type { Disbursement } from '../../../shared/model/document.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { DisbursementList } from '../api-types.ts';
import { checkRow, incompleteReasonOf, judgeList, readEach } from '../envelope.ts';
import type { ApiResponse } from '../request.ts';
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
  const list = judgeList(response, rowMarks);
  checkAbout(expected, list.envelope);
  checkItems(expected, list.items);
  const disbursements = await readEach(response, list.items, (item, position) => {
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
  const amount = amountAt(item, 'monto');
  const net = amountAt(item, 'montoNeto');
  const tax = amountAt(item, 'montoIva');
  const balance = amountAt(item, 'saldo');
  const debit = amountAt(item, 'debe');
  return {
    // api.md promises no id here. The list always comes whole, so the position is a stable id.
    id: textAt(item, 'id') || `${dispatch}#${position + 1}`,
    dispatchNumber: dispatchNumberOf(item) || dispatch,
    analysisCode: textAt(item, 'codigoAnalisis'),
    analysisName: textAt(item, 'nombreAnalisis'),
    documentNumber: textAt(item, 'numeroDocumento'),
    state: textAt(item, 'estado'),
    date: textAt(item, 'fechaDesembolso'),
    ...(amount !== undefined && { amount }),
    ...(net !== undefined && { net }),
    ...(tax !== undefined && { tax }),
    ...(balance !== undefined && { balance }),
    ...(debit !== undefined && { debit }),
    providerId: ofDocument(item, 'idProveedor'),
    providerName: ofDocument(item, 'nombreProveedor'),
    item,
  };
}

/** A field of the invoice, else of the supporting document. */
function ofDocument(item: JsonObject, key: string): string {
  return textAt(item, 'invoiceInfo', key) || textAt(item, 'documentInfo', key);
}
