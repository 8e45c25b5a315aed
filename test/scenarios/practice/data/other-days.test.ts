import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Beginning, generate } from '../../../../electron/practice/data/generate.ts';
import type { PracticeDocument } from '../../../../electron/practice/data/records.ts';
import { drawFile } from '../../../../electron/practice/files/draw-file.ts';
import { dayMs } from '../../../../shared/model/dates.ts';

const firstDay = Date.parse('2026-11-27T03:00:00.000Z');

function madeOn(day: number, documents = 2500): Beginning {
  return generate({ seed: '1', partySeed: '1', documents, clients: 8, today: firstDay + day * dayMs });
}

/** What a document is drawn and filed by, by its id. */
function documentsOf(made: Beginning): Map<string, string> {
  return new Map(made.documents.map((document) => [document.id, serialize(document)]));
}

function serialize({ client, dispatch, ...own }: PracticeDocument): string {
  return JSON.stringify([client.rut, dispatch?.number, dispatch?.client.rut, own]);
}

/**
 * Documents of a later day that were filed before the first one and were not there then, or were otherwise.
 */
function others(first: Beginning, later: Beginning): PracticeDocument[] {
  const before = documentsOf(first);
  return later.documents.filter(
    (document) => document.filedAt < firstDay && before.get(document.id) !== serialize(document),
  );
}

describe.each([60, 400, 2500])('among %d documents', (documents) => {
  test.each([1, 2, 3])('what was filed before is the same document %d days later in the month', (day) => {
    const [first, later] = [madeOn(0, documents), madeOn(day, documents)];
    expect(others(first, later)).toEqual([]);
    expect(later.documents).toHaveLength(documents);
  });
});

test.each([5, 31, 200, 700])('without planted cases it is the same document %d days later', (day) => {
  const [first, later] = [madeOn(0, 240), madeOn(day, 240)];
  expect(others(first, later)).toEqual([]);
  expect(later.documents).toHaveLength(240);
});

// The last one is the first day of 2027.
test.each([5, 31, 35])('of another month only planted documents are others, %d days later', (day) => {
  const found = others(madeOn(0), madeOn(day));
  expect(found.length).toBeGreaterThan(50);
  expect(found.length).toBeLessThan(150);
});

test('its bytes are the same', async () => {
  const [first, later] = [madeOn(0), madeOn(3)];
  const stored = new Map(later.documents.map((document) => [document.id, document]));
  const hashOf = async (document: PracticeDocument | undefined) => {
    if (document?.file === undefined) return undefined;
    const content = await drawFile(document, document.file, 0);
    const hash = createHash('sha256');
    for (const chunk of content.chunks(0, content.length)) hash.update(chunk);
    return hash.digest('hex');
  };
  const newest = first.documents.toSorted((left, right) => right.filedAt - left.filedAt).slice(0, 20);
  for (const document of newest) expect(await hashOf(stored.get(document.id))).toBe(await hashOf(document));
});
