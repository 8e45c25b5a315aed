// @ts-check
// JavaScript, because its process strips no types (`ocr-worker.mjs`).
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
// @ts-expect-error the engine declares no types
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { linesOf } from './recognized-lines.mjs';

/**
 * The picture of a page, as its file: JPEG, PNG, TIFF or PGM.
 * @typedef {object} PageImage
 * @property {Uint8Array} bytes
 * @property {number} dpi
 * @property {Turn} turn clockwise, makes it upright
 */
/** @typedef {0 | 90 | 180 | 270} Turn */

/** @typedef {import('../../../shared/model/text-search.ts').RecognizedPage} RecognizedPage */

/**
 * The part of Tesseract's programming interface that is used (`tesseract.js-core`).
 * @typedef {object} Tesseract
 * @property {(path: null, languages: string, mode: number) => number} Init
 * @property {(orientation: number, radians: number) => number} SetImageFile
 * @property {(dpi: number) => void} SetSourceResolution
 * @property {() => void} FindLines
 * @property {() => number} GetGradient
 * @property {(monitor: null) => number} Recognize
 * @property {(page: number) => string} GetTSVText
 * @property {() => void} Clear
 */

const inflate = promisify(gunzip);

/** In this order Tesseract prefers their words. */
const languages = ['spa', 'eng'];
/** The neural network alone: its data have nothing else (`OEM_LSTM_ONLY`). */
const lstmOnly = 1;
/** Orientations of EXIF that turn a picture clockwise. */
const orientations = { 0: 1, 90: 6, 180: 3, 270: 8 };
/** A smaller slope costs no letter, radians. */
const minSlope = 0.005;
/** Below it, percent, a page may lie on its side or upside down. */
const minConfidence = 70;
/** A page with fewer words is no text that could be turned. */
const minWordsToTurn = 3;

/**
 * Loads the engine with Spanish and English from this computer's own files; it asks no network. Its memory
 * stays for all pages. Rejects where the files are missing.
 */
export async function createOcrEngine() {
  const wasm = import.meta.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm');
  const wasmBinary = await readFile(fileURLToPath(wasm));
  const module = await createCore({ wasmBinary, print: () => undefined, printErr: () => undefined });
  for (const language of languages) {
    const data = await inflate(await readFile(fileURLToPath(dataOf(language))));
    module.FS.writeFile(`/${language}.traineddata`, data);
  }
  /** @type {Tesseract} */
  const tesseract = new module.TessBaseAPI();
  if (tesseract.Init(null, languages.join('+'), lstmOnly) !== 0)
    throw new Error('the words of a language are damaged');
  for (const language of languages) module.FS.unlink(`/${language}.traineddata`);
  return {
    /**
     * Reads the words of a picture; one whose text lies on its side or upside down is turned. Throws where
     * the picture is damaged. Blocks this thread for seconds.
     * @param {PageImage} image
     * @returns {RecognizedPage}
     */
    recognize(image) {
      module.FS.writeFile('/input', image.bytes);
      try {
        return readUpright(tesseract, image);
      } finally {
        tesseract.Clear();
        module.FS.unlink('/input');
      }
    },
  };
}

/** @param {string} language */
function dataOf(language) {
  return language === 'spa'
    ? import.meta.resolve('@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz')
    : import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
}

/**
 * @param {Tesseract} tesseract
 * @param {PageImage} image
 */
function readUpright(tesseract, { dpi, turn }) {
  let best = readTurned(tesseract, dpi, turn);
  for (const more of [180, 90, 270]) {
    if (best.confidence >= minConfidence || best.words.length < minWordsToTurn) break;
    const turned = readTurned(tesseract, dpi, /** @type {Turn} */ ((turn + more) % 360));
    if (turned.confidence > best.confidence) best = turned;
  }
  return best;
}

/**
 * @param {Tesseract} tesseract
 * @param {number} dpi
 * @param {Turn} turn
 * @returns {RecognizedPage}
 */
function readTurned(tesseract, dpi, turn) {
  setImage(tesseract, dpi, turn, 0);
  tesseract.FindLines();
  const slope = tesseract.GetGradient();
  const isSloping = Math.abs(slope) >= minSlope;
  if (isSloping) setImage(tesseract, dpi, turn, slope);
  if (tesseract.Recognize(null) !== 0) throw new Error('the picture could not be read');
  return linesOf(tesseract.GetTSVText(0), { turn, slope: isSloping ? slope : 0 });
}

/**
 * @param {Tesseract} tesseract
 * @param {number} dpi
 * @param {Turn} turn
 * @param {number} slope radians
 */
function setImage(tesseract, dpi, turn, slope) {
  if (tesseract.SetImageFile(orientations[turn], slope) !== 0) throw new Error('the picture is damaged');
  tesseract.SetSourceResolution(dpi);
}
