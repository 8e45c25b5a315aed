import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readTiff } from '../../../../../electron/lib/file-formats/tiff/read-tiff.ts';
import { readFileText, type TextStep } from '../../../../../electron/text/extraction/file-text.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { type MadeObject, madePdf } from '../../../../support/samples/made-pdf.ts';
import { madeTiff } from '../../../../support/samples/made-tiff.ts';
import { sha256Of } from '../../../../support/samples/text-files.ts';

vi.mock('../../../../../electron/lib/file-formats/tiff/read-tiff.ts', { spy: true });

test('a TIFF is parsed once, however many pages it has', async () => {
  const fields = { 256: 8, 257: 1, 258: 1, 259: 1, 262: 1, 278: 1 };
  const bytes = madeTiff(Array.from({ length: 40 }, () => ({ fields, strips: [Buffer.alloc(1)] })));
  const path = join(temporaryFolder(), 'fax.tif');
  writeFileSync(path, bytes);
  const steps: TextStep[] = [];
  await readFileText({ path, sha256: sha256Of(bytes) }, (step) => void steps.push(step));
  expect(steps.at(-1)).toMatchObject({ pages: 40, unreadPages: 40, reason: 'no-text' });
  expect(vi.mocked(readTiff)).toHaveBeenCalledOnce();
});

const resources = '<</Font<</F1 8 0 R>>/XObject<</I 9 0 R>>>>';
const drawing = (lines: string): MadeObject => ({
  dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 200 50]/Resources ${resources}`,
  stream: `BT /F1 12 Tf 5 20 Td ${lines} ET`,
});
const annotation = (rest: string) => `<</Type/Annot/Rect[10 10 210 60]/F 4 ${rest}>>`;
/** A page with this content, a stamp, a signature, a choice and a field, none of which has other words. */
const annotated = (content: string): Buffer =>
  madePdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[21 0 R 22 0 R 23 0 R]>>>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources ${resources}/Annots[20 0 R 21 0 R 22 0 R 23 0 R 24 0 R]>>`,
    6: { dictionary: '', stream: content },
    8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    9: {
      dictionary: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
      stream: '\0',
    },
    20: annotation('/Subtype/Stamp/AP<</N 30 0 R>>'),
    21: annotation('/Subtype/Widget/FT/Sig/T(firma)/AP<</N 31 0 R>>'),
    22: annotation('/Subtype/Widget/FT/Ch/T(puerto)/V(San Antonio)/Opt[(San Antonio)(Arica)]'),
    23: annotation('/Subtype/Widget/FT/Tx/T(peso)/V(850 KG)'),
    24: annotation('/Subtype/Stamp/F 2/AP<</N 32 0 R>>'),
    30: drawing('(PAGADO ADUANA) Tj 0 -14 Td [(20 O)10(CT)-400(2026)] TJ'),
    31: drawing('(Firmado por) Tj 0 -14 Td (ANA SOTO) Tj'),
    32: drawing('(OCULTO) Tj'),
  });

async function stepsOf(bytes: Buffer): Promise<TextStep[]> {
  const path = join(temporaryFolder(), 'papel.pdf');
  writeFileSync(path, bytes);
  const steps: TextStep[] = [];
  await readFileText({ path, sha256: sha256Of(bytes) }, (step) => void steps.push(step));
  return steps;
}
const wordsOf = (steps: readonly TextStep[]) =>
  steps.flatMap((step) => (step.kind === 'pages' ? step.words.flatMap(({ text }) => text.split('\n')) : []));
const beside = ['850 KG', 'San Antonio', 'PAGADO ADUANA', '20 OCT 2026', 'Firmado por', 'ANA SOTO'];

test('what stamps and signatures draw is read beside the text of a page', async () => {
  const steps = await stepsOf(annotated('BT /F1 12 Tf 20 200 Td (Factura) Tj ET'));
  expect(wordsOf(steps).toSorted()).toEqual(['Factura', ...beside].toSorted());
  expect(steps.at(-1)).toMatchObject({ pages: 1, unreadPages: 0, reason: '' });
});

test('a scan with a stamp is still a scan, and the stamp is read', async () => {
  const steps = await stepsOf(annotated('q 300 0 0 300 0 0 cm /I Do Q'));
  expect(wordsOf(steps).toSorted()).toEqual(beside.toSorted());
  expect(steps.at(-1)).toMatchObject({ pages: 1, unreadPages: 1, scans: [1], reason: 'no-text' });
});

test('a form whose words are all in its fields is read', async () => {
  const steps = await stepsOf(annotated('0 0 10 10 re S'));
  expect(wordsOf(steps).toSorted()).toEqual(beside.toSorted());
  expect(steps.at(-1)).toMatchObject({ pages: 1, unreadPages: 0, reason: '' });
});
