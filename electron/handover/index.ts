export { createMailDrafts, type MailDraft, type MailDrafts } from './mail-drafts.ts';
