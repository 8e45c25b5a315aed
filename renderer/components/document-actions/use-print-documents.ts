import { createContext, use } from 'react';
import type { DeliverySelection } from './delivery-selection.ts';

/** Opens the print dialog, which stands above this folder. */
export const PrintContext = createContext<(selection: DeliverySelection) => void>(() => undefined);

/** Fetches, joins and prints documents, or whole dispatches, from any view. */
export function usePrintDocuments(): (selection: DeliverySelection) => void {
  return use(PrintContext);
}
