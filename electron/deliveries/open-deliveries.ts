import { join } from 'node:path';
import { createDocumentFetcher, type DocumentFetcher, type DocumentFetcherDeps } from './fetch-first.ts';
import { createMailDrafts, type MailDrafts, type MailDraftsDeps } from './mail-drafts.ts';

export interface DeliveryModuleDeps
  extends Omit<MailDraftsDeps, 'folder'>,
    Pick<DocumentFetcherDeps, 'downloads' | 'settings' | 'userData'> {
  /** Where documents go while no folder was ever chosen. */
  documentsFolder: string;
}

/**
 * What a delivery needs before and after its file is made: documents that are not here yet, and drafts of
 * messages.
 */
export interface DeliveryModule {
  drafts: MailDrafts;
  fetcher: DocumentFetcher;
}

/** Opens the drafts in the folder of the user's data, and the fetching of documents. */
export function openDeliveries(deps: DeliveryModuleDeps): DeliveryModule {
  return {
    drafts: createMailDrafts({ ...deps, folder: join(deps.userData, 'drafts') }),
    fetcher: createDocumentFetcher({ ...deps, ownFolder: deps.documentsFolder }),
  };
}
