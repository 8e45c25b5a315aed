import { randomUUID } from 'node:crypto';

const allowed = /^[A-Za-z0-9_.:@+~/=-]{1,128}$/;

/**
 * The request id in a client's header, or a fresh UUID where the header breaks a rule (api.md, Request
 * identifier).
 */
export function requestIdFrom(header: string | undefined): string {
  const trimmed = header?.trim() ?? '';
  return allowed.test(trimmed) ? trimmed : randomUUID();
}
