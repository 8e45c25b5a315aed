import { resolve } from 'node:path';
import { addMonths, missingOfDispatch } from '../../../shared/model/client-month.ts';
import { dayInSantiago } from '../../../shared/model/dates.ts';
import { monthSchema } from '../../../shared/model/value-schemas.ts';
import type { App } from '../../app.ts';
import type { MonthRequest } from '../../dossier/index.ts';
import { createTranslator } from '../../i18n/index.ts';
import { type ExitCode, exitCode, worst } from '../exit-code.ts';
import { printTable, shownAmount } from '../print-table.ts';
import { readRut } from '../query-options.ts';
import { agencyOptions, needed, readArguments, UsageError } from '../read-arguments.ts';
import { reportProblems, runSearch, tellUnreadable } from '../run-search.ts';
import { withAgency } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';

/** `month`: a client's month as PDF, workbook and mail draft in a folder; what is missing of it is asked. */
export const month: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, {
    ...agencyOptions,
    rut: { type: 'string' },
    month: { type: 'string' },
    into: { type: 'string' },
  });
  const folder = resolve(needed(values.into, '--into'));
  const rut = readRut(terminal, values.rut);
  const chosen = values.month === undefined ? undefined : readMonth(values.month);
  return withAgency(terminal, values, async (app, { id }) => {
    const request: MonthRequest = {
      rut,
      month: chosen ?? addMonths(app.today().slice(0, 7), -1),
      connectionIds: [id],
      translator: createTranslator(terminal.translator.language),
    };
    const asked = await askForRest(app, terminal, request);
    terminal.signal.throwIfAborted();
    const { isWhole, unreadable } = await report(app, terminal, request);
    const files = await app.months.writeInto(folder, request);
    const damaged = tellUnreadable(app, terminal, unreadable);
    terminal.emit('done', { ...files, isWhole });
    terminal.say('monthWritten', { folder });
    for (const name of files.leftOut) terminal.say('monthLeftOut', { name });
    return worst([
      asked,
      damaged,
      isWhole && files.leftOut.length === 0 ? exitCode.done : exitCode.someFailed,
    ]);
  });
};

function readMonth(text: string): string {
  const parsed = monthSchema.safeParse(text.trim());
  if (!parsed.success) throw new UsageError('usage.month', { option: '--month' });
  return parsed.data;
}

/** Asks the agency for what was never requested of the month. */
async function askForRest(app: App, terminal: Terminal, request: MonthRequest): Promise<ExitCode> {
  const { toAsk } = await app.months.read(request);
  const codes: ExitCode[] = [];
  for (const query of toAsk.queries) {
    codes.push(reportProblems(app, terminal, await runSearch(app, terminal, query)));
    if (terminal.signal.aborted) break;
  }
  return worst(codes);
}

/** Prints the month; returns whether all of it was asked and could be read, and how many rows could not. */
async function report(
  app: App,
  terminal: Terminal,
  request: MonthRequest,
): Promise<{ isWhole: boolean; unreadable: number }> {
  const {
    rut,
    month: name,
    dispatches,
    missing,
    payments,
    notes,
    asOf,
    toAsk,
    partial,
    unreadable,
  } = await app.months.read(request);
  for (const dispatch of dispatches) terminal.emit('dispatch', { item: dispatch });
  for (const one of missing) terminal.emit('missing', { item: one });
  const sums = payments.sections.map(({ currency, totals: { count, amount } }) => ({
    currency,
    disbursements: count,
    ...(amount.known > 0 && { amount: amount.sum }),
    unknownAmounts: amount.unknown,
  }));
  for (const item of sums) terminal.emit('sum', { item });
  const documents = dispatches.reduce((sum, one) => sum + one.documents, 0);
  terminal.emit('month', {
    rut,
    month: name,
    dispatches: dispatches.length,
    documents,
    missing: missing.length,
    asOf: asOf === '' ? undefined : asOf,
    unasked: toAsk.requests,
    ...(unreadable > 0 && { unreadable }),
    notes,
  });
  printTable(
    terminal,
    dispatches,
    {
      dispatch: ({ number }) => number,
      reference: ({ reference }) => reference,
      paid: ({ day }) => day,
      documents: (one) => String(one.documents),
      missing: (one) => String(missingOfDispatch(one) ?? '—'),
    },
    { alignedRight: ['documents', 'missing'] },
  );
  printTable(
    terminal,
    sums,
    {
      currency: ({ currency }) => currency || '—',
      payments: ({ disbursements }) => String(disbursements),
      amount: ({ amount }) => shownAmount(terminal, amount),
    },
    { alignedRight: ['payments', 'amount'] },
  );
  terminal.say('month', { month: name, dispatches: dispatches.length, documents, missing: missing.length });
  if (asOf !== '') terminal.say('monthAsOf', { day: dayInSantiago(Date.parse(asOf)) });
  for (const note of notes) terminal.note(note);
  return { isWhole: toAsk.queries.length === 0 && partial === 0 && unreadable === 0, unreadable };
}
