// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '../electron/platform/browser/find-browser.ts';
import { drawingHash, icnsTypes, icoSizes, toIcns, toIco } from './icon-files.mjs';
import { root } from './project.mjs';

const folder = join(root, 'build');
const pngSize = 1024;

/**
 * `npm run icons`: `icon.png`, `icon.ico` and `icon.icns` in `build/`, drawn from `icon.svg` by a Chromium of
 * this machine. What packages need is committed, so that packing draws nothing.
 */
async function drawIcons() {
  const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
  const sizes = new Set([...icoSizes, ...icnsTypes.map(([, size]) => size), pngSize]);
  const pictures = await draw(svg, [...sizes]);
  const png = pictures.find(({ size }) => size === pngSize)?.png;
  if (png === undefined) throw new Error(`no picture of ${pngSize} pixels was drawn`);
  writeFileSync(join(folder, 'icon.png'), png);
  writeFileSync(join(folder, 'icon.ico'), toIco(pictures.filter(({ size }) => icoSizes.includes(size))));
  writeFileSync(join(folder, 'icon.icns'), toIcns(pictures));
  writeFileSync(join(folder, 'icon.svg.sha256'), `${drawingHash(svg)}\n`);
}

/**
 * @param {string} svg
 * @param {readonly number[]} sizes
 * @returns {Promise<import('./icon-files.mjs').Picture[]>}
 */
async function draw(svg, sizes) {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error('no Chromium, Chrome or Edge was found; CARPETA_CHROMIUM may name one');
  }
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const page = await browser.newPage();
    const pictures = [];
    for (const size of sizes) {
      const { png, rgba } = await page.evaluate(rasterise, { svg, size });
      pictures.push({ size, png: Buffer.from(png, 'base64'), rgba: Buffer.from(rgba, 'base64') });
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

/**
 * The few things of a page that a picture is drawn with; scripts are not checked against a browser's types.
 * @typedef {object} InPage
 * @property {new (width: number, height: number) => { src: string, decode(): Promise<void> }} Image
 * @property {{ createElement(name: 'canvas'): Canvas }} document
 *
 * @typedef {object} Canvas
 * @property {number} width
 * @property {number} height
 * @property {(kind: '2d') => { drawImage: Draw, getImageData: Read }} getContext
 * @property {(type: 'image/png') => string} toDataURL
 *
 * @typedef {(image: unknown, x: number, y: number, width: number, height: number) => void} Draw
 * @typedef {(x: number, y: number, width: number, height: number) => { data: Uint8ClampedArray }} Read
 */

/**
 * Runs in the page.
 * @param {{ svg: string, size: number }} wanted
 */
async function rasterise({ svg, size }) {
  const { Image, document } = /** @type {InPage} */ (/** @type {unknown} */ (globalThis));
  const image = new Image(size, size);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, size, size);
  let rgba = '';
  for (const byte of context.getImageData(0, 0, size, size).data) rgba += String.fromCharCode(byte);
  return { png: canvas.toDataURL('image/png').split(',')[1] ?? '', rgba: btoa(rgba) };
}

await drawIcons();
