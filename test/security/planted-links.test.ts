import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../shared/model/delivery.ts';
import { type DossierModule, openModule } from '../support/app/dossier-module.ts';
import { filesContaining } from '../support/disk/files-containing.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { drawPdf } from '../support/samples/sample-files.ts';
import { addDownloadedFile, agency, storeDispatch } from '../support/samples/stored-folders.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';

const secret = 'private words of this computer';

const noLinks = isWindows && 'links need a privilege on Windows';

/** What a download finds in its way is in test/scenarios/downloads/symbolic-links.test.ts. */
describe('a link that somebody planted is not followed by', skippedFor(noLinks), () => {
  let module: DossierModule;
  let documents: string;
  let folder: string;
  /** What links lead to: a folder, and a file in it. */
  let outside: string;
  let victim: string;

  beforeEach(async () => {
    module = await openModule();
    const root = temporaryFolder('links');
    [documents, folder, outside] = [join(root, 'papeles'), join(root, 'entrega'), join(root, 'outside')];
    for (const made of [documents, folder, outside]) mkdirSync(made);
    victim = join(outside, 'victim');
    writeFileSync(victim, secret);
    await storeDispatch(module.store, {
      number: '123457',
      documents: [
        { type: 'DIN', id: 'din', folio: '5550', reference: 'OC 12' },
        { type: 'FACTURA', id: 'bill', folio: '77', reference: 'OC 12' },
      ],
    });
    await drawPdf(join(documents, 'din.pdf'), { label: 'declaración' });
    await drawPdf(join(documents, 'bill.pdf'), { label: 'factura', password: 'clave' });
    for (const id of ['din', 'bill']) await addDownloadedFile(module.store, id, join(documents, `${id}.pdf`));
  });
  afterEach(() => module.close());

  const dispatches = [{ connectionId: agency, number: '123457' }];
  const language = 'es-CL' as const;
  const merge = async () =>
    module.ended(await module.deliveries.merge({ dispatches, folder, language, withInactive: false }));
  const pack = async () =>
    module.ended(
      await module.deliveries.makePackage({ text: '123457\n410999', folder, language, fetch: false }),
    );
  const zip = async () =>
    module.ended(
      await module.deliveries.zip({
        documents: [{ connectionId: agency, id: 'din' }],
        handoverIds: [],
        folder,
        name: 'todo',
        mostBytes: 0,
      }),
    );

  function expectUntouched(): void {
    expect(readFileSync(victim, 'utf8')).toBe(secret);
    expect(readdirSync(outside)).toEqual(['victim']);
  }
  const inTheWay = ({ state, error }: Delivery) => [state, error?.code];

  it('a merge: not where its file is to stand, nor where it grows', async () => {
    symlinkSync(victim, join(folder, 'Carpeta 123457 OC 12.pdf'));
    symlinkSync(victim, join(folder, 'Carpeta 123457 OC 12 (2).pdf.part'));
    const { state, dispatches: made } = await merge();
    expect([state, made[0]?.path]).toEqual(['done', join(folder, 'Carpeta 123457 OC 12 (2).pdf')]);
    expectUntouched();
  });

  it('a merge: not where the documents beside it go', async () => {
    symlinkSync(outside, join(folder, 'Carpeta 123457 OC 12 - aparte'));
    expect(inTheWay(await merge())).toEqual(['failed', 'FILE_IN_THE_WAY']);
    expectUntouched();
  });

  it('a package: not where a dispatch has its folder', async () => {
    symlinkSync(outside, join(folder, '123457_OC 12'));
    expect(inTheWay(await pack())).toEqual(['failed', 'FILE_IN_THE_WAY']);
    expectUntouched();
  });

  it('a package: not where its lists and its index are written', async () => {
    for (const name of ['no-encontrados.csv', 'indice.csv', 'SHA256SUMS']) {
      symlinkSync(victim, join(folder, `${name}.part`));
    }
    symlinkSync(victim, join(folder, 'no-encontrados.csv'));
    expect((await pack()).state).toBe('done');
    expect(readFileSync(join(folder, 'no-encontrados.csv'), 'utf8')).toContain('410999');
    expectUntouched();
  });

  it.each([
    ['a merge', merge],
    ['a package', pack],
    ['a ZIP', zip],
  ])('%s in the place of a document: what it leads to is not delivered', async (_, deliver) => {
    for (const id of ['din', 'bill']) {
      renameSync(join(documents, `${id}.pdf`), join(outside, `${id}.pdf`));
      symlinkSync(victim, join(documents, `${id}.pdf`));
    }
    await deliver();
    expect(filesContaining(folder, secret)).toEqual([]);
    expect(existsSync(join(folder, 'todo.zip'))).toBe(false);
  });
});
