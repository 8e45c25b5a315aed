import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/carpeta.md'), 'utf8');
const words = join(root, 'shared/locales/es-CL');
const shown = new Set(
  readdirSync(words)
    .flatMap((name) => textsIn(JSON.parse(readFileSync(join(words, name), 'utf8'))))
    .map(plain),
);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value as Record<string, unknown>).flatMap(textsIn);
}

/** A text without what the app adds to it: placeholders, and the dots of what opens a dialog. */
function plain(text: string): string {
  return text
    .replace(/\s*\(?\{\{.*?\}\}\)?/g, '')
    .replace(/…$/, '')
    .trim();
}

/** What the guide sets in bold: the app's own words. */
const names = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name.replace(/\s+/g, ' '));

/** The actions that a task may take. */
const maxActions = {
  'Conectar con una agencia y pegar cuarenta clientes': 7,
  'Un correo con doce despachos numerados, hasta el ZIP en un correo nuevo': 7,
  'El B/L de un despacho, leído y hasta el diálogo de impresión': 4,
  'Una fiscalización de treinta números, hasta el paquete y los correos que piden lo que falta': 9,
  'Lo pagado a la TGR en octubre, por cliente': 3,
  'Lo mismo, en una planilla con fórmulas': 4,
  'El mes de un cliente, hasta el correo con su PDF y su planilla': 3,
};

describe('the guide to folders', () => {
  it('calls everything as the app does', () => {
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !shown.has(plain(name)))).toEqual([]);
  });

  it('counts the actions of each task of its table on the real page, and none takes more than it may', () => {
    const [, table = ''] = guide.split('| Tarea | Actos |');
    const actions = new Map(
      [...table.matchAll(/^\| ([^|]+) \| (\d+) \|.*$/gm)].map(([, task = '', count]) => [
        task,
        Number(count),
      ]),
    );
    const spec = readFileSync(join(root, 'test/e2e/full/actions.spec.ts'), 'utf8');
    const counted = [...spec.matchAll(/expectAsInGuide\(\s*'([^']+)'/g)].map(([, task]) => task);
    expect(counted.toSorted()).toEqual([...actions.keys()].toSorted());
    for (const [task, most] of Object.entries(maxActions)) {
      expect(actions.get(task) ?? Number.POSITIVE_INFINITY, task).toBeLessThanOrEqual(most);
    }
  });

  it('shows pictures that are there, and leads to pages that it has', () => {
    const pictures = [...guide.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(10);
    expect(pictures.filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([]);
    const anchors = [...guide.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    const links = [...guide.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links).toEqual(anchors);
  });
});
