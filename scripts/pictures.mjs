// @ts-check
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { root } from './project.mjs';
import { runNode, say } from './run.mjs';

/** About as wide as the help shows them; letters stay sharp, and all weigh less than 1.5 MB. */
const size = { width: 960, height: 540 };
/** Of 100. */
const quality = 35;
const screenshots = join(root, 'test-results/screenshots');
const pictures = join(root, 'renderer/components/help/pictures');

/** `npm run pictures`: takes the pictures of the help anew, from the practice agency, in each language. */
const code = await runNode([join(root, 'scripts/screenshots.mjs'), 'help.shots']);
if (code === 0) await convert();
process.exitCode = code;

async function convert() {
  rmSync(pictures, { recursive: true, force: true });
  let bytes = 0;
  for (const folder of readdirSync(screenshots).filter((name) => name.startsWith('help-'))) {
    const into = join(pictures, folder.slice('help-'.length));
    mkdirSync(into, { recursive: true });
    for (const file of readdirSync(join(screenshots, folder))) {
      const image = await loadImage(readFileSync(join(screenshots, folder, file)));
      const canvas = createCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, size.width, size.height);
      const picture = await canvas.encode('webp', quality);
      writeFileSync(join(into, `${basename(file, '.png')}.webp`), picture);
      bytes += picture.length;
    }
  }
  say(`Pictures of ${Math.round(bytes / 1000)} kB are in renderer/components/help/pictures.`);
}
