import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openStore } from '../../../electron/database/index.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { unpackSlowStore } from '../../support/database/store-fixture.ts';

// The model's exit ends no timer and no thread: what started may write a line when its test is over.
const home = mkdtempSync(join(inject('runFolder'), 'main-'));
/** Made anew, like every module, for each start of the process. */
let fake: typeof import('../../support/electron/index.ts');
let homes = 0;

/**
 * Starts the process anew, as `electron . …args` would; resolves when its window is shown or it has ended.
 */
async function start(...args: string[]): Promise<void> {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.', ...args]);
  await fake.startElectron(() => import('../../../electron/main.ts'));
  await expect
    .poll(() => fake.electron.windows.some(({ isShown }) => isShown) || fake.electron.exitCode !== undefined)
    .toBe(true);
}

async function ask(name: string, input?: unknown): Promise<unknown> {
  const senderFrame = fake.electron.windows[0]?.webContents.mainFrame;
  return fake.electron.calls.get(name)?.({ senderFrame }, input);
}

/** Keeps a delivery of these files in the store that the next start opens. */
async function saveDelivery(id: string, files: string[]): Promise<void> {
  const folder = join(home, `${homes}`);
  mkdirSync(folder, { recursive: true });
  const store = await openStore(join(folder, 'carpeta.db'));
  await store.saveDelivery({
    id,
    kind: 'merge',
    folder,
    startedAt: '2026-11-19T12:00:00.000Z',
    state: 'done',
    done: 1,
    of: 1,
    files,
    dispatches: [],
    tooLarge: [],
  });
  await store.close();
}

async function quit(): Promise<void> {
  fake.app.quit();
  await expect.poll(() => fake.electron.hasQuit).toBe(true);
}

