/**
 * Copies text to the clipboard, also as HTML if given. Uses the copy event instead of `navigator.clipboard`,
 * because the page is denied every permission. Returns false if the browser refuses; must run in a click or
 * key handler.
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
