import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exitCodeOf, worst } from '../../../../electron/cli/exit-code.ts';
import { followBatch, progressLine } from '../../../../electron/cli/follow-batch.ts';
import { printTable } from '../../../../electron/cli/print-table.ts';
import { reportBatch } from '../../../../electron/cli/report-batch.ts';
import { createTerminal } from '../../../../electron/cli/terminal.ts';
import { AppError, type ErrorCode, type ErrorData, toErrorData } from '../../../../shared/errors.ts';
import type { Batch, PauseReason } from '../../../../shared/model/download.ts';

function terminalOf({
  isTTY = true,
  isJson = false,
  stdin = new PassThrough(),
  signal = new AbortController().signal,
  columns = 60,
  width = 0,
} = {}) {
  const stdout = Object.assign(new PassThrough(), { columns: width });
  const stderr = Object.assign(new PassThrough(), { isTTY, columns });
  const terminal = createTerminal(
    { env: {}, stdin, stdout, stderr, signal },
    { arguments: [], language: 'es-CL', isJson },
  );
  return { terminal, said: () => textIn(stderr), printed: () => textIn(stdout) };
}

/** All that a stream holds: one `read()` may give no more than was written at once. */
function textIn(stream: PassThrough): string {
  let text = '';
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) text += String(chunk);
  return text;
}

const counts = {
  waiting: 118,
  transferring: 6,
  paused: 0,
  done: 170,
  here: 3,
  failed: 3,
  'no-file': 0,
  unsigned: 0,
  cancelled: 0,
};
const batch: Batch = {
  id: 'b',
  name: 'Octubre',
  folder: '/x',
  template: '',
  startedAt: '',
  state: { kind: 'running' },
  counts,
  documents: 300,
  bytes: 1e8,
  bytesPerSecond: 4_100_000,
  secondsLeft: 65,
  leftOut: 0,
  isElsewhere: false,
};

test('progress is a bar of documents, counts, speed and the time left', () => {
  const { terminal } = terminalOf();
  expect(progressLine(terminal, batch)).toBe(
    '██████████████░░░░░░░░░░ 176 de 300 documentos · 4,1 MB/s · 1:05',
  );
});

/** Follows a batch that is listed so, and of which nothing is told. */
function followed(listed: () => Batch[]) {
  const { terminal } = terminalOf();
  const handlers = { 'downloads.list': async () => listed(), 'downloads.control': async () => undefined };
  return followBatch({ on: () => () => undefined, handlers }, terminal, batch.id, 5);
}

test('who follows a batch that another process has ends with its code', async () => {
  const elsewhere = followed(() => [{ ...batch, isElsewhere: true }]);
  await expect(elsewhere).rejects.toMatchObject({ code: 'BATCH_OWNED_ELSEWHERE' });
});

test('who follows a batch of which nothing is told any more looks for it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let batches: Batch[] = [batch];
  const forgotten = expect(followed(() => batches)).rejects.toMatchObject({ code: 'BATCH_GONE' });
  await vi.advanceTimersByTimeAsync(10_000);
  batches = [];
  await vi.advanceTimersByTimeAsync(10_000);
  await forgotten;
  const ended: Batch = { ...batch, state: { kind: 'ended', at: '' } };
  batches = [batch];
  const whole = followed(() => batches);
  await vi.advanceTimersByTimeAsync(0);
  batches = [ended];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await whole).toEqual(ended);
});

/**
 * How a batch without problems, but for these, is told: its exit code, and what is kept as the last error.
 */
async function linesOf(overrides: Partial<Batch>) {
  const stored: ErrorCode[] = [];
  const app = {
    handlers: { 'downloads.documents': async () => ({ rows: [], total: 0 }) },
    lastError: { save: ({ code }: ErrorData) => void stored.push(code) },
  };
  const good = { ...counts, waiting: 0, transferring: 0, failed: 0 };
  const { terminal, said } = terminalOf();
  const code = await reportBatch(app, terminal, {
    ...batch,
    counts: good,
    state: { kind: 'ended', at: '' },
    ...overrides,
  });
  return { code, stored, said: said() };
}

