import { describe, expect, it } from 'vitest';
import { systemNamed, translationsOnSystem } from '../../../../shared/model/system-translations.ts';

describe('the system', () => {
  it.each([
    ['win32', 'windows'],
    ['darwin', 'mac'],
    ['linux', 'linux'],
    ['freebsd', 'linux'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140', 'mac'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140', 'linux'],
  ] as const)('that %s names is %s', (text, system) => {
    expect(systemNamed(text)).toBe(system);
  });
});

describe("what keeps a person's keys", () => {
  const texts = {
    stored: 'Va al {{keychain}}.',
    deep: { lost: 'No se puede usar el {{keychain}}: {{reason}}.' },
  };

  it('is called in every text as the system calls it, and other places stay', () => {
    expect(translationsOnSystem(texts, 'es-CL', 'windows')).toEqual({
      stored: 'Va al Administrador de credenciales.',
      deep: { lost: 'No se puede usar el Administrador de credenciales: {{reason}}.' },
    });
    expect(translationsOnSystem(texts, 'es-CL', 'mac')).toMatchObject({ stored: 'Va al Llavero.' });
    expect(translationsOnSystem(texts, 'es-CL', 'linux')).toMatchObject({
      stored: 'Va al depósito de claves.',
    });
  });

  it('has a name in English too', () => {
    const stored = (system: 'windows' | 'mac' | 'linux') =>
      translationsOnSystem({ it: '{{keychain}}' }, 'en', system);
    expect([stored('windows'), stored('mac'), stored('linux')]).toEqual([
      { it: 'Credential Manager' },
      { it: 'Keychain' },
      { it: 'keyring' },
    ]);
  });
});
