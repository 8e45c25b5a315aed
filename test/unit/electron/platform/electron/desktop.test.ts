import type { BrowserWindow as RealWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDesktop } from '../../../../../electron/platform/electron/desktop.ts';
import { toErrorData } from '../../../../../shared/errors.ts';
import { BrowserWindow, electron, resetElectron, shell } from '../../../../support/electron/index.ts';
import { powerState } from '../../../../support/electron/power-save-blocker.ts';

/** Lets what was asked of the system be answered. */
const afterImmediate = () => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} });
  return { window, desktop: createDesktop(() => window as unknown as RealWindow) };
}

const notOpened = [
  ...['http://descargas.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'ms-settings:', 'carpeta'],
  ...['https://ana:clave@descargas.example/', `https://descargas.example/${'a'.repeat(2000)}`, ''],
];

describe("Electron's desktop", () => {
  beforeEach(() => resetElectron());

  it('opens, prints and shows documents', async () => {
    const { desktop } = setUp();
    await desktop.openFile('/d/a.pdf');
    await desktop.printFile('/d/b.pdf');
    await desktop.showInFolder('/d/c.pdf');
    expect(electron.opened).toEqual(['/d/a.pdf', '/d/b.pdf', 'folder of /d/c.pdf']);
  });

  it('opens nothing that may be a program, and says when the system could not open a document', async () => {
    const { desktop } = setUp();
    await expect(desktop.openFile('/d/a.exe')).rejects.toMatchObject({ code: 'FILE_NOT_OPENED' });
    expect(electron.opened).toEqual([]);
    electron.openPathComplaint = 'no program for it';
    await expect(desktop.openFile('/d/a.pdf')).rejects.toMatchObject({
      code: 'FILE_NOT_OPENED',
      values: { path: '/d/a.pdf', detail: 'no program for it' },
    });
  });

  it.each([
    [119, false, false],
    [120, false, true],
    [120, true, false],
    ['unknown', false, false],
  ] as const)(
    'unused for %s seconds, on its battery: %s, it is idle: %s',
    (unusedSeconds, isOnBattery, isIdle) => {
      Object.assign(powerState, { unusedSeconds, isOnBattery });
      expect(setUp().desktop.isIdle()).toBe(isIdle);
    },
  );

  it('asks for folders and files with the system dialogs', async () => {
    const { desktop } = setUp();
    electron.dialogAnswer = { canceled: false, filePaths: ['/d/x'], filePath: '/d/y.csv' };
    expect(await desktop.chooseFolder({ title: 'Dónde', startAt: '/d' })).toBe('/d/x');
    expect(await desktop.chooseFile({ title: 'Cuál', extensions: ['json'] })).toBe('/d/x');
    expect(await desktop.chooseSavePath({ title: 'Guardar', suggestedName: 'y.csv' })).toBe('/d/y.csv');
    expect(electron.dialogs).toEqual([
      { title: 'Dónde', defaultPath: '/d', properties: ['openDirectory', 'createDirectory'] },
      { title: 'Cuál', filters: [{ name: 'Cuál', extensions: ['json'] }], properties: ['openFile'] },
      { title: 'Guardar', defaultPath: 'y.csv' },
    ]);
    electron.dialogAnswer = { canceled: true, filePaths: [], filePath: '' };
    expect(await desktop.chooseFolder({ title: 't' })).toBeUndefined();
    expect(await desktop.chooseFile({ title: 't', extensions: [] })).toBeUndefined();
    expect(await desktop.chooseSavePath({ title: 't', suggestedName: 'y' })).toBeUndefined();
  });

  it('asks a question in a dialog of the system, which no is chosen in to begin with', async () => {
    const { desktop } = setUp();
    const query = { message: '¿Conectar?', detail: 'Se envía la clave.', yes: 'Conectar', no: 'Cancelar' };
    electron.dialogAnswer = { response: 0, checkboxChecked: false };
    expect(await desktop.confirm(query)).toBe(true);
    electron.dialogAnswer = { response: 1, checkboxChecked: false };
    expect(await desktop.confirm(query)).toBe(false);
    expect(electron.dialogs[0]).toMatchObject({
      message: '¿Conectar?',
      detail: 'Se envía la clave.',
      buttons: ['Conectar', 'Cancelar'],
      defaultId: 1,
      cancelId: 1,
    });
  });

  it('sends mail to the mail program alone, everything encoded', async () => {
    const { desktop } = setUp();
    await desktop.composeMail({ to: 'a@b.cl?cc=x', subject: 'Faltan & más', body: 'á\nb' });
    await desktop.composeMail({ subject: '', body: '' });
    expect(electron.opened).toEqual([
      'mailto:a%40b.cl%3Fcc%3Dx?subject=Faltan%20%26%20m%C3%A1s&body=%C3%A1%0Ab',
      'mailto:?subject=&body=',
    ]);
  });

  it('says that the mail program was not opened, without what the mail was to say', async () => {
    const { desktop } = setUp();
    vi.spyOn(shell, 'openExternal').mockRejectedValueOnce(new Error('Failed to open: mailto:ana@a.cl'));
    const mail = { to: 'ana@a.cl', subject: 'Faltan', body: 'uno' };
    const rejection = await desktop.composeMail(mail).catch((error: unknown) => error);
    expect(rejection).toMatchObject({ code: 'MAIL_NOT_OPENED' });
    expect(JSON.stringify(toErrorData(rejection))).not.toMatch(/ana|Faltan|uno/);
  });

  it('opens a page over https alone, and none with a login in it', async () => {
    const { desktop } = setUp();
    await desktop.openPage('https://descargas.example/carpeta/?v=1');
    for (const refused of notOpened) {
      await expect(desktop.openPage(refused)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
    expect(electron.opened).toEqual(['https://descargas.example/carpeta/?v=1']);
  });

  it('says where to go when the system opens no browser', async () => {
    const { desktop } = setUp();
    vi.spyOn(shell, 'openExternal').mockRejectedValueOnce(new Error('Failed to open'));
    await expect(desktop.openPage('https://descargas.example/')).rejects.toMatchObject({
      code: 'PAGE_NOT_OPENED',
      values: { address: 'https://descargas.example/' },
    });
  });

  it('keeps the machine awake until told otherwise, which may be told twice', () => {
    const { desktop } = setUp();
    const release = [desktop.keepAwake(), desktop.keepAwake()];
    expect(electron.blockers.size).toBe(2);
    for (const stop of [...release, ...release]) stop();
    expect(electron.blockers.size).toBe(0);
  });

  it('shows progress on the window while it is there', () => {
    const { window, desktop } = setUp();
    desktop.showProgress(0.5);
    desktop.showProgress(undefined);
    window.destroyed = true;
    desktop.showProgress(1);
    expect(window.progress).toEqual([0.5, -1]);
  });

  it('notifies, where the system can', () => {
    const { desktop } = setUp();
    desktop.notify({ title: 'Listo', body: '3 papeles' });
    electron.canNotify = false;
    desktop.notify({ title: 'Nadie', body: 'lo ve' });
    expect(electron.notifications.map(({ message }) => message)).toEqual([
      { title: 'Listo', body: '3 papeles' },
    ]);
  });

  it('comes to the front when its notice is clicked, and lets go of notices that are gone', () => {
    const { window, desktop } = setUp();
    for (const title of ['uno', 'dos', 'tres']) desktop.notify({ title, body: '' });
    const [clicked, closed, failed] = electron.notifications;
    closed?.emit('close');
    failed?.emit('failed', {}, 'no service');
    expect(window.focused).toBe(0);
    clicked?.emit('click');
    expect(window).toMatchObject({ isShown: true, focused: 1 });
  });

  it('begins to drag in the same turn, with the icon of the kind, asked for beforehand', async () => {
    const { window, desktop } = setUp();
    await afterImmediate();
    desktop.startDrag([]);
    desktop.startDrag(['/d/a.PDF', '/d/b.pdf']);
    expect(window.webContents.drags).toMatchObject([
      { file: '/d/a.PDF', files: ['/d/a.PDF', '/d/b.pdf'], icon: { of: 'paper.pdf' } },
    ]);
  });

  it.each(['empty', 'fail'] as const)(
    'drags with a plain sheet where the system has no icon (%s)',
    async (icons) => {
      electron.icons = icons;
      const { window, desktop } = setUp();
      // Before the system has answered as well as after.
      desktop.startDrag(['/d/a.pdf']);
      await afterImmediate();
      desktop.startDrag(['/d/a.pdf']);
      desktop.startDrag(['/d/without-ending']);
      expect(window.webContents.drags).toMatchObject(Array(3).fill({ icon: { of: 'a bitmap' } }));
    },
  );
});