const errorData = (code: ErrorCode) => toErrorData(new AppError(code, 'as the test says'));

test.each<[PauseReason, ErrorCode, number]>([
  ['offline', 'NO_NETWORK', 4],
  ['connection-refused', 'API_KEY_INVALID', 3],
  ['disk-full', 'DISK_FULL', 1],
  ['folder-gone', 'FOLDER_GONE', 2],
])(
  'a batch that stands still as %s is told by %s, which is kept, and ends with %d',
  async (why, code, exit) => {
    const lines = await linesOf({ state: { kind: 'paused', why, error: errorData(code) } });
    expect([lines.code, lines.stored]).toEqual([exit, [code]]);
    expect(lines.said).toContain(code);
  },
);

test('a batch of which all has come ends with 0, and with 1 where its index or a part of what was chosen lacks', async () => {
  expect((await linesOf({})).code).toBe(0);
  const undelivered = {
    indexError: errorData('INDEX_NOT_WRITTEN'),
    selectionError: errorData('RESULT_SET_GONE'),
  };
  for (const [name, error] of Object.entries(undelivered)) {
    expect(await linesOf({ [name]: error })).toMatchObject({ code: 1, stored: [error.code] });
  }
});

test('of several ends the gravest counts', () => {
  expect([worst([0, 1, 4, 3]), worst([1, 2, 0]), worst([])]).toEqual([4, 2, 0]);
});

test('progress is never more than all, nor not a number', () => {
  const { terminal } = terminalOf();
  const none = { ...counts, waiting: 0, transferring: 0, done: 0, here: 0, failed: 0 };
  const { secondsLeft: _, ...untimed } = batch;
  expect(progressLine(terminal, { ...untimed, counts: none, documents: 0, bytesPerSecond: 0 })).toBe(
    `${'░'.repeat(24)} 0 de 0 documentos · 0 MB/s`,
  );
});

test('a line that is redrawn makes way for words, and is drawn for nobody where nobody looks', () => {
  const watched = terminalOf();
  watched.terminal.redraw('x'.repeat(100));
  watched.terminal.say('nothingFound');
  expect(watched.said()).toBe(`${'x'.repeat(59)}\r\u001b[KNo se encontró ningún documento.\n`);
  const sizeless = terminalOf({ columns: 0 });
  sizeless.terminal.redraw('x'.repeat(100));
  expect(sizeless.said()).toBe('x'.repeat(79));
  const unwatched = terminalOf({ isTTY: false });
  unwatched.terminal.redraw('x');
  expect(unwatched.said()).toBe('');
});

test('programs get JSON and no tables, people tables and no JSON', () => {
  const programs = terminalOf({ isJson: true });
  programs.terminal.emit('done', { documents: 1, nothing: undefined });
  programs.terminal.print('table');
  expect(programs.printed()).toBe('{"event":"done","documents":1}\n');
  const people = terminalOf();
  people.terminal.emit('done');
  people.terminal.print('table');
  expect(people.printed()).toBe('table\n');
});

const rows = [{ type: 'CONOCIMIENTO DE EMBARQUE (B/L)', issuer: 'Agencia de Aduanas Práctica' }];
const columns = {
  dispatch: () => '410407',
  type: ({ type }: (typeof rows)[number]) => type,
  issuer: ({ issuer }: (typeof rows)[number]) => issuer,
};

test('a table is as wide as it needs where no terminal shows it', () => {
  const { terminal, printed } = terminalOf();
  printTable(terminal, rows, columns);
  expect(printed()).toBe(
    'Despacho  Tipo                            Emisor\n' +
      '410407    CONOCIMIENTO DE EMBARQUE (B/L)  Agencia de Aduanas Práctica\n',
  );
});

