import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importRules, nodeRules } from '../../scripts/lint/rules.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const guide = read('docs/security.md');
const rules = new Set([...importRules, ...nodeRules].map(({ name }) => name));

/** Rows of the table of Electron's points: number, point, line, what holds it. */
const rows = guide
  .slice(guide.indexOf("## Electron's security checklist"))
  .split('\n')
  .flatMap((line) => {
    const [, number, point = '', stored = '', tests = ''] =
      /^\| (\d+) \| (.*?) \| (.*) \| (.*) \|$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), point, stored, tests }];
  });

describe("Electron's security checklist", () => {
  it('is met in all of its twenty points', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it.each(rows)('$number: $point', ({ stored, tests }) => {
    const [, path = '', code = ''] = /^`([^`]+)`: `(.+)`$/.exec(stored) ?? [];
    expect(read(path)).toContain(code);
    const [files, lint] = [/`(test\/[^`]+)`/g, /lint `([^`]+)`/g].map((pattern) =>
      [...tests.matchAll(pattern)].map(([, name]) => name ?? ''),
    );
    expect(files?.length).toBeGreaterThan(0);
    expect(files?.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(lint?.filter((rule) => !rules.has(rule))).toEqual([]);
  });

  it('10: no Blink feature is switched on, neither for a window nor for all', () => {
    for (const file of ['create-window.ts', 'prepare-electron.ts', 'page-session.ts', 'host.ts']) {
      expect(read(`electron/platform/electron/${file}`)).not.toMatch(
        /enableBlinkFeatures|enable-blink-features|enable-features/,
      );
    }
  });

  it('16: Electron is pinned to a release of one of the three latest majors that were supported when it was chosen', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } };
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number(devDependencies.electron.split('.')[0])).toBeGreaterThanOrEqual(45);
  });

  it('names only files that are there, everywhere else in the guide too', () => {
    const named = [...guide.matchAll(/`((?:test|electron|docs|scripts)\/[\w/.-]+\.\w+)`/g)].map(
      ([, path]) => path ?? '',
    );
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('starts no crash reporter, and turns Chromium’s own off', () => {
    expect(read('electron/platform/electron/prepare-electron.ts')).toContain(
      "appendSwitch('disable-breakpad')",
    );
    for (const file of ['prepare-electron.ts', 'host.ts', 'create-window.ts']) {
      expect(read(`electron/platform/electron/${file}`)).not.toContain('crashReporter');
    }
    expect(read('electron/main.ts')).not.toContain('crashReporter');
  });
});
