import { describe, expect, it } from 'vitest';
import { createPrograms } from '../../../../../electron/platform/browser/programs.ts';

function on(platform: NodeJS.Platform) {
  const started: string[][] = [];
  const programs = createPrograms(platform, (program, args) => started.push([program, ...args]));
  return { started, programs };
}

describe('programs of the Chromium host', () => {
  it.each([
    ['linux', ['xdg-open', '/d/a.pdf'], ['xdg-open', '/d']],
    ['darwin', ['open', '/d/a.pdf'], ['open', '-R', '/d/a.pdf']],
    ['win32', ['explorer.exe', '/d/a.pdf'], ['explorer.exe', '/select,/d/a.pdf']],
  ] as const)('on %s open a file and show it in its folder', async (platform, opened, shown) => {
    const { started, programs } = on(platform);
    await programs.openFile('/d/a.pdf');
    await programs.showInFolder('/d/a.pdf');
    expect(started).toEqual([opened, shown]);
  });

  it('open nothing that may be a program', async () => {
    const { started, programs } = on('linux');
    await expect(programs.openFile('/d/a.desktop')).rejects.toMatchObject({ code: 'FILE_NOT_OPENED' });
    expect(started).toEqual([]);
  });

  it('give a browser a page over https alone', async () => {
    const { started, programs } = on('linux');
    await programs.openPage('https://descargas.example/');
    await expect(programs.openPage('file:///d/a.html')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(started).toEqual([['xdg-open', 'https://descargas.example/']]);
  });

  it('hand a message to the mail program with everything encoded', async () => {
    const { started, programs } = on('linux');
    await programs.composeMail({ to: 'a@b.cl', subject: 'Faltan 2 & más', body: 'línea 1\nlínea 2?' });
    expect(started).toEqual([
      [
        'xdg-open',
        'mailto:a%40b.cl?subject=Faltan%202%20%26%20m%C3%A1s&body=l%C3%ADnea%201%0Al%C3%ADnea%202%3F',
      ],
    ]);
  });
});
