import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { minFreeMemoryBytes, outcomeOfLeftovers } from '../../scripts/test/leftovers.mjs';
import { runStage } from '../../scripts/test/run-stage.mjs';
import { firstStages, leftovers } from '../../scripts/test/stages.mjs';
import { hasMemoryForThree } from '../../scripts/test/workers.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

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
    const made = madeFolder({ TMPDIR: folder, TEMP: folder, TMP: folder });
    expect(made).toContain('carpeta-run-');
    expect([existsSync(made), readdirSync(folder)]).toEqual([false, []]);
  });

  it.skipIf(process.platform === 'win32')(
    'stands where the environment says, else in memory that has room, else where the system keeps such files',
    () => {
      const [memory, named] = [temporaryFolder(), temporaryFolder()];
      expect(dirname(madeFolder({ TMPDIR: named }, memory))).toBe(named);
      expect(readdirSync(memory)).toEqual([]);
      expect(dirname(madeFolder({}, join(memory, 'not there')))).toBe('/tmp');
      const { bavail, bsize } = statfsSync(memory);
      const isRoomy = hasMemoryForThree && bavail * bsize > minFreeMemoryBytes;
      expect(dirname(madeFolder({}, memory))).toBe(isRoomy ? memory : '/tmp');
      expect(readdirSync(memory)).toEqual([]);
    },
  );
});

/** The folder that a run of its own made for itself, in an environment where nothing else names one. */
function madeFolder(named: Readonly<Record<string, string>>, memory?: string): string {
  const run = `
    import { writeFileSync } from 'node:fs';
    const { createTemporaryFolder } = await import(${JSON.stringify(new URL('../../scripts/test/leftovers.mjs', import.meta.url).href)});
    const { folder } = createTemporaryFolder(${JSON.stringify({ memory })});
    writeFileSync(folder + '/left', '');
    console.log(folder);`;
  const { TMPDIR: _folder, TEMP: _temp, TMP: _tmp, ...others } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
    env: { ...others, ...named },
    encoding: 'utf8',
  });
  return stdout.trim();
}
