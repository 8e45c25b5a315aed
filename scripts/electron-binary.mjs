// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { root, tool } from './project.mjs';
import { runNode, say } from './run.mjs';

const releases = 'https://github.com/electron/electron/releases/';
const answerWithin = 5_000;
const downloadWithin = 10 * 60_000;

/**
 * Electron's program in `node_modules`, or undefined where it was never downloaded. Never starts a download,
 * which importing the `electron` package would.
 * @returns {string | undefined}
 */
export function electronBinary(folder = join(root, 'node_modules/electron')) {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist');
  const binary = join(dist, readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}

/** Electron's program, downloaded when it is not there and its place of download answers; else undefined. */
export async function electronBinaryOrDownload() {
  const there = electronBinary();
  if (there !== undefined) return there;
  const proxied = Boolean(process.env['HTTPS_PROXY'] ?? process.env['https_proxy']);
  const from = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'] ?? releases;
  if (!proxied && !(await answers(from))) return undefined;
  say('Downloading Electron.');
  await runNode([tool('electron/install.js')], {
    limit: downloadWithin,
    ...(proxied && { env: { ELECTRON_GET_USE_PROXY: '1' } }),
  });
  return electronBinary();
}

/**
 * Whether anything answers there.
 * @param {string} url
 */
function answers(url) {
  return new Promise((resolve) => {
    const { request } = url.startsWith('http:') ? http : https;
    const asking = request(url, { method: 'HEAD', timeout: answerWithin }, (response) => {
      response.resume();
      resolve(true);
    });
    asking.on('timeout', () => asking.destroy());
    asking.on('error', () => resolve(false));
    asking.on('close', () => resolve(false));
    asking.end();
  });
}
