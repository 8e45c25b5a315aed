import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCarpetaError } from '../../shared/errors.ts';
import type { Json } from '../../shared/model/json.ts';
import type { Opened } from '../host.ts';
import { type Caps, createBodyParser } from './body-parser.ts';
import { unreadable } from './fields.ts';

/** What an answer brought. */
export interface Body {
  /** Its beginning, for a report; not redacted. */
  text: string;
  /** Bytes of it that came; more may have followed where it was given up. */
  bytes: number;
  /** Whether `text` is all of it. */
  isWhole: boolean;
  /** What it holds. Throws `RESPONSE_UNREADABLE`, or `RESPONSE_TOO_LARGE` where it was given up. */
  content(): Json;
}

/** Most of an answer with another status than 2xx: an error of the service has four short fields. */
export const mostErrorBytes = 64 * 1024;
/** What a report can hold and a mail can carry. */
const longestText = 200_000;
/** Read between two turns of the event loop. */
const pieceBytes = 64 * 1024;

/**
 * Reads a body as it comes. A good answer is parsed on the way and given up as soon as it holds too much or cannot be read; of any other no
 * more than `mostErrorBytes` are taken. Rejects with what the network rejects with.
 */
export async function readBody(opened: Opened, caps: Caps, alive: () => void): Promise<Body> {
  const isGood = opened.status >= 200 && opened.status < 300;
  const beginning: Uint8Array[] = [];
  let [bytes, kept] = [0, 0];
  const most = isGood ? longestText : Math.min(mostErrorBytes, caps.bytes);
  const decode = decoderFor(opened.headers['content-type'] ?? '');
  const parser = createBodyParser(caps, decode);
  let problem: unknown;
  for await (const piece of opened.body) {
    alive();
    if (kept < most) {
      beginning.push(piece.slice(0, most - kept));
      kept += Math.min(piece.length, most - kept);
    }
    bytes += piece.length;
    if (isGood) problem = await pushed(piece);
    if (problem !== undefined || (!isGood && bytes > most)) break;
  }
  const isWhole = problem === undefined && kept === bytes;
  const start = Buffer.concat(beginning);
  // The last letter of a beginning may be half of one, which says nothing of the rest.
  return { text: isWhole ? decode(start) : new TextDecoder().decode(start), bytes, isWhole, content };

  /** Takes a piece in parts, so that a large one stops nobody else. Gives why the rest is not wanted. */
  async function pushed(piece: Uint8Array): Promise<unknown> {
    for (let from = 0; from < piece.length; from += pieceBytes) {
      try {
        parser.push(piece.subarray(from, from + pieceBytes));
      } catch (thrown) {
        if (!isCarpetaError(thrown)) throw thrown;
        return thrown;
      }
      if (piece.length > pieceBytes) await nextTurn();
    }
    return undefined;
  }

  function content(): Json {
    if (problem !== undefined) throw problem;
    if (!isGood) throw unreadable('not a good answer');
    return parser.end();
  }
}

/**
 * What reads bytes as the header says, else as UTF-8; what is not UTF-8 is read as windows-1252, which older systems send without saying so, because
 * a replaced letter is lost for good.
 */
function decoderFor(contentType: string): (bytes: Uint8Array) => string {
  const latin = new TextDecoder('windows-1252');
  if (/charset\s*=\s*"?(?:iso-?8859-1|latin-?1|windows-1252|cp1252)\b/i.test(contentType))
    return (bytes) => latin.decode(bytes);
  const strict = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    try {
      return strict.decode(bytes);
    } catch {
      return latin.decode(bytes);
    }
  };
}
