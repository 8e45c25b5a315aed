import { toErrorData } from '../../../shared/errors.ts';
import { currencyIn, sumByCurrency } from '../../../shared/model/currency.ts';
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
        amount: ({ amount, item }) => withCurrency(shownAmount(terminal, amount), currencyIn(item)),
      },
      { alignedRight: ['amount'] },
    );
    const sums = sumByCurrency(paid);
    const unknown = sums.reduce((count, each) => count + each.unknown, 0);
    const [only = { sum: 0 }] = sums;
    terminal.emit('done', {
      disbursements: paid.length,
      ...(sums.length < 2
        ? { amount: only.sum }
        : { amounts: Object.fromEntries(sums.map(({ currency, sum }) => [currency, sum])) }),
      unknownAmounts: unknown,
    });

    function withCurrency(amount: string, currency: string): string {
      return amount === '' ? '' : [amount, currency].filter(Boolean).join(' ');
    }
    const shown = sums.map(({ currency, sum }) => withCurrency(terminal.translator.number(sum), currency));
    terminal.say('disbursements', { count: paid.length, sum: shown.join(' · ') || '0', unknown });
    return incompleteReason ? reportError(app, terminal, toErrorData(incompleteReason)) : exitCode.done;
  });
