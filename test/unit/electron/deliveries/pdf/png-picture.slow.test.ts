import { expect, test } from 'vitest';
import { imageAsPdf } from '../../../../../electron/deliveries/pdf/image-pdf.ts';
import { peakRetainedBytes } from '../../../../support/process/retained-bytes.ts';
import { pngAround } from '../../../../support/samples/made-png.ts';
import { packedRun } from '../../../../support/samples/packed-run.ts';

test('the largest picture that can be seen through is never held as a whole', async () => {
  const side = 6_300;
  const picture = pngAround({ width: side, height: side, type: 6 }, packedRun(0, (side * 4 + 1) * side));
  const peak = await peakRetainedBytes(async () => expect(await imageAsPdf(picture, 'png')).toBeDefined());
  // Unpacked it has 159 MB, its parts as many again. What passes by is collected when V8 finds the time.
  expect(peak).toBeLessThan(250_000_000);
});
