import { CarpetaError } from '../../shared/errors.ts';
import type { Disbursement } from '../../shared/model/document.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import type { DisbursementList } from './answer.ts';
import type { Heard } from './conversation.ts';
import { itemsOf, objectBody } from './envelope.ts';
import { amountAt, dispatchNumberOf, keptItem, textAt } from './fields.ts';
import { parseBody } from './json-body.ts';

/** The disbursements of a dispatch. Throws `RESPONSE_UNREADABLE`. */
export function readDisbursements(heard: Heard, dispatch: string): DisbursementList {
  const body = parseBody(heard.text);
  const disbursements = itemsOf(body).map((item, position) => readDisbursement(item, position, dispatch));
  const total = objectBody(body)['total'];
  const doubt =
    typeof total === 'number' && total !== disbursements.length
      ? new CarpetaError('WALK_INCOMPLETE', `${disbursements.length} came of ${total}`, {
          values: { came: disbursements.length, total },
        })
      : undefined;
  return {
    disbursements,
    ...(doubt && { doubt: heard.blame(doubt) }),
    requestId: heard.requestId,
    clockOffset: heard.clockOffset,
  };
}

function readDisbursement(item: JsonObject, position: number, dispatch: string): Disbursement {
  const amount = amountAt(item, 'monto');
  const net = amountAt(item, 'montoNeto');
  const tax = amountAt(item, 'montoIva');
  const balance = amountAt(item, 'saldo');
  const debit = amountAt(item, 'debe');
  return {
    // api.md promises no id here; the place in a list that always comes whole tells two of them apart as well.
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
    providerId: ofPaper(item, 'idProveedor'),
    providerName: ofPaper(item, 'nombreProveedor'),
    item: keptItem(item),
  };
}

/** A field of the invoice, else of the document that supports a disbursement. */
function ofPaper(item: JsonObject, key: string): string {
  return textAt(item, 'invoiceInfo', key) || textAt(item, 'documentInfo', key);
}
