import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { exitCode } from '../../electron/cli/exit-code.ts';
import { practiceId } from '../../electron/connections/practice-connection.ts';
import { parseTemplate } from '../../electron/downloads/destination/index.ts';
import { indexTitles, verdictWords } from '../../electron/downloads/manifest/csv.ts';
import { keychainService } from '../../electron/hosts/terminal/index.ts';
import { appCodes, serviceCodes } from '../../shared/errors.ts';
import { scopeSchema } from '../../shared/model/carpeta.ts';
import { carpetaExport } from '../../shared/model/carpeta-export.ts';
import { configurationSchema } from '../../shared/model/configuration.ts';
import { clientSchema } from '../../shared/model/connection.ts';
import { mergeRequest, packageRequest, zipRequest } from '../../shared/model/handover.ts';
import { listExport } from '../../shared/model/list-export.ts';
import { questionSchema, selectionSchema } from '../../shared/model/question.ts';
import { savedSearchDraft } from '../../shared/model/search.ts';
import { settingsSchema } from '../../shared/model/settings.ts';
import { cli } from '../support/run-cli.ts';

/**
 * Names that are stored on people's computers, or typed by them: a rename in the code must not reach one. To change a line of
 * `stored-names.json` takes a migration or a second reading of the old name, and a line in the changelog.
 */
const stored: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('stored-names.json', import.meta.url), 'utf8'),
);

const typed = vi.hoisted(() => ({ options: new Map<string, string[]>() }));
vi.mock('node:util', async (original) => {
  const util = await original<typeof import('node:util')>();
  return {
    ...util,
    parseArgs: (config: Parameters<typeof util.parseArgs>[0]) => {
      typed.options.set(config?.args?.[0] ?? '', Object.keys(config?.options ?? {}).sort());
      throw Object.assign(new Error("Unknown option '--pinned'"), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' });
    },
  };
});

const schemas = {
  settings: settingsSchema,
  configuration: configurationSchema,
  client: clientSchema,
  question: questionSchema,
  selection: selectionSchema,
  savedSearch: savedSearchDraft,
  scope: scopeSchema,
  listExport,
  carpetaExport,
  mergeRequest,
  zipRequest,
  packageRequest,
};

/** Every property of a schema by its path, with the texts that it may hold. */
function namesOf(schema: z.core.JSONSchema.BaseSchema | boolean, path = ''): string[] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  const texts = [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])];
  return [
    ...texts.map((text) => `${path} = ${String(text)}`),
    ...Object.entries(properties).flatMap(([name, inner]) => [
      `${path}.${name}`,
      ...namesOf(inner, `${path}.${name}`),
    ]),
    ...[items ?? []].flat().flatMap((inner) => namesOf(inner, `${path}[]`)),
    ...(typeof additionalProperties === 'object' ? namesOf(additionalProperties, `${path}.*`) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => namesOf(inner, path)),
  ];
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

test.each(Object.entries(schemas))(
  'the properties of %s are those of stored files and rows',
  (name, schema) => {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
    expect(sorted(namesOf(described))).toEqual(stored[name]);
  },
);

test('errors have the codes that are in reports, rows and scripts', () => {
  expect({ service: sorted(serviceCodes), app: sorted(appCodes) }).toEqual(stored['errorCodes']);
});

test('the terminal has its commands, options and exit codes', async () => {
  const { stdout } = await cli(['--help']);
  const commands = sorted(stdout.matchAll(/^ {2}(?!carpeta)([a-z]+) /gm).map(([, name = '']) => name));
  const options: Record<string, string[]> = {};
  for (const command of commands) {
    await cli([command, command]);
    options[command] = typed.options.get(command) ?? [];
  }
  expect(options).toEqual(stored['commands']);
  expect(exitCode).toEqual(stored['exitCodes']);
});

test('templates of names take their words', () => {
  const words = stored['templateWords'];
  expect(Array.isArray(words) && words.length).toBeGreaterThan(20);
  for (const word of [words].flat()) expect(() => parseTemplate(`{${word}}`), String(word)).not.toThrow();
  expect(() => parseTemplate('{mes}')).toThrow();
});

test('the index of a folder has its headings and verdicts', () => {
  expect({ headings: indexTitles, verdicts: sorted(Object.values(verdictWords)) }).toEqual(
    stored['folderIndex'],
  );
});

test('keychain and connections are found under their names', () => {
  expect({ keychain: keychainService, practice: practiceId }).toEqual(stored['keys']);
});
