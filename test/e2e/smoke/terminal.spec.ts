import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectProvenFolder, filesIn } from '../support/folder-files.ts';
import { runTerminal } from '../support/terminal.ts';
import { expect, test } from '../support/test.ts';

test('the terminal downloads dispatches of a client, fetches only what lacks the next time, and proves the folder', async ({
  agency,
  folder,
}) => {
  const into = join(folder, 'Carpetas');
  const { baseUrl, agency: id, key, clients } = agency;
  const env = { CARPETA_HOME: join(folder, 'home'), CARPETA_API_KEY: key };
  const door = ['--base-url', baseUrl, '--agency', id];
  const [client] = clients;
  const dispatches = agency.data.dispatches
    .filter(({ client: owner, documents }) => owner.rut === client?.rut && documents.length > 3)
    .slice(-3)
    .flatMap(({ number }) => ['--dispatch', number]);
  const asked = ['--rut', client?.rut ?? '', ...dispatches];
  const download = () => runTerminal(['download', ...door, ...asked, '--into', into], env);

  await test.step('the types of the agency', async () => {
    const { code, events } = await runTerminal(['types', ...door], env);
    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({ event: 'done' });
  });

  await test.step('all that they have', async () => {
    const { code, events, stderr } = await download();
    expect([code, stderr]).toEqual([expect.any(Number), expect.not.stringContaining(key)]);
    expect([0, 3]).toContain(code);
    expect(events.at(-1)).toMatchObject({ event: 'done' });
    expect(filesIn(into).length).toBeGreaterThan(3);
    expectProvenFolder(into);
  });

  await test.step('the second time, only what is not there any more', async () => {
    const { served } = agency.requests.files();
    const [lost = ''] = filesIn(into);
    rmSync(lost);
    const { code } = await download();
    expect([0, 3]).toContain(code);
    expect(agency.requests.files().served).toBe(served + 1);
    expect(filesIn(into)).toContain(lost);
  });

  await test.step('the folder is what its index says', async () => {
    const { code, events } = await runTerminal(['verify', into], env);
    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({ event: 'done', missing: 0, changed: 0, extra: 0 });
  });
});
