/**
 * The page's Content-Security-Policy for one load. Nothing inline, no network, no frames; style elements by nonce alone, and
 * `wasm-unsafe-eval` for the decoders of the viewer (Electron's security checklist, 7).
 */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' blob:",
    "worker-src 'self'",
    "connect-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
