import { toErrorData } from '../../../shared/errors.ts';
import { sumAmounts } from '../../../shared/model/amounts.ts';
import { shownDate } from '../../../shared/model/dates.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { exitCode } from '../exit-code.ts';
import { printTable, shownAmount } from '../print-table.ts';
import { withDispatch } from '../query-options.ts';
import { reportError } from '../report-error.ts';
import type { Command } from '../terminal.ts';

/** `disbursements`: what the agency paid for one dispatch. */
export const disbursements: Command = (terminal) =>
  withDispatch(terminal, async (app, api, dispatch) => {
    const { disbursements: paid, incompleteReason } = await api.disbursements(dispatch);
    for (const { item } of paid) terminal.emit('disbursement', { item });
    printTable(
      terminal,
      paid,
      {
        paid: ({ date }) => shownDate(date),
        analysis: ({ analysisName }) => analysisName,
        folio: ({ documentNumber }) => documentNumber,
        state: ({ state }) => stateText(state),
        provider: ({ providerName }) => providerName,
        amount: ({ amount }) => shownAmount(terminal, amount),
      },
      { alignedRight: ['amount'] },
    );
    const { sum, unknown } = sumAmounts(paid.map(({ amount }) => amount));
    terminal.emit('done', { disbursements: paid.length, amount: sum, unknownAmounts: unknown });
    terminal.say('disbursements', { count: paid.length, sum: terminal.translator.number(sum), unknown });
    return incompleteReason ? reportError(app, terminal, toErrorData(incompleteReason)) : exitCode.done;
  });
