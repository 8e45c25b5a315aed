import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDiagnostics } from '../../../../electron/diagnostics/index.ts';
import { createTranslator } from '../../../../electron/i18n/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { testHost } from '../../../support/app/host.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../../support/skipped.ts';

const key = 'AIzaSyD-planted-key-9xyz';

function diagnostics() {
  const folder = temporaryFolder();
  const opened = openDiagnostics(testHost(folder, { clock: createFakeClock() }));
  const [errorPath, logPath] = [join(folder, 'last-fault.json'), join(folder, 'logs', 'carpeta.log')];
  return { ...opened, errorPath, logPath, logged: () => readFileSync(logPath, 'utf8') };
}

const rejection = new AppError('API_KEY_INVALID', `refused ${key}`, { status: 403 });

test('what a call was refused with is noted, and is the last error', () => {
  const { recordRejection, lastError, logged } = diagnostics();
  recordRejection('search.start', rejection);
  expect(lastError.read()).toMatchObject({ code: 'API_KEY_INVALID', status: 403 });
  expect(logged()).toContain('refused search.start code="API_KEY_INVALID" status=403');
});

test('no key that was noted stands in the last error, in memory or on the disk', () => {
  const { recordRejection, lastError, noteKey, errorPath } = diagnostics();
  noteKey(key);
  recordRejection('search.start', rejection);
  expect(JSON.stringify(lastError.read())).not.toContain('planted');
  expect(readFileSync(errorPath, 'utf8')).not.toContain('planted');
});

test('a last error that is forgotten is on the disk no more', () => {
  const { recordRejection, lastError, errorPath } = diagnostics();
  recordRejection('search.start', rejection);
  expect(existsSync(errorPath)).toBe(true);
  lastError.forget();
  expect([existsSync(errorPath), lastError.read()]).toEqual([false, undefined]);
});

test('a start is noted, and each damaged file that was put aside', async () => {
  const { noteStart, logged } = diagnostics();
  const setAside = ['/home/ana/carpeta.db.damaged', '/home/ana/preferences.json.damaged'];
  await noteStart({ version: '1.2.3', setAside, translator: () => createTranslator('es-CL') });
  for (const path of setAside) expect(logged()).toContain(`set aside path="${path}"`);
  expect(logged()).toContain('started version="1.2.3"');
});

test(
  'the log and the last error are files of their owner alone',
  skippedFor(isWindows && 'Windows keeps rights in lists'),
  () => {
    const { recordRejection, errorPath, logPath } = diagnostics();
    recordRejection('search.start', rejection);
    const modes = [errorPath, logPath].map((path) => lstatSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
  },
);
