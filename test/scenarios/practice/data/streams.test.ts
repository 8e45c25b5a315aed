import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Beginning, generate } from '../../../../electron/practice/data/generate.ts';
import { type Stream, streamOf } from '../../../../electron/practice/data/random.ts';
import { holds } from '../../../support/properties.ts';

const options = {
  partySeed: 'streams',
  documents: 600,
  clients: 3,
  today: Date.parse('2026-11-20T03:00:00.000Z'),
};

/** What a generator does that was changed: a stream passes through here whenever a thing is made. */
type Change = (stream: Stream) => Stream;

function made(seed: string, change: Change): Beginning {
  const changed = (stream: Stream): Stream => ({
    ...bound(change(stream)),
    of: (name) => changed(stream.of(name)),
  });
  return generate({ ...options, seed, streams: (of, name) => changed(streamOf(of, name)) });
}

function bound(stream: Stream): Stream {
  return {
    field: (name) => stream.field(name),
    whole: (name, min, max) => stream.whole(name, min, max),
    chance: (name, probability) => stream.chance(name, probability),
    pick: (name, items) => stream.pick(name, items),
    of: (name) => stream.of(name),
  };
}

/** Every field of all dispatches and documents, by where it stands. */
function fieldsOf({ dispatches, documents }: Beginning): Map<string, string> {
  const fields = new Map<string, string>();
  const note = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) fields.set(path, String(value));
    else for (const [key, inner] of Object.entries(value)) note(`${path}/${key}`, inner);
  };
  for (const { client, documents: listed, charges, ...own } of dispatches) {
    note(own.number, { rut: client.rut, documents: listed.map(({ id }) => id), ...own });
    for (const { provider, ...charge } of charges) note(charge.id, { rut: provider.rut, ...charge });
  }
  for (const { client, dispatch, ...own } of documents) {
    note(own.id, { rut: client.rut, number: dispatch?.number, ...own });
  }
  return fields;
}

/** The names of the fields that differ, whichever dispatch or document they are of. */
function differing(one: Beginning, other: Beginning): string[] {
  const [before, after] = [fieldsOf(one), fieldsOf(other)];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((index) => before.get(index) !== after.get(index));
  return [
    ...new Set(changed.map((pathOfStream) => pathOfStream.slice(pathOfStream.indexOf('/') + 1))),
  ].sort();
}

/**
 * Has one field make its value from its second number instead of its first, as if one more had been drawn.
 */
const drawsOnceMore =
  (field: string): Change =>
  (stream) => ({
    ...bound(stream),
    field(name) {
      const random = stream.field(name);
      if (name === field) random.next();
      return random;
    },
    whole: (name, min, max) => stream.whole(name === field ? `${name} again` : name, min, max),
    chance: (name, probability) => stream.chance(name === field ? `${name} again` : name, probability),
    pick: (name, items) => stream.pick(name === field ? `${name} again` : name, items),
  });

test.each(['1', 'dos', ''])(
  'one more field of everything that is made changes no other field: seed "%s"',
  (seed) => {
    const usual = made(seed, (stream) => stream);
    const withOneMore = made(seed, (stream) => {
      stream.field('extra').next();
      stream.whole('one more', 0, 9);
      return stream;
    });
    expect(fieldsOf(withOneMore)).toEqual(fieldsOf(usual));
  },
);

/** What follows from the value of an import: what is paid for it, and the nota de cobro. */
const duties = ['net', 'tax', 'total'].map((name) => `amounts/${name}`);
duties.push('disbursed', ...duties.map((name) => `duties/${name}`));

test.each([
  ['valorFlete', [...duties, 'wire/valorCif', 'wire/valorFlete']],
  ['estadoAforo', ['wire/estadoAforo']],
  ['referencia', ['wire/referencia']],
  ['doctoTransporte', ['infoDoc/document/number', 'wire/doctoTransporte']],
  ['totalItem', ['wire/totalItem']],
  ['priority', ['status/priority']],
  ['status.id', ['status/id']],
  ['issueDate', ['infoDoc/document/issueDate']],
  ['state', ['state']],
])('one more number drawn for %s changes what is made of it, and nothing else', (field, ofIt) => {
  const usual = made('one more', (stream) => stream);
  expect(differing(usual, made('one more', drawsOnceMore(field)))).toEqual(ofIt);
});

holds(
  'what has another name has other numbers, and what has the same name has the same ones',
  fc.property(fc.string(), fc.string(), fc.string(), (seed, one, other) => {
    fc.pre(one !== other);
    const id = (name: string, field: string) => streamOf(seed, name).field(field).id();
    expect(id(one, other)).toBe(id(one, other));
    expect(new Set([id(one, one), id(one, other), id(other, one), id(other, other)]).size).toBe(4);
  }),
);
