import { toErrorData } from '../../../shared/errors.ts';
import { sumAmounts } from '../../../shared/model/amounts.ts';
import { shownDate } from '../../../shared/model/dates.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { exitCode, exitCodeOf } from '../exit-code.ts';
import { printTable, shownAmount } from '../print-table.ts';
import { withDispatch } from '../query-options.ts';
import type { Command } from '../terminal.ts';

/** `disbursements`: what the agency paid for one dispatch. */
export const disbursements: Command = (terminal) =>
  withDispatch(terminal, async (app, api, dispatch) => {
    const { disbursements: paid, incompleteReason } = await api.disbursements(dispatch);
    for (const { item } of paid) terminal.emit('disbursement', { item });
    printTable(
      terminal,
      [
        { titleKey: 'title.paid' },
        { titleKey: 'title.analysis' },
        { titleKey: 'title.folio' },
        { titleKey: 'title.state' },
        { titleKey: 'title.provider' },
        { titleKey: 'title.amount', align: 'right' },
      ],
      paid.map((one) => [
        shownDate(one.date),
        one.analysisName,
        one.documentNumber,
        stateText(one.state),
        one.providerName,
        shownAmount(terminal, one.amount),
      ]),
    );
    const { sum, unknown } = sumAmounts(paid.map(({ amount }) => amount));
    terminal.emit('done', { disbursements: paid.length, amount: sum, unknownAmounts: unknown });
    terminal.say('disbursements', { count: paid.length, sum: terminal.translator.number(sum), unknown });
    if (!incompleteReason) return exitCode.done;
    terminal.complain(toErrorData(incompleteReason));
    app.lastError.save(toErrorData(incompleteReason));
    return exitCodeOf(incompleteReason);
  });
