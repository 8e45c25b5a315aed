export type { DocumentFetcher, FetchProgress, FetchRequest } from './fetch-first.ts';
export type { MailDraft, MailDrafts } from './mail-drafts.ts';
export { openDeliveries } from './open-deliveries.ts';
