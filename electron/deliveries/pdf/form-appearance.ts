import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRawStream,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { operatorsOf } from '../../lib/content-operators.ts';
import { pictureOf } from './allowed-pdf-entries.ts';

/** How a form's fields would look in a file without a form, and whether it is signed. */
interface FormAppearance {
  /** The reader draws a field's value: it would be empty in the merged file. */
  isDrawnByReader: boolean;
  /** Signatures are invalid in another file. */
  isSigned: boolean;
}

const name = (text: string) => PDFName.of(text);

/** Hidden and NoView (ISO 32000-1, 12.5.3). */
const unseen = (1 << 1) | (1 << 5);

/** Judges the form of a document by the fields on its pages. */
export function formAppearance({ catalog, context }: PDFDocument, pages: readonly PDFRef[]): FormAppearance {
  const form = context.lookup(catalog.get(name('AcroForm')));
  if (!(form instanceof PDFDict)) return { isDrawnByReader: false, isSigned: false };
  const flags = form.lookup(name('SigFlags'));
  const hasXfa = form.lookup(name('XFA')) !== undefined;
  const fields = pages.flatMap((page) => fieldsOn(page, context));
  // The reader lays out such a form: its pages only ask for another program (Adobe XFA 3.3, dynamic forms).
  const isDynamic =
    hasXfa && (fields.length === 0 || context.lookup(catalog.get(name('NeedsRendering'))) === PDFBool.True);
  const isRedrawn = hasXfa || form.lookup(name('NeedAppearances')) === PDFBool.True;
  return {
    isDrawnByReader: isDynamic || (isRedrawn && fields.some((field) => isLeftToReader(field, context))),
    isSigned: flags instanceof PDFNumber && (flags.asNumber() & 1) === 1,
  };
}

function fieldsOn(page: PDFRef, context: PDFContext): PDFDict[] {
  const dict = context.lookup(page);
  const listed = dict instanceof PDFDict ? context.lookup(dict.get(name('Annots'))) : undefined;
  if (!(listed instanceof PDFArray)) return [];
  return listed
    .asArray()
    .map((item) => context.lookup(item))
    .filter((item) => item instanceof PDFDict)
    .filter((item) => context.lookup(item.get(name('Subtype'))) === name('Widget') && isSeen(item, context));
}

function isSeen(field: PDFDict, context: PDFContext): boolean {
  const flags = context.lookup(field.get(name('F')));
  return !(flags instanceof PDFNumber) || (flags.asNumber() & unseen) === 0;
}

/**
 * Whether a field shows more than its appearance stream: a value, a border or a caption without a stream, or
 * a value with an empty one.
 */
function isLeftToReader(field: PDFDict, context: PDFContext): boolean {
  const kind = inherited(field, 'FT', context);
  const picture = pictureOf(context, field);
  const isWritten = kind === name('Tx') || kind === name('Ch');
  const hasValue = isWritten && isText(inherited(field, 'V', context));
  if (picture) return hasValue && !showsText(picture);
  if (kind === name('Sig')) return false;
  if (hasValue) return true;
  // An unticked box needs no appearance stream.
  const state = context.lookup(field.get(name('AS')));
  if (kind === name('Btn') && (state === name('Off') || field.has(name('AP')))) return false;
  const appearance = context.lookup(field.get(name('MK')));
  return (
    appearance instanceof PDFDict &&
    ['BG', 'BC', 'CA'].some((key) => hasContent(appearance.lookup(name(key))))
  );
}

function hasContent(object: PDFObject | undefined): boolean {
  return object instanceof PDFArray ? object.size() > 0 : isText(object);
}

function isText(value: PDFObject | undefined): boolean {
  if (value instanceof PDFArray) return value.asArray().some(isText);
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return false;
  return value.decodeText().trim() !== '';
}

/** Whether an appearance stream draws text or another XObject (9.4.3, 8.8). */
function showsText(picture: PDFRawStream): boolean {
  const operators = operatorsOf(picture);
  return operators === undefined || /[)\]>]\s*(?:Tj|TJ|['"])|\bDo\b/.test(operators);
}

/** A field's own entry, or that of its parent (12.7.3.1). */
function inherited(field: PDFDict, key: string, context: PDFContext): PDFObject | undefined {
  const seen = new Set<PDFDict>();
  for (let dict: PDFObject | undefined = field; dict instanceof PDFDict && !seen.has(dict); ) {
    const value = context.lookup(dict.get(name(key)));
    if (value !== undefined) return value;
    seen.add(dict);
    dict = context.lookup(dict.get(name('Parent')));
  }
  return undefined;
}
