import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { GlobalWorkerOptions } from 'pdfjs-dist';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Viewer from '../../../../renderer/components/document-viewer/viewer.tsx';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { storedDocument } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';
// Names the script of the workers, which these tests change.
import '../../../../renderer/components/document-viewer/pdf-worker.ts';

const script = GlobalWorkerOptions.workerSrc;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Worker.prototype, 'terminate');
  vi.spyOn(Worker.prototype, 'postMessage');
});
afterEach(() => {
  GlobalWorkerOptions.workerSrc = script;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it.each([
  ['to open', 'GetDocRequest'],
  ['to draw', 'GetOperatorList'],
])('a PDF that takes for ever %s is told, offered to its program, and given up', async (_what, request) => {
  const opened: string[] = [];
  busyAt(request);
  await viewFirst(opened);
  await untilRequested(request);
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('El documento tarda demasiado en mostrarse aquí.')).toBeVisible();
  await expect.element(alert.getByText('PAPER_TOO_HEAVY')).toBeVisible();
  expect(Worker.prototype.terminate).toHaveBeenCalledOnce();
  await alert.getByRole('button', { name: 'Abrir con su programa' }).click();
  await expect.poll(() => opened).toEqual(['a']);
});

it('a PDF that takes for ever is given up once it is left, and the next one is shown', async () => {
  busyAt('GetOperatorList');
  await viewFirst([]);
  await untilRequested('GetOperatorList');
  GlobalWorkerOptions.workerSrc = script;
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('Factura b')).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Worker.prototype.terminate).toHaveBeenCalledOnce();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

/** Has workers run for ever once pdf.js asks this of them. */
function busyAt(request: string): void {
  const address = JSON.stringify(new URL(script, location.href).href);
  const source = `
    addEventListener('message', ({ data }) => {
      while (data.action === '${request}');
    });
    import(${address});`;
  GlobalWorkerOptions.workerSrc = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
}

async function untilRequested(request: string): Promise<void> {
  await expect
    .poll(() => vi.mocked(Worker.prototype.postMessage).mock.calls.map(([message]) => message))
    .toContainEqual(expect.objectContaining({ action: request }));
}

/** Shows the first of two documents that are on this computer. */
async function viewFirst(opened: string[]): Promise<void> {
  const documents = { a: await base64Of('Factura a'), b: await base64Of('Factura b') };
  await show(<Two />, {
    ...createAgencyMain().handlers,
    'network.get': async () => ({ online: true }),
    'file.read': async ({ id }) => ({ kind: 'pdf', base64: id === 'a' ? documents.a : documents.b }),
    'file.open': async ({ id }) => void opened.push(id),
  });
}

function Two() {
  const [id, setId] = useState('a');
  return (
    <Viewer
      previewed={storedDocument(id, '7', `/papers/${id}.pdf`)}
      name={id}
      onGo={(way) => setId(way === 'next' ? 'b' : 'a')}
      onClose={() => undefined}
    />
  );
}

async function base64Of(text: string): Promise<string> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage().drawText(text, { x: 60, y: 700, size: 18, font });
  return document.saveAsBase64();
}
