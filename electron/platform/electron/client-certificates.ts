import { app, type BrowserWindow, type Certificate, dialog, type Event, type WebContents } from 'electron';
import type { HttpGetOptions } from '../../host.ts';
import type { NativeTranslations } from './native-translations.ts';

type Give = (certificate?: Certificate) => void;
type OnBlocked = NonNullable<HttpGetOptions['onBlocked']>;

/**
 * Sends no server a certificate of the system's store. By default Electron sends the first one that fits to
 * any server (`App::SelectClientCertificate`, `shell/browser/api/electron_api_app.cc`). It contains the name
 * and RUT of the person, or opens the PIN dialog of a token.
 */
export function refuseCertificate(
  event: Event,
  ...[, , , give]: [WebContents | null, string, Certificate[], Give]
): void {
  event.preventDefault();
  give();
}

interface CertificateOptions {
  window: () => BrowserWindow;
  translations: () => Promise<NativeTranslations['certificate']>;
  /** Whether a person has connected to an agency at `host:port`. */
  isAgency: (host: string) => Promise<boolean>;
}

/** The requests that wait while a person selects a certificate for a host. */
export interface CertificatePrompts {
  /**
   * Calls `onBlocked` with true while the dialog for `host:port` is open, and with false after; returns the
   * function that stops this.
   */
  follow(host: string, onBlocked: OnBlocked): () => void;
}

/**
 * Has the person select a certificate, or none, for each agency that requests one, once while the app runs.
 * Any other server, such as a storage or a proxy, gets none without a dialog, and so does the page. Chromium
 * remembers the selection for its session as well.
 */
export function askAboutCertificates(options: CertificateOptions): CertificatePrompts {
  const choices = new Map<string, Promise<Certificate | undefined>>();
  const blocked = new Map<string, Set<OnBlocked>>();
  const isAsking = new Set<string>();
  /** One dialog at a time. */
  let line: Promise<unknown> = Promise.resolve();

  async function choose(host: string, certificates: Certificate[]): Promise<Certificate | undefined> {
    if (!(await options.isAgency(host))) {
      // A connection to an agency there may be added later.
      choices.delete(host);
      return undefined;
    }
    const choice = line.then(() => ask(host, certificates, options));
    line = choice.catch(() => undefined);
    return whileBlocked(host, choice);
  }

  async function whileBlocked<T>(host: string, choice: Promise<T>): Promise<T> {
    const waiting = blocked.get(host) ?? new Set();
    blocked.set(host, waiting);
    for (const onBlocked of waiting) onBlocked(true);
    isAsking.add(host);
    try {
      return await choice;
    } finally {
      isAsking.delete(host);
      for (const onBlocked of waiting) onBlocked(false);
    }
  }
  app.off('select-client-certificate', refuseCertificate);
  app.on('select-client-certificate', (event, contents, host, certificates, give) => {
    event.preventDefault();
    if (contents) return give();
    const choice = choices.get(host) ?? choose(host, certificates);
    choices.set(host, choice);
    choice.then(
      // A certificate that is no longer present, as on a removed token, is not sent.
      (certificate) => give(certificates.find(({ data }) => data === certificate?.data)),
      () => {
        // The dialog could not be shown: the next request may try again.
        choices.delete(host);
        give();
      },
    );
  });

  return {
    follow(host, onBlocked) {
      const waiting = blocked.get(host) ?? new Set();
      blocked.set(host, waiting);
      waiting.add(onBlocked);
      if (isAsking.has(host)) onBlocked(true);
      return () => waiting.delete(onBlocked);
    },
  };
}

/** Maximum number of certificates in one dialog: with more it would be higher than a screen. */
const maxShown = 5;

async function ask(
  host: string,
  certificates: readonly Certificate[],
  { window, translations }: CertificateOptions,
): Promise<Certificate | undefined> {
  const { message, detail, none, more, until } = await translations();
  for (let first = 0; ; first = first + maxShown < certificates.length ? first + maxShown : 0) {
    const shown = certificates.slice(first, first + maxShown);
    const labels = shown.map((certificate) => labelOf(certificate, until));
    const options = {
      type: 'question' as const,
      message: message.replace('{{host}}', host),
      detail,
      buttons: [none, ...labels, ...(certificates.length > maxShown ? [more] : [])],
      defaultId: 0,
      cancelId: 0,
      normalizeAccessKeys: true,
    };
    const shownWindow = window();
    // On a hidden window macOS shows nothing (`message_box_mac.mm`, ShowMessageBox).
    const isThere = !shownWindow.isDestroyed() && shownWindow.isVisible();
    const { response } = await (isThere
      ? dialog.showMessageBox(shownWindow, options)
      : dialog.showMessageBox(options));
    if (response <= shown.length) return shown[response - 1];
  }
}

/** Subject, issuer and expiry of a certificate. An `&` would become an access key of the dialog. */
function labelOf({ subjectName, issuerName, validExpiry }: Certificate, until: string): string {
  const day = new Date(validExpiry * 1000).toISOString().slice(0, 10);
  const plain = (text: string) =>
    text
      .replace(/\p{C}+/gu, ' ')
      .slice(0, 60)
      .replaceAll('&', '&&');
  return `${plain(subjectName)} (${plain(issuerName)}), ${until} ${day}`;
}
