import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDialogs } from '../../../../../electron/platform/browser/dialogs.ts';
import type { PromptDialog } from '../../../../../electron/platform/browser/prompt-page.ts';

const home = mkdtempSync(join(tmpdir(), 'carpeta-dialogs-'));
writeFileSync(join(home, 'a.json'), '{}');
afterAll(() => rmSync(home, { recursive: true }));

/** A person who gives these answers one after the other, then changes their mind. */
function person(results: readonly string[], language: 'es-CL' | 'en' = 'es-CL') {
  const asked: PromptDialog[] = [];
  const left = [...results];
  const dialogs = createDialogs({
    ask: async (prompt) => {
      asked.push(prompt);
      return left.shift();
    },
    language: async () => language,
    home,
  });
  return { asked, dialogs };
}

describe('dialogs of the Chromium host', () => {
  it('take a folder, and make it when it is not there', async () => {
    const { dialogs, asked } = person([` ${join(home, 'new/folder')} `]);
    expect(await dialogs.chooseFolder({ title: 'Dónde' })).toBe(join(home, 'new/folder'));
    expect(existsSync(join(home, 'new/folder'))).toBe(true);
    expect(asked).toMatchObject([{ title: 'Dónde', path: join(home, 'Carpeta'), accept: 'Aceptar' }]);
  });

  it('ask again, saying why, until the path can be used', async () => {
    const { dialogs, asked } = person(['relative', join(home, 'a.json'), home], 'en');
    expect(await dialogs.chooseFolder({ title: 't', startAt: home })).toBe(home);
    expect(asked.map(({ path, complaint }) => [path, complaint])).toEqual([
      [home, undefined],
      ['relative', 'Type the whole path.'],
      [join(home, 'a.json'), 'That folder cannot be used.'],
    ]);
  });

  it('give nothing when the person changes their mind', async () => {
    const { dialogs } = person([]);
    expect(await dialogs.chooseFolder({ title: 't' })).toBeUndefined();
    expect(await dialogs.chooseSavePath({ title: 't', suggestedName: 'x.csv' })).toBeUndefined();
    expect(await dialogs.chooseFile({ title: 't', extensions: ['json'] })).toBeUndefined();
  });

  it('take a file to read only where there is one', async () => {
    const { dialogs } = person([join(home, 'gone.json'), join(home, 'a.json')]);
    expect(await dialogs.chooseFile({ title: 't', extensions: ['json'] })).toBe(join(home, 'a.json'));
  });

  it('take an answer for yes, and a changed mind for no', async () => {
    const prompt = { message: '¿Conectar?', detail: 'Se envía la clave.', yes: 'Conectar', no: 'Cancelar' };
    const { dialogs, asked } = person(['']);
    expect(await dialogs.confirm(prompt)).toBe(true);
    expect(await dialogs.confirm(prompt)).toBe(false);
    expect(asked[0]).toEqual({
      title: '¿Conectar?',
      detail: 'Se envía la clave.',
      accept: 'Conectar',
      cancel: 'Cancelar',
    });
  });

  it('suggest a name to save under, and do not take a folder for a file', async () => {
    const { dialogs, asked } = person([home, join(home, 'x.csv')]);
    expect(await dialogs.chooseSavePath({ title: 't', suggestedName: 'x.csv' })).toBe(join(home, 'x.csv'));
    expect(asked[0]?.path).toBe(join(home, 'x.csv'));
  });
});
