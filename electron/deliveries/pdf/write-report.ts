import { atomicWrite } from '../../lib/atomic-write.ts';
import { type Cover, drawCover } from './cover.ts';

/** A list of facts, rows and sums as a file of its own. Plain data, because it is sent to a process. */
export interface Report {
  pages: Cover;
  /** BCP 47, for screen readers. */
  language: string;
  /** UTC ISO 8601. */
  madeAt: string;
}

/** Writes a report as PDF, whole or not at all. Rejects as `atomicWrite` does. */
export async function writeReport(path: string, { pages, language, madeAt }: Report): Promise<void> {
  const { document } = await drawCover(pages);
  document.setTitle(pages.title, { showInWindowTitleBar: true });
  document.setLanguage(language);
  document.setProducer('Carpeta');
  document.setCreationDate(new Date(madeAt));
  await atomicWrite(path, [await document.save()]);
}
