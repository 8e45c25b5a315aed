export {
  type CommitDeps,
  commitFile,
  createLedgerWriter,
  type Landed,
  partPathOf,
  pathIn,
  recoverFile,
} from './commit.ts';
export { createDigests, documentExtension, type FinishedDigests, tellingBytes } from './content-type.ts';
export {
  type Disk,
  type DiskFile,
  fileIdentity,
  hasCode,
  isBusy,
  isLocked,
  patientDisk,
  realDisk,
  toDiskError,
} from './disk.ts';
export { createOpening } from './error-body.ts';
export { createFileLooks, type FileLooks } from './file-check.ts';
export {
  createDestination,
  createWriteProbe,
  type Destination,
  isProbe,
  nameFor,
  type ProbeWritable,
  prepareFolder,
} from './folder.ts';
export { foldName, type NameSource, type NameTemplate, parseTemplate, safeName } from './name-template.ts';
export {
  type Content,
  createPartFile,
  type PartFile,
  removeIfThere,
  removePart,
  reopenPartFile,
} from './part-file.ts';
export { planFixedFolder, planName, previewName } from './plan-name.ts';
export { giveUpReserved, verifyExisting, hasContent, sha256Of } from './rename-no-overwrite.ts';
export { createTail, hasItsEnd, type Tail } from './whole-file.ts';
