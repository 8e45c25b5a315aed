import { describe, expect, it } from 'vitest';
import english from '../../../../shared/locales/en/ui.json' with { type: 'json' };
import spanish from '../../../../shared/locales/es-CL/ui.json' with { type: 'json' };
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
    expect(translationsOnSystem(texts, spanish.keychain, 'windows')).toEqual({
      stored: 'Va al Administrador de credenciales.',
      deep: { lost: 'No se puede usar el Administrador de credenciales: {{reason}}.' },
    });
    expect(translationsOnSystem(texts, spanish.keychain, 'mac')).toMatchObject({ stored: 'Va al Llavero.' });
    expect(translationsOnSystem(texts, spanish.keychain, 'linux')).toMatchObject({
      stored: 'Va al depósito de claves.',
    });
  });

  it('has a name in English too', () => {
    const stored = (system: 'windows' | 'mac' | 'linux') =>
      translationsOnSystem({ it: '{{keychain}}' }, english.keychain, system);
    expect([stored('windows'), stored('mac'), stored('linux')]).toEqual([
      { it: 'Credential Manager' },
      { it: 'Keychain' },
      { it: 'keyring' },
    ]);
  });
});
