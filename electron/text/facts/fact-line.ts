import { withoutAccents } from '../../../shared/without-accents.ts';

/** A line as it was recognised on a scan, and the confidence of its least certain word, percent. */
export interface ScannedLine {
  text: string;
  confidence: number;
}

/** A page whose facts are read: its text layer, and what was recognised in its picture. */
export interface FactPage {
  page: number;
  text: string;
  scanned?: readonly ScannedLine[];
}

/** A line of a text, with its page, folded for the patterns. */
export interface FactLine {
  page: number;
  written: string;
  folded: string;
  isScanned: boolean;
  /** Recognised with a word of low confidence: nothing that it says is certain. */
  isUnsure: boolean;
}

const maxLineLength = 240;
/** Below it, digits of made-up scans are read wrong, percent. */
const minConfidence = 85;

/** The lines of a page that say something, those of its picture first. */
export function factLines({ page, text, scanned = [] }: FactPage): FactLine[] {
  const lines = [
    ...scanned.map((line) => ({ ...line, isScanned: true })),
    ...text.split('\n').map((written) => ({ text: written, confidence: 100, isScanned: false })),
  ];
  return lines.flatMap(({ text: line, confidence, isScanned }) => {
    const written = line.replace(/\s+/g, ' ').trim().slice(0, maxLineLength);
    if (written === '') return [];
    const folded = withoutAccents(written).toUpperCase();
    return [{ page, written, folded, isScanned, isUnsure: confidence < minConfidence }];
  });
}

/** The next line, on which the value of a label may stand. In a scan it may be that of another column. */
export function lineBelow(lines: readonly FactLine[], index: number): FactLine | undefined {
  return lines[index]?.isScanned ? undefined : lines[index + 1];
}
