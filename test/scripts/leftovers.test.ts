import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outcomeOfLeftovers } from '../../scripts/test/leftovers.mjs';
import { runStage } from '../../scripts/test/run-stage.mjs';
import { firstStages, leftovers } from '../../scripts/test/stages.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('what a run of tests leaves in its temporary folder', () => {
  it('is looked for last, when all else has ended', () => {
    expect(firstStages.at(-1)).toEqual([leftovers]);
  });

  it('fails the run by its name, each file and folder once', () => {
    const folder = temporaryFolder();
    expect(outcomeOfLeftovers(folder)).toMatchObject({ passed: 1, failures: [] });
    writeFileSync(join(folder, 'paper.pdf'), '');
    mkdirSync(join(folder, 'carpeta-main-1/logs'), { recursive: true });
    const { passed, failures } = outcomeOfLeftovers(folder);
    expect(passed).toBe(0);
    expect(failures.map(({ test }) => test).sort()).toEqual(['carpeta-main-1', 'paper.pdf']);
  });

  it('is what a stage put where the system keeps temporary files', async () => {
    const folder = temporaryFolder();
    const options = {
      keychain: { prefix: [], env: {} },
      folder: temporaryFolder(),
      temporary: { folder, env: { TMPDIR: folder, TEMP: folder, TMP: folder } },
      onOutput: () => undefined,
    };
    const code = "require('node:fs').mkdtempSync(require('node:os').tmpdir() + '/left-')";
    const careless = { name: 'a careless stage', tool: 'node' as const, args: ['-e', code] };
    expect((await runStage(careless, options)).failures).toEqual([]);
    expect((await runStage(leftovers, options)).failures).toEqual([
      { test: expect.stringMatching(/^left-/), reason: 'was left in the temporary folder' },
    ]);
  });

  it('goes with the run', () => {
    const folder = temporaryFolder();
    const run = `
      import { writeFileSync } from 'node:fs';
      const { createTemporaryFolder } = await import(${JSON.stringify(new URL('../../scripts/test/leftovers.mjs', import.meta.url).href)});
      const { folder } = createTemporaryFolder();
      writeFileSync(folder + '/left', '');
      console.log(folder);`;
    const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder };
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
      env,
      encoding: 'utf8',
    });
    expect(stdout.trim()).toContain('carpeta-run-');
    expect([existsSync(stdout.trim()), readdirSync(folder)]).toEqual([false, []]);
  });
});
