import { RetentionLine } from '../features/folders/retention-line.tsx';
import { Inspector } from '../features/inspector/inspector.tsx';
import type { FolderOfDispatch } from '../features/inspector/use-folder.ts';
import { FolderSection } from '../features/missing-documents/folder-section.tsx';
import { DisbursementSection } from '../features/payments/disbursement-section.tsx';
import type { Subject } from '../ui/inspected-subject.ts';

/** Facts about the selected dispatch or document, by every feature that has some. */
export default function WholeInspector({ subject }: { subject: Subject }) {
  return <Inspector subject={subject} Folder={Folder} Disbursements={DisbursementSection} />;
}

function Folder({ folder, ...known }: FolderOfDispatch) {
  return <FolderSection {...known}>{folder && <RetentionLine folder={folder} />}</FolderSection>;
}
