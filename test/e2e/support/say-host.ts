import { build } from '../../../scripts/build.mjs';
import { electronBinary } from '../../../scripts/electron-binary.mjs';

/** Says where these tests run, and builds what that place shows. A Chromium run is never one on Electron. */
export default async function sayHost(): Promise<void> {
  const onElectron = electronBinary() !== undefined;
  await build('page');
  if (onElectron) await build('main');
  process.stdout.write(`End-to-end tests on the ${onElectron ? 'Electron' : 'Chromium'} host.\n`);
}
