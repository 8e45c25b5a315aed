// @ts-check
import { parentPort } from 'node:worker_threads';
import { startPractice } from '../electron/practice/index.ts';

// The practice agency in a thread of its own, so that whoever measures the main thread measures the app
// alone. Tells what a connection needs of it.
const { baseUrl, agency, key, clients, importer } = await startPractice();
parentPort?.postMessage({ baseUrl, agency, key, clients, importer });
