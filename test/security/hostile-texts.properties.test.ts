import { writeFileSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { createClientDirectory } from '../../electron/connections/stored-connections.ts';
import { parseTemplate, planFixedFolder, planPath } from '../../electron/downloads/files/index.ts';
import { fitToScreens } from '../../electron/platform/electron/window-bounds.ts';
import { createPreferences } from '../../electron/platform/terminal/index.ts';
import { readConfiguration } from '../../electron/search/configuration-file.ts';
import { parseText } from '../../electron/search/query-parser/index.ts';
import { createSettingsStore } from '../../electron/settings/settings.ts';
import { isAppError } from '../../shared/errors.ts';
import { configurationSchema } from '../../shared/model/configuration.ts';
import { clientSchema } from '../../shared/model/connection.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { settingsSchema } from '../../shared/model/settings.ts';
import { memoryPreferences } from '../support/app/preferences.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { hostileTexts, hostileThing, shapedLike } from '../support/faults/hostile-values.ts';
import { holds } from '../support/properties.ts';
import { acme, document } from '../support/samples/documents.ts';

const words = { '': hostileTexts };
const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 200 }));
const thing = hostileThing(words);

/** Pieces of templates, of paths and of neither, in any order. */
const template = fc
  .array(
    fc.oneof(
      text,
      fc.constantFrom(
        '{client}',
        '{dispatch}',
        '{type}',
        '{number}',
        '{nn}',
        '{id}',
        '/',
        '..',
        '.',
        '\\',
        ':',
        ' ',
      ),
    ),
    {
      maxLength: 8,
    },
  )
  .map((texts) => texts.join(''));

describe('a template of names', () => {
  holds(
    'is refused or gives names below the folder, whatever the documents say',
    fc.property(template, text, text, text, (written, type, folio, client) => {
      const source = { document: document({ type, folio, id: 'a' }), rut: acme, client, agency: client };
      let path: string;
      try {
        const parsed = parseTemplate(written);
        const { folder, stem } = planPath(
          parsed,
          source,
          '/carpetas',
          planFixedFolder(parsed, source, '/carpetas'),
        );
        path = folder === '' ? stem : `${folder}/${stem}`;
      } catch (error) {
        expect(isAppError(error)).toBe(true);
        return;
      }
      expect(isAbsolute(path)).toBe(false);
      expect(path.split('/').filter((name) => /^\.*$/.test(name) || /[\\:\0]/.test(name))).toEqual([]);
      expect(join('/carpetas', path).normalize('NFC')).toBe(
        ['', 'carpetas', ...path.split('/')].join(sep).normalize('NFC'),
      );
    }),
  );
});

describe('a configuration file', () => {
  const anyText = fc.oneof(
    text,
    thing.filter(isJson).map((value) => JSON.stringify(value) ?? ''),
    shapedLike(configurationSchema, words).map((value) => JSON.stringify(value)),
  );
  holds(
    'is read or refused as such',
    fc.property(anyText, (written) => {
      try {
        const read = readConfiguration(written);
        expect(configurationSchema.safeParse(read).success).toBe(true);
      } catch (error) {
        expect(isAppError(error, 'CONFIGURATION_INVALID')).toBe(true);
      }
    }),
  );
});

describe('preferences that somebody spoilt', () => {
  const spoilt = (schema: Parameters<typeof shapedLike>[0]) =>
    fc.oneof(thing.filter(isJson), shapedLike(schema, words));
  holds(
    'cost their own values alone: settings',
    fc.property(spoilt(settingsSchema), (settings) => {
      const { get, change } = createSettingsStore(memoryPreferences({ settings }), {});
      expect(settingsSchema.safeParse(get()).success).toBe(true);
      expect(change({ language: 'en' }).settings.language).toBe('en');
    }),
  );
  holds(
    'cost their own values alone: clients',
    fc.property(fc.oneof(thing.filter(isJson), fc.array(spoilt(clientSchema))), (clients) => {
      const directory = createClientDirectory(memoryPreferences({ clients }), () => []);
      expect(directory.list().every((client) => clientSchema.safeParse(client).success)).toBe(true);
      const stored = directory.save([{ rut: '96591760-8' as Rut, name: 'X', email: '', folder: '' }]);
      expect(stored.map(({ rut }) => rut)).toContain('96591760-8');
    }),
  );
  holds(
    'cost their own values alone: the window',
    fc.property(thing, (stored) => {
      const { width, height } = fitToScreens(stored, [{ x: 0, y: 0, width: 1920, height: 1040 }]);
      expect([width <= 1920, height <= 1040]).toEqual([true, true]);
    }),
  );
  const folder = temporaryFolder('spoilt');
  holds(
    'are put aside when their file is none',
    fc.property(text, (written) => {
      writeFileSync(join(folder, 'preferences.json'), written);
      const preferences = createPreferences(folder);
      preferences.change('settings', () => ({ language: 'en' }));
      expect(preferences.get('settings')).toEqual({ language: 'en' });
    }),
  );
});

describe('a pasted list', () => {
  const pasted = fc.array(text, { maxLength: 12 }).map((lines) => lines.join('\n'));
  holds(
    'of clients is judged line by line, and never breaks',
    fc.property(pasted, (written) => {
      const { clients } = createClientDirectory(memoryPreferences(), () => []).read(written);
      const entries = clients.flatMap((client) => client.entries);
      expect(entries.every((client) => clientSchema.safeParse(client).success)).toBe(true);
    }),
  );
  holds(
    'of dispatches or for an inspection is read, and never breaks',
    fc.property(pasted, (written) => {
      const { numbers } = parseText(written, { book: [], today: '2026-11-20', types: ['FACTURA'] });
      expect(numbers.filter(({ number }) => number === '.' || number === '..' || number === '')).toEqual([]);
    }),
  );
});

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    // Cyclic, or a number that JSON has no form for.
    return false;
  }
}
