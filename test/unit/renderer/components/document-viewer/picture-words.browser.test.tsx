import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FindAtPage } from '../../../../../renderer/ui/inspected-subject.ts';
import type { RecognizedWord } from '../../../../../shared/model/text-search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { LateViewer } from '../../../../support/page/late-viewer.tsx';
import { storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const word = (text: string, box: RecognizedWord['box'], endsLine = false): RecognizedWord => {
  return { text, confidence: 90, box, endsLine };
};
/** In fractions of a picture as its file has it. */
const words = [
  word('Guía', [0.1, 0.2, 0.2, 0.3]),
  word('aérea', [0.25, 0.2, 0.4, 0.3], true),
  word('MSKU1234567', [0.5, 0.6, 0.9, 0.7], true),
  word('guía', [0.1, 0.8, 0.2, 0.9], true),
];

/** A picture of this size, in base64. */
async function pictureOf(width: number, height: number, mediaType: 'image/png' | 'image/jpeg') {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ccc';
  context.fillRect(0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: mediaType });
  return String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()));
}

/** A JPEG whose camera wrote how it lay (EXIF), behind its first mark. */
const withOrientation = (jpeg: string, value: number): string => {
  const tiff = `MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(value)}\0\0\0\0\0\0`;
  const data = `Exif\0\0${tiff}`;
  return `${jpeg.slice(0, 2)}\xff\xe1\0${String.fromCharCode(data.length + 2)}${data}${jpeg.slice(2)}`;
};

async function view(
  picture: string,
  mediaType: 'image/png' | 'image/jpeg',
  {
    find,
    late,
    recognized = words,
  }: { find?: FindAtPage; late?: Promise<FindAtPage>; recognized?: RecognizedWord[] },
) {
  await show(
    <LateViewer
      previewed={storedDocument('d', '7', '/papers/a.jpg')}
      name="FACTURA 7"
      onClose={() => undefined}
      find={find}
      late={late}
    />,
    {
      ...createAgencyMain().handlers,
      'network.get': async () => ({ online: true }),
      'file.read': async () => ({ kind: 'image', mediaType, base64: btoa(picture) }),
      'texts.recognized': async ({ page: number }) => (number === 1 ? recognized : []),
    },
  );
  await expect.element(page.getByRole('img', { name: 'FACTURA 7' })).toBeVisible();
}

/** Edges of a mark, in hundredths of the picture as it is shown. */
function edgesOf(text: string): number[] {
  const picture = page.getByRole('img', { name: 'FACTURA 7' }).element().getBoundingClientRect();
  const mark = page.getByText(text, { exact: true }).element().getBoundingClientRect();
  return [
    (mark.left - picture.left) / picture.width,
    (mark.top - picture.top) / picture.height,
    (mark.right - picture.left) / picture.width,
    (mark.bottom - picture.top) / picture.height,
  ].map((fraction) => Math.round(fraction * 100));
}

it('a hit in a picture is marked where its words stand, also when it is turned', async () => {
  const find = { text: 'aérea MSKU1234567', page: 1 };
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', { find });
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
  expect(edgesOf('MSKU1234567')).toEqual([50, 60, 90, 70]);
  expect(edgesOf('aérea')).toEqual([25, 20, 40, 30]);
  page.getByRole('region', { name: 'FACTURA 7' }).element().focus();
  await userEvent.keyboard('r');
  await expect.poll(() => edgesOf('MSKU1234567')).toEqual([30, 50, 40, 90]);
});

it('words of a hit that come after its document are marked', async () => {
  const first = Promise.withResolvers<FindAtPage>();
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', { late: first.promise });
  await expect.element(page.getByRole('textbox', { name: 'Buscar en el documento' })).not.toBeInTheDocument();
  first.resolve({ text: 'aérea', page: 1 });
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
  await expect.element(page.getByText('aérea', { exact: true })).toHaveAttribute('data-here');
  // The arrow keys go on to scroll the document.
  await expect.element(page.getByRole('region', { name: 'FACTURA 7' })).toHaveFocus();
});

it('words of a hit that come late replace nothing that a person searches', async () => {
  const late = Promise.withResolvers<FindAtPage>();
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', { late: late.promise });
  await userEvent.keyboard('{Control>}f{/Control}');
  const field = page.getByRole('textbox', { name: 'Buscar en el documento' });
  await field.fill('GUIA');
  await expect.element(page.getByText('1 de 2', { exact: true })).toBeVisible();
  late.resolve({ text: 'aérea', page: 1 });
  await late.promise;
  await expect.element(field).toHaveValue('GUIA');
  await field.fill('aérea');
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
});

