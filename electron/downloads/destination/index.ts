export {
  type CommitDeps,
  commitFile,
  createLedgerWriter,
  type Landed,
  partPathOf,
  pathIn,
  recoverFile,
} from './commit-file.ts';
export { createDigests, documentExtension, type FinishedDigests, tellingBytes } from './content.ts';
export {
  createDestination,
  createProver,
  type Destination,
  isProbe,
  nameFor,
  type ProveWritable,
  prepareFolder,
} from './destination.ts';
export {
  type Disk,
  type DiskFile,
  diskTrouble,
  hasCode,
  isBusy,
  isHeld,
  patientDisk,
  realDisk,
} from './disk.ts';
export { createOpening } from './error-body.ts';
export { createFileLooks, type FileLooks } from './look-at-files.ts';
export { giveUpReserved, heldIntact, holds, sha256Of } from './move-exclusive.ts';
export { foldName, type NameSource, type NameTemplate, parseTemplate, safeName } from './name-template.ts';
export {
  type Content,
  createPartFile,
  type PartFile,
  removeIfThere,
  removePart,
  reopenPartFile,
} from './part-file.ts';
export { planKeptFolder, planName, previewName } from './plan-name.ts';
export { createTail, hasItsEnd, type Tail } from './whole-file.ts';
