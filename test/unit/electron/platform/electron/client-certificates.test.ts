import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserWindow as RealWindow } from 'electron';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  askAboutCertificates,
  refuseCertificate,
} from '../../../../../electron/platform/electron/client-certificates.ts';
import {
  createHttpGet,
  createNetworkSession,
} from '../../../../../electron/platform/electron/http-client.ts';
import { nativeTranslations } from '../../../../../electron/platform/electron/native-translations.ts';
import { errorOf } from '../../../../support/agency/client.ts';
import {
  app,
  BrowserWindow,
  electron,
  resetElectron,
  unanswered,
} from '../../../../support/electron/index.ts';

const certificate = (subjectName: string) => ({
  data: `-----${subjectName}`,
  subjectName,
  issuerName: 'E-Sign & Cía',
  validExpiry: 1_830_297_600,
});
const [ana, token] = [certificate('ANA PÉREZ 12.345.678-5'), certificate('A token')];

describe('a certificate of the person', () => {
  const server = http.createServer((_, response) => response.end('ok'));
  const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  beforeEach(() => {
    resetElectron();
    app.on('select-client-certificate', refuseCertificate);
    electron.certificates.store = [ana, token];
    electron.certificates.requestedBy.add(host());
  });

  /** An app that has asked this host, of an agency or not. */
  function setUp({
    agencies = [host()],
    language = 'es-CL' as 'es-CL' | 'en',
    isShown = true,
    words = async () => nativeTranslations(language).certificate,
  } = {}) {
    const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} });
    if (isShown) window.show();
    const certificates = askAboutCertificates({
      window: () => window as unknown as RealWindow,
      translations: words,
      isAgency: async (one) => agencies.includes(one),
    });
    return createHttpGet(createNetworkSession(), async () => undefined, certificates);
  }
  const request = (httpGet: ReturnType<typeof createHttpGet>, onBlocked?: (isBlocked: boolean) => void) =>
    httpGet(`http://${host()}/`, { onBlocked }).then(({ status, cancel }) => {
      cancel();
      return status;
    });

  it('goes to nobody before there is an app, by any session', async () => {
    const httpGet = createHttpGet(createNetworkSession(), async () => undefined);
    expect(await errorOf(request(httpGet))).toMatchObject({ code: 'TLS_FAILED' });
    expect(electron.certificates.selections).toEqual([`${host()} none`]);
    expect(electron.dialogs).toEqual([]);
  });

  it('goes to no storage, proxy or page, which nobody is asked about', async () => {
    const httpGet = setUp({ agencies: ['api.agencia.cl:443'] });
    electron.certificates.isOptional = true;
    expect(await request(httpGet)).toBe(200);
    const overrides: unknown[] = [];
    let isPrevented = false;
    const event = { preventDefault: () => (isPrevented = true) };
    const page = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} }).webContents;
    app.emit('select-client-certificate', event, page, 'api.agencia.cl:443', [ana], (one?: unknown) =>
      overrides.push(one),
    );
    expect([isPrevented, overrides]).toEqual([true, [undefined]]);
    expect([electron.certificates.selections, electron.dialogs]).toEqual([[`${host()} none`], []]);
  });

  it.each([
    [0, 'none', 'TLS_FAILED'],
    [1, ana.subjectName, 200],
    [2, token.subjectName, 200],
  ])('is chosen by the person, once for an agency: button %i gives %s', async (response, name, outcome) => {
    const httpGet = setUp();
    electron.dialogAnswer = { response };
    const outcomes = () =>
      Promise.all([1, 2, 3].map(() => request(httpGet).catch((error: { code: string }) => error.code)));
    expect(await outcomes()).toEqual([outcome, outcome, outcome]);
    // As another session would ask, which has its own memory.
    electron.certificates.stored.clear();
    expect(await outcomes()).toEqual([outcome, outcome, outcome]);
    expect(new Set(electron.certificates.selections)).toEqual(new Set([`${host()} ${name}`]));
    expect(electron.dialogs).toMatchObject([
      {
        message: `${host()} pide un certificado para saber quién eres.`,
        buttons: [
          'No enviar ninguno',
          'ANA PÉREZ 12.345.678-5 (E-Sign && Cía), hasta 2028-01-01',
          'A token (E-Sign && Cía), hasta 2028-01-01',
        ],
        defaultId: 0,
        cancelId: 0,
      },
    ]);
  });

  it('is asked about in English, too, a few at a time', async () => {
    electron.certificates.store = [1, 2, 3, 4, 5, 6, 7].map((number) => certificate(`Number ${number}`));
    const httpGet = setUp({ language: 'en' });
    electron.dialogAnswer = unanswered;
    const completed = request(httpGet);
    await expect.poll(() => electron.dialogs.length).toBe(1);
    electron.answerDialog?.({ response: 6 });
    await expect.poll(() => electron.dialogs.length).toBe(2);
    electron.answerDialog?.({ response: 2 });
    expect(await completed).toBe(200);
    expect(electron.certificates.selections).toEqual([`${host()} Number 7`]);
    expect(electron.dialogs).toMatchObject([
      { message: expect.stringContaining('asks for a certificate'), buttons: { length: 7 } },
      {
        buttons: [
          'Give none',
          expect.stringMatching('^Number 6'),
          expect.stringMatching('^Number 7'),
          'Other Certificates…',
        ],
      },
    ]);
  });

  it('is not given any more once it is gone from the store, as with a token', async () => {
    const httpGet = setUp();
    electron.dialogAnswer = { response: 2 };
    expect(await request(httpGet)).toBe(200);
    electron.certificates.stored.clear();
    electron.certificates.store = [ana];
    expect(await errorOf(request(httpGet))).toMatchObject({ code: 'TLS_FAILED' });
    expect(electron.certificates.selections.at(-1)).toBe(`${host()} none`);
  });

  it('holds who waits for the answer: a person takes longer than any silence may last', async () => {
    const httpGet = setUp();
    electron.dialogAnswer = unanswered;
    const blocks: [number, boolean][] = [];
    const asked = [1, 2].map((number) => request(httpGet, (isBlocked) => blocks.push([number, isBlocked])));
    onTestFinished(() => void Promise.allSettled(asked));
    await expect
      .poll(() => blocks)
      .toEqual([
        [1, true],
        [2, true],
      ]);
    electron.answerDialog?.({ response: 1 });
    expect(await Promise.all(asked)).toEqual([200, 200]);
    expect(blocks.slice(2)).toEqual([
      [1, false],
      [2, false],
    ]);
    expect(electron.dialogs).toHaveLength(1);
  });

  it('holds who comes while the person is being asked', async () => {
    const httpGet = setUp();
    electron.dialogAnswer = unanswered;
    const first = request(httpGet);
    await expect.poll(() => electron.dialogs.length).toBe(1);
    const blocks: boolean[] = [];
    const second = request(httpGet, (isBlocked) => blocks.push(isBlocked));
    await expect.poll(() => blocks).toEqual([true]);
    electron.answerDialog?.({ response: 1 });
    expect(await Promise.all([first, second])).toEqual([200, 200]);
    expect(blocks).toEqual([true, false]);
  });

  it('is asked about from the first one again after the last', async () => {
    electron.certificates.store = [1, 2, 3, 4, 5, 6, 7].map((number) => certificate(`Number ${number}`));
    const httpGet = setUp();
    electron.dialogAnswer = unanswered;
    const completed = request(httpGet);
    for (const [index, response] of [6, 3, 1].entries()) {
      await expect.poll(() => electron.dialogs.length).toBe(index + 1);
      electron.answerDialog?.({ response });
    }
    expect(await completed).toBe(200);
    expect(electron.certificates.selections).toEqual([`${host()} Number 1`]);
  });

  it('is asked about beside a window that is hidden, on which macOS would show nothing', async () => {
    electron.dialogAnswer = { response: 1 };
    const httpGet = setUp();
    expect(await request(httpGet)).toBe(200);
    electron.certificates.stored.clear();
    expect(await request(setUp({ isShown: false }))).toBe(200);
    expect(electron.boxWindows).toEqual([expect.anything(), undefined]);
  });

  it('goes to nobody where nobody can be asked, and is asked about again later', async () => {
    let isBroken = true;
    const words = async () => {
      if (isBroken) throw new Error('no words');
      return nativeTranslations('es-CL').certificate;
    };
    const httpGet = setUp({ words });
    electron.dialogAnswer = { response: 1 };
    expect(await errorOf(request(httpGet))).toMatchObject({ code: 'TLS_FAILED' });
    isBroken = false;
    electron.certificates.stored.clear();
    expect(await request(httpGet)).toBe(200);
  });
});