it('words of a hit that come after a person searched and closed the search open nothing', async () => {
  const late = Promise.withResolvers<FindAtPage>();
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', { late: late.promise });
  await userEvent.keyboard('{Control>}f{/Control}');
  const field = page.getByRole('textbox', { name: 'Buscar en el documento' });
  await expect.element(field).toHaveFocus();
  await field.fill('GUIA');
  await userEvent.keyboard('{Escape}');
  late.resolve({ text: 'aérea', page: 1 });
  await late.promise;
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(field).toHaveValue('GUIA');
});

it('the matches in a picture are gone through, without regard to case and accents', async () => {
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', { find: { text: 'GUIA', page: 1 } });
  await expect.element(page.getByText('1 de 2', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Guía', { exact: true })).toHaveAttribute('data-here');
  const field = page.getByRole('textbox', { name: 'Buscar en el documento' });
  await field.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2 de 2', { exact: true })).toBeVisible();
  await expect.element(page.getByText('guía', { exact: true })).toHaveAttribute('data-here');
  await field.fill('contenedor');
  await expect.element(page.getByText('No aparece en el documento')).toBeVisible();
  expect(document.querySelectorAll('[data-found]').length).toBe(0);
});

it.each([
  [6, [30, 50, 40, 90]],
  [3, [10, 30, 50, 40]],
  [8, [60, 10, 70, 50]],
])('a photo of a camera that lay askew (%i) has its marks upright', async (orientation, edges) => {
  const photo = withOrientation(await pictureOf(400, 200, 'image/jpeg'), orientation);
  await view(photo, 'image/jpeg', { find: { text: 'MSKU1234567', page: 1 } });
  await expect.element(page.getByText('1 de 1', { exact: true })).toBeVisible();
  expect(edgesOf('MSKU1234567')).toEqual(edges);
});

it('a picture without recognised words has nothing to search', async () => {
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', { recognized: [] });
  await expect.element(page.getByRole('button', { name: 'Acercar (+)' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Buscar/ }).elements()).toEqual([]);
});

/** Drags the mouse over the picture, between points in fractions of it as it is shown. */
async function drag(from: readonly [number, number], to: readonly [number, number]) {
  const layer = page.getByText('MSKU1234567', { exact: true }).element().parentElement;
  if (!layer) throw new Error('no words');
  const { width, height } = layer.getBoundingClientRect();
  const pixels = ([x, y]: readonly [number, number]) => ({ x: x * width, y: y * height });
  const target = page.elementLocator(layer);
  await userEvent.dragAndDrop(target, target, { sourcePosition: pixels(from), targetPosition: pixels(to) });
}

/** What a copy by keyboard puts on the clipboard, by its formats. */
async function copied(): Promise<Record<string, string>> {
  let formats = {};
  const read = ({ clipboardData }: ClipboardEvent) => {
    const types = clipboardData?.types ?? [];
    formats = Object.fromEntries(types.map((type) => [type, clipboardData?.getData(type)]));
  };
  addEventListener('copy', read, { once: true });
  await userEvent.keyboard('{Control>}c{/Control}');
  return formats;
}

it('the words of a picture are selected and copied, line by line, without its picture', async () => {
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', {});
  await userEvent.dblClick(page.getByText('MSKU1234567', { exact: true }));
  expect(getSelection()?.toString().trim()).toBe('MSKU1234567');
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(await copied()).toEqual({ 'text/plain': 'Guía aérea\nMSKU1234567\nguía' });
});

it('a selection that is dragged between the words of a picture ends at the nearest one', async () => {
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', {});
  await drag([0.05, 0.18], [0.45, 0.35]);
  expect(await copied()).toEqual({ 'text/plain': 'Guía aérea' });
  await drag([0.95, 0.65], [0.45, 0.65]);
  expect(await copied()).toEqual({ 'text/plain': 'MSKU1234567' });
  const word = page.getByText('Guía', { exact: true });
  await word.click({ position: { x: 1, y: 5 } });
  expect(await copied()).toEqual({});
  await page.getByText('aérea', { exact: true }).click({ modifiers: ['Shift'], position: { x: 59, y: 5 } });
  expect(await copied()).toEqual({ 'text/plain': 'Guía aérea' });
  await userEvent.keyboard('r');
  // Turned clockwise, its right edge is the top of what it shows.
  await drag([0.82, 0.05], [0.65, 0.45]);
  expect(await copied()).toEqual({ 'text/plain': 'Guía aérea' });
});

it('the words of a picture lie over what it shows, also where its lines run downwards', async () => {
  const downwards = [word('MSKU1234567', [0.8, 0.1, 0.85, 0.5]), word('guía', [0.8, 0.6, 0.85, 0.8], true)];
  await view(await pictureOf(400, 200, 'image/png'), 'image/png', { recognized: downwards });
  await expect.poll(() => edgesOf('MSKU1234567')).toEqual([80, 10, 85, 50]);
  await drag([0.83, 0.09], [0.83, 0.52]);
  expect(await copied()).toEqual({ 'text/plain': 'MSKU1234567' });
});
