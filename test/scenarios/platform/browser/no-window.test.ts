import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBrowser } from '../../../../electron/platform/browser/find-browser.ts';
import { whyNoWindow } from '../../../../electron/platform/browser/why-no-window.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../../support/skipped.ts';

const main = join(import.meta.dirname, '../../../../electron/platform/browser/main.ts');

/** What a start prints and ends with. */
function start(env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, main], {
    encoding: 'utf8',
    timeout: 100_000,
    env: { ...process.env, CARPETA_HOME: temporaryFolder('no-window'), ...env },
  });
  return { status, printed: stdout + stderr };
}

describe('a start without a window', () => {
  it(
    'says in one sentence that the display does not answer',
    skippedFor(
      process.platform !== 'linux'
        ? 'displays have names on Linux alone'
        : findBrowser() === undefined && 'there is no Chromium here',
    ),
    () => {
      const { status, printed } = start({ DISPLAY: ':4711', WAYLAND_DISPLAY: '' });
      expect(printed).toMatch(/^The display .* does not answer[^\n]*\n$/);
      expect(status).toBe(69);
    },
  );

  it(
    'says in one sentence that the browser does not start',
    skippedFor(isWindows && 'what ends at once is /bin/false'),
    () => {
      const { status, printed } = start({ CARPETA_CHROMIUM: '/bin/false' });
      expect(printed).toMatch(/^Chromium does not start here[^\n]*\n$/);
      expect(status).toBe(69);
    },
  );

  it('says in one sentence what else kept it from starting', () => {
    const home = join(temporaryFolder('no-window'), 'a file');
    writeFileSync(home, '');
    const { status, printed } = start({ CARPETA_HOME: home });
    expect(printed).toMatch(/^Carpeta could not start: [^\n]*\n$/);
    expect(status).toBe(1);
  });

  it.each([
    ['no Chromium, Chrome or Edge was found; CARPETA_CHROMIUM may name one', /is installed/],
    [
      'browserType.launchPersistentContext: Failed to create a ProcessSingleton for your profile',
      /open already/,
    ],
    ['[FATAL:zygote_host_impl_linux.cc] No usable sandbox!', /chromium-sandbox/],
  ])('has a sentence of its own for: %s', (said, sentence) => {
    expect(whyNoWindow(new Error(said))).toMatch(sentence);
  });

  it('takes no other error for a window that is missing', () => {
    expect(whyNoWindow(new Error('the store is damaged'))).toBeUndefined();
    expect(whyNoWindow('a word')).toBeUndefined();
  });
});
