import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Clock } from '../host.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { openWithoutFollowingLinks } from '../lib/open-without-following-links.ts';
import { isOwnName } from '../lib/private-modes.ts';
import { patientNames, removeUnlessLocked } from '../lib/retry-while-locked.ts';

/** A message that the user reviews and sends with their own mail program. */
export interface MailDraft {
  /** One address; `''` where none is known. */
  to: string;
  subject: string;
  /** Its text, by the attachments that are left out. */
  body: string | ((leftOut: MailDraft['attachments']) => string);
  /** Files to attach, in order: the absolute path, and the name that the recipient sees. */
  attachments: readonly { path: string; name: string }[];
}

/** Message drafts as files that mail programs open for editing. */
export interface MailDrafts {
  /**
   * Writes a draft. Returns its path and the names and paths of attachments left out, because servers would
   * reject a message of that size, or because the file is missing. Rejects with `FOLDER_UNWRITABLE` or
   * `DISK_FULL`.
   */
  write(
    draft: MailDraft,
  ): Promise<{ path: string; leftOut: readonly string[]; leftOutPaths: readonly string[] }>;
  /** As `write`, at a path; returns the names of attachments left out. */
  writeAt(path: string, draft: MailDraft): Promise<readonly string[]>;
  /** Deletes all drafts that no program has locked. */
  clear(): Promise<void>;
}

export interface MailDraftsOptions {
  /** The folder of drafts, created when needed. */
  folder: string;
  clock: Pick<Clock, 'now'>;
  uuid(): string;
  /** Default: {@link atomicWrite}. */
  write?: typeof atomicWrite;
}

/** Maximum bytes of all attachments: most servers reject messages over 25 MB, and base64 adds a third. */
const maxAttachedBytes = 18 * 1024 * 1024;
/** A mail program has read a draft by then, ms. */
const retentionMs = 86_400_000;

/** Drafts in a folder of their own; the next draft deletes those older than a day. */
export function createMailDrafts({
  folder,
  clock,
  uuid,
  write = atomicWrite,
}: MailDraftsOptions): MailDrafts {
  async function fitting(attachments: MailDraft['attachments']) {
    const fit: MailDraft['attachments'][number][] = [];
    const leftOut: MailDraft['attachments'][number][] = [];
    let bytes = 0;
    for (const attachment of attachments) {
      const size = await lstat(attachment.path).then(
        (found) => (found.isFile() ? found.size : Number.POSITIVE_INFINITY),
        () => Number.POSITIVE_INFINITY,
      );
      if (bytes + size > maxAttachedBytes) leftOut.push(attachment);
      else {
        fit.push(attachment);
        bytes += size;
      }
    }
    return { fit, leftOut };
  }

  /** Opened one at a time: a message may have more attachments than a process may have open files. */
  async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
    yield* (await openWithoutFollowingLinks(path)).createReadStream();
  }

  async function removeOlderThan(age: number): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    // The folder may be a person's: what has another name stays.
    for (const path of names.filter((name) => isOwnName('drafts', name)).map((name) => join(folder, name))) {
      const found = await lstat(path).catch(() => undefined);
      if (found?.isFile() && clock.now() - found.mtimeMs >= age)
        await removeUnlessLocked(patientNames(), path);
    }
  }

  async function writeFitting(path: string, { to, subject, body, attachments }: MailDraft) {
    const { fit, leftOut } = await fitting(attachments);
    const message = new MailComposer({
      ...(to !== '' && { to }),
      subject,
      text: (typeof body === 'string' ? body : body(leftOut)).toWellFormed(),
      // Without it a mail program shows the message as received, not as a draft.
      headers: { 'X-Unsent': '1' },
      date: new Date(clock.now()),
      newline: 'windows',
      disableFileAccess: true,
      disableUrlAccess: true,
      attachments: fit.map(({ path: from, name }) => ({
        filename: name,
        content: Readable.from(contentOf(from)),
      })),
    });
    await write(path, message.compile().createReadStream());
    return { names: leftOut.map(({ name }) => name), paths: leftOut.map((one) => one.path) };
  }

  return {
    async write(draft) {
      await ensureFolder(folder);
      await removeOlderThan(retentionMs);
      const path = join(folder, `${uuid()}.eml`);
      const { names, paths } = await writeFitting(path, draft);
      return { path, leftOut: names, leftOutPaths: paths };
    },
    writeAt: async (path, draft) => (await writeFitting(path, draft)).names,
    clear: () => removeOlderThan(Number.NEGATIVE_INFINITY),
  };
}
