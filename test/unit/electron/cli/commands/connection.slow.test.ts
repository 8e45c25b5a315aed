import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PracticeAgency, startPractice } from '../../../../support/agency/practice-agency.ts';
import { type RealKeychain, startKeychain, whyNoKeychain } from '../../../../support/app/keychain.ts';
import { addConnection, keychainFixture } from '../../../../support/app/keychain-fixture.ts';
import { filesContaining } from '../../../../support/disk/files-containing.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { commandLines } from '../../../../support/process/command-lines.ts';
import { skippedFor } from '../../../../support/skipped.ts';

const planted = 'AIzaSyD-planted/key&with=odd signs-9xyz';

describe('with a real keychain', skippedFor(whyNoKeychain()), () => {
  let agency: PracticeAgency;
  let keychain: RealKeychain;
  beforeAll(async () => {
    agency = await startPractice({ documents: 100 });
    agency.authorise(planted, [agency.agency, agency.secondAgency]);
    keychain = await startKeychain();
  });
  afterAll(async () => {
    await keychain.stop();
    await agency.close();
  });

  const fixture = () => keychainFixture(keychain);
  const add = (name: string, id: string) => addConnection(name, agency.baseUrl, id);

  test('a key from stdin is kept, used by the next command, replaced, and gone with its connection', async () => {
    const { run } = fixture();
    const added = await run(add('Norte', agency.agency), `${agency.key}\n`).ended;
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('quedó en el')]);
    expect(added.events[0]?.item).toMatchObject({ name: 'Norte', key: { kind: 'kept' } });
    expect((await run(['connection', 'test', 'norte']).ended).code).toBe(0);
    expect((await run(['types', '--connection', 'Norte']).ended).code).toBe(0);

    expect((await run(['connection', 'set-key', 'Norte'], 'otra-clave-que-no-sirve').ended).code).toBe(0);
    const refused = await run(['connection', 'test', 'Norte']).ended;
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('API_KEY_INVALID')]);

    expect((await run(['connection', 'remove', 'Norte']).ended).code).toBe(0);
    expect((await run(['connection', 'list']).ended).events).toEqual([{ event: 'done', connections: 0 }]);
    expect((await run(['types', '--connection', 'Norte']).ended).code).toBe(2);
  });

  test('a key from a file is kept, without its line end', async () => {
    const { run } = fixture();
    const file = join(temporaryFolder(), 'clave.txt');
    writeFileSync(file, `${agency.key}\r\n`);
    expect((await run([...add('Norte', agency.agency), '--key-file', file]).ended).code).toBe(0);
    expect((await run(['connection', 'test', 'Norte']).ended).code).toBe(0);
    expect((await run(['connection', 'set-key', 'Norte', '--key-file', file]).ended).code).toBe(0);
  });

  test('a key from a file is printed nowhere, and stands in no other file', async () => {
    const { home, run } = fixture();
    const file = join(temporaryFolder(), 'clave.txt');
    writeFileSync(file, `${planted}\n`);
    const codes: number[] = [];
    const said: string[] = [];
    async function say(...argv: string[]): Promise<void> {
      const { code, stdout, stderr } = await run(argv).ended;
      codes.push(code);
      said.push(stdout, stderr);
    }
    await say(...add('Norte', agency.agency), '--key-file', file);
    await say('connection', 'set-key', 'Norte', '--key-file', file);
    agency.revoke(planted);
    await say('connection', 'test', 'Norte');
    agency.authorise(planted, [agency.agency, agency.secondAgency]);
    await say('report');
    await say('connection', 'list');
    expect(codes).toEqual([0, 0, 3, 0, 0]);
    for (const form of [planted, encodeURIComponent(planted), 'planted']) {
      expect(said.join('\n')).not.toContain(form);
      expect(filesContaining(home, form)).toEqual([]);
    }
    expect(said.at(-2)).toContain('AIza…9xyz');
  });

  test('two agencies share a key, and replacing it serves both', async () => {
    const { run } = fixture();
    await run(add('Norte', agency.agency), 'una-clave-que-no-sirve').ended;
    const shared = await run([...add('Sur', agency.secondAgency), '--same-key-as', 'Norte']).ended;
    expect(shared.code).toBe(0);
    await run(['connection', 'set-key', 'Norte'], agency.key).ended;
    expect((await run(['connection', 'test', 'Sur']).ended).code).toBe(0);
  });

  test('a planted key stands in the keychain and nowhere else', async () => {
    const { home, run } = fixture();
    const lines: string[] = [];
    const said: string[] = [];
    async function watch(argv: readonly string[], stdin = ''): Promise<number> {
      const running = run(argv, stdin);
      const ended = running.ended;
      let isOver = false;
      ended.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        lines.push(commandLines());
        await yieldToEventLoop();
      }
      const { code, stdout, stderr } = await ended;
      said.push(stdout, stderr);
      return code;
    }
    const rut = agency.clients[0]?.rut ?? '';
    expect(await watch(add('Norte', agency.agency), planted)).toBe(0);
    expect(await watch(['types', '--connection', 'Norte'])).toBe(0);
    expect(await watch(['status', '--connection', 'Norte', '--rut', rut, '--dispatch', '1'])).toBe(3);
    agency.revoke(planted);
    expect(await watch(['types', '--connection', 'Norte'])).toBe(3);
    expect(await watch(['report'])).toBe(0);
    agency.authorise(planted, [agency.agency, agency.secondAgency]);
    // What is looked for was really seen by the lookout.
    expect(lines.join('\n')).toContain('--connection Norte');
    for (const form of [planted, encodeURIComponent(planted), 'planted']) {
      expect(filesContaining(home, form)).toEqual([]);
      expect(said.join('\n')).not.toContain(form);
    }
    // Other programs of this machine may have its words in their command lines, but not the key.
    for (const form of [planted, encodeURIComponent(planted)]) expect(lines.join('\n')).not.toContain(form);
    expect((await run(['connection', 'list']).ended).stdout).toContain('AIza…9xyz');
  });
});
