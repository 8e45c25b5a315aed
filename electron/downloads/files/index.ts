export {
  type CommitContext,
  commitFile,
  createLedgerWriter,
  type Landed,
  partPathOf,
  pathIn,
  recoverFile,
} from './commit.ts';
export { detectionBytes, documentExtension } from './content-kind.ts';
export { Destination } from './destination.ts';
export {
  type Disk,
  type DiskFile,
  fileIdentity,
  hasCode,
  isLocked,
  patientDisk,
  realDisk,
} from './disk.ts';
export { createTail, hasEndMark, type Tail } from './end-mark.ts';
export { createFilePresenceCheck, type FilePresenceCheck } from './file-presence.ts';
export { checkTemplate, type NameSource, type NameTemplate, parseTemplate } from './name-template.ts';
export {
  type Content,
  createPartFile,
  type PartFile,
  removeIfThere,
  removePart,
  reopenPartFile,
} from './part-file.ts';
export { planFixedFolder, planPath, previewName } from './plan-path.ts';
export { hasContent, removeReservation, sha256Of, verifyExisting } from './rename-part-file.ts';
export { foldName, safeName } from './safe-name.ts';
export {
  createWriteProbe,
  isProbe,
  nameFor,
  type ProbeWritable,
  prepareFolder,
} from './writable-folder.ts';
