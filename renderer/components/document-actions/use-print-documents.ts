import { createContext, use } from 'react';
import type { DeliverySelection } from './delivery-selection.ts';

/** More rows than this are printed from their merged files. */
export const maxPrinted = { documents: 1000, dispatches: 200 } as const;

/** Opens the print dialog, which stands above this folder. */
export const PrintContext = createContext<(selection: DeliverySelection) => void>(() => undefined);

/** Fetches, joins and prints documents, or whole dispatches, from any view. */
export function usePrintDocuments(): (selection: DeliverySelection) => void {
  return use(PrintContext);
}
