import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAgencyMail } from '../../../../../renderer/features/connections/agency-mail.ts';

const baseUrl = 'https://api.ejemplo.cl';
const agency = 'AG-77';
const key = 'AIzaSyD3x4mpl3K3y0123456789abcdefghijkl';
const all = { baseUrl, agency, key };

const wholeMails: readonly [string, string][] = [
  ['Spanish labels', `Dirección: ${baseUrl}\nId de agencia: ${agency}\nClave: ${key}`],
  ['English labels', `Base URL: ${baseUrl}\nAgency ID: ${agency}\nAPI key: ${key}`],
  ['names of the document', `base_url = ${baseUrl}\nidAgencia = ${agency}\nkey = ${key}`],
  ['JSON', `{\n  "base_url": "${baseUrl}",\n  "idAgencia": "${agency}",\n  "key": "${key}"\n}`],
  ['JSON in one line', `{"baseUrl":"${baseUrl}","agencyId":"${agency}","apiKey":"${key}"}`],
  ['a table of Markdown', `| URL base | ${baseUrl} |\n| idAgencia | ${agency} |\n| Clave de API | ${key} |`],
  ['a table of a spreadsheet', `URL\t${baseUrl}\nId agencia\t${agency}\nAPI Key\t${key}`],
  [
    'values below their labels',
    `URL base:\n${baseUrl}\n\nId de agencia:\n${agency}\n\nClave de API:\n${key}`,
  ],
  [
    'labels without colons above',
    `Dirección del servicio\n${baseUrl}\nId de agencia\n${agency}\nClave\n${key}`,
  ],
  ['angle brackets', `URL: <${baseUrl}>\nID: <${agency}>\nKEY: <${key}>`],
  ['quotes', `La dirección es “${baseUrl}”, el id de agencia es «${agency}» y la clave es '${key}'.`],
  ['a sentence', `Your agency id is ${agency}, the service is at ${baseUrl}/v1 and your API key is ${key}.`],
  ['bold and bullets', `* **URL:** ${baseUrl}\n* **Agencia:** ${agency}\n* **Clave:** ${key}`],
  ['numbers before lines', `1. Dirección: ${baseUrl}\n2. idAgencia: ${agency}\n3. API key: ${key}`],
  ['a quoted mail', `> Dirección: ${baseUrl}\n>\n> Id agencia: ${agency}\n> Clave API: ${key}`],
  ['the base path of operations', `URL: ${baseUrl}/${agency}/v1\nClave: ${key}`],
  ['the base path with a slash', `Endpoint: ${baseUrl}/${agency}/v1/\nToken: ${key}`],
  ['an address without its scheme', `Host: api.ejemplo.cl/${agency}/v1\nLlave: ${key}`],
  ['the version alone', `Servidor: ${baseUrl}/v1\nId agencia: ${agency}\nClave: ${key}`],
  ['the id twice', `URL: ${baseUrl}/${agency}\nIdAgencia: ${agency}\nClave: ${key}`],
  ['a whole example of a request', `Ejemplo: ${baseUrl}/${agency}/v1/master/file-types?key=${key}`],
  [
    'a template and values',
    `Use {base_url}/{idAgencia}/v1\nbase_url: ${baseUrl}\nidAgencia: ${agency}\nkey: ${key}`,
  ],
  ['an open place in the address', `URL: ${baseUrl}/{idAgencia}/v1\nidAgencia: ${agency}\nclave: ${key}`],
  ['three bare lines', `${baseUrl}\n${agency}\n${key}`],
  ['three bare lines, the key first', `${key}\n${baseUrl}\n${agency}`],
  [
    'no-break and zero-width spaces',
    `URL:\u00a0${baseUrl}\u200b\nId\u00a0agencia:\u00a0${agency}\nClave:\u00a0${key}`,
  ],
  ['Windows line ends', `URL: ${baseUrl}\r\nID agencia: ${agency}\r\nClave: ${key}\r\n`],
  ['arrows', `URL -> ${baseUrl}\nidAgencia -> ${agency}\nAPI_KEY -> ${key}`],
  ['capitals', `DIRECCIÓN: ${baseUrl}\nID AGENCIA: ${agency}\nCLAVE API: ${key}`],
  ['a header', `URL: ${baseUrl}\nagency_id: ${agency}\nx-api-key: ${key}`],
  [
    'both languages',
    `Dirección / Address: ${baseUrl}\nId de agencia / Agency id: ${agency}\nClave / Key: ${key}`,
  ],
  ['a code of the agency', `Servicio: ${baseUrl}\nCódigo de la agencia: ${agency}\nClave: ${key}`],
  ['dots at the ends', `La URL es ${baseUrl}.\nEl id de agencia es ${agency}.\nLa clave es ${key}.`],
  [
    'a letter with greetings and a signature',
    `Estimada Paula:\n\nJunto con saludar, enviamos los datos de acceso (28-10-2026, 10:30):\n\nURL: ${baseUrl}/v1\nId agencia: ${agency}\nClave de API: ${key}\n\nNo la comparta.\nSaludos,\nJuan Soto | Av. Errázuriz 1178, of. 42, Valparaíso\n+56 32 222 3344 | jsoto@agencia.cl | www.agencia.cl\nhttps://www.linkedin.com/company/agencia`,
  ],
  [
    'documents and pictures beside',
    `Documentación: https://docs.ejemplo.cl/manual/api.html\nLogo: https://cdn.ejemplo.cl/logo.png\nBase URL: ${baseUrl}\nidAgencia: ${agency}\nAPI key: ${key}`,
  ],
  [
    'a mail of a provider',
    `Hello,\n\nEndpoint: ${baseUrl}/${agency}/v1\nAPI key (production): ${key}\n\nBest regards,\nsupport@provider.example`,
  ],
];

