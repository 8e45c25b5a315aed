import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog, type LogOptions } from '../../../../electron/diagnostics/log.ts';
import { AppError } from '../../../../shared/errors.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

function logIn(folder: string, options: Partial<LogOptions> = {}) {
  const log = createLog({
    folder,
    clock: createFakeClock(),
    secrets: () => ['AIzaSyD-planted-key-9xyz'],
    ...options,
  });
  return { log, read: (name = 'carpeta.log') => readFileSync(join(folder, name), 'utf8') };
}

test('a line tells when, what, and the facts', () => {
  const { log, read } = logIn(temporaryFolder());
  log.note('started', { version: '1.2.3', requests: 4, absent: undefined });
  expect(read()).toBe('2026-11-20T12:00:00.000Z started version="1.2.3" requests=4\n');
});

test('no key, link or RUT is written, whoever passes it', () => {
  const { log, read } = logIn(temporaryFolder());
  log.note('asked', {
    path: '/a/v1/files?rut=12345678-5&key=AIzaSyD-planted-key-9xyz',
    rut: '12.345.678-5',
    other: 'RUT 9068826-K.',
    link: 'https://storage.example/a.pdf?X-Goog-Signature=abcdef',
    typed: 'AIzaSyD-planted-key-9xyz',
  });
  expect(read()).not.toMatch(/planted|abcdef|12345678|12\.345|9068826/);
});

test('a dispatch number is no RUT', () => {
  const { log, read } = logIn(temporaryFolder());
  log.note('asked', { endpoint: '/a/v1/dispatch/410317/files', other: '123456-2026-7' });
  expect(read()).toContain('/dispatch/410317/files');
  expect(read()).toContain('123456-2026-7');
});

test('an error is told by code, request and place; what the service answered is not', () => {
  const { log, read } = logIn(temporaryFolder());
  const exchange = {
    at: '2026-11-20T12:00:00.000Z',
    method: 'GET' as const,
    path: '/a/v1/dispatch/7/status?rut=12345678-5&key=AIza…9xyz',
    agency: 'a',
    rut: '12345678-5',
    response: '{"message":"de ACME Ltda."}',
    attempts: 1,
  };
  const error = new AppError('DISPATCH_NOT_FOUND', 'words of ACME', {
    status: 404,
    requestId: 'r-1',
    exchange,
  });
  log.error('refused', error);
  expect(read()).toBe(
    '2026-11-20T12:00:00.000Z refused code="DISPATCH_NOT_FOUND" status=404 requestId="r-1" endpoint="/a/v1/dispatch/7/status"\n',
  );
});

test('a foreign error is told by its frames, without its message', () => {
  const { log, read } = logIn(temporaryFolder());
  log.error('failed', new TypeError('secret of ACME'));
  expect(read()).toMatch(/code="UNEXPECTED" stack="at .*log\.test\.ts/);
  expect(read()).not.toContain('ACME');
});

test('a full file makes room for the next, and the oldest goes', () => {
  const folder = temporaryFolder();
  const { log, read } = logIn(folder, { fileSize: 100, maxFiles: 2 });
  for (let n = 1; n <= 12; n++) log.note(`event-${n}`, { padding: 'x'.repeat(20) });
  expect(readdirSync(folder).sort()).toEqual(['carpeta.1.log', 'carpeta.2.log', 'carpeta.log']);
  expect(read()).toContain('event-12');
  expect(read('carpeta.2.log')).not.toContain('event-1 ');
});

test('as the app opens it, a log is five files of 1 MiB', () => {
  const folder = temporaryFolder();
  const names = ['carpeta.1.log', 'carpeta.2.log', 'carpeta.3.log', 'carpeta.4.log', 'carpeta.log'];
  for (const name of names) writeFileSync(join(folder, name), 'x'.repeat(2 ** 20));
  const { log, read } = logIn(folder);
  log.note('next');
  expect(readdirSync(folder).sort()).toEqual(names);
  expect([read(), read('carpeta.1.log').length]).toEqual(['2026-11-20T12:00:00.000Z next\n', 2 ** 20]);
});

test('a log goes on where it was left', () => {
  const folder = temporaryFolder();
  logIn(folder).log.note('first');
  const { log, read } = logIn(folder);
  log.note('second');
  expect(read().split('\n')).toHaveLength(3);
});

test('a disk that takes nothing is no reason to fail; how much is missing is told', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'carpeta.log'));
  const { log, read } = logIn(folder);
  log.note('first');
  log.error('second', new AppError('DISK_FULL', 'full'));
  rmdirSync(join(folder, 'carpeta.log'));
  log.note('third');
  expect(read()).toBe('2026-11-20T12:00:00.000Z lost lines=2\n2026-11-20T12:00:00.000Z third\n');
});
