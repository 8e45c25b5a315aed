import { app, type BrowserWindow, type Certificate, dialog, type Event, type WebContents } from 'electron';
import type { HttpGetOptions } from '../../host.ts';
import type { NativeTranslations } from './native-translations.ts';

type Give = (certificate?: Certificate) => void;
type OnBlocked = NonNullable<HttpGetOptions['onBlocked']>;

/**
 * Gives no server a certificate of the system's store. Unless it is prevented, Electron sends the first one
 * that fits to whoever asks: the name and RUT of the person, or the PIN box of a token
 * (`App::SelectClientCertificate`, `shell/browser/api/electron_api_app.cc`).
 */
export function refuseCertificate(
  event: Event,
  ...[, , , give]: [WebContents | null, string, Certificate[], Give]
): void {
  event.preventDefault();
  give();
}

export interface CertificateOptions {
  window: () => BrowserWindow;
  translations: () => Promise<NativeTranslations['certificate']>;
  /** Whether an agency that a person has connected to stands at `host:port`. */
  isAgency: (host: string) => Promise<boolean>;
}

/** The requests that wait while a person is asked which certificate a host gets. */
export interface CertificatePrompts {
  /**
   * Tells `onBlocked` true while the person is asked about `host:port`, and false after; gives what ends
   * that.
   */
  follow(host: string, onBlocked: OnBlocked): () => void;
}

/**
 * Has the person choose a certificate, or none, for each agency that asks for one, once as long as the app
 * runs. Anybody else, such as a storage or a proxy, gets none without a question, and so does the page. What
 * is chosen is Chromium's to remember for a session as well.
 */
export function askAboutCertificates(options: CertificateOptions): CertificatePrompts {
  const choices = new Map<string, Promise<Certificate | undefined>>();
  const blocked = new Map<string, Set<OnBlocked>>();
  const isAsking = new Set<string>();
  /** One question at a time. */
  let line: Promise<unknown> = Promise.resolve();

  async function choose(host: string, certificates: Certificate[]): Promise<Certificate | undefined> {
    if (!(await options.isAgency(host))) {
      // An agency may come to stand there.
      choices.delete(host);
      return undefined;
    }
    const asked = line.then(() => ask(host, certificates, options));
    line = asked.catch(() => undefined);
    return whileBlocked(host, asked);
  }

  async function whileBlocked<T>(host: string, asked: Promise<T>): Promise<T> {
    const waiting = blocked.get(host) ?? new Set();
    blocked.set(host, waiting);
    for (const onBlocked of waiting) onBlocked(true);
    isAsking.add(host);
    try {
      return await asked;
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
      // One that is no longer there, as on a token that was taken out, is not given.
      (certificate) => give(certificates.find(({ data }) => data === certificate?.data)),
      () => {
        // Nobody could be asked: the next time somebody may.
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

/** So many certificates stand in one dialog: with more it would be higher than a screen. */
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
    const place = window();
    // On one that is hidden macOS shows nothing (`message_box_mac.mm`, ShowMessageBox).
    const isThere = !place.isDestroyed() && place.isVisible();
    const { response } = await (isThere
      ? dialog.showMessageBox(place, options)
      : dialog.showMessageBox(options));
    if (response <= shown.length) return shown[response - 1];
  }
}

/** Who it says one is, who says so, and until when. An `&` would be a key of the dialog. */
function labelOf({ subjectName, issuerName, validExpiry }: Certificate, until: string): string {
  const day = new Date(validExpiry * 1000).toISOString().slice(0, 10);
  const plain = (text: string) =>
    text
      .replace(/\p{C}+/gu, ' ')
      .slice(0, 60)
      .replaceAll('&', '&&');
  return `${plain(subjectName)} (${plain(issuerName)}), ${until} ${day}`;
}
