import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorker } from '../../../electron/platform/terminal/index.ts';
import { createReadFileTexts, type FileText } from '../../../electron/text/index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { madeUpDocuments } from '../../support/samples/made-up-forms.ts';
import { sha256Of } from '../../support/samples/text-files.ts';

const count = 2_000;
const seed = 44;

test(`of ${count} made-up documents no fact is claimed that they do not state`, async () => {
  const folder = temporaryFolder();
  const documents = await madeUpDocuments(count, seed);
  const files = documents.map(({ content }, index) => {
    const path = join(folder, String(index));
    writeFileSync(path, content);
    return { path, sha256: sha256Of(content) };
  });
  const texts: FileText[] = [];
  await createReadFileTexts(startWorker)(files, (index, text) => {
    texts[index] = text;
  });
  const [wrong, recall]: [string[], Map<string, { stated: number; read: number }>] = [[], new Map()];
  for (const [index, { layout, facts }] of documents.entries()) {
    const read = texts[index]?.facts ?? [];
    for (const { name, value } of read) {
      if (!facts.some((fact) => fact.name === name && fact.value === value)) {
        wrong.push(`${index} ${layout}: ${name} ${value}`);
      }
    }
    for (const { name, value } of facts) {
      const one = recall.get(`${layout} ${name}`) ?? { stated: 0, read: 0 };
      one.stated += 1;
      if (read.some((fact) => fact.name === name && fact.value === value)) one.read += 1;
      recall.set(`${layout} ${name}`, one);
    }
  }
  const sums = [...recall.values()];
  const [read, stated] = (['read', 'stated'] as const).map((key) =>
    sums.reduce((sum, one) => sum + one[key], 0),
  );
  console.log(`seed ${seed}: ${read} of ${stated} facts read`);
  for (const [what, one] of [...recall].sort()) console.log(`  ${what}: ${one.read} of ${one.stated}`);
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(0);
}, 1_200_000);
