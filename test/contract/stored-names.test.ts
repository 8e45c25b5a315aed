import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { exitCode } from '../../electron/cli/exit-code.ts';
import { practiceId } from '../../electron/connections/practice-connection.ts';
import { parseTemplate } from '../../electron/downloads/files/index.ts';
import { indexTitles, verdictTexts } from '../../electron/downloads/folder-index/index-entry.ts';
import { keychainService } from '../../electron/platform/node/keychain.ts';
import { errorCodes } from '../../shared/error-codes.ts';
import { listExport } from '../../shared/lists/list-export.ts';
import { configurationSchema } from '../../shared/model/configuration.ts';
import { clientSchema } from '../../shared/model/connection.ts';
import { mergeRequest, packageRequest, zipRequest } from '../../shared/model/delivery.ts';
import { scopeSchema } from '../../shared/model/dossier.ts';
import { savedSearchDraft } from '../../shared/model/search.ts';
import { searchQuerySchema, selectionSchema } from '../../shared/model/search-query.ts';
import { settingsSchema } from '../../shared/model/settings.ts';
import { cli } from '../support/app/run-cli.ts';

/**
 * Names that are stored on people's computers, or typed by them: a rename in the code must not reach one. To
 * change a line of `stored-names.json` takes a migration or a second reading of the old name, and a line in
 * the changelog.
 */
const stored: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('stored-names.json', import.meta.url), 'utf8'),
);

const schemas = {
  settings: settingsSchema,
  configuration: configurationSchema,
  client: clientSchema,
  question: searchQuerySchema,
  selection: selectionSchema,
  savedSearch: savedSearchDraft,
  scope: scopeSchema,
  listExport,
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

/** The options that a command takes, as it tells them to the one who reads its arguments; it reads none. */
async function optionsOf(command: string): Promise<string[]> {
  let options: string[] = [];
  const reader = vi.spyOn(util, 'parseArgs').mockImplementation((config) => {
    options = Object.keys(config?.options ?? {}).sort();
    throw Object.assign(new Error(), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' });
  });
  syncBuiltinESMExports();
  try {
    await cli([command]);
  } finally {
    reader.mockRestore();
    syncBuiltinESMExports();
  }
  return options;
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** Both ways: a name that the code has no more, and one that nobody has written down. */
function expectStored(names: readonly string[], stored: unknown): void {
  expect(names.length).toBeGreaterThan(3);
  expect(sorted(names)).toEqual(stored);
}

test.each(Object.entries(schemas))(
  'the properties of %s are those of stored files and rows',
  (name, schema) => {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
    expectStored(namesOf(described), stored[name]);
  },
);

test('errors have the codes that are in reports, rows and scripts', () => {
  expectStored(errorCodes, stored['errorCodes']);
});

test('the terminal has its commands, options and exit codes', async () => {
  const { stdout } = await cli(['--help']);
  const commands = sorted(stdout.matchAll(/^ {2}(?!carpeta)([a-z]+) /gm).map(([, name = '']) => name));
  const options: string[] = [];
  for (const command of commands) {
    for (const option of await optionsOf(command)) options.push(`${command} --${option}`);
  }
  expectStored(options, stored['commands']);
  expect(exitCode).toEqual(stored['exitCodes']);
});

test('templates of names take their words', () => {
  const words = stored['templateWords'];
  expect(Array.isArray(words) && words.length).toBeGreaterThan(20);
  for (const word of [words].flat()) expect(() => parseTemplate(`{${word}}`), String(word)).not.toThrow();
  expect(() => parseTemplate('{semana}')).toThrow();
});

test('the index of a folder has its headings and verdicts', () => {
  expect({ headings: indexTitles, verdicts: sorted(Object.values(verdictTexts)) }).toEqual(
    stored['folderIndex'],
  );
});

test('keychain and connections are found under their names', () => {
  expect({ keychain: keychainService, practice: practiceId }).toEqual(stored['keys']);
});
