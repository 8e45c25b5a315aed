import { toErrorData } from '../../../shared/errors.ts';
import { shownDate } from '../../../shared/model/dates.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { exitCode, exitCodeOf } from '../exit-code.ts';
import { readDispatch, readRut, resolveDispatch } from '../search-query.ts';
import { withAgency } from '../session.ts';
import { printTable, shownAmount } from '../table.ts';
import type { Command } from '../terminal.ts';
import { agencyOptions, needed, readArguments } from '../usage.ts';

/** `disbursements`: what the agency paid for one dispatch. */
export const disbursements: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, {
    ...agencyOptions,
    rut: { type: 'string' },
    dispatch: { type: 'string' },
  });
  const rut = readRut(terminal, values.rut);
  const parsed = readDispatch(needed(values.dispatch, '--dispatch'));
  return withAgency(terminal, values, async (app, { id }) => {
    const dispatch = await resolveDispatch(app, parsed, rut);
    const api = await app.getApiClient(id);
    const { disbursements: paid, incompleteReason } = await api.disbursements({
      dispatch,
      rut,
      signal: terminal.signal,
    });
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
    const { sum, unknown } = sumOf(paid);
    terminal.emit('done', { disbursements: paid.length, amount: sum, unknownAmounts: unknown });
    terminal.say('disbursements', { count: paid.length, sum: terminal.translator.number(sum), unknown });
    if (!incompleteReason) return exitCode.done;
    terminal.complain(toErrorData(incompleteReason));
    app.lastError.save(toErrorData(incompleteReason));
    return exitCodeOf(incompleteReason);
  });
};

/** The sum of the known amounts, and the number of unknown ones, which are not counted as zero. */
function sumOf(paid: readonly Disbursement[]): { sum: number; unknown: number } {
  const known = paid.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
  return { sum: known.reduce((sum, amount) => sum + amount, 0), unknown: paid.length - known.length };
}
