/** Work that runs, by key: who asks for the same meanwhile shares its result. */
export class SingleFlight<Result> {
  readonly #running = new Map<string, Promise<Result>>();

  /** The running work of a key; undefined if there is none. */
  running(key: string): Promise<Result> | undefined {
    return this.#running.get(key);
  }

  /** The result of the key's running work, else of `work`. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = work().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
