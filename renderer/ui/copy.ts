/**
 * Puts text on the clipboard, as a table too where HTML is given. By the copy event and not by
 * `navigator.clipboard`, because the page is denied every permission. Gives false where the browser refuses;
 * must follow a click or a key.
 */
export function copy(text: string, html?: string): boolean {
  function fill(event: ClipboardEvent) {
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData?.setData('text/plain', text);
    if (html !== undefined) event.clipboardData?.setData('text/html', html);
  }
  document.addEventListener('copy', fill, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill, { capture: true });
  }
}
