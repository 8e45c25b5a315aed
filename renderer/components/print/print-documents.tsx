import type { ReactNode } from 'react';
import { openedDialog } from '../../ui/opened-dialog.tsx';
import type { DeliverySelection } from '../document-actions/delivery-selection.ts';
import { PrintContext } from '../document-actions/use-print-documents.ts';

const dialog = openedDialog<DeliverySelection>(() => import('./print-dialog.tsx'));

/** Provides the print dialog to its children. */
export function PrintDocuments({ children }: { children: ReactNode }) {
  return (
    <dialog.Within>
      <Printing>{children}</Printing>
    </dialog.Within>
  );
}

function Printing({ children }: { children: ReactNode }) {
  return <PrintContext value={dialog.useOpen()}>{children}</PrintContext>;
}
