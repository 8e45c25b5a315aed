import { join } from 'node:path';
import { createPaperFetcher, type PaperFetcher, type PaperFetcherDeps } from './fetch-first.ts';
import { createMailDrafts, type MailDrafts, type MailDraftsDeps } from './mail-drafts.ts';

export interface DeliveryRoomDeps
  extends Omit<MailDraftsDeps, 'folder'>,
    Pick<PaperFetcherDeps, 'downloads' | 'settings' | 'userData'> {
  /** Where papers go while no folder was ever chosen. */
  papersFolder: string;
}

/** What a delivery needs before and after its file is made: papers that are not here yet, and drafts of messages. */
export interface DeliveryRoom {
  drafts: MailDrafts;
  papers: PaperFetcher;
}

/** Opens the drafts in the folder of the user's data, and the fetching of papers. */
export function openDeliveries(deps: DeliveryRoomDeps): DeliveryRoom {
  return {
    drafts: createMailDrafts({ ...deps, folder: join(deps.userData, 'drafts') }),
    papers: createPaperFetcher({ ...deps, ownFolder: deps.papersFolder }),
  };
}
