export { atomicWrite } from './atomic-write.ts';
export { textOfBytes } from './decode-text.ts';
export { ensureFolder, ensureFolderSync } from './ensure-folder.ts';
export { diskError, isMissing } from './fs-errors.ts';
export { goneCodes, namelessCode } from './gone-drive.ts';
export { longestPath } from './max-path.ts';
export { openUnlinked } from './open-unlinked.ts';
export { checkOwnFile, notRegular } from './own-file.ts';
export { isPdf, pdfTellingBytes } from './pdf-mark.ts';
export { makeFileOwn, makeHomeOwn, ownFileMode, ownFolderMode } from './private-modes.ts';
export { type WorkLimits, type WorkOptions, workInProcess } from './process-task.ts';
export {
  cannotLink,
  diskNamesSync,
  type FileNames,
  type FileNamesSync,
  hasCode,
  isBusy,
  isHeld,
  machineTime,
  patiently,
  patientlySync,
  patientNames,
  patientNamesSync,
  readWhole,
  removeAfterFailure,
  removeUnlessHeld,
} from './retry-while-locked.ts';
export { createPassing, type Passing } from './small-map.ts';
export { inTemporaryFolder, removeFolderIfPossible } from './temp-folder.ts';
export { type Performed, serveWork } from './worker-task.ts';
