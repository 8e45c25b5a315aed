export type { FetchProgress, FetchRequest, PaperFetcher } from './fetch-papers.ts';
export type { MailDraft, MailDrafts } from './mail-drafts.ts';
export { openHandover } from './open-handover.ts';
