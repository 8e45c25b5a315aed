import type { Client } from '../../shared/model/connection.ts';
import type { Sort } from '../../shared/model/question.ts';

/** A window of a list as the store takes it: with what clients are called, where the list is sorted by them. */
export function namedOrder<Window extends { sort?: Sort | undefined }>(
  window: Window,
  clients: () => readonly Client[],
): Window & { names?: Record<string, string> } {
  if (!window.sort?.some(({ column }) => column === 'rut')) return window;
  return { ...window, names: Object.fromEntries(clients().map(({ rut, name }) => [rut, name])) };
}
