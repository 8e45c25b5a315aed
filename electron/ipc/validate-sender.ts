/** The caller, as the host itself knows it; nothing of this comes from the page. */
export interface Sender {
  /** Whether the call came from the window's top frame. */
  topFrame: boolean;
  /** Address of the document in that frame; undefined while it has none. */
  url: string | undefined;
}

/** Whether a call comes from the page of this origin, in the window's top frame. */
export function isValidSender({ topFrame, url }: Sender, origin: string): boolean {
  const parsed = url === undefined ? null : URL.parse(url);
  // `URL.origin` is 'null' for a scheme of our own, so the parts are compared.
  return topFrame && parsed !== null && `${parsed.protocol}//${parsed.host}` === origin;
}
