import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';
import { dispatchObjectKeys } from '../../../shared/model/dispatch-fields.ts';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import { numberMark } from '../../database/index.ts';
import { maxPathLength } from '../../lib/max-path-length.ts';
import {
  type NameSource,
  type NameTemplate,
  parseTemplate,
  renderFolders,
  renderName,
} from './name-template.ts';
import { foldName, maxNameLength, safeName, truncateName } from './safe-name.ts';

/** The planned path of a document. The ledger still assigns its number and resolves collisions. */
interface PlannedName {
  /** Relative, with `/` separators; `''` for the destination itself. */
  folder: string;
  /** Without extension; holds `numberMark` if the template uses the number. */
  stem: string;
  /** Folded folder and stem, for comparison with other names. */
  key: string;
}

// Length that the fixed folders reserve for each inner folder, if possible.
const wishedBelow = 24;

/**
 * The current folder of a document's dispatch: the template's outer folders, which use only fields of the
 * dispatch.
 */
export function planFixedFolder(template: NameTemplate, source: NameSource, destination: string): string {
  const fixed = renderFolders(template.folders.slice(0, template.fixedFolders), source);
  return fitFolders(fixed, destination, foldersBelow(template), wishedBelow).map(avoidReservedRoot).join('/');
}

/**
 * The whole name of a document in the fixed folder of its dispatch. Pure: the same input gives the same name
 * on every system.
 */
export function planPath(
  template: NameTemplate,
  source: NameSource,
  destination: string,
  fixedFolder: string,
): PlannedName {
  // Ignores the inner folders, so that all documents of a dispatch get the same result. Only a path planned
  // for a shorter destination is truncated.
  const fixed = fitFolders(
    fixedFolder === '' ? [] : fixedFolder.split('/'),
    destination,
    foldersBelow(template),
  );
  const inner = renderFolders(template.folders.slice(template.fixedFolders), source);
  const folder = [...fixed, ...fitFolders(inner, [destination, ...fixed].join('/'))]
    .map(avoidReservedRoot)
    .join('/');
  const unlimited = Number.POSITIVE_INFINITY;
  const wished =
    safeName(renderName(template.file, source), unlimited) ||
    safeName(source.document.id, unlimited) ||
    numberMark;
  const stem = fitStem(wished, source.document.id, folder, destination);
  return { folder, stem, key: foldName(folder === '' ? stem : `${folder}/${stem}`) };
}

function foldersBelow({ folders, fixedFolders }: NameTemplate): number {
  return folders.length - fixedFolders;
}

function avoidReservedRoot(name: string, depth: number): string {
  // SharePoint rejects `forms` at the root of a library.
  return depth === 0 && /^forms$/i.test(name) ? `_${name}` : name;
}

// `.docx`, `.part`, ` (99)`, and up to three more digits for the number.
const suffixLength = 5 + 5 + 5 + 3;
const minStemLength = 24;
const minFolderLength = 8;

/**
 * Shortens the longest folders, with a hash of the whole name, until a file name fits below the destination.
 * Reserves `lengthBelow` for each of the `below` inner folders, if the path allows it. Throws
 * `PATH_TOO_LONG` if the destination itself is too long.
 */
function fitFolders(
  folders: readonly string[],
  destination: string,
  below = 0,
  lengthBelow = minFolderLength,
): string[] {
  const whole = maxPathLength - destination.length - 1 - suffixLength - minStemLength;
  const share = Math.floor(whole / (folders.length + below)) - 1;
  const maxTotalLength = below === 0 ? whole : whole - below * (Math.min(lengthBelow, share) + 1);
  const fitted = [...folders];
  const over = () => fitted.reduce((length, name) => length + name.length + 1, 0) - maxTotalLength;
  while (over() > 0) {
    const maxLength = fitted.reduce((max, name) => Math.max(max, name.length), 0);
    if (maxLength <= minFolderLength) {
      const values = { path: destination, longest: maxPathLength };
      throw new AppError('PATH_TOO_LONG', 'the path of the folder is too long', { values });
    }
    const index = fitted.findIndex((name) => name.length === maxLength);
    fitted[index] = shortened(folders[index] ?? '', Math.max(minFolderLength, maxLength - over()));
  }
  return fitted;
}

