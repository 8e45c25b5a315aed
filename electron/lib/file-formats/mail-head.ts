/** Header fields at the start of mails (RFC 5322, 3.6, and what servers add). */
const mailHead =
  /^(?:from|to|cc|bcc|subject|date|sender|reply-to|received|return-path|message-id|mime-version|delivered-to|content-[\w-]+|dkim-signature|authentication-results|arc-[\w-]+|received-spf|x-[\w-]+|in-reply-to|references|user-agent|importance|(?:list|resent|thread)-[\w-]+):/i;

/**
 * Whether a text begins as a mail does: only header lines, two of them known. The last line may be truncated.
 */
export function isMailHead(text: string): boolean {
  const heads: string[] = [];
  // A mailbox has a line before each mail (RFC 4155).
  const fields = text.replace(/^[\ufeff\r\n]{1,9}/, '').replace(/^From \S+ .*\r?\n/, '');
  for (const line of fields.split(/\r\n?|\n/)) {
    // A continuation line begins with a blank.
    if (/^[ \t]/.test(line) && heads.length > 0) continue;
    if (!/^[\w-]+:/.test(line)) break;
    heads.push(line);
  }
  return mailHead.test(heads[0] ?? '') && heads.filter((head) => mailHead.test(head)).length >= 2;
}
