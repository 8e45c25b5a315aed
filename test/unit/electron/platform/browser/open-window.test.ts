import { mkdirSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sender } from '../../../../../electron/ipc/call-gate.ts';
import { findBrowser } from '../../../../../electron/platform/browser/find-browser.ts';
import { loadPage, openWindow, pageOrigin } from '../../../../../electron/platform/browser/open-window.ts';
import { bindBridge } from '../../../../../electron/platform/browser/page-bindings.ts';
import { calls, type EventName } from '../../../../../shared/contract.ts';
import { filesContaining } from '../../../../support/disk/files-containing.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../../../support/skipped.ts';

type Window = Awaited<ReturnType<typeof openWindow>>;
type Call = (input?: unknown) => Promise<unknown>;
/** What the functions below find in the page, where they run. */
interface InPage {
  carpeta: Record<string, Call> & { on: (event: string, listener: (payload: unknown) => void) => () => void };
  __carpetaCall: (name: string, input: unknown) => Promise<unknown>;
  received: unknown[];
}

const marker = 'marker-of-the-page-4711';

/**
 * What a worker gets that tries to reach further than its own script: a file of its own origin, and a text
 * that is run.
 */
const reaching = `
  const tries = { fetched: () => fetch('./page.js').then(({ status }) => status), run: async () => eval('1 + 1') };
  for (const [name, act] of Object.entries(tries))
    act().then((got) => postMessage({ [name]: got }), ({ name: error }) => postMessage({ [name]: error }));
`;

/** What the page's script left behind, or nothing while the page is not there. */
function mark(page: Page): Promise<string | null> {
  return page
    .locator('body')
    .getAttribute('data-ran', { timeout: 500 })
    .catch(() => null);
}

describe(
  'window of the Chromium host',
  skippedFor(findBrowser() === undefined && 'there is no Chromium here'),
  () => {
    const folder = temporaryFolder('window');
    const asked: { sender: Sender; name: unknown; input: unknown }[] = [];
    const listeners = new Map<EventName, (payload: never) => void>();
    let window: Window;

    beforeAll(async () => {
      mkdirSync(join(folder, 'page'));
      writeFileSync(
        join(folder, 'page/index.html'),
        `<!doctype html><style nonce="__CSP_NONCE__">h1{color:rgb(1, 2, 3)}</style><h1 style="color:red">${marker}</h1>
       <script>document.title = 'inline ran'</script><script type="module" src="./page.js"></script>`,
      );
      writeFileSync(join(folder, 'page/page.js'), `document.body.dataset.ran = '${marker}'`);
      writeFileSync(join(folder, 'page/worker.js'), reaching);
      window = await openWindow({ userData: folder, pageFolder: join(folder, 'page'), headless: true });
      await bindBridge(
        window.page,
        async (sender, name, input) => {
          asked.push({ sender, name, input });
          return { ok: true, value: { name, input } };
        },
        (event, listener) => listeners.set(event, listener as (payload: never) => void),
      );
      await loadPage(window.page);
    });
    afterAll(async () => {
      await window.context.close();
    });

    it('holds a worker to a policy of its own, which is its script’s and not the document’s', async () => {
      const got = await window.page.evaluate(
        () =>
          new Promise((resolve) => {
            const read: Record<string, unknown> = {};
            new Worker('./worker.js').onmessage = ({ data }) => {
              Object.assign(read, data);
              if (Object.keys(read).length === 2) resolve(read);
            };
          }),
      );
      expect(got).toEqual({ fetched: 'TypeError', run: 'EvalError' });
    });

    it('shows the page with its scripts and styles, and nothing inline', async () => {
      const { page } = window;
      expect(page.url()).toBe(`${pageOrigin}/`);
      expect(await page.locator('body').getAttribute('data-ran')).toBe(marker);
      expect(await page.title()).toBe('');
      const colour = 'getComputedStyle(document.querySelector("h1")).color';
      expect(await page.evaluate(colour)).toBe('rgb(1, 2, 3)');
    });

    it('gives the page one function per call of the contract, frozen, and passes input and answer as they are', async () => {
      const input = { text: 'ñ', list: [1, null, { deep: true }], absent: undefined };
      const [names, result, frozen] = await window.page.evaluate(async (args) => {
        const { carpeta } = globalThis as unknown as InPage;
        return [Object.keys(carpeta), await carpeta['search.parse']?.(args), Object.isFrozen(carpeta)];
      }, input);
      expect(names).toEqual(['on', ...Object.keys(calls)]);
      expect(frozen).toBe(true);
      expect(result).toEqual({ ok: true, value: { name: 'search.parse', input } });
      expect(asked.at(-1)?.sender).toEqual({ topFrame: true, url: `${pageOrigin}/` });
    });

    it('tells the gate when a frame inside the page asks', async () => {
      await window.page.evaluate(async () => {
        const { document } = globalThis as unknown as { document: Record<string, never> };
        const { body, createElement } = document as unknown as {
          body: { append(child: unknown): void };
          createElement(name: string): { contentWindow: InPage };
        };
        const frame = createElement.call(document, 'iframe');
        body.append(frame);
        await frame.contentWindow.__carpetaCall('app.info', undefined);
      });
      expect(asked.at(-1)?.sender).toMatchObject({ topFrame: false });
    });

    it('tells the page of events until it stops listening', async () => {
      const { page } = window;
      await page.evaluate(() => {
        const scope = globalThis as unknown as InPage;
        scope.received = [];
        const stop = scope.carpeta.on('network.changed', (payload) => {
          scope.received.push(payload);
          if (scope.received.length === 2) stop();
        });
      });
      const tell = listeners.get('network.changed') as (payload: { online: boolean }) => void;
      for (const online of [true, false, true]) tell({ online });
      await expect
        .poll(() => page.evaluate(() => (globalThis as unknown as InPage).received))
        .toEqual([{ online: true }, { online: false }]);
    });

    it('goes nowhere else, and asks nothing of any network', async () => {
      let connections = 0;
      const server = net.createServer((socket) => {
        connections++;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const { page, context } = window;
      const fetched = await page.evaluate(
        (url) => globalThis.fetch(url, { mode: 'no-cors' }).then(() => 'fetched', String),
        elsewhere,
      );
      expect(fetched).toContain('TypeError');
      const opened = context.waitForEvent('page');
      await page.evaluate(
        (url) => (globalThis as unknown as { open(url: string): void }).open(url),
        elsewhere,
      );
      await opened;
      await expect.poll(() => context.pages().length).toBe(1);
      const refused = page.waitForEvent('requestfailed');
      await page.evaluate((url) => {
        const { location } = globalThis as unknown as { location: { href: string } };
        location.href = url;
      }, elsewhere);
      expect((await refused).url()).toBe(elsewhere);
      await expect.poll(() => mark(page)).toBe(marker);
      expect(page.url()).toBe(`${pageOrigin}/`);
      expect(connections).toBe(0);
      await new Promise((resolve) => server.close(resolve));
    });

    it('leaves nothing of the page in the browser profile', async () => {
      expect(filesContaining(join(folder, 'window'), marker)).toEqual([]);
    });
  },
);
