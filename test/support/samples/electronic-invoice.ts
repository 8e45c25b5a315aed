import { createHash, createSign, generateKeyPairSync } from 'node:crypto';

/** What an invoice states, and how its file is damaged. */
export interface InvoiceSample {
  /** Of the SII: 33 an invoice, 52 a dispatch guide, 56 a debit note, 61 a credit note. */
  type?: string;
  folio?: string;
  issuer?: string;
  date?: string;
  net?: number;
  tax?: number;
  exempt?: number;
  total?: number;
  /** Written after it was signed, in place of the total. */
  totalNow?: number;
  isSigned?: boolean;
  /** Inside a shipment, as the SII passes invoices on. */
  isShipped?: boolean;
}

/** The test's own key: 2048 bits, as the SII's certificates have. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = publicKey.export({ format: 'jwk' });
const base64 = (url = '') => Buffer.from(url, 'base64url').toString('base64');

/**
 * An electronic invoice in ISO-8859-1. The text that is signed is written here by hand in its canonical form:
 * no code of the app takes part.
 */
export function electronicInvoice(sample: InvoiceSample = {}): Buffer {
  const {
    type = '33',
    folio = '60',
    issuer = '76086428-5',
    date = '2026-10-05',
    net = 100_000,
    exempt,
  } = sample;
  const { tax = Math.round(net * 0.19), isSigned = true, isShipped = false } = sample;
  const total = sample.total ?? net + tax + (exempt ?? 0);
  const of = (total: number, space: string) =>
    `<Documento${space} ID="F${folio}T${type}">\n<Encabezado>\n<IdDoc>\n<TipoDTE>${type}</TipoDTE>\n<Folio>${folio}</Folio>\n` +
    `<FchEmis>${date}</FchEmis>\n</IdDoc>\n<Emisor>\n<RUTEmisor>${issuer}</RUTEmisor>\n` +
    `<RznSoc>Compañía Ñuñoa &amp; Cía</RznSoc>\n</Emisor>\n<Totales>\n<MntNeto>${net}</MntNeto>\n` +
    `${exempt === undefined ? '' : `<MntExe>${exempt}</MntExe>\n`}<TasaIVA>19</TasaIVA>\n<IVA>${tax}</IVA>\n` +
    `<MntTotal>${total}</MntTotal>\n</Totales>\n</Encabezado>\n<Detalle>\n<NmbItem>Flete</NmbItem>\n</Detalle>\n</Documento>`;
  const digest = createHash('sha1').update(of(total, ' xmlns="http://www.sii.cl/SiiDte"')).digest('base64');
  const info = (space: string, isCanonical: boolean) => {
    const one = (name: string, algorithm: string) =>
      isCanonical ? `<${name} Algorithm="${algorithm}"></${name}>` : `<${name} Algorithm="${algorithm}"/>`;
    const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
    return (
      `<SignedInfo${space}>\n${one('CanonicalizationMethod', c14n)}\n` +
      `${one('SignatureMethod', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1')}\n<Reference URI="#F${folio}T${type}">\n` +
      `<Transforms>\n${one('Transform', c14n)}\n</Transforms>\n` +
      `${one('DigestMethod', 'http://www.w3.org/2000/09/xmldsig#sha1')}\n` +
      `<DigestValue>${digest}</DigestValue>\n</Reference>\n</SignedInfo>`
    );
  };
  const value = createSign('RSA-SHA1')
    .update(info(' xmlns="http://www.w3.org/2000/09/xmldsig#"', true))
    .sign(privateKey, 'base64');
  const signature =
    `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">\n${info('', false)}\n<SignatureValue>${value}</SignatureValue>\n` +
    `<KeyInfo>\n<KeyValue>\n<RSAKeyValue>\n<Modulus>${base64(jwk.n)}</Modulus>\n<Exponent>${base64(jwk.e)}</Exponent>\n` +
    '</RSAKeyValue>\n</KeyValue>\n</KeyInfo>\n</Signature>';
  const written = of(sample.totalNow ?? total, '');
  const invoice = `<DTE xmlns="http://www.sii.cl/SiiDte" version="1.0">\n${written}\n${isSigned ? signature : ''}\n</DTE>`;
  const schema = 'http://www.w3.org/2001/XMLSchema-instance';
  const whole = isShipped
    ? `<EnvioDTE xmlns="http://www.sii.cl/SiiDte" xmlns:xsi="${schema}" version="1.0">\n<SetDTE ID="S">\n<Caratula version="1.0"></Caratula>\n${invoice}\n</SetDTE>\n</EnvioDTE>`
    : invoice;
  return Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>\n${whole}\n`, 'latin1');
}
