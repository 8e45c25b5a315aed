import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createIdleClock } from '../../../../support/app/idle-clock.ts';
import { cli, spawnCli } from '../../../../support/app/run-cli.ts';
import { filesContaining } from '../../../../support/disk/files-containing.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { downloadCommand, filesIn } from '../../../../support/process/download-command.ts';
import { isWindows, skippedFor } from '../../../../support/skipped.ts';

describe('download', () => {
  test('links that last a second are renewed: 100 good files, nothing fetched twice', {
    timeout: 120_000,
  }, async () => {
    const links = { urlLifetimeSeconds: 1, latencyMs: 40, clock: createIdleClock() };
    const { agency, asked, download } = await downloadCommand({ documents: 150, ...links });
    const into = join(temporaryFolder(), 'carpeta');
    const { code, events } = await download(into);
    const done = Number(events.at(-1)?.['done']);
    expect([code, events.at(-1)?.['failed']]).toEqual([0, 0]);
    expect(done).toBeGreaterThanOrEqual(100);
    expect(filesIn(into)).toHaveLength(done);
    expect(agency.requests.count('dispatch-files')).toBeGreaterThan(0);
    expect(agency.requests.files().served).toBe(done);
    for (const { id } of asked) expect(agency.requests.file(id).served).toBeLessThanOrEqual(1);
    expect((await cli(['verify', into])).code).toBe(0);
  });

  test('a batch that stands still because nobody answers goes on when somebody does', async () => {
    const { agency, always, door, env } = await downloadCommand();
    const mend = agency.faults.add({ kind: 'storage-answer', status: 503, page: 'html' });
    const into = join(temporaryFolder(), 'carpeta');
    const argv = ['download', ...door, '--into', into, '--json', ...always];
    const { code, events, stderr } = await cli(argv, {
      env,
      clock: createIdleClock(),
      onSaid: (text) => text.includes('se espera hasta 5 minutos') && mend(),
    });
    expect(stderr).toMatch(/En pausa[\s\S]*se espera hasta 5 minutos/);
    expect([code, events.at(-1)?.['failed']]).toEqual([0, 0]);
    expect(filesIn(into)).toHaveLength(Number(events.at(-1)?.['done']));
  });

  test('with --wait 0 it ends at once, with 4, and what is missing is fetched the next time', async () => {
    const { agency, always, door, env } = await downloadCommand();
    const mend = agency.faults.add({ kind: 'storage-answer', status: 503, page: 'html' });
    const into = join(temporaryFolder(), 'carpeta');
    const argv = ['download', ...door, '--into', into, '--json', '--wait', '0', ...always];
    const paused = await cli(argv, { env, clock: createIdleClock() });
    expect([paused.code, paused.events.at(-1)]).toEqual([4, expect.objectContaining({ done: 0, failed: 0 })]);
    mend();
    const { code, events } = await cli(argv, { env });
    expect([code, filesIn(into).length]).toEqual([0, Number(events.at(-1)?.['done'])]);
  });

  test('neither the key nor the signature of any link is found anywhere afterwards', async () => {
    const { agency, door, always, env, home } = await downloadCommand({
      urlLifetimeSeconds: 2,
      latencyMs: 20,
    });
    const into = join(temporaryFolder(), 'carpeta');
    agency.faults.add({ kind: 'storage-cut', after: 0.5, times: 5 });
    const argv = ['download', ...door, '--into', into, ...always];
    const { stdout, stderr } = await spawnCli(argv, { env }).ended;
    expect(filesIn(into).length).toBeGreaterThan(50);
    for (const secret of [agency.key, 'X-Goog-Signature', 'X-Goog-Credential']) {
      expect([...filesContaining(home, secret), ...filesContaining(into, secret)]).toEqual([]);
      expect(stdout + stderr).not.toContain(secret);
    }
    // What is looked for is what the service really sends.
    expect(readFileSync(join(home, 'carpeta.db')).length).toBeGreaterThan(10_000);
  });

  const noSignals = isWindows && 'Windows ends processes without a signal';

  test('stopped in the middle and run again, it fetches the rest', skippedFor(noSignals), async () => {
    const { agency, asked, door, always, env } = await downloadCommand();
    const stall = agency.faults.add({ kind: 'storage-stall', after: 0.5, skip: 15 });
    const into = join(temporaryFolder(), 'carpeta');
    const argv = ['download', ...door, '--into', into, ...always, '--json'];
    const first = spawnCli(argv, { env });
    await first.until(/"ended":[1-9]\d/);
    first.kill('SIGINT');
    const stopped = await first.ended;
    expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('Interrumpido')]);
    stall();
    const { code, events } = await spawnCli(argv, { env }).ended;
    expect([code, events.at(-1)?.['failed']]).toEqual([0, 0]);
    expect(Number(events.at(-1)?.['here'])).toBeGreaterThanOrEqual(10);
    // At most the six that were under way are fetched a second time.
    const twice = asked.filter(({ id }) => agency.requests.file(id).served > 1);
    expect(twice.length).toBeLessThanOrEqual(6);
    expect(readdirSync(into, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual(
      [],
    );
    expect((await cli(['verify', into])).code).toBe(0);
  });
});
