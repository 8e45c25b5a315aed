import type { ReactNode } from 'react';
import type { DeliverySelection } from '../../../renderer/components/document-actions/delivery-selection.ts';
import { PrintContext } from '../../../renderer/components/document-actions/use-print-documents.ts';
import { commandRank, useCommand } from '../../../renderer/ui/keyboard/use-command.ts';

interface Props {
  /** Gets what is printed; `'inspected'` where the inspector's dispatch would be. */
  onPrint: (selection: DeliverySelection | 'inspected') => void;
  children: ReactNode;
}

/** Stands in for the print dialog, and for the inspector's own handler of the key. */
export function Printing({ onPrint, children }: Props) {
  useCommand('print', () => onPrint('inspected'), commandRank.subject);
  return <PrintContext value={onPrint}>{children}</PrintContext>;
}
