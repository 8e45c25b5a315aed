import { compositeKey } from '../../../shared/composite-key.ts';
import { listWords } from '../../../shared/list-words.ts';
import { writtenDay } from '../../../shared/model/dates.ts';
import type { TextHit, TextLine, TextStatus } from '../../../shared/model/text-search.ts';
import { slicesOf } from '../../../shared/slices-of.ts';
import type { App } from '../../app.ts';
import type { TranslationKey } from '../../i18n/index.ts';
import { exitCode, worst } from '../exit-code.ts';
import { readRut } from '../query-options.ts';
import { readArguments, UsageError, wholeNumber } from '../read-arguments.ts';
import { tellUnreadable } from '../run-search.ts';
import { withApp } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';

const defaultLimit = 50;
/** Lines of one process. */
const linesAtOnce = 50;

/**
 * `find WORDS`: downloaded documents by the words in them; what is unread is read first. Ends with
 * `someFailed` where documents stay unread, or their recognition failed: the answer may lack some.
 */
export const find: Command = async (terminal) => {
  const { values, positionals } = readArguments(
    terminal.arguments,
    {
      rut: { type: 'string', multiple: true },
      type: { type: 'string', multiple: true },
      from: { type: 'string' },
      to: { type: 'string' },
      limit: { type: 'string' },
      scans: { type: 'boolean' },
    },
    Number.POSITIVE_INFINITY,
  );
  const text = positionals.map(quoteAgain).join(' ').trim();
  if (text === '') throw new UsageError('usage.noWords');
  const limit = wholeNumber(values.limit, '--limit', { from: 1, to: 500 }) ?? defaultLimit;
  const filter = {
    ...(values.rut && { ruts: values.rut.map((rut) => readRut(terminal, rut)) }),
    ...(values.type && { types: values.type }),
    ...(values.from !== undefined && { from: readDay(values.from, '--from') }),
    ...(values.to !== undefined && { to: readDay(values.to, '--to') }),
  };
  return withApp(terminal, async (app) => {
    if (!app.settings.get().readsTexts) {
      // The app may have been closed before it took the words out.
      await app.texts.purge();
      terminal.emit('done', { documents: 0, state: 'off' });
      const isManaged = app.settings.view().managed.includes('readsTexts');
      terminal.say(isManaged ? 'textsManagedOff' : 'textsOff');
      return exitCode.someFailed;
    }
    const redraw = (key: 'readingTexts' | 'readingScans') => (count: number) =>
      terminal.redraw(count > 0 ? terminal.translator.t(key, { count }) : '');
    const onScan = values.scans ? redraw('readingScans') : undefined;
    const read = await app.texts.readAll(terminal.signal, redraw('readingTexts'), onScan);
    terminal.signal.throwIfAborted();
    const { hits, hasMore, hasWords, unused, unreadable } = await app.texts.find({
      text,
      filter,
      limit,
      offset: 0,
    });
    if (!hasWords) throw new UsageError('usage.noWords');
    const status = await app.handlers['texts.status'](undefined);
    for (const some of slicesOf(hits, linesAtOnce)) await report(app, terminal, text, some);
    const { unreadTotal, unread, waiting, waitingScans } = status;
    terminal.emit('done', {
      documents: hits.length,
      hasMore,
      unread: { ...unread, waiting },
      unreadTotal,
      waitingScans,
      haveScansFailed: read.haveScansFailed,
      ...(unused.length > 0 && { unused }),
      ...(unreadable > 0 && { unreadable }),
    });
    const code = tellUnreadable(app, terminal, unreadable);
    terminal.say('found', { count: hits.length });
    if (hasMore) terminal.say('foundMore');
    if (unused.length > 0) terminal.say('unusedWords', { shown: unused.length, words: listWords(unused) });
    tellUnread(terminal, status);
    if (waitingScans > 0) {
      const isOff = app.settings.get().readsScans === 'never';
      const reason = read.haveScansFailed ? 'scansFailed' : isOff ? 'scansOff' : 'scansWait';
      terminal.say(reason, { count: waitingScans });
    }
    const isWhole = unreadTotal === 0 && !read.haveScansFailed;
    return worst([code, isWhole ? exitCode.done : exitCode.someFailed]);
  });
};

/** A shell takes the quotes of a phrase away: an argument of several words is one. */
function quoteAgain(argument: string): string {
  return /\s/.test(argument.trim()) && !/["“”«»]/.test(argument) ? `"${argument}"` : argument;
}

function readDay(text: string, option: string): string {
  const day = writtenDay(text);
  if (day === undefined) throw new UsageError('usage.day', { option });
  return day;
}

async function report(app: App, terminal: Terminal, text: string, hits: readonly TextHit[]): Promise<void> {
  const pages = hits.map(({ document: { connectionId, id }, pages: [page = 1] }) => ({
    connectionId,
    id,
    page,
  }));
  const lines = await app.handlers['texts.lines']({ text, pages, isPreview: false });
  const byDocument = new Map(lines.map((line) => [compositeKey(line.connectionId, line.id), line]));
  for (const hit of hits) {
    const { connectionId, id } = hit.document;
    show(terminal, hit, byDocument.get(compositeKey(connectionId, id)));
  }
}

function show(
  terminal: Terminal,
  { document, pages, isPaged, isAttached, isNear, isUnsure }: TextHit,
  line?: TextLine,
): void {
  const { item, path, rut, type, folio, dispatchNumber } = document;
  terminal.emit('hit', {
    rut,
    dispatch: dispatchNumber,
    path,
    isNear,
    item,
    ...(isPaged && { pages }),
    ...(isAttached && { isAttached }),
    isUnsure,
    line: line?.line,
  });
  const page = isPaged ? terminal.translator.t('foundPage', { page: pages.join(', ') }) : '';
  const attached = isAttached ? terminal.translator.t('foundAttached') : '';
  const unsure = isUnsure ? terminal.translator.t('unsureScan') : '';
  terminal.print([dispatchNumber, type, folio, page, attached, unsure, path].filter(Boolean).join(' · '));
  if (line && line.line !== '') terminal.print(`    ${line.line.trim()}`);
}

/** What is not read is never left out silently. */
function tellUnread(terminal: Terminal, status: TextStatus): void {
  const { unread, unreadTotal, waiting, isRemade } = status;
  if (isRemade) terminal.say('textsRemade');
  if (unreadTotal === 0) return;
  const counts = Object.entries({ waiting, ...unread }).filter(([, count]) => count > 0);
  const reasons = counts.map(([reason, count]) =>
    // Each reason has its text in `unreadReason`.
    terminal.translator.t(`unreadReason.${reason}` as TranslationKey, { count }),
  );
  terminal.say('unreadTexts', { count: unreadTotal, reasons: reasons.join(', ') });
}
