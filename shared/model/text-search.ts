import { z } from 'zod';
import type { StoredDocument } from './document.ts';
import { documentKey, rutSchema } from './value-schemas.ts';

/**
 * Why words of a file are missing, in this order: it is a scan, its fonts have no letters, it has a password,
 * it is damaged. Or its kind is not read, it takes too much, it is not what was downloaded, or it is away.
 */
export type UnreadReason =
  | 'no-text'
  | 'unmapped'
  | 'encrypted'
  | 'damaged'
  | 'unsupported'
  | 'too-large'
  | 'too-heavy'
  | 'changed'
  | 'locked'
  | 'away';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Narrows the documents whose words are searched; days are of issue, both included. */
const textFilter = z.object({
  connectionIds: z.array(z.string().max(200)).min(1).max(50).optional(),
  ruts: z.array(rutSchema).min(1).max(500).optional(),
  types: z.array(z.string().max(200)).min(1).max(500).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Documents of this result set alone. */
  resultSetId: z.string().max(200).optional(),
});
export type TextFilter = z.output<typeof textFilter>;

/** Maximum length of a text that the page looks for, UTF-16 units: a paragraph of a document. */
const maxSearchedText = 2_000;

/** Words, phrases in quotes and beginnings of words with `*`. */
const textSchema = z.string().min(1).max(maxSearchedText);

/** A search for words in the files of documents. */
export const textQuery = z.object({
  text: textSchema,
  filter: textFilter.default({}),
  /** Maximum number of documents. */
  limit: z.number().int().min(1).max(500),
  /** Documents that are left out before the first one. */
  offset: z.number().int().min(0).max(1_000_000).default(0),
});
export type TextQuery = z.output<typeof textQuery>;

/** A search whose documents are counted. */
export const textCountQuery = textQuery.pick({ text: true, filter: true });
export type TextCountQuery = z.output<typeof textCountQuery>;

/** What a person narrows words to, as it is saved with them. */
export const wordsFilter = textFilter.omit({ connectionIds: true, resultSetId: true });
export type WordsFilter = z.output<typeof wordsFilter>;

/** A search for words as it is saved: in all documents on this computer, without an agency. */
export const wordsQuery = z.object({
  kind: z.literal('words'),
  text: textSchema,
  filter: wordsFilter,
});
export type WordsQuery = z.output<typeof wordsQuery>;

/** Pages whose lines are read again from their files. */
export const textLinesQuery = z.object({
  text: textSchema,
  pages: z
    .array(documentKey.extend({ page: z.number().int().min(1) }))
    .min(1)
    .max(50),
  /** For the panel of the search box, which takes no lines away from a list. */
  isPreview: z.boolean().default(false),
});
export type TextLinesQuery = z.output<typeof textLinesQuery>;

/** A word that was recognised on a scan. */
export interface RecognizedWord {
  text: string;
  /** Percent. */
  confidence: number;
  /** In fractions of the page or of its picture, from the top left. */
  box: readonly [left: number, top: number, right: number, bottom: number];
  endsLine: boolean;
}

/** What was recognised on a scanned page. */
export interface RecognizedPage {
  words: readonly RecognizedWord[];
  /** Mean of its letters, percent. */
  confidence: number;
}

/** Below this confidence, percent, words of a page may be wrong. */
export const minSureConfidence = 70;

/** A page of a document on this computer. */
export const recognizedQuery = documentKey.extend({ page: z.number().int().min(1) });

/** A document that has the words, and on which of its pages, counted from 1. */
export interface TextHit {
  document: StoredDocument;
  pages: readonly number[];
  /** Whether its pages are those of the file; else they are parts of a long text. */
  isPaged: boolean;
  /** Whether only files that are attached to a document with pages have the words. */
  isAttached: boolean;
  /** Whether the words are near each other. */
  isNear: boolean;
  /** Whether the first page was recognised with little confidence. */
  isUnsure: boolean;
}

/**
 * The documents that have the words, those with the words near each other first, then the latest. What is
 * unread, and in no answer, is asked for beside it: counting would delay the rows.
 */
export interface TextHits {
  hits: readonly TextHit[];
  /** Whether there are more than were asked for. */
  hasMore: boolean;
  /** Whether the text has a word to look for. */
  hasWords: boolean;
  /** Its words, as they are written, that are not looked for: too long for a word, or too many. */
  unused: readonly string[];
  /** Documents that may have the words, and whose rows in the database cannot be read. */
  unreadable: number;
}

/** How many documents have the words, by type. */
export type TextCount = Readonly<Record<string, number>>;

/** The line of a page around the words; `marks` are ranges of it, as UTF-16 offsets. */
export interface TextLine {
  connectionId: string;
  id: string;
  page: number;
  line: string;
  marks: readonly (readonly [start: number, end: number])[];
  /** The words of the page that the line has not, as they are written; absent where it has all. */
  others?: readonly string[];
}

/**
 * What the reading of files does: nothing to read, reads, recognises scans, waits for transfers or for the
 * computer to be idle, is paused or turned off.
 */
export type TextState = 'idle' | 'reading' | 'scans' | 'transfers' | 'in-use' | 'paused' | 'off';

/** How much of the files on this computer is read. */
export interface TextStatus {
  state: TextState;
  read: number;
  /** Files that wait to be read. */
  waiting: number;
  /** Files with words that could not be read, by reason. */
  unread: Partial<Record<UnreadReason, number>>;
  /** Every file whose words are not all read, those that wait included. */
  unreadTotal: number;
  /** Scanned pages that wait to be recognised. */
  waitingScans: number;
  /** Estimated time for the files that wait, else for the scans, s; absent while unknown. */
  secondsLeft?: number;
  /** The index was damaged and is made anew. */
  isRemade: boolean;
}