/** Fits a stem into its folder. A truncated stem ends in the document's id, so that it stays unique. */
function fitStem(stem: string, id: string, folder: string, destination: string): string {
  const before = destination.length + 1 + (folder === '' ? 0 : folder.length + 1);
  const maxLength = Math.min(maxNameLength, maxPathLength - before - suffixLength);
  const truncated = truncateName(stem, maxLength);
  if (truncated === stem) return stem;
  const tag = idTag(id, maxLength - minFolderLength);
  return safeName(`${truncateName(stem, maxLength - tag.length - 1)}_${tag}`, maxLength);
}

function idTag(id: string, maxLength: number): string {
  const name = safeName(id);
  return name !== '' && name.length <= Math.min(maxLength, 28) ? name : digest(id, 10);
}

function shortened(name: string, maxLength: number): string {
  const mark = digest(name, 5);
  const beginning = truncateName(name, maxLength - mark.length - 1);
  return safeName(beginning === '' ? mark : `${beginning}_${mark}`, maxLength);
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

const sample: DispatchDocument = {
  id: 'k3JH9sQpL2',
  isActive: true,
  type: 'FACTURA TERCEROS',
  dispatchNumber: '123457',
  file: 'available',
  folio: '004512',
  issueDate: '2026-10-14T00:00:00.000Z',
  issuerId: '76086428-5',
  issuerName: 'Transportes del Puerto Ltda.',
  reference: 'OC-7781',
  item: {
    id: 'k3JH9sQpL2',
    isActive: true,
    name: 'FACTURA TERCEROS',
    numeroDespacho: '123457',
    infoDoc: {
      document: { number: '004512', type: '33', issueDate: '2026-10-14T00:00:00.000Z', dueDate: null },
      issuer: {
        id: '76086428-5',
        name: 'Transportes del Puerto Ltda.',
        giro: 'Transporte de carga',
        city: 'Valparaíso',
        address: 'Blanco 1199',
      },
      customer: { id: '96591760-8', name: 'Importadora ACME S.A.' },
    },
    dispatch: {
      ...Object.fromEntries(dispatchObjectKeys.map((key) => [key, key])),
      id: '123457',
      estadoAforo: 'SIN AFORO',
      estadoDIN: 'ACEPTADA',
      referencia: 'OC-7781',
      tipoTramite: 'NORMAL',
      nombreAduana: 'Valparaíso',
      consignante: 'Shenzhen Trading Co.',
      doctoTransporte: 'MAEU240912345',
      fechaAceptacion: '2026-10-20T00:00:00.000Z',
      fechaArriboEfectivo: '2026-10-17T00:00:00.000Z',
      fechaCorreccionBL: null,
      fechaVencimiento: '2026-11-04T00:00:00.000Z',
      fechaEta: '2026-10-16T00:00:00.000Z',
      fechaApertura: '2026-10-05T00:00:00.000Z',
      fechaRetiro: '2026-10-22T00:00:00.000Z',
      fechaPagoDerechos: '2026-10-21T00:00:00.000Z',
      nombreNave: 'Maersk Antares',
      paisPrimerPuertoEmbarque: 'CHINA',
      puertoDesembarque: 'Valparaíso',
      numeroIdentificacion: '5120099887',
      paisOrigen: 'CHINA',
      valorCif: 45120.5,
      valorEx: 41000,
      valorFlete: 3620.5,
      valorFob: 41200,
      valorSeguro: 300,
      totalItem: 12,
      viaTransporte: 'MARITIMA',
    },
  },
};

const sampleSource: NameSource = {
  document: sample,
  rut: '96591760-8',
  client: 'ACME',
  agency: 'Agencia del Puerto',
};

/**
 * The path of a document under a template; by default of a sample document with every field. Throws as
 * `parseTemplate`.
 */
export function previewName(text: string, source: NameSource = sampleSource): { path: string } {
  const template = parseTemplate(text);
  const fixed = planFixedFolder(template, source, '/carpetas');
  const { folder, stem } = planPath(template, source, '/carpetas', fixed);
  const name = `${stem.replaceAll(numberMark, '01')}.pdf`;
  return { path: folder === '' ? name : `${folder}/${name}` };
}
