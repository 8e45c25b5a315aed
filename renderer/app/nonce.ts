import { setNonce } from 'get-nonce';

/**
 * The nonce of this load, which the host writes into the meta element that vite's `html.cspNonce` adds; `''`
 * where there is none. Elements hide their nonce from `getAttribute`, so the property is read.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** Lets the libraries that write style elements comply with the page's content security policy. */
export function applyNonce(): void {
  if (nonce !== '') setNonce(nonce);
}
