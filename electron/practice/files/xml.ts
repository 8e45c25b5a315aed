import type { PracticeDocument } from '../data/records.ts';
import { printedFacts } from './file-content.ts';

/**
 * An electronic tax document, unsigned and of no value, with the structure of exchanged Chilean invoices;
 * ISO-8859-1 like them.
 */
export function drawXml(document: PracticeDocument, revision: number): Buffer {
  const { infoDoc, amounts } = document;
  const { folio, id, version } = printedFacts(document, revision);
  const text = [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<DTE version="1.0">',
    `  <!-- Documento de práctica, sin valor: ${id} ${version} -->`,
    `  <Documento ID="${id}">`,
    '    <Encabezado>',
    `      <IdDoc>${element('TipoDTE', '33')}${element('Folio', folio)}${element('FchEmis', infoDoc.document?.issueDate)}</IdDoc>`,
    `      <Emisor>${element('RUTEmisor', infoDoc.issuer?.id)}${element('RznSoc', infoDoc.issuer?.name)}</Emisor>`,
    `      <Receptor>${element('RUTRecep', infoDoc.customer?.id)}${element('RznSocRecep', infoDoc.customer?.name)}</Receptor>`,
    `      <Totales>${element('MntNeto', amounts?.net)}${element('IVA', amounts?.tax)}${element('MntTotal', amounts?.total)}</Totales>`,
    '    </Encabezado>',
    `    <Referencia>${element('FolioRef', document.dispatch?.number)}</Referencia>`,
    '  </Documento>',
    '</DTE>',
    '',
  ];
  return Buffer.from(text.join('\n'), 'latin1');
}

function element(name: string, value: string | number | undefined): string {
  if (value === undefined || value === '') return '';
  const escaped = String(value).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
