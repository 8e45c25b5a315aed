import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../../electron/i18n/index.ts';
import { errorTextOf } from '../../../renderer/ui/error-message/error-text.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import spanish from '../../../shared/locales/es-CL/errors.json' with { type: 'json' };

type ErrorSource = Pick<ErrorData, 'code' | 'status' | 'values'>;
const host = 'api.ejemplo.cl';
const noNetwork = (reason: string): ErrorSource => ({ code: 'NO_NETWORK', values: { host, reason } });

const causes: readonly [string, ErrorSource, RegExp][] = [
  ['a name that Node does not find', noNetwork('ENOTFOUND'), /api\.ejemplo\.cl no existe/],
  ['a name that Chromium does not find', noNetwork('ERR_NAME_NOT_RESOLVED'), /¿Está bien escrita\?/],
  ['an address where nobody listens', noNetwork('ECONNREFUSED'), /Nadie responde en la dirección api/],
  ['a computer without a network', noNetwork('ERR_INTERNET_DISCONNECTED'), /No se pudo llegar/],
  ['a proxy’s certificate', { code: 'TLS_FAILED', values: { host, at: 'proxy' } }, /certificado del proxy/],
  ['a server’s certificate', { code: 'TLS_FAILED', values: { host } }, /conexión segura/],
  [
    'a redirect of storage',
    { code: 'REDIRECTED', status: 307, values: { from: 'storage' } },
    /almacenamiento/,
  ],
  [
    'an answer of storage that cannot be read',
    { code: 'RESPONSE_UNREADABLE', values: { from: 'storage' } },
    /almacenamiento de la agencia/,
  ],
  [
    'an answer of storage that is packed unasked',
    { code: 'RESPONSE_UNREADABLE', values: { from: 'storage', coding: 'br' } },
    /comprimida \(br\)/,
  ],
  [
    'an answer of the service that is packed unasked',
    { code: 'RESPONSE_UNREADABLE', values: { coding: 'gzip' } },
    /comprimida \(gzip\)/,
  ],
  [
    'a file that the system does not open',
    { code: 'FILE_NOT_OPENED', values: { path: '/a.pdf' } },
    /no abrió \/a/,
  ],
  [
    'a file that may carry a program',
    { code: 'FILE_NOT_OPENED', values: { path: '/a.exe', detail: 'kind' } },
    /pueden traer un programa/,
  ],
  [
    'an answer of the service that cannot be read',
    { code: 'RESPONSE_UNREADABLE' },
    /Revisa la dirección del servicio/,
  ],
  [
    'a redirect of the service',
    { code: 'REDIRECTED', status: 302, values: { host } },
    /para no dar la clave/,
  ],
  [
    'a proxy that does not answer',
    { code: 'NO_NETWORK', values: { host, reason: 'ECONNREFUSED', at: 'proxy' } },
    /proxy de la red no responde/,
  ],
  [
    'a proxy that gets no further',
    { code: 'NO_NETWORK', values: { host, reason: 'ERR_TUNNEL_CONNECTION_FAILED', at: 'proxy' } },
    /proxy de la red no llegó a api\.ejemplo\.cl/,
  ],
  [
    'a store that cannot be written',
    { code: 'FOLDER_UNWRITABLE', values: { path: '/p', at: 'store' } },
    /no puede escribir los datos que guarda/,
  ],
  [
    'a store whose disk fails',
    { code: 'FOLDER_GONE', values: { path: '/p', at: 'store' } },
    /disco con los datos que guarda Carpeta no responde/,
  ],
  [
    'an index where no more files can be opened',
    { code: 'INDEX_NOT_WRITTEN', values: { path: '/p', reason: 'TOO_MANY_OPEN_FILES' } },
    /no deja que Carpeta abra más archivos/,
  ],
  [
    'an index that another program has open',
    { code: 'INDEX_NOT_WRITTEN', values: { path: '/p', reason: 'FILE_LOCKED' } },
    /Cierra indice\.csv|falta la prueba/,
  ],
  [
    'rows of a list',
    { code: 'ROW_UNREADABLE', values: { count: 2 } },
    /lista está incompleta.* 2 de sus filas/,
  ],
  ['one thing that was kept', { code: 'ROW_UNREADABLE', values: { id: 'a3' } }, /no se puede leer: a3/],
  [
    'a dispatch asked for as 40 clients',
    { code: 'DISPATCH_NOT_FOUND', status: 404, values: { asked: 40, unknown: 0 } },
    /no se encontró entre los 40 clientes/,
  ],
  ['a dispatch asked for as one client', { code: 'DISPATCH_NOT_FOUND', status: 404 }, /de este RUT/],
  [
    'a disk without room for a download, which waits for it',
    { code: 'DISK_FULL', values: { path: '/p', needed: 5, next: 1 } },
    /la descarga sigue sola/,
  ],
  [
    'a disk without room for anything else, which is over',
    { code: 'DISK_FULL', values: { path: '/p' } },
    /^No queda espacio.*Libera espacio y repite lo que hacías\.$/,
  ],
  ['a network that wants a login', { code: 'GATEWAY_UNAVAILABLE', status: 511 }, /en su propia página/],
];

describe('the words of an error name its cause', () => {
  test.each(causes)('%s', (_, error, said) => {
    const translator = createTranslator('es-CL').ofError({ message: '', ...error });
    expect(`${translator.what} ${translator.todo}`).toMatch(said);
    const texts: Readonly<Record<string, unknown>> = spanish;
    const shown = errorTextOf(error, (code) => texts[code]);
    expect([shown.what, shown.do]).toEqual([translator.what, translator.todo]);
  });

  test('and none of an address speaks of a VPN', () => {
    for (const [, error] of causes.slice(0, 3)) {
      const { what, todo } = createTranslator('es-CL').ofError({ message: '', ...error });
      expect(`${what} ${todo}`).not.toContain('VPN');
    }
  });
});
