import { describe, expect, it } from 'vitest';
import { createSettingsStore } from '../../electron/settings/index.ts';
import { adml, admx, mobileconfig } from '../../scripts/policy-templates.mjs';
import { policyWords } from '../../scripts/policy-words.mjs';
import { settingsSchema } from '../../shared/model/settings.ts';
import { memoryPreferences } from '../support/app/preferences.ts';

/** What a person arranges: the panes of the window, and each client's order of documents. */
const arranged: readonly string[] = ['layout', 'documentOrders'];
const settable = [
  ...Object.keys(settingsSchema.shape).filter((name) => !arranged.includes(name)),
  'connections',
];

/** An element with its attributes and the text in it. */
interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  within: string;
}

/**
 * All elements of an XML text, by their ends. Throws where one is not closed, closed twice, or quotes are
 * missing.
 */
function read(text: string): Element[] {
  const body = text.replace(/<\?xml .*?\?>|<!DOCTYPE .*?>|<!--.*?-->/gs, '');
  const open: { name: string; attributes: string; from: number }[] = [];
  const found: Element[] = [];
  const tag = /<(\/?)([A-Za-z]+)((?: [A-Za-z]+="[^"<]*")*)(\/?)>/g;
  if (body.replace(tag, '').match(/[<>]/)) throw new Error('a tag that is none');
  for (const { 0: whole, 1: end, 2: name = '', 3: attributes = '', 4: isEmpty, index } of body.matchAll(
    tag,
  )) {
    const from = index + whole.length;
    if (!end) open.push({ name, attributes, from });
    if (!end && !isEmpty) continue;
    const begun = open.pop();
    if (begun?.name !== name) throw new Error(`${name} is closed, and ${begun?.name} is open`);
    const pairs = [...begun.attributes.matchAll(/([A-Za-z]+)="([^"]*)"/g)];
    found.push({
      name,
      attributes: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value])),
      within: isEmpty ? '' : body.slice(begun.from, index),
    });
  }
  if (open.length > 0) throw new Error(`${open[0]?.name} is not closed`);
  return found;
}
const named = (all: readonly Element[], name: string) => all.filter((element) => element.name === name);
const attributes = (all: readonly Element[], name: string, attribute: string) =>
  named(all, name).flatMap((element) => element.attributes[attribute] ?? []);

const templates = read(admx());
const words = [read(adml(0)), read(adml(1))];

it('every setting that an administrator can set has a policy and words, and nothing else has', () => {
  expect(attributes(templates, 'policy', 'name').sort()).toEqual([...settable].sort());
  expect(Object.keys(policyWords).sort()).toEqual([...settable].sort());
});

describe('the template of group policies', () => {
  it('writes under the key that Carpeta reads, each value by the name of its setting', () => {
    expect(new Set(attributes(templates, 'policy', 'key'))).toEqual(new Set(['SOFTWARE\\Policies\\Carpeta']));
    const kinds = ['policy', 'enum', 'text', 'decimal'];
    const written = kinds.flatMap((name) => attributes(templates, name, 'valueName'));
    expect(written.sort()).toEqual([...settable].sort());
  });

  it.each([0, 1])('has each word that it names, and no other, in language %d', (at) => {
    const all = words[at] ?? [];
    const used = [...admx().matchAll(/\$\((string|presentation)\.(\w+)\)/g)].map(
      ([, table, id]) => `${table} ${id}`,
    );
    const tables = ['string', 'presentation'].flatMap((table) =>
      attributes(all, table, 'id').map((id) => `${table} ${id}`),
    );
    expect([...new Set(used)].sort()).toEqual(tables.sort());
    expect(named(all, 'string').filter(({ within }) => within.trim() === '')).toEqual([]);
  });

  it('shows each element by one field of its kind', () => {
    const kinds = { enum: 'dropdownList', decimal: 'decimalTextBox', text: 'textBox' };
    for (const all of words)
      for (const [element, field] of Object.entries(kinds))
        expect(attributes(all, field, 'refId')).toEqual(attributes(templates, element, 'id'));
  });

  it('offers what the settings take, to the least and the most', () => {
    const isTaken = (name: string, value: unknown) =>
      createSettingsStore(memoryPreferences(), { [name]: value })
        .view()
        .managed.some((one) => one === name);
    const choices = named(templates, 'enum').flatMap(({ attributes: { id = '' }, within }) =>
      named(read(within), 'string').map((item) => [id, item.within]),
    );
    const numbers = named(templates, 'decimal').flatMap(({ attributes: { id = '', minValue, maxValue } }) =>
      id === '' ? [] : [Number(minValue), Number(maxValue)].map((limit): [string, number] => [id, limit]),
    );
    const switches = attributes(templates, 'policy', 'valueName').flatMap((name): [string, number][] => [
      [name, 0],
      [name, 1],
    ]);
    for (const offers of [choices, numbers, switches]) expect(offers).not.toEqual([]);
    const offered = [...choices, ...numbers, ...switches];
    expect(offered.filter(([name, value]) => !isTaken(String(name), value))).toEqual([]);
  });
});

it('the profile for Macs holds every setting at its default, as managed preferences have it', () => {
  const all = read(mobileconfig());
  const payload = named(all, 'dict')[0]?.within ?? '';
  const pairs = [
    ...payload.matchAll(/<key>(\w+)<\/key>\s*(?:<(true|false|array)\/>|<(?:string|integer)>(.*?)<)/g),
  ];
  const values = pairs.map(([, name = '', kind, text = '']) => [name, kind ?? text]);
  expect(values).toContainEqual(['PayloadType', 'cl.carpeta.app']);
  const { layout: _, documentOrders: _orders, ...defaults } = settingsSchema.parse({});
  expect(values.filter(([name]) => !name?.startsWith('Payload'))).toEqual([
    ...Object.entries(defaults).map(([name, value]) => [name, String(value)]),
    ['connections', 'array'],
  ]);
});