test('a table fits a narrow terminal: the widest columns give way, and none vanishes', () => {
  const { terminal, printed } = terminalOf({ width: 40 });
  printTable(terminal, rows, columns);
  expect(printed()).toBe('Despacho  Tipo            Emisor\n410407    CONOCIMIENTO …  Agencia de Ad…\n');
  const tiny = terminalOf({ width: 5 });
  printTable(tiny.terminal, rows, columns);
  expect(tiny.printed()).toBe('Despacho  Tipo      Emisor\n410407    CONOCIM…  Agencia…\n');
});

test('a key that is in use is cut out of everything, in either stream', () => {
  const { terminal, said, printed } = terminalOf();
  terminal.hide('AIzaSyD-planted/key-9xyz');
  terminal.print('a AIzaSyD-planted/key-9xyz');
  terminal.say('reportSaved', { path: '/x/AIzaSyD-planted%2Fkey-9xyz' });
  terminal.complain({ code: 'NO_NETWORK', message: '', values: { host: 'AIzaSyD-planted/key-9xyz' } });
  expect(printed() + said()).not.toContain('planted');
});

function keyboard() {
  const modes: { isRaw: boolean; said: string }[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push({ isRaw, said: said() }),
  });
  const stop = new AbortController();
  const { terminal, said } = terminalOf({ stdin, signal: stop.signal });
  return { stdin, stop, said, modes, reading: terminal.readSecret('typeKey') };
}

test('a key is typed without being shown from the prompt on, and may be corrected', async () => {
  const { stdin, reading, said, modes } = keyboard();
  stdin.write('clavex');
  stdin.write('\u007f-buena\r');
  expect(await reading).toBe('clave-buena');
  expect(modes).toEqual([
    { isRaw: true, said: '' },
    { isRaw: false, said: 'Clave de API (no se muestra): ' },
  ]);
  expect(said()).toBe('\n');
});

test('a typed key may be erased as a whole, and ends where the keyboard says that it ends', async () => {
  const { stdin, reading } = keyboard();
  stdin.write('otra\u0015cla');
  stdin.write('ve\u0004');
  expect(await reading).toBe('clave');
});

test('a letter that comes in two pieces is one', async () => {
  const { stdin, reading } = keyboard();
  const [first, second] = [Buffer.from('ñ').subarray(0, 1), Buffer.from('ñ').subarray(1)];
  stdin.write(first);
  stdin.end(second);
  expect(await reading).toBe('ñ');
});

test.each([
  ['Ctrl-C', ({ stdin }: ReturnType<typeof keyboard>) => stdin.write('cla\u0003')],
  ['a signal', ({ stop }: ReturnType<typeof keyboard>) => stop.abort()],
])('nobody waits for a key after %s', async (_, end) => {
  const typing = keyboard();
  end(typing);
  await expect(typing.reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(typing.modes.at(-1)?.isRaw).toBe(false);
});

test('what to do is said for the terminal where the app has another way', () => {
  const { terminal, said } = terminalOf();
  terminal.complain({ code: 'KEY_MISSING', message: '' });
  expect(said()).toMatch(/^Falta la clave.*connection set-key\..*CARPETA_API_KEY\.\n {2}\(KEY_MISSING\)\n$/);
});

test.each([
  ['NO_NETWORK', undefined, 4],
  ['NO_KEYCHAIN', undefined, 4],
  ['PROXY_REFUSED', 407, 4],
  ['API_KEY_INVALID', 403, 3],
  ['A_NEW_CODE', 400, 3],
  ['RUT_NUMBER_INVALID', 400, 3],
  ['RUT_NUMBER_INVALID', undefined, 2],
  ['RESPONSE_UNREADABLE', undefined, 3],
  ['FOLDER_UNWRITABLE', undefined, 2],
  ['DISK_FULL', undefined, 1],
  ['UNEXPECTED', undefined, 1],
])('%s with status %s ends with %i', (code, status, expected) => {
  expect(exitCodeOf({ code, ...(status !== undefined && { status }) })).toBe(expected);
});
