/** How a practice agency is to be. Everything has a default. */
export interface PracticeOptions {
  /** Port of the service; any free one by default. */
  port?: number;
  /** Port of the storage; any free one by default. */
  storagePort?: number;
  /** How many documents, exactly; 2,500 by default, in about 240 dispatches. */
  documents?: number;
  /** How many active clients; 8 by default. One more exists and is not active. */
  clients?: number;
  /**
   * The same seed (and day) gives the same data, and another day the same documents as far as both have them;
   * `'1'` by default.
   */
  seed?: string | number;
  /**
   * The day on which it is looked at, `YYYY-MM-DD`: the data covers about two years before it. The clock's
   * day in Santiago by default.
   */
  today?: string;
  /** Time before each answer, of the service and of its storage; 0 by default. */
  latencyMs?: number;
  /** How long links work; 3600 by default. */
  urlLifetimeSeconds?: number;
  /** Of 100 links, how many cannot be signed; asking again may help. 0 by default. */
  unsignedPercent?: number;
  /**
   * Of 100 requests, how many fail with a 500; the same query may succeed when it is asked again. 0 by
   * default.
   */
  internalErrorPercent?: number;
  /** Of 100 transfers, how many break in the middle. 0 by default. */
  cutPercent?: number;
  /** Whether `GET /dispatch/status` is there; true by default. */
  hasDispatchList?: boolean;
  /** How many documents a page holds; 100, as the service has it, by default. */
  pageSize?: number;
  /** Every document is a small PDF padded to exactly so many bytes; drawn from its data by default. */
  fileBytes?: number;
  /** The main agency's id. */
  agency?: string;
  /** The key that opens the agencies; a random one by default. */
  key?: string;
  /**
   * What time it is for dates, links and the `Date` header, and how answers that are slow take theirs; the
   * machine's by default.
   */
  clock?: { now(): number; sleep?(ms: number): Promise<void> };
}
