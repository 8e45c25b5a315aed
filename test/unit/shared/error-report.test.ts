import { expect, it } from 'vitest';
import { errorReport } from '../../../shared/error-report.ts';
import type { ErrorData } from '../../../shared/errors.ts';

const app = { version: '1.2.3', system: 'win32 x64' };

const error: ErrorData = {
  code: 'DISPATCH_NOT_FOUND',
  message: 'GET /dispatch/{numeroDespacho}/files answered 404 DISPATCH_NOT_FOUND',
  status: 404,
  requestId: 'b4c1',
  exchange: {
    at: '2026-11-20T12:00:00.000Z',
    method: 'GET',
    path: '/agencia-1/v1/dispatch/123457/files?rut=12345678-5&key=AIza…9xyz',
    agency: 'agencia-1',
    rut: '12345678-5',
    status: 404,
    requestId: 'b4c1',
    response: '{"status":404,"code":"DISPATCH_NOT_FOUND","message":"…","requestId":"b4c1"}',
    attempts: 1,
  },
};

it('a report holds everything that the service asks for', () => {
  expect(errorReport(error, app)).toBe(
    [
      'code: DISPATCH_NOT_FOUND',
      'status: 404',
      'requestId: b4c1',
      'time (UTC): 2026-11-20T12:00:00.000Z',
      'request: GET /agencia-1/v1/dispatch/123457/files?rut=12345678-5&key=AIza…9xyz',
      'idAgencia: agencia-1',
      'rut: 12345678-5',
      'attempts: 1',
      'message: GET /dispatch/{numeroDespacho}/files answered 404 DISPATCH_NOT_FOUND',
      'app: Carpeta 1.2.3',
      'system: win32 x64',
      'response:',
      '{"status":404,"code":"DISPATCH_NOT_FOUND","message":"…","requestId":"b4c1"}',
      '',
    ].join('\n'),
  );
});

it('a report of an error without a request leaves out what there is not', () => {
  expect(errorReport({ code: 'DISK_FULL', message: 'no space', values: { needed: 5 } }, app)).toBe(
    'code: DISK_FULL\nmessage: no space\nneeded: 5\napp: Carpeta 1.2.3\nsystem: win32 x64\n',
  );
});

it('a report holds no key and no link, even where somebody let them in', () => {
  const exchange = {
    at: '2026-11-20T12:00:00.000Z',
    method: 'GET',
    path: '/a/v1/files?key=AIzaSyD-planted-key-9xyz&rut=1-9',
    agency: 'a',
    attempts: 1,
    response:
      '{"url":"https://storage.example/b/o.pdf?X-Goog-Date=20261120T120000Z&X-Goog-Signature=5ec2e7"}',
  } as const;
  const report = errorReport({ ...error, exchange }, app);
  expect(report).not.toMatch(/planted|5ec2e7|X-Goog/);
  expect(report).toContain('key=AIza…9xyz&rut=1-9');
  expect(report).toContain('https://storage.example/b/o.pdf?…');
});

it('a value with line ends cannot forge a line of the report', () => {
  const report = errorReport({ code: 'INPUT_INVALID', message: 'a\nrut: 1-9' }, app);
  expect(report.split('\n')[1]).toBe('message: a rut: 1-9');
});
