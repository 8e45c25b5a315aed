import { join } from 'node:path';
import { createDocumentFetcher, type DocumentFetcher, type DocumentFetcherDeps } from './document-fetcher.ts';
import { createMailDrafts, type MailDrafts, type MailDraftsDeps } from './mail-drafts.ts';

export interface DeliveryModuleDeps
  extends Omit<MailDraftsDeps, 'folder'>,
    Pick<DocumentFetcherDeps, 'downloads' | 'settings' | 'userData'> {
  /** The destination while no folder was ever selected. */
  documentsFolder: string;
}

/**
 * What a delivery needs before and after its file is made: a fetcher for missing documents, and message
 * drafts.
 */
export interface DeliveryModule {
  drafts: MailDrafts;
  fetcher: DocumentFetcher;
}

/** Opens the drafts in the user's data folder, and the fetcher. */
export function openDeliveries(deps: DeliveryModuleDeps): DeliveryModule {
  return {
    drafts: createMailDrafts({ ...deps, folder: join(deps.userData, 'drafts') }),
    fetcher: createDocumentFetcher({ ...deps, ownFolder: deps.documentsFolder }),
  };
}
