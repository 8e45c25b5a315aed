// @ts-check
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import threads, { Worker } from 'node:worker_threads';
import { bundledStoreWorker, storeWorker } from './store-worker-files.mjs';

/** @typedef {import('node:worker_threads').WorkerOptions} WorkerOptions */

const source = pathToFileURL(storeWorker).href;

/**
 * Threads whose file was closed, which the next ones are opened in.
 * @type {Worker[]}
 */
const free = [];
/** More than tests have open at once for long. */
const maxFree = 6;

/**
 * A worker of the store as `node:worker_threads` gives it, in a thread that has closed another file before
 * where one is free.
 */
class StoreWorker extends EventEmitter {
  #thread;
  #isClosed = false;
  /** @type {unknown} the number of the call that closes the file */
  #closing;

  /** @param {WorkerOptions} options */
  constructor({ workerData, ...options }) {
    super();
    const thread = free.pop();
    // As Node does of a thread that is new.
    if (thread) process.nextTick(() => EventEmitter.prototype.emit.call(process, 'worker', thread));
    this.#thread = thread ?? begin(options);
    this.#thread.on('message', this.#listener).on('error', this.#fail).on('exit', this.#end);
    this.#thread.ref();
    this.#thread.postMessage(workerData);
  }

  ref() {
    this.#thread.ref();
  }

  unref() {
    this.#thread.unref();
  }

  /** @param {readonly [call: number, name: string, input: unknown]} call */
  postMessage(call) {
    if (call[1] === 'close') this.#closing = call[0];
    this.#thread.postMessage(call);
  }

  async terminate() {
    if (!this.#isClosed || free.length >= maxFree) return this.#thread.terminate();
    this.#thread.off('message', this.#listener).off('error', this.#fail).off('exit', this.#end);
    this.#thread.unref();
    free.push(this.#thread);
    this.emit('exit', 1);
    return 1;
  }

  /** @param {readonly [call: number, outcome: { ok: boolean }]} result */
  #listener = (result) => {
    if (result[0] === this.#closing) this.#isClosed = result[1].ok;
    this.emit('message', result);
  };

  /** @param {unknown} error */
  #fail = (error) => void this.emit('error', error);

  /** @param {number} code */
  #end = (code) => void this.emit('exit', code);
}

/** @param {WorkerOptions} options */
function begin(options) {
  const thread = new Worker(bundledStoreWorker, options);
  thread.on('exit', () => {
    const index = free.indexOf(thread);
    if (index >= 0) free.splice(index, 1);
  });
  return thread;
}

// Imported before anything else in a process of tests.
Object.assign(threads, {
  Worker: new Proxy(Worker, {
    construct: (target, [file, options]) =>
      String(file) === source ? new StoreWorker(options) : new target(file, options),
  }),
});
syncBuiltinESMExports();
