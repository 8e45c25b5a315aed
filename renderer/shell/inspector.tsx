import { KeepLine } from '../features/folders/keep-line.tsx';
import { Inspector } from '../features/inspector/inspector.tsx';
import type { FolderOfDispatch } from '../features/inspector/use-folder.ts';
import { FolderSection } from '../features/missing/folder-section.tsx';
import { DisbursementSection } from '../features/payments/disbursement-section.tsx';

/** What is known of the dispatch that is chosen, by every feature that knows something of it. */
export default function WholeInspector() {
  return <Inspector Folder={Folder} Disbursements={DisbursementSection} />;
}

function Folder({ folder, ...known }: FolderOfDispatch) {
  return <FolderSection {...known}>{folder && <KeepLine folder={folder} />}</FolderSection>;
}
