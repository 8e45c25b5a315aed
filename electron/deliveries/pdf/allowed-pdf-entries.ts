import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

const name = (text: string) => PDFName.of(text);
const names = (text: string) => new Set(text.split(' ').map(name));

/**
 * Allowed entries of a page: its content and its size (ISO 32000-1, 7.7.3.3). Actions, files, media, threads
 * and other programs' data are dropped.
 */
const pageKeys = names(
  'Type Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate Contents Group UserUnit Annots',
);

/**
 * Allowed annotations: those that are only drawn (12.5.6), links, and form fields, of which the appearance
 * stays.
 */
const annotationKinds = names(
  'Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget Watermark',
);

/** Entries with an annotation's look and text. */
const annotationKeys = names(
  'Type Subtype Rect Contents P NM M F AP AS Border C OC CA ca BM T RC CreationDate Subj DA Q DS CL BE RD BS LE QuadPoints L LL LLE IC Cap ' +
    'LLO CP CO Vertices InkList Name Open State StateModel RT IT H Dest A Popup IRT Parent',
);
/**
 * The rest of a form field: its position and its appearance. Its name, its value and what readers draw from
 * them belong to the form.
 */
const pictureKeys = names('Type Rect P F AP AS OC');
/** ReadOnly, Locked and LockedContents (12.5.3): nobody may move a field's appearance like a stamp. */
const fixed = (1 << 6) | (1 << 7) | (1 << 9);
/** References to other annotations: they stay only where these stay too. */
const annotationLinks = ['Popup', 'IRT', 'Parent'];

/** Actions that run, open, send or load something (12.6.4): dropped wherever they occur. */
const otherActions = names(
  'JavaScript Launch GoToR GoToE Thread Sound Movie Hide Named SubmitForm ResetForm ImportData SetOCGState Rendition GoTo3DView RichMediaExecute GoToDp',
);
const fileTypes = names('Filespec F EmbeddedFile');

/**
 * Allowed entries of a stream: its filters (ISO 32000-1, 7.3.8.2), and how it is drawn, by its kind.
 * Everything else is dropped, such as references to content in other files, or other programs' data. The
 * length is written again.
 */
const streamKeys = names(
  [
    'Type Subtype Filter DecodeParms DL',
    // Forms (8.10.2), their groups, layers and measures
    'FormType Name BBox Matrix Resources Group OC Metadata Measure PtData',
    // Images (8.9.5) and their masks (11.6.5.3)
    'Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate Alternates SMask SMaskInData Matte',
    // Patterns (8.7.3.1) and shadings (8.7.4.5)
    'PatternType PaintType TilingType XStep YStep',
    'ShadingType Background AntiAlias BitsPerCoordinate BitsPerFlag VerticesPerRow Function',
    // Functions (7.10) and ICC-based colours (8.6.5.5)
    'FunctionType Domain Range Size BitsPerSample Order Encode N Alternate',
    // Font programs (9.9) and their character maps (9.7.5.4)
    'Length1 Length2 Length3 CMapName CIDSystemInfo WMode UseCMap',
    // Halftones (10.5.5)
    'HalftoneType HalftoneName Width2 Height2 Xsquare Ysquare TransferFunction',
  ].join(' '),
);

/** Whether a stream of a merged file may have this entry. */
export function isStreamKey(key: PDFName): boolean {
  return streamKeys.has(key);
}

/** Whether a page of a merged file may have this entry. */
export function isPageKey(key: PDFName): boolean {
  return pageKeys.has(key);
}

/**
 * The action with its target only: a destination in the document, a web page, or a mail address. Undefined
 * for every other action; following actions are dropped.
 */
export function harmlessAction(context: PDFContext, action: PDFDict): PDFDict | undefined {
  const kind = context.lookup(action.get(name('S')));
  if (kind === name('GoTo')) {
    const destination = action.get(name('D'));
    return destination && context.obj({ Type: 'Action', S: 'GoTo', D: destination });
  }
  if (kind !== name('URI')) return undefined;
  const uri = context.lookup(action.get(name('URI')));
  if (!(uri instanceof PDFString || uri instanceof PDFHexString) || !isWebAddress(uri.decodeText()))
    return undefined;
  return context.obj({ Type: 'Action', S: 'URI', URI: uri });
}

