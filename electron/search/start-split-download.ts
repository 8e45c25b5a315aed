import type { DownloadRequest } from '../../shared/model/download.ts';
import type { Selection } from '../../shared/model/search-query.ts';

export type RefreshDownload = DownloadRequest & { isOfRefresh: boolean };

export interface SplitDownloadOptions {
  /** `isOfRefresh`: an automatic batch, which is not stored when it brings neither a file nor a failure. */
  startDownload(request: RefreshDownload): Promise<{ batchId: string }>;
  /** The downloads that the rules of its clients make of one. */
  splitDownload(request: RefreshDownload): Promise<DownloadRequest[]>;
  /** Called with errors that no caller receives. */
  reportError(what: string, error: unknown): void;
}

/**
 * Starts the downloads that the rules of clients make of one, and returns whether all did: the folder of one
 * client, where it is away, does not hold back the documents of the others.
 */
export async function startSplitDownload(
  { splitDownload, startDownload, reportError }: SplitDownloadOptions,
  whole: RefreshDownload,
  select: (part: DownloadRequest) => Promise<Selection | undefined> | Selection,
): Promise<boolean> {
  let isWhole = true;
  for (const part of await splitDownload(whole)) {
    // Clients may have a folder of theirs where none is selected for all.
    if (part.folder === '') continue;
    try {
      const selection = await select(part);
      // Its folder, template and types are those of the rules already.
      const { rules: _, ...request } = part;
      if (selection) await startDownload({ ...request, selection, isOfRefresh: true });
    } catch (error) {
      isWhole = false;
      reportError('download of a saved search', error);
    }
  }
  return isWhole;
}