describe('main process', () => {
  const ofRunner = (['uncaughtException', 'unhandledRejection'] as const).map(
    (event) => [event, process.listeners(event as 'uncaughtException')] as const,
  );
  beforeEach(async () => {
    vi.resetModules();
    fake = await import('../../support/electron/index.ts');
    vi.stubEnv('CARPETA_HOME', join(home, `${++homes}`));
  });
  afterEach(() => {
    for (const [event, own] of ofRunner) {
      for (const listener of process.listeners(event as 'uncaughtException')) {
        if (!own.includes(listener)) process.off(event, listener);
      }
    }
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it('opens the main window, answers its page over the real app, and closes everything when it quits', async () => {
    await start();
    expect(fake.electron.windows).toHaveLength(1);
    expect(fake.electron.windows[0]).toMatchObject({ isShown: true });
    expect(fake.electron.windows[0]?.webContents.mainFrame.url).toBe('app://carpeta/');
    expect(await ask('app.info')).toMatchObject({
      ok: true,
      value: { host: 'electron', practiceOnly: false },
    });
    await quit();
    expect(existsSync(join(fake.electron.paths.get('userData') ?? '', 'carpeta.db'))).toBe(true);
  });

  it('asks no server on the internet for a dictionary, for any session, nor for the address of a name', async () => {
    await start();
    expect([...fake.electron.sessions.keys()].sort()).toEqual(['network', 'page']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(fake.electron.dictionaryRequests).toEqual([]);
    expect(fake.electron.secureDns).toBe('off');
    await quit();
  });

  it('gives a certificate of the person to nobody unasked, and to an agency that they confirmed when they choose', async () => {
    const certificate = { data: 'x', subjectName: 'ANA', issuerName: 'E-Sign', validExpiry: 1_830_297_600 };
    const eventArgs = (host: string) =>
      new Promise((resolve) => {
        let isPrevented = false;
        const event = { preventDefault: () => (isPrevented = true) };
        const give = (one?: unknown) => resolve(isPrevented && (one ?? 'none'));
        if (!fake.app.emit('select-client-certificate', event, null, host, [certificate], give))
          resolve('first');
      });
    const early: Promise<unknown>[] = [];
    fake.app.once('ready', () => early.push(eventArgs('storage.example:443')));
    await start();
    expect(await Promise.all([...early, eventArgs('agency.invalid:443')])).toEqual(['none', 'none']);
    expect(fake.electron.dialogs).toEqual([]);
    fake.electron.dialogAnswer = { response: 0 };
    await ask('connections.try', { baseUrl: 'https://agency.invalid', agency: 'a', key: 'abcdefghij' });
    fake.electron.dialogAnswer = { response: 1 };
    expect(await eventArgs('agency.invalid:8443')).toBe('none');
    expect(fake.electron.dialogs).toHaveLength(1);
    expect(await eventArgs('agency.invalid:443')).toBe(certificate);
    await quit();
  });

  it('does not keep its entry waiting, which Electron waits for before it is ready', async () => {
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.']);
    let isReady = false;
    fake.app.once('ready', () => {
      isReady = true;
    });
    fake.setStage('entry loading');
    // One that waits for ready never resolves: Electron gives no event before it has.
    await import('../../../electron/main.ts');
    expect(isReady).toBe(false);
    fake.setStage('ready');
    fake.app.emit('ready');
    await expect.poll(() => fake.electron.windows[0]?.isShown).toBe(true);
    await quit();
  });

  it('refuses a frame that is not the page, and notes it', async () => {
    await start();
    const result = await fake.electron.calls.get('app.info')?.(
      { senderFrame: { url: 'https://evil.example/' } },
      undefined,
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'SENDER_REFUSED' } });
    await quit();
  });

  it('has its menu in the language of the person, also when they change it', async () => {
    await start();
    expect(fake.electron.menu[0]?.label).toBe('Archivo');
    await ask('settings.change', { language: 'en' });
    expect(fake.electron.menu[0]?.label).toBe('File');
    const over = { isEditable: false, selectionText: '410905', editFlags: { canCopy: true } };
    fake.electron.windows[0]?.webContents.emit('context-menu', {}, over);
    expect(fake.electron.popups).toMatchObject([{ items: [{ label: 'Copy' }] }]);
    const help = fake.electron.menu.at(-1)?.submenu?.find(({ label }) => label === 'Show Logs');
    help?.click?.();
    await expect
      .poll(() => fake.electron.opened)
      .toEqual([`folder of ${join(fake.electron.paths.get('userData') ?? '', 'logs')}`]);
    await quit();
  });

  it('begins to drag files out in the turn in which the page says so, once the pointer went down on them', async () => {
    await saveDelivery('handed', ['/d/a.pdf', '/d/b.pdf']);
    await start();
    const files = [0, 1].map((fileIndex) => ({ deliveryId: 'handed', index: fileIndex }));
    expect(await ask('deliveries.prepareDrag', { files })).toMatchObject({ ok: true });
    const result = ask('deliveries.drag', { files });
    expect(fake.electron.windows[0]?.webContents.drags).toMatchObject([{ files: ['/d/a.pdf', '/d/b.pdf'] }]);
    expect(await result).toMatchObject({ ok: true });
    await quit();
  });

  it('beside a debugging port has the practice agency alone', async () => {
    await start('--remote-debugging-port=9222');
    expect(await ask('app.info')).toMatchObject({ value: { practiceOnly: true } });
    await quit();
  });

  it.each([
    ['the first one hangs', 'PROCESS_NOTIFIED'],
    ['the first one is in another session of the same person', 'PROFILE_IN_USE'],
    ['the lock cannot be had', 'LOCK_ERROR'],
  ] as const)('as a second one that nobody hears says so after five seconds: %s', async (_, end) => {
    fake.electron.singleInstance = end;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const started = start();
    const ended = () => fake.electron.exitCode;
    await vi.advanceTimersByTimeAsync(4_800);
    await expect.poll(() => fake.app.isReady()).toBe(true);
    expect([ended(), fake.electron.dialogs]).toEqual([undefined, []]);
    await vi.advanceTimersByTimeAsync(300);
    vi.useRealTimers();
    await started;
    expect(fake.electron.windows).toEqual([]);
    expect(fake.electron.dialogs).toMatchObject([
      { content: expect.stringMatching(/^Carpeta ya está abierta, .*otra sesión.*\n\nALREADY_OPEN$/s) },
    ]);
    expect(ended()).toBe(1);
  });

  it('as a second one opens in the place of a first one that was quitting, once that has ended', async () => {
    const first = new EventEmitter();
    const folder = join(home, `${homes}`);
    first.on('second-instance', (_event, _argv, _folder, data: { start: string }) => {
      writeFileSync(join(folder, `.leaving-${data.start}`), '');
      fake.electron.singleInstance = 'PROCESS_NONE';
    });
    Object.assign(fake.electron, { singleInstance: 'PROCESS_NOTIFIED', firstInstance: first });
    await start();
    expect(fake.electron).toMatchObject({ exitCode: undefined, dialogs: [], windows: [{ isShown: true }] });
    expect(readdirSync(folder).filter((name) => name.startsWith('.leaving'))).toEqual([]);
    await quit();
  });

  it('as a second one ends with words when its wait for the first one fails', async () => {
    vi.spyOn(fake.app, 'requestSingleInstanceLock').mockImplementation((data) => {
      // The second time it asks because the first one has answered.
      if (readdirSync(join(home, `${homes}`)).includes('asked')) throw new Error('no lock');
      writeFileSync(join(home, `${homes}`, 'asked'), '');
      const start = data && 'start' in data ? String(data.start) : '';
      writeFileSync(join(home, `${homes}`, `.leaving-${start}`), '');
      return false;
    });
    await start();
    expect(fake.electron).toMatchObject({ exitCode: 1, windows: [], dialogs: [{ title: 'Carpeta' }] });
  });

  it.each(['a second one', '--cli'])(
    'as %s keeps its session apart from that of an open app, and removes what others have left',
    async (kind) => {
      const left = join(home, `${homes}`, 'session-0');
      mkdirSync(left, { recursive: true });
      mkdirSync(join(home, `${homes}`, `session-${process.ppid}`));
      writeFileSync(join(left, 'Preferences'), '{}');
      const hears = new EventEmitter();
      // Once: the model's exit ends no timer, and who waits asks again.
      hears.once('second-instance', () => fake.app.exit(0));
      Object.assign(fake.electron, { singleInstance: 'PROCESS_NOTIFIED', firstInstance: hears });
      await start(...(kind === '--cli' ? ['--cli', '--version'] : []));
      const own = join(home, `${homes}`, `session-${process.pid}`);
      expect(fake.electron.paths.get('sessionData')).toBe(own);
      expect(existsSync(left)).toBe(false);
      expect(existsSync(join(home, `${homes}`, `session-${process.ppid}`))).toBe(true);
      mkdirSync(own);
      fake.app.exit(0);
      expect(existsSync(own)).toBe(false);
    },
  );

  it('packaged does not run with a debugging switch', async () => {
    fake.electron.isPackaged = true;
    await start('--inspect=0');
    expect(fake.electron.windows).toEqual([]);
    expect(fake.electron.dialogs).toMatchObject([
      { content: expect.stringMatching(/^Carpeta no se abre con .*\n\nSWITCH_REFUSED: --inspect$/s) },
    ]);
    expect(fake.electron.exitCode).toBe(2);
  });

  it.each([
    ['packaged writes no keys down where another program has asked every program for them', true, undefined],
    ['in development writes the keys down that a developer asks for', false, '/tmp/keys.log'],
  ])('%s, and opens', async (_, isPackaged, keyLog) => {
    vi.stubEnv('SSLKEYLOGFILE', '/tmp/keys.log');
    fake.electron.isPackaged = isPackaged;
    await start();
    expect(fake.electron).toMatchObject({ exitCode: undefined, dialogs: [], windows: [{ isShown: true }] });
    expect(fake.electron.keyLog).toBe(keyLog);
    await quit();
  });

  it('says why it cannot start, in the language of the person, and ends instead of staying without a window', async () => {
    writeFileSync(join(home, 'no-folder'), '');
    vi.stubEnv('CARPETA_HOME', join(home, 'no-folder'));
    await start();
    expect(fake.electron.windows).toEqual([]);
    expect(fake.electron.dialogs).toMatchObject([
      {
        content: expect.stringMatching(
          /^No se puede escribir en la carpeta\..*\n\nFOLDER_UNWRITABLE: .*no-folder/s,
        ),
      },
    ]);
    expect(fake.electron.exitCode).toBe(1);
  });

  it.each(['uncaughtException', 'unhandledRejection'])(
    'ends with words when nobody caught what went wrong before the log was there: %s',
    async (event) => {
      vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.']);
      fake.setStage('entry loading');
      await import('../../../electron/main.ts');
      const end = process.listeners(event as 'uncaughtException').at(-1);
      end?.(new Error('https://service.example/?key=a-secret-key'), 'uncaughtException');
      // What it leads to is no second box.
      end?.(new Error('a consequence'), 'uncaughtException');
      await expect.poll(() => fake.electron.exitCode).toBe(1);
      expect(fake.electron.dialogs).toMatchObject([{ content: expect.stringMatching(/\n\nUNEXPECTED$/) }]);
    },
  );

  it('ends with words when a part of the program is missing, the words too', async () => {
    for (const part of [
      '../../../electron/platform/electron/open-main-window.ts',
      '../../../electron/i18n/translator.ts',
    ]) {
      vi.doMock(part, () => {
        throw new Error('Cannot find module');
      });
    }
    await start();
    expect(fake.electron).toMatchObject({ exitCode: 1, dialogs: [{ content: 'PROGRAM_INCOMPLETE' }] });
    vi.doUnmock('../../../electron/platform/electron/open-main-window.ts');
    vi.doUnmock('../../../electron/i18n/translator.ts');
  });

  it.each([
    ['the page', () => Object.assign(fake.electron, { pageStatus: 404 }), 'page/index.html'],
    [
      'the preload',
      () => Object.assign(fake.electron, { preloadError: '/app/preload.cjs' }),
      '/app/preload.cjs',
    ],
  ])('ends with words when %s is not there, though Electron calls it loaded', async (_, remove, path) => {
    remove();
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.']);
    await fake.startElectron(() => import('../../../electron/main.ts'));
    await expect.poll(() => fake.electron.exitCode).toBe(1);
    expect(fake.electron.dialogs).toMatchObject([
      {
        content: expect.stringMatching(
          new RegExp(`^Falta una parte de Carpeta.*PROGRAM_INCOMPLETE: ${path}$`, 's'),
        ),
      },
    ]);
  });

  it('asks once whether to load a page again that died in its first load, and ends for that in no other way', async () => {
    Object.assign(fake.electron, { diesLoading: true, dialogAnswer: fake.unanswered });
    await start();
    expect(fake.electron.dialogs).toMatchObject([{ message: 'La ventana se cerró de golpe.' }]);
    fake.electron.answerDialog?.({ response: 0 });
    await expect.poll(() => fake.electron.windows[0]?.webContents.mainFrame.url).toBe('app://carpeta/');
    await quit();
    expect(fake.electron).toMatchObject({ exitCode: undefined, dialogs: [{}] });
  });

  it('comes to the front once it has something to show when it was started again before that', async () => {
    fake.app.once('ready', () => fake.app.emit('second-instance'));
    await start();
    expect(fake.electron.windows[0]).toMatchObject({ isShown: true, focused: 1 });
    await quit();
  });

  it('notes that the place of the window was not kept also when it closes before the app is there', async () => {
    const { createPreferences } = await import('../../../electron/platform/electron/preferences-store.ts');
    const own = join(home, `${homes}`);
    vi.doMock('../../../electron/platform/electron/preferences-store.ts', () => ({
      createPreferences: (folder: string) => ({
        ...createPreferences(folder),
        change: () => {
          throw new Error('no space');
        },
      }),
    }));
    const isClosed = Promise.withResolvers<void>();
    vi.doMock('../../../electron/app.ts', async (importOriginal) => {
      const { createApp } = await importOriginal<typeof import('../../../electron/app.ts')>();
      return {
        createApp: (...eventArgs: Parameters<typeof createApp>) =>
          isClosed.promise.then(() => createApp(...eventArgs)),
      };
    });
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.']);
    await fake.startElectron(() => import('../../../electron/main.ts'));
    await expect.poll(() => fake.electron.windows.length).toBe(1);
    fake.electron.windows[0]?.close();
    isClosed.resolve();
    vi.doUnmock('../../../electron/app.ts');
    vi.doUnmock('../../../electron/platform/electron/preferences-store.ts');
    await expect
      .poll(
        () =>
          existsSync(join(own, 'logs/carpeta.log')) && readFileSync(join(own, 'logs/carpeta.log'), 'utf8'),
      )
      .toMatch(/the place of the window code="UNEXPECTED"[\s\S]* ended/);
    expect(fake.electron).toMatchObject({ dialogs: [], calls: new Map() });
  });

  it('leaves a line in the log when it has shown no window after twenty seconds', async () => {
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.']);
    const { openMainWindow: openFixture } = await import(
      '../../../electron/platform/electron/open-main-window.ts'
    );
    const clock = createFakeClock();
    const userData = join(home, `${homes}`);
    const [onLog, secondStarts] = [() => undefined, { bring: () => undefined, setLeaving: () => undefined }];
    // Electron never gets ready.
    void openFixture({ programFolder: home, userData, practiceOnly: false, onLog, secondStarts, clock });
    const log = join(userData, 'logs/carpeta.log');
    await clock.advance(19_999);
    expect(existsSync(log)).toBe(false);
    await clock.advance(1);
    await expect
      .poll(() => existsSync(log) && readFileSync(log, 'utf8'))
      .toMatch(/no window yet seconds=20 waitsFor="ready"/);
  });

  it('says that it prepares the stored data while that takes long, and then opens by itself', async () => {
    const release = unpackSlowStore(join(home, `${homes}`, 'carpeta.db'));
    fake.electron.dialogAnswer = fake.unanswered;
    await start();
    await expect
      .poll(() => fake.electron.dialogs)
      .toMatchObject([
        { message: 'Preparando los datos guardados…', signal: expect.objectContaining({ aborted: false }) },
      ]);
    expect(fake.electron.boxWindows).toEqual([fake.electron.windows[0]]);
    release();
    await expect.poll(() => fake.electron.windows[0]?.webContents.mainFrame.url).toBe('app://carpeta/');
    expect(fake.electron.dialogs).toMatchObject([{ signal: expect.objectContaining({ aborted: true }) }]);
    // The store has a batch, which may run by now.
    fake.electron.dialogAnswer = { response: 0 };
    await quit();
  });

  it('says nothing of slow stored data to somebody who has quit', async () => {
    const release = unpackSlowStore(join(home, `${homes}`, 'carpeta.db'));
    const { systemClock } = await import('../../../electron/platform/terminal/index.ts');
    const { sleep } = systemClock;
    const twoSeconds = Promise.withResolvers<void>();
    const sleeping = vi
      .spyOn(systemClock, 'sleep')
      .mockImplementation((ms, signal) => (ms === 2_000 ? twoSeconds.promise : sleep(ms, signal)));
    void fake.startElectron(() => import('../../../electron/main.ts'));
    await expect.poll(() => sleeping.mock.calls.map(([ms]) => ms)).toContain(2_000);
    fake.app.quit();
    expect(fake.electron.windows).toMatchObject([{ destroyed: true }]);
    twoSeconds.resolve();
    release();
    await expect.poll(() => fake.electron.hasQuit).toBe(true);
    expect([fake.electron.dialogs, fake.electron.windows[0]?.isShown]).toEqual([[], false]);
  });

  it('shows its window in the end although its page draws nothing', async () => {
    fake.electron.drawsNothing = true;
    const { openMainWindow: openFixture } = await import(
      '../../../electron/platform/electron/open-main-window.ts'
    );
    const clock = createFakeClock();
    const [onLog, secondStarts] = [() => undefined, { bring: () => undefined, setLeaving: () => undefined }];
    fake.setStage('ready');
    const userData = join(home, `${homes}`);
    void openFixture({ programFolder: home, userData, practiceOnly: false, onLog, secondStarts, clock });
    await expect
      .poll(async () => {
        await clock.advance(10_000);
        return fake.electron.windows[0]?.isShown;
      })
      .toBe(true);
    await quit();
  });

  it('shows its window in the end although its page never comes', async () => {
    const { openMainWindow: openFixture } = await import(
      '../../../electron/platform/electron/open-main-window.ts'
    );
    const clock = createFakeClock();
    const [onLog, secondStarts] = [() => undefined, { bring: () => undefined, setLeaving: () => undefined }];
    fake.setStage('ready');
    fake.electron.drawsNothing = true;
    const userData = join(home, `${homes}`);
    void openFixture({ programFolder: home, userData, practiceOnly: false, onLog, secondStarts, clock });
    await expect.poll(() => fake.electron.windows.length).toBe(1);
    const [window] = fake.electron.windows;
    if (!window) throw new Error('no window');
    window.loadURL = () => new Promise(() => undefined);
    await clock.advance(29_999);
    expect(window.isShown).toBe(false);
    await clock.advance(1);
    expect(window.isShown).toBe(true);
    await quit();
  });

  it('notes nothing of a start whose window is there in time', async () => {
    await start();
    expect(readFileSync(join(home, `${homes}`, 'logs/carpeta.log'), 'utf8')).not.toContain('no window');
    await quit();
  });

  it('ends with words when Electron refuses what comes before ready', async () => {
    vi.spyOn(fake.app, 'setPath').mockImplementation(() => {
      throw new Error('Failed to set path');
    });
    await start();
    expect(fake.electron).toMatchObject({ exitCode: 1, windows: [], dialogs: [{ title: 'Carpeta' }] });
  });

  it('ends also when only the store cannot be opened', async () => {
    const own = join(home, `${homes}`);
    mkdirSync(own);
    writeFileSync(join(own, 'preferences.json'), '{"settings":{"language":"en"}}');
    const newer = new DatabaseSync(join(own, 'carpeta.db'));
    newer.exec('PRAGMA user_version = 99999');
    newer.close();
    await start();
    expect(fake.electron.dialogs).toMatchObject([
      { content: expect.stringMatching(/newer version of Carpeta.*\n\nSTORE_NEWER/s) },
    ]);
    expect(fake.electron).toMatchObject({ exitCode: 1, calls: new Map() });
  });

  it('does not start when nobody can tell what an administrator has set, and says so', async () => {
    vi.doMock('../../../electron/platform/node/policy-sources.ts', () => ({
      readManaged: async () => JSON.parse('{ "connections": '),
    }));
    await start();
    vi.doUnmock('../../../electron/platform/node/policy-sources.ts');
    expect(fake.electron.dialogs).toMatchObject([
      { content: expect.stringMatching(/administrador.*\n\nPOLICIES_UNREADABLE: SyntaxError$/s) },
    ]);
    expect(fake.electron).toMatchObject({ exitCode: 1, calls: new Map() });
  });

  it('starts where an office forbids the program that reads it and nothing says that something is set, and tells it', async () => {
    const stderr = 'ERROR: Registry editing has been disabled by your administrator.\r\n';
    const cause = Object.assign(new Error('Command failed: reg.exe'), { code: 1, stderr });
    vi.doMock('../../../electron/platform/node/policy-sources.ts', () => ({
      readManaged: async (onUnread: (cause: unknown, holdsNone: boolean) => void) => {
        onUnread(cause, false);
        return { language: 'en' };
      },
    }));
    await start();
    vi.doUnmock('../../../electron/platform/node/policy-sources.ts');
    expect(await ask('app.info')).toMatchObject({ value: { unreadPolicies: stderr.trim() } });
    expect(await ask('settings.get')).toMatchObject({ value: { managed: ['language'] } });
    await quit();
    const log = readFileSync(join(home, `${homes}`, 'logs/carpeta.log'), 'utf8');
    expect(log).toContain(`policies could not be read reason="${stderr.trim()}"`);
  });

  it('starts beside policies that no setting can have, keeps to the others in whatever capitals, and notes which', async () => {
    vi.doMock('../../../electron/platform/node/policy-sources.ts', () => ({
      readManaged: async () => ({ Language: 'en', transfersAtOnce: 'many', CONNECTIONS: 7, unknown: {} }),
    }));
    await start();
    vi.doUnmock('../../../electron/platform/node/policy-sources.ts');
    expect(await ask('settings.get')).toMatchObject({
      value: { settings: { language: 'en', transfersAtOnce: 0 }, managed: ['language'] },
    });
    await quit();
    const log = readFileSync(join(home, `${homes}`, 'logs/carpeta.log'), 'utf8');
    const noted = log.match(/(?<=managed setting cannot be used setting=)"\w+"/g);
    expect(noted).toEqual(['"transfersAtOnce"', '"connections"']);
  });

  it.each([
    ['no JSON', '{"settings":{"language":"en"'],
    ['no object', '"nonsense"'],
    ['nothing', ''],
  ])('starts beside preferences that are damaged (%s), sets them aside and tells where', async (_, text) => {
    const own = join(home, `${homes}`);
    mkdirSync(own);
    writeFileSync(join(own, 'preferences.json'), text);
    await start();
    const aside = join(own, 'preferences.json.damaged');
    expect(readFileSync(aside, 'utf8')).toBe(text);
    expect(await ask('app.info')).toMatchObject({ value: { setAside: [aside] } });
    expect(await ask('settings.get')).toMatchObject({ value: { settings: { language: 'es-CL' } } });
    await quit();
    expect(fake.electron.exitCode).toBeUndefined();
  });

  it.each([['x'], [{ x: 1e9, y: -5, width: 0 }], [[]]])(
    'starts where the place of its window is kept as %j, in the usual place, with every setting',
    async (fileIndex) => {
      const own = join(home, `${homes}`);
      mkdirSync(own);
      const settings = { language: 'en' };
      writeFileSync(join(own, 'preferences.json'), JSON.stringify({ window: fileIndex, settings }));
      await start();
      expect(fake.electron.windows[0]?.bounds).toMatchObject({ width: 1366, height: 768 });
      expect(await ask('settings.get')).toMatchObject({ value: { settings } });
      await quit();
    },
  );

  it('started twice at once opens one app, which comes to the front, and the other one touches nothing', async () => {
    const first = fake;
    await start();
    const own = join(home, `${homes}`);
    const files = () => readdirSync(own, { recursive: true }).sort();
    // The first app makes the index of words in the background, last of all.
    await expect.poll(files).toContain('carpeta.db.texts-wal');
    const before = files();
    vi.resetModules();
    fake = await import('../../support/electron/index.ts');
    Object.assign(fake.electron, { singleInstance: 'PROCESS_NOTIFIED', firstInstance: first.app });
    await start();
    expect(fake.electron).toMatchObject({ exitCode: 0, windows: [], dialogs: [], calls: new Map() });
    expect(files()).toEqual(before);
    fake = first;
    expect(fake.electron.windows[0]).toMatchObject({ isShown: true, focused: 1 });
    expect(await ask('app.info')).toMatchObject({ ok: true });
    await quit();
  });

  it('notes what nobody caught, without its words, and goes on', async () => {
    await start();
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      const note = process.listeners(event as 'uncaughtException').at(-1);
      note?.(new Error('https://service.example/?key=a-secret-key'), 'uncaughtException');
    }
    const log = readFileSync(join(home, `${homes}`, 'logs/carpeta.log'), 'utf8');
    expect(log.match(/ uncaught code="UNEXPECTED"/g)).toHaveLength(2);
    expect(log).not.toContain('secret');
    expect(await ask('app.info')).toMatchObject({ ok: true });
    await quit();
  });

  it('draws its page as large as it was left, by keys or by Ctrl and the wheel, and again where it is loaded anew', async () => {
    const levelOf = (position: number) => fake.electron.windows[position]?.webContents.getZoomLevel();
    await start();
    expect(levelOf(0)).toBe(0);
    for (const code of ['OEM_PLUS', 'ADD']) fake.press(code);
    expect(levelOf(0)).toBe(1);
    const page = fake.electron.windows[0]?.webContents;
    for (const direction of ['in', 'in', 'out']) page?.emit('zoom-changed', {}, direction);
    expect(levelOf(0)).toBe(1.5);
    page?.zoomLevels.clear();
    page?.emit('did-navigate', {}, 'app://carpeta/', 200);
    expect(levelOf(0)).toBe(1.5);
    await quit();
    vi.resetModules();
    fake = await import('../../support/electron/index.ts');
    await start();
    expect(levelOf(0)).toBe(1.5);
    for (let round = 0; round < 40; round++)
      fake.electron.windows[0]?.webContents.emit('zoom-changed', {}, 'in');
    expect(levelOf(0)).toBe(6);
    fake.press('0');
    expect(levelOf(0)).toBe(0);
    await quit();
  });

  it('has the system’s own parts in the theme that a person chose', async () => {
    await start();
    expect(fake.nativeTheme.themeSource).toBe('system');
    for (const theme of ['dark', 'light', 'system']) {
      await ask('settings.change', { theme });
      expect(fake.nativeTheme.themeSource).toBe(theme);
    }
    await quit();
  });

  it('has what is chosen in the menu done by the page', async () => {
    await start();
    const search = fake.electron.menu
      .flatMap(({ submenu = [] }) => submenu)
      .find(({ label }) => label === 'Buscar');
    search?.click?.();
    expect(fake.electron.windows[0]?.webContents.sent).toContainEqual([
      'command.chosen',
      { command: 'search' },
    ]);
    await quit();
  });

  it('ends the terminal with a code, and without a box, when a part of it is missing', async () => {
    const said: unknown[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0);
    vi.doMock('../../../electron/cli/run-in-process.ts', () => {
      throw new Error('Cannot find module');
    });
    await start('--cli', 'types');
    vi.doUnmock('../../../electron/cli/run-in-process.ts');
    expect(fake.electron).toMatchObject({ exitCode: 1, dialogs: [] });
    expect(said).toEqual(['PROGRAM_INCOMPLETE\n']);
  });

  it('shows how the installed program is called by its help, with the -- that an address needs', async () => {
    const said: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown, done?: unknown) => {
      said.push(String(text));
      if (typeof done === 'function') done();
      return true;
    });
    await start('--cli', 'help', '--lang', 'en');
    expect(fake.electron.exitCode).toBe(0);
    expect(said.join('')).toMatch(/^ {2}Carpeta --cli -- COMMAND/m);
    expect(said.join('')).not.toContain('npm run');
  });

  it.each(['while it works', 'before it has begun'])(
    'in the terminal stops as by a signal, with its own exit code, when Electron is told to quit %s',
    async (moment) => {
      const said: string[] = [];
      vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown, done?: unknown) => {
        said.push(String(text));
        if (typeof done === 'function') done();
        return true;
      });
      if (moment === 'before it has begun') fake.app.once('ready', () => fake.app.quit());
      // It runs until it is told to stop.
      const ended = start('--cli', '--', 'practice', '--documents', '0', '--lang', 'en');
      await expect.poll(() => said.join('')).toContain('baseUrl');
      if (moment === 'while it works') fake.app.quit();
      await ended;
      expect(fake.electron).toMatchObject({ exitCode: 0, hasQuit: false });
    },
  );

  it('works in the terminal after --cli and ends with its exit code', async () => {
    const written = (_: unknown, done?: unknown) => {
      if (typeof done === 'function') done();
      return true;
    };
    vi.spyOn(process.stderr, 'write').mockImplementation(written);
    vi.spyOn(process.stdout, 'write').mockImplementation(written);
    fake.electron.platform = 'darwin';
    await start('--cli', 'no-such-command');
    expect(fake.electron).toMatchObject({ windows: [], isInDock: false });
    expect(fake.electron.exitCode).toBe(2);
  });
});
