import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNewer, validateRelease } from '../../../../electron/updates/fetch-release.ts';
import { propertyRuns, propertySeed } from '../../../support/properties.ts';

const address = 'https://descargas.example:8443/carpeta.json?canal=oficina';
const page = 'https://descargas.example:8443/carpeta/';

describe('the release that an answer names', () => {
  it('is its version and page alone', () => {
    const result = { version: '1.2.0', page, install: 'https://descargas.example:8443/x.exe' };
    expect(validateRelease(result, address)).toEqual({ version: '1.2.0', page });
  });

  it.each([
    ['v1.2.0', '1.2.0'],
    ['1.2.0-rc.1', '1.2.0-rc.1'],
    ['1.2.0+build.5', '1.2.0'],
  ])('has the version %s as %s', (version, shown) => {
    expect(validateRelease({ version, page }, address)).toEqual({ version: shown, page });
  });

  it.each([
    ['shape', [null, 7, 'text', [], {}, { version: '1.2.0' }, { page }, { version: 2, page }]],
    [
      'shape',
      [
        { version: '1.2.0', page: [page] },
        { version: `1.2.0-${'a'.repeat(60)}`, page },
      ],
    ],
    ['version', ['', '1', '1.2', '1.2.3.4', '01.2.3', 'latest', '1.2.x', '99999999999999999.0.0']],
    ['page', ['', 'carpeta', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']],
    ['page', ['http://descargas.example:8443/', 'mailto:a@b.cl', 'https://a:b@descargas.example:8443/']],
    [
      'host',
      ['https://otra.example/', 'https://descargas.example/', 'https://descargas.example.otra.example:8443/'],
    ],
    ['host', ['https://otra.example\\@descargas.example:8443/', 'https://descargas.examp1e:8443/']],
  ])('is none, for its %s, in any of %j', (reason, results) => {
    const judged = results.map((result) => {
      if (reason === 'version') return validateRelease({ version: result, page }, address);
      if (reason === 'shape') return validateRelease(result, address);
      return validateRelease({ version: '1.2.0', page: result }, address);
    });
    expect(new Set(judged)).toEqual(new Set([reason]));
  });

  it('never throws, and never stands elsewhere, whatever comes', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.record({
        version: fc.oneof(fc.string(), fc.constant('9.9.9')),
        page: fc.oneof(fc.string(), fc.webUrl()),
      }),
    );
    const check = fc.property(anything, (result) => {
      const judged = validateRelease(result, address);
      return typeof judged === 'string' || new URL(judged.page).origin === new URL(address).origin;
    });
    fc.assert(check, { seed: propertySeed, numRuns: propertyRuns });
  });
});

describe('a version', () => {
  it.each([
    ['1.0.1', '1.0.0'],
    ['1.10.0', '1.9.0'],
    ['2.0.0-rc.1', '1.9.9'],
    ['1.0.0', '1.0.0-rc.2'],
    ['1.0.0-rc.10', '1.0.0-rc.9'],
    ['1.0.0-rc.1.1', '1.0.0-rc.1'],
  ])('%s is newer than %s, and not the other way round', (newer, older) => {
    expect([isNewer(newer, older), isNewer(older, newer)]).toEqual([true, false]);
  });

  it('is not newer than itself, built again', () => {
    expect(isNewer('1.0.0', '1.0.0+2')).toBe(false);
  });
});