/** A web address with a host, or a mail address: never a file, a share or a program. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^(https?:\/\/[^/\\]|mailto:)/i.test(text)) return false;
  return ['http:', 'https:', 'mailto:'].includes(url.protocol);
}

/** Whether an object is an action or a file that no merged file may contain, wherever it occurs. */
export function isHarmful(object: PDFObject, context: PDFContext): boolean {
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return false;
  const [type, kind] = ['Type', 'S'].map((key) => context.lookup(dict.get(name(key))));
  if (type instanceof PDFName && fileTypes.has(type)) return true;
  if (dict.has(name('EF'))) return true;
  if (kind === name('URI')) return harmlessAction(context, dict) === undefined;
  return kind instanceof PDFName && otherActions.has(kind);
}

/**
 * Reduces the annotations of these pages to the lists above. Changes the document in memory, never its file.
 */
export function disarmAnnotations(context: PDFContext, pages: readonly PDFRef[]): void {
  const retained = new Set<PDFObject>();
  const retainedDicts: PDFDict[] = [];
  for (const ref of pages) {
    const page = context.lookup(ref);
    if (!(page instanceof PDFDict)) continue;
    const listed = context.lookup(page.get(name('Annots')));
    page.delete(name('Annots'));
    if (!(listed instanceof PDFArray)) continue;
    const harmless = listed.asArray().filter((item) => {
      const annotation = context.lookup(item);
      return annotation instanceof PDFDict && isRetained(context, annotation);
    });
    for (const item of harmless) {
      retained.add(item);
      const annotation = context.lookup(item);
      if (annotation instanceof PDFDict) retainedDicts.push(annotation);
    }
    page.set(name('Annots'), context.obj(harmless));
  }
  for (const annotation of retainedDicts) disarm(context, annotation, retained);
}

function isRetained(context: PDFContext, annotation: PDFDict): boolean {
  const kind = context.lookup(annotation.get(name('Subtype')));
  if (kind === name('Widget')) return pictureOf(context, annotation) !== undefined;
  return kind instanceof PDFName && annotationKinds.has(kind);
}

/**
 * The appearance stream for an annotation's state (12.5.5): readers draw their own for a stamp without one.
 */
export function pictureOf(context: PDFContext, annotation: PDFDict): PDFRawStream | undefined {
  const pictures = context.lookup(annotation.get(name('AP')));
  const normal = pictures instanceof PDFDict ? context.lookup(pictures.get(name('N'))) : undefined;
  if (!(normal instanceof PDFDict)) return normal instanceof PDFRawStream ? normal : undefined;
  const state = context.lookup(annotation.get(name('AS')));
  const picture = state instanceof PDFName ? context.lookup(normal.get(state)) : undefined;
  return picture instanceof PDFRawStream ? picture : undefined;
}

/**
 * Makes a field a picture of itself, because the form is not copied. Without it readers that fill in forms,
 * such as Firefox, draw a field by its missing value instead of its appearance.
 */
function fixPicture(context: PDFContext, field: PDFDict): void {
  for (const key of field.keys()) if (!pictureKeys.has(key)) field.delete(key);
  const flags = context.lookup(field.get(name('F')));
  field.set(name('Subtype'), name('Stamp'));
  field.set(name('F'), context.obj((flags instanceof PDFNumber ? flags.asNumber() : 0) | fixed));
}

function disarm(context: PDFContext, annotation: PDFDict, retained: ReadonlySet<PDFObject>): void {
  if (context.lookup(annotation.get(name('Subtype'))) === name('Widget')) {
    fixPicture(context, annotation);
    return;
  }
  for (const key of annotation.keys()) if (!annotationKeys.has(key)) annotation.delete(key);
  for (const key of annotationLinks.map(name)) {
    const other = annotation.get(key);
    if (other !== undefined && !(other instanceof PDFRef && retained.has(other))) annotation.delete(key);
  }
  const action = context.lookup(annotation.get(name('A')));
  const harmless = action instanceof PDFDict ? harmlessAction(context, action) : undefined;
  if (harmless) annotation.set(name('A'), harmless);
  else annotation.delete(name('A'));
}
