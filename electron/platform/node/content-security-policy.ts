const reachesNothing = [
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * The policy of every other response. A worker, such as the one that reads PDFs, takes the policy of its own
 * script's response and not the document's (https://www.w3.org/TR/CSP3/#initialize-global-object-csp).
 */
export const filePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  ...reachesNothing,
].join('; ');

/**
 * The page's Content-Security-Policy for one load. Nothing inline, no network, no frames; style elements by
 * nonce alone, and `wasm-unsafe-eval` for the decoders of the viewer (Electron's security checklist, 7).
 */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' blob:",
    "worker-src 'self'",
    ...reachesNothing,
  ].join('; ');
}
