import type { IncomingMessage, ServerResponse } from 'node:http';
import type { World } from '../data/world.ts';
import type { PracticeFile } from '../files/practice-file.ts';

/** A request for a file, with a valid link; a fault may change what is sent. */
export interface FileRequest {
  request: IncomingMessage;
  response: ServerResponse;
  documentId: string;
  /** The data that the document belongs to; undefined where there is no document. */
  world: World | undefined;
  /** Undefined when there is none. */
  file(): Promise<PracticeFile | undefined>;
  /** Headers by name, instead of the normal ones; a `null` leaves one out. */
  headers: Record<string, string | null>;
  now(): number;
}