const alone: readonly [string, object][] = [
  [baseUrl, { baseUrl }],
  ['api.ejemplo.cl', { baseUrl }],
  [`<${baseUrl}/>`, { baseUrl }],
  [`"${baseUrl}/v1"`, { baseUrl }],
  [`${baseUrl}/${agency}/v1`, { baseUrl, agency }],
  [`api.ejemplo.cl/${agency}/v1/`, { baseUrl, agency }],
  ['https://api.ejemplo.cl/documentos', { baseUrl: `${baseUrl}/documentos` }],
  ['https://api.ejemplo.cl:8443/v1', { baseUrl: 'https://api.ejemplo.cl:8443' }],
  ['http://127.0.0.1:4321', { baseUrl: 'http://127.0.0.1:4321' }],
  ['localhost:4321/practica/v1', { baseUrl: 'http://localhost:4321', agency: 'practica' }],
  ['www.ejemplo.cl', { baseUrl: 'https://www.ejemplo.cl' }],
  [agency, { agency }],
  [`"${agency}"`, { agency }],
  [`<${agency}>`, { agency }],
  [`Id de agencia: ${agency}`, { agency }],
  ['agency id = 1234', { agency: '1234' }],
  [key, { key }],
  [`'${key}'`, { key }],
  [`Clave: ${key}`, { key }],
  [`API key: «${key}».`, { key }],
  ['clave: 0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9', { key: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9' }],
];

const none = [
  '',
  'Hola, ¿cómo estás?',
  'Saludos\njsoto@agencia.cl',
  'Mañana 10:30 en Av. Errázuriz 1178',
  '{base_url}/{idAgencia}/v1',
];

describe("an agency's mail", () => {
  it.each(wholeMails)('gives address, id and key: %s', (_, mail) => {
    expect(readAgencyMail(mail)).toEqual(all);
  });

  it.each(alone)('gives what there is of them: %s', (text, read) => {
    expect(readAgencyMail(text)).toEqual(read);
  });

  it.each(none)('gives nothing where there is nothing: %j', (text) => {
    expect(readAgencyMail(text)).toEqual({});
  });

  it('takes no date, time or telephone behind a word for a key', () => {
    expect(
      readAgencyMail(`URL: ${baseUrl}\nClave: enviada el 28-10-2026 a las 10:30, o llama al +56912345678`),
    ).toEqual({
      baseUrl,
    });
  });

  it('takes none of two keys that no words tell apart, and tells so', () => {
    const other = 'ZYXWVU9876543210zyxwvu9876543210';
    expect(readAgencyMail(`${baseUrl}\n${key}\n${other}`)).toEqual({ baseUrl, hasSeveralKeys: true });
    expect(readAgencyMail(`${baseUrl}\n${key}\n${key}`)).toEqual({ baseUrl, key });
  });

  const test = 'QAQAQAQAQAQAQAQAQAQAQAQA0001';
  const ofTest = `Pruebas\nURL: https://qa.ejemplo.cl\nIdAgencia: QA-1\nAPI key: ${test}`;
  const own = `Producción\nURL: ${baseUrl}\nIdAgencia: ${agency}\nAPI key: ${key}`;

  it.each([
    ['tests first', `${ofTest}\n\n${own}`],
    ['tests last', `${own}\n\n${ofTest}`],
  ])('gives the key and the id that follow the address: %s', (_, mail) => {
    expect(readAgencyMail(mail)).toEqual(all);
  });

  it.each([
    ['two keys of one address', `URL: ${baseUrl}\nClave de pruebas: ${test}\nClave de producción: ${key}`],
    ['keys before addresses', `Key: ${test}\nURL: ${baseUrl}\nKey: ${key}\nURL: https://qa.ejemplo.cl`],
    ['keys after both', `URL: ${baseUrl}\nURL: https://qa.ejemplo.cl\nKey: ${test}\nKey: ${key}`],
  ])('gives no key where it is not clear which, and tells so: %s', (_, mail) => {
    expect(readAgencyMail(mail)).toEqual({ baseUrl, hasSeveralKeys: true });
  });

  it('gives the same whatever stands around the values', () => {
    const quotes = fc.constantFrom(
      ['', ''],
      ['"', '"'],
      ['<', '>'],
      ['«', '»'],
      ['`', '`'],
      ['', '.'],
      ['', ','],
    );
    const labelOf = (...names: string[]) =>
      fc
        .tuple(fc.constantFrom(...names), fc.constantFrom(': ', ' = ', ':\t', ' es ', ':\n'))
        .map((texts) => texts.join(''));
    const line = (label: fc.Arbitrary<string>, value: string) =>
      fc.tuple(label, quotes).map(([before, [open, close]]) => `${before}${open}${value}${close}`);
    const ends = fc.constantFrom('', '/', '/v1', `/${agency}`, `/${agency}/v1`, `/${agency}/v1/`);
    const mails = ends.chain((end) =>
      fc.tuple(
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        line(labelOf('URL', 'Dirección', 'Base URL', 'Endpoint'), `${baseUrl}${end}`),
        line(labelOf('idAgencia', 'Id de agencia', 'Agency ID'), agency),
        line(labelOf('Clave', 'API key', 'Clave de API', 'key'), key),
        fc.constantFrom('\n', '\r\n', '\n\n'),
      ),
    );
    fc.assert(
      fc.property(mails, ([order, address, id, secret, between]) => {
        const lines = [address, id, secret];
        expect(readAgencyMail(order.map((at) => lines[at]).join(between))).toEqual(all);
      }),
    );
  });
});
