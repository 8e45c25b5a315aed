export { atomicWrite } from './atomic-write.ts';
export { diskError, isMissing } from './disk-error.ts';
export { ensureFolder, ensureFolderSync } from './ensure-folder.ts';
export { longestPath } from './longest-path.ts';
export { goneCodes, namelessCode } from './lost-disk.ts';
export { openUnlinked } from './open-unlinked.ts';
export { checkOwnFile, notRegular } from './own-file.ts';
export { makeFileOwn, makeHomeOwn, ownFileMode, ownFolderMode } from './own-modes.ts';
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
} from './patience.ts';
export { isPdf, pdfTellingBytes } from './pdf-mark.ts';
export { inTemporaryFolder, removeFolderIfPossible } from './temporary-folder.ts';
export { textOfBytes } from './text-of-bytes.ts';
