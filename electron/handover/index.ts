export {
  createPaperFetcher,
  type FetchProgress,
  type FetchRequest,
  type PaperFetcher,
} from './fetch-papers.ts';
export { createMailDrafts, type MailDraft, type MailDrafts } from './mail-drafts.ts';
