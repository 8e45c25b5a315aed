import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgencyData } from './data/agency-data.ts';
import type { PracticeDocument } from './data/records.ts';
import type { Chunks, PracticeFile } from './files/file-cache.ts';
import type { Endpoint, Exchange } from './service/exchange.ts';
import type { OperationResult } from './service/operations.ts';

/** A request for a file, with a valid link; a fault may change what is sent. */
export interface FileRequest {
  request: IncomingMessage;
  response: ServerResponse;
  documentId: string;
  /** The data that the document belongs to; undefined where there is no document. */
  agencyData: AgencyData | undefined;
  /** Undefined when there is none. */
  file(): Promise<PracticeFile | undefined>;
  /** Headers by name, instead of the normal ones; a `null` leaves one out. */
  headers: Record<string, string | null>;
  now(): number;
}

/** What a fault may concern: an operation of the API, or a document's file or link. */
export interface FaultTarget {
  endpoint?: Endpoint;
  /** The API's normal response. */
  body?: object;
  document?: string;
  /** The `Range` header of a request for a file. */
  range?: string | undefined;
}

/**
 * A fault of the practice agency, as what it does at each point of a response. Tests bring kinds of their
 * own; of the active faults of one kind, only the first one acts.
 */
export interface Fault {
  kind: string;
  /** How often it acts; for ever by default. */
  times?: number;
  /** Whether it acts after the others, because it renames what they change. */
  isLast?: boolean;
  /** Whether it concerns a target; every one by default. Called before each use, so that it may count. */
  concerns?(target: FaultTarget): boolean;
  apiDelayMs?: number;
  /** Before the API responds; true where the fault responds itself, or nothing ever does. */
  onCall?(exchange: Exchange): boolean;
  /** Changes the API's response. */
  onResult?(result: OperationResult, exchange: Exchange, agencyData: AgencyData): OperationResult;
  /** Before a link is signed. */
  onLink?(document: PracticeDocument, agencyData: AgencyData): void;
  fileDelayMs?: number;
  /** Before a file is sent; true where the fault responds itself. */
  onFile?(request: FileRequest): boolean | Promise<boolean>;
  /** Changes the `length` bytes that are sent of a file. */
  onBody?(chunks: Chunks, sending: Sending): Chunks;
}

/** How the bytes of a file are sent. */
export interface Sending {
  response: ServerResponse;
  /** In bytes. */
  length: number;
  /** By the agency's clock. */
  sleep(ms: number): Promise<void>;
}

type FaultPoint = Exclude<keyof Fault, 'kind' | 'times' | 'isLast' | 'concerns'>;

/** Injects faults into the practice agency, and removes them. */
export class FaultInjector {
  #entries: { fault: Fault; left: number }[] = [];

  /** Adds a fault; several can be active at once. */
  add(fault: Fault): void {
    this.#entries.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    this.#entries.sort((left, right) => Number(left.fault.isLast ?? 0) - Number(right.fault.isLast ?? 0));
  }

  /** Does nothing where it was not added. */
  remove(removed: Fault): void {
    this.#entries = this.#entries.filter(({ fault }) => fault !== removed);
  }

  /** Whether it was added, and has not run out. */
  isActive(added: Fault): boolean {
    return this.#entries.some(({ fault, left }) => fault === added && left > 0);
  }

  /** What the active faults do at a point; each one that is taken counts as one use. */
  *acting<Point extends FaultPoint>(point: Point, target: FaultTarget): Generator<NonNullable<Fault[Point]>> {
    const kinds = new Set<string>();
    for (const entry of this.#entries) {
      const { [point]: action, kind } = entry.fault;
      if (action === undefined || entry.left <= 0 || kinds.has(kind)) continue;
      if (entry.fault.concerns?.(target) === false) continue;
      entry.left -= 1;
      kinds.add(kind);
      yield action;
    }
  }

  /** The delay of a response, ms. */
  delayMs(point: 'apiDelayMs' | 'fileDelayMs', target: FaultTarget): number {
    return [...this.acting(point, target)].reduce((sum, ms) => sum + ms, 0);
  }
}
