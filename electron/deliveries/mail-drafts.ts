import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Clock } from '../host.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { openUnlinked } from '../lib/open-unlinked.ts';
import { patientNames, removeUnlessLocked } from '../lib/retry-while-locked.ts';

/** A message that a person reads over and sends with their own mail program. */
export interface MailDraft {
  /** One address; `''` where nobody's is known. */
  to: string;
  subject: string;
  body: string;
  /** Files to attach, in order: where each stands, absolute, and the name that its reader sees. */
  attachments: readonly { path: string; name: string }[];
}

/** Drafts of messages as files that mail programs open for editing. */
export interface MailDrafts {
  /**
   * Writes a draft, and gives its path and the names of attachments that were left out, because a message
   * with them would be refused on its way, or because no file stands at their path. Rejects with
   * `FOLDER_UNWRITABLE` or `DISK_FULL`.
   */
  write(draft: MailDraft): Promise<{ path: string; leftOut: readonly string[] }>;
  /** Deletes all drafts that no program holds. */
  clear(): Promise<void>;
}

export interface MailDraftsDeps {
  /** The folder of drafts, which is made when it is needed; nothing else is kept in it. */
  folder: string;
  clock: Pick<Clock, 'now'>;
  uuid(): string;
  /** Default: {@link atomicWrite}. */
  write?: typeof atomicWrite;
}

/** Bytes of all attachments together: most servers refuse messages over 25 MB, and base64 adds a third. */
const maxAttachedBytes = 18 * 1024 * 1024;
/** A mail program has read a draft by then, ms. */
const retentionMs = 86_400_000;

/** Drafts in a folder of their own; those of the day before go with the next one. */
export function createMailDrafts({ folder, clock, uuid, write = atomicWrite }: MailDraftsDeps): MailDrafts {
  async function fitting(attachments: MailDraft['attachments']) {
    const fit: MailDraft['attachments'][number][] = [];
    const leftOut: string[] = [];
    let bytes = 0;
    for (const attachment of attachments) {
      const size = await lstat(attachment.path).then(
        (found) => (found.isFile() ? found.size : Number.POSITIVE_INFINITY),
        () => Number.POSITIVE_INFINITY,
      );
      if (bytes + size > maxAttachedBytes) leftOut.push(attachment.name);
      else {
        fit.push(attachment);
        bytes += size;
      }
    }
    return { fit, leftOut };
  }

  /** Opened when its turn comes: a message may have more attachments than a process may have open files. */
  async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
    yield* (await openUnlinked(path)).createReadStream();
  }

  async function removeOlderThan(age: number): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    for (const path of names.filter((name) => name.endsWith('.eml')).map((name) => join(folder, name))) {
      const found = await lstat(path).catch(() => undefined);
      if (found && clock.now() - found.mtimeMs >= age) await removeUnlessLocked(patientNames(), path);
    }
  }

  return {
    async write({ to, subject, body, attachments }) {
      await ensureFolder(folder);
      await removeOlderThan(retentionMs);
      const { fit, leftOut } = await fitting(attachments);
      const message = new MailComposer({
        ...(to !== '' && { to }),
        subject,
        text: body.toWellFormed(),
        // Without it a mail program shows a message that came, and not one to be sent.
        headers: { 'X-Unsent': '1' },
        date: new Date(clock.now()),
        newline: 'windows',
        disableFileAccess: true,
        disableUrlAccess: true,
        attachments: fit.map(({ path, name }) => ({
          filename: name,
          content: Readable.from(contentOf(path)),
        })),
      });
      const path = join(folder, `${uuid()}.eml`);
      await write(path, message.compile().createReadStream());
      return { path, leftOut };
    },
    clear: () => removeOlderThan(Number.NEGATIVE_INFINITY),
  };
}
