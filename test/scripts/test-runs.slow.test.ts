import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../scripts/test/events.mjs';
import { runStage } from '../../scripts/test/run-stage.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const fixtures = 'test/scripts/fixtures/test-runs';
const keychain = { prefix: [], env: {} };

/** Runs a stage on tests that are not the project's own. */
async function runFixture(tool: 'vitest' | 'playwright', ...args: string[]) {
  const folder = temporaryFolder('test-runs');
  let output = '';
  const onOutput = (text: string) => {
    output += text;
  };
  const stage = { name: 'a fixture', tool, args: [`--config=${fixtures}/${tool}.config.ts`, ...args] };
  const outcome = await runStage(stage, { keychain, folder, temporary: { folder, env: {} }, onOutput });
  return { outcome, output };
}

describe('a stage of tests', () => {
  it('of Vitest tells what passed, failed and was skipped, with names and reasons', async () => {
    const { outcome, output } = await runFixture('vitest', 'mixed.fixture.ts', 'broken.fixture.ts');
    const inMixed = (title: string) => `${fixtures}/mixed.fixture.ts › ${title}`;
    expect(outcome.passed).toBe(1);
    expect(new Set(outcome.failures)).toEqual(
      new Set([
        { test: inMixed('fails'), reason: 'this is another' },
        { test: inMixed('a suite whose hook fails'), reason: 'nothing was prepared' },
        { test: `${fixtures}/broken.fixture.ts`, reason: 'cannot be loaded' },
      ]),
    );
    expect(outcome.skipped).toEqual([
      { test: inMixed('is skipped with a note'), reason: 'no drive can be mounted' },
      { test: inMixed('a suite › is skipped whole'), reason: 'no second reader' },
      { test: inMixed('a suite whose hook fails › never begins'), reason: 'what it stands in failed' },
    ]);
    expect(output).toContain('cannot be loaded');
  });

  it('of Vitest that is killed tells what it was at', async () => {
    const { outcome } = await runFixture('vitest', 'killed.fixture.ts');
    expect(outcome.failures).toEqual([{ test: `${fixtures}/killed.fixture.ts`, reason: 'did not end' }]);
  });

  it('of Playwright tells what passed, failed and was skipped, with names and reasons', async () => {
    const { outcome } = await runFixture('playwright');
    const inJourney = (title: string) => `${fixtures}/mixed.journey.ts › a journey › ${title}`;
    expect(outcome).toMatchObject({
      passed: 1,
      failures: [{ test: inJourney('fails'), reason: 'this is another' }],
      skipped: [{ test: inJourney('is skipped'), reason: 'no pictures are kept here' }],
    });
  });

  it('that finds no test has failed', async () => {
    const { outcome } = await runFixture('vitest', 'no-such-file');
    expect(outcome).toMatchObject({ passed: 0, failures: [{ test: 'the run' }] });
  });

  it('that is killed while it writes an event has told all before that', () => {
    const path = join(temporaryFolder('test-runs'), 'killed.events');
    expect(readEvents(path)).toEqual([]);
    writeFileSync(path, '{"event":"loaded","id":"a"}\n{"event":"load');
    expect(readEvents(path)).toEqual([{ event: 'loaded', id: 'a' }]);
  });
});
