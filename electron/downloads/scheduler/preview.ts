import type { DispatchDocument } from '../../../shared/model/document.ts';
import { numberMark, parseTemplate, planKeptFolder, planName } from '../destination/index.ts';

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

/** How a document's path would read under a template, with a made-up document that has every field. Throws as `parseTemplate`. */
export function previewName(text: string): { path: string } {
  const template = parseTemplate(text);
  const source = { document: sample, rut: '96591760-8', client: 'ACME', agency: 'Agencia del Puerto' };
  const kept = planKeptFolder(template, source, '/carpetas');
  const { folder, stem } = planName(template, source, '/carpetas', kept);
  const name = `${stem.replaceAll(numberMark, '01')}.pdf`;
  return { path: folder === '' ? name : `${folder}/${name}` };
}
