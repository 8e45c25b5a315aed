/** Prints why tests of a file are skipped here; nothing where they are not. Gives the reason, for `skipIf`. */
export function skipped(reason: string | false | undefined): string | undefined {
  if (!reason) return undefined;
  console.log(`skipped: ${reason}`);
  return reason;
}

export const isWindows = process.platform === 'win32';
