import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import Viewer from '../../../../../renderer/components/document-viewer/viewer.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

it.each([
  [911, 454],
  [683, 384],
])(
  'at %d pixels the bar of a document is one line, with its name and every action',
  async (width, height) => {
    await page.viewport(width, height);
    onTestFinished(() => page.viewport(1366, 768));
    const made = await PDFDocument.create();
    made.addPage();
    await show(
      <Viewer
        previewed={storedDocument('d', '7', '/papers/a.pdf')}
        name="CARTA DE PORTE (CRT) CRT 8763/974"
        position={{ at: 103, of: 227 }}
        onGo={() => undefined}
        onDownload={() => undefined}
        onClose={() => undefined}
        aside={<p>Aparte</p>}
      />,
      {
        ...createAgencyMain().handlers,
        'network.get': async () => ({ online: true }),
        'file.read': async () => ({ kind: 'pdf', base64: await made.saveAsBase64() }),
      },
    );
    await expect.element(page.getByRole('button', { name: 'Buscar en el documento' })).toBeVisible();
    await expect.element(page.getByText('Página 1 de 1')).toBeVisible();
    const tops = ['Documento anterior', 'Descargar…', '¿Cómo…?', 'Cerrar'].map((name) => {
      const { top, height: px } = page.getByRole('button', { name }).element().getBoundingClientRect();
      return Math.round(top + px / 2);
    });
    expect(new Set(tops).size).toBe(1);
    const title = page.getByRole('heading', { name: 'CARTA DE PORTE' }).element();
    expect(title.clientWidth).toBeGreaterThan(60);
  },
);
