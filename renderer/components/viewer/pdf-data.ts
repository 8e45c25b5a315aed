/**
 * What pdf.js needs beside a paper (standard fonts, character maps, image decoders), as modules of the page: it may fetch nothing, and
 * each part is loaded when the first paper needs it.
 */
const parts = {
  standardFontDataUrl: () => import('./pdf-fonts.ts'),
  cMapUrl: () => import('./pdf-cmaps.ts'),
  wasmUrl: () => import('./pdf-decoders.ts'),
} as const;

/** Gives pdf.js the bytes it asks for. */
export class PageBinaryData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = isPart(kind) ? parts[kind] : undefined;
    const files = load ? (await load()).default : {};
    const url = Object.entries(files).find(([path]) => path.endsWith(`/${filename}`))?.[1];
    if (url === undefined) throw new Error(`the page has no ${kind} ${filename}`);
    return bytesOf(url.slice(url.indexOf(',') + 1));
  }
}

function isPart(kind: string): kind is keyof typeof parts {
  return kind in parts;
}

/** The bytes that base64 stands for. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(base64);
}
