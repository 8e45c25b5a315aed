import { type PDFContext, PDFRawStream } from '@cantoo/pdf-lib';
import { isFrame, nextMarker, segmentAt } from '../../lib/file-formats/jpeg-file.ts';
import {
  type CodeTable,
  codeTable,
  type JpegComponent,
  type JpegFrame,
  passScan,
  type ScanHeader,
} from './jpeg-scan.ts';
import type { Picture } from './png-picture.ts';

/**
 * Embeds a JPEG with its bytes unchanged. Throws for a truncated or damaged one, which readers would show in
 * part. Throws for codings that no PDF reader supports, too (arithmetic, lossless, 12 bits).
 */
export function embedJpeg(context: PDFContext, bytes: Uint8Array): Picture {
  const { width, height, components } = wholeFrame(bytes);
  const isInks = components.length === 4;
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: isInks ? 'DeviceCMYK' : components.length === 3 ? 'DeviceRGB' : 'DeviceGray',
    Filter: 'DCTDecode',
    // Programs write CMYK images inverted.
    ...(isInks && { Decode: [1, 0, 1, 0, 1, 0, 1, 0] }),
  });
  return { ref: context.register(PDFRawStream.of(dict, bytes)), width, height };
}

/** The tables and parameters for scans, as read so far. */
interface JpegHeaders {
  frame: JpegFrame | undefined;
  dc: Map<number, CodeTable>;
  ac: Map<number, CodeTable>;
  restart: number;
  /** Step of the first coefficient, by quantization table. */
  dcSteps: Map<number, number>;
  /** Components that have had a scan. */
  seen: Set<JpegComponent>;
}

/** The frame of a JPEG with all its scans, read to its end. */
function wholeFrame(bytes: Uint8Array): JpegFrame {
  const headers: JpegHeaders = {
    frame: undefined,
    dc: new Map(),
    ac: new Map(),
    restart: 0,
    dcSteps: new Map(),
    seen: new Set(),
  };
  for (let at = 2; ; ) {
    // Stray bytes are skipped, as every reader does.
    const segment = segmentAt(bytes, at) ?? segmentAt(bytes, nextMarker(bytes, at));
    if (!segment) throw new RangeError('no end');
    const { marker, data, end } = segment;
    if (marker === 0xd9) break;
    at = marker === 0xda ? scanEnd(bytes, end, data, headers) : end;
    if (marker === 0xc4) addTables(data, headers);
    else if (marker === 0xdb) addDcSteps(data, headers);
    else if (marker === 0xdd) headers.restart = (data[0] ?? 0) * 256 + (data[1] ?? 0);
    else if (isFrame(marker)) {
      if (headers.frame) throw new RangeError('not one picture');
      headers.frame = frameOf(marker, data);
    }
  }
  const { frame, seen } = headers;
  if (!frame || seen.size < frame.components.length) throw new RangeError('a picture without all its scans');
  return frame;
}

/** Frames whose coding PDF readers support: Huffman, sequential or progressive (B.2.2). */
function frameOf(marker: number, data: Uint8Array): JpegFrame {
  const [precision, a = 0, b = 0, c = 0, d = 0, count = 0] = data;
  const [height, width] = [a * 256 + b, c * 256 + d];
  const isKnown = marker <= 0xc2 && precision === 8 && [1, 3, 4].includes(count);
  if (!isKnown || width === 0 || height === 0 || data.length < 6 + count * 3)
    throw new RangeError('no such pictures are known');
  const samplings = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0, steps = 0] = data.subarray(6 + index * 3);
    return { id, across: sampling >> 4, down: sampling & 15, steps };
  });
  if (samplings.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    throw new RangeError('no such sampling');
  const [maxAcross, maxDown] = [
    Math.max(...samplings.map(({ across }) => across)),
    Math.max(...samplings.map(({ down }) => down)),
  ];
  const isProgressive = marker === 0xc2;
  const components = samplings.map(({ id, across, down, steps }) => {
    const columns = Math.ceil(Math.ceil((width * across) / maxAcross) / 8);
    const rows = Math.ceil(Math.ceil((height * down) / maxDown) / 8);
    const stride = Math.ceil(width / 8 / maxAcross) * across;
    const blocks = stride * Math.ceil(height / 8 / maxDown) * down;
    return {
      id,
      across,
      down,
      steps,
      columns,
      rows,
      stride,
      ...(isProgressive && { known: new Uint32Array(blocks * 2) }),
    };
  });
  return { width, height, isProgressive, components };
}

function addTables(data: Uint8Array, { dc, ac }: JpegHeaders): void {
  for (let at = 0; at + 17 <= data.length; ) {
    const kind = data[at] ?? 0;
    const counts = data.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const values = data.subarray(at + 17, at + 17 + total);
    (kind >> 4 === 0 ? dc : ac).set(kind & 15, codeTable(counts, values));
    at += 17 + total;
  }
}

/** Tables of 64 steps of one or two bytes (B.2.4.1). */
function addDcSteps(data: Uint8Array, { dcSteps }: JpegHeaders): void {
  for (let at = 0; at < data.length; ) {
    const [kind = 0, high = 0, low = 0] = data.subarray(at);
    const isWide = kind >> 4 > 0;
    dcSteps.set(kind & 15, isWide ? high * 256 + low : high);
    at += isWide ? 129 : 65;
  }
}

/** Checks a scan; returns its end. */
function scanEnd(bytes: Uint8Array, begin: number, data: Uint8Array, headers: JpegHeaders): number {
  const { frame, dc, ac, restart, dcSteps, seen } = headers;
  if (!frame) throw new RangeError('a scan without a frame');
  const count = data[0] ?? 0;
  const [from = 0, to = 0, bits = 0] = data.subarray(1 + count * 2);
  const scanComponents = Array.from({ length: count }, (_, index) => {
    const [id, tables = 0] = data.subarray(1 + index * 2);
    const component = frame.components.find((one) => one.id === id);
    if (!component) throw new RangeError('a scan of no component');
    seen.add(component);
    const dcStep = dcSteps.get(component.steps) ?? 1;
    return { component, dc: dc.get(tables >> 4), ac: ac.get(tables & 15), dcStep, before: 0 };
  });
  if (count === 0 || to > 63 || (frame.isProgressive && from > 0 && count > 1))
    throw new RangeError('no such scan');
  const scan: ScanHeader = { scanComponents, from, to, isRefining: bits >> 4 > 0, restart };
  return passScan(bytes, begin, frame, scan);
}
