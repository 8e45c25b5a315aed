import { describe, expect, it } from 'vitest';
import { clientOver, errorOf, plantedKey, someRut } from '../../support/agency/client.ts';
import { reply, scriptedOpen } from '../../support/agency/scripted-open.ts';

const link =
  'https://storage.example/o/1?X-Goog-Date=20261120T120000Z&X-Goog-Expires=3600&X-Goog-Signature=5ec2e7';

describe('an error', () => {
  const refusing = (body: unknown, headers: Record<string, string> = {}) =>
    errorOf(
      clientOver(scriptedOpen(reply(404, body, headers)).httpGet).dispatchFiles({
        dispatch: '77',
        rut: someRut,
      }),
    );
  const body = { status: 404, code: 'DISPATCH_NOT_FOUND', message: 'words', requestId: 'theirs-1' };

  it('carries its exchange', async () => {
    expect((await refusing(body, { 'x-request-id': 'theirs-1' })).exchange).toEqual({
      at: '2026-11-20T12:00:00.000Z',
      method: 'GET',
      path: `/agencia-1/v1/dispatch/77/files?rut=${someRut}&key=AIza…9xyz`,
      agency: 'agencia-1',
      rut: someRut,
      status: 404,
      requestId: 'theirs-1',
      response: JSON.stringify(body),
      attempts: 1,
    });
  });

  it('names the request as the header does, else as the body does, else as it was sent', async () => {
    expect((await refusing(body, { 'x-request-id': 'header' })).requestId).toBe('header');
    expect((await refusing(body)).requestId).toBe('theirs-1');
    expect((await refusing('<html>')).requestId).toBe('request-1');
  });

  it('holds neither the key nor a link, whatever the answer repeats', async () => {
    const echo = {
      ...body,
      message: `no ${plantedKey} in /x?key=${plantedKey} nor ${encodeURIComponent(plantedKey)}`,
      hint: link,
    };
    const error = await refusing(echo, { 'x-request-id': plantedKey });
    const printed = JSON.stringify({ ...error, message: error.message, stack: error.stack });
    expect(printed).not.toMatch(/planted|X-Goog|5ec2e7/);
    expect(error.requestId).toBe('AIza…9xyz');
  });

  it('of a redirect tells the host alone', async () => {
    const location = 'https://portal.example/entrar?session=5ec2e7&name=ACME';
    const client = clientOver(scriptedOpen(reply(302, '', { location })).httpGet);
    const error = await errorOf(client.dispatchFiles({ dispatch: '77', rut: someRut }));
    expect(error).toMatchObject({ code: 'REDIRECTED', values: { host: 'portal.example' } });
    expect(JSON.stringify({ ...error, message: error.message })).not.toMatch(/entrar|ACME|5ec2e7/);
  });

  it('of a very long answer keeps the beginning of it', async () => {
    const error = await refusing(`<${'x'.repeat(5_000_000)}`);
    expect(error.exchange?.response).toMatch(/^<x+\n… \(\d+ bytes came\)$/);
    expect(error.exchange?.response?.length).toBeLessThan(250_000);
  });
});
