import { createHash, createPublicKey, verify } from 'node:crypto';
import { elementTexts } from '../../lib/file-formats/xml-elements.ts';
import { canonicalXml, type Namespaces, namespacesOf } from './canonical-xml.ts';

/**
 * Whether the content of a signed electronic invoice is what was signed: `unknown` where the signature has
 * another form than the SII prescribes.
 */
type InvoiceSignature = 'valid' | 'changed' | 'unknown' | 'none';

const schema = 'http://www.sii.cl/SiiDte';
const signatureSchema = 'http://www.w3.org/2000/09/xmldsig#';
const canonical = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** Certificates of the SII have at least 1,024 bits. */
const minKeyBytes = 128;

/** The parts of a DTE, as written. */
interface SignedInvoice {
  /** `<Documento …>…</Documento>`. */
  content: string;
  /** The start tags around it, outermost first. */
  around: readonly string[];
  /** `<Signature …>…</Signature>`; `''` without one. */
  signature: string;
}

/** Checks the digest of the content, and the signature over it by the key that the invoice carries. */
export function checkSignature({ content, around, signature }: SignedInvoice): InvoiceSignature {
  if (signature === '') return 'none';
  const info = outerElement(signature, 'SignedInfo');
  const id = /^<Documento\s[^>]*\bID\s*=\s*["']([^"']+)["']/.exec(content)?.[1];
  const digest = elementText(info, 'DigestValue');
  const isPrescribed =
    info.includes(canonical) &&
    info.includes(`${signatureSchema}rsa-sha1`) &&
    info.includes(`${signatureSchema}sha1`) &&
    id !== undefined &&
    info.includes(`"#${id}"`);
  if (!isPrescribed || digest === '') return 'unknown';
  const scopes = scopesOf(around);
  const forms = formsOf(content, scopes);
  if (forms.length === 0) return 'unknown';
  const isWhole = forms.some((form) => createHash('sha1').update(form).digest('base64') === digest);
  if (!isWhole) return 'changed';
  const signatureScopes = scopes.map((scope) => new Map([...scope, ['', signatureSchema]]));
  return isSigned(formsOf(info, signatureScopes), signature);
}

/** Namespaces in scope when it was signed: alone, as most programs do, or inside its shipment. */
function scopesOf(around: readonly string[]): Namespaces[] {
  const whole = namespacesOf(around);
  return [new Map([['', schema]]), whole, namespacesOf(around.slice(-1))];
}

/** Programs digest the canonical form in UTF-8, as prescribed, or in the encoding of the file. */
function formsOf(element: string, scopes: readonly Namespaces[]): Buffer[] {
  return scopes.flatMap((scope) => {
    const form = canonicalXml(element, scope);
    return form === undefined ? [] : [Buffer.from(form, 'utf8'), Buffer.from(form, 'latin1')];
  });
}

function isSigned(forms: readonly Buffer[], signature: string): InvoiceSignature {
  const [modulus, exponent] = [elementText(signature, 'Modulus'), elementText(signature, 'Exponent')];
  const value = Buffer.from(elementText(signature, 'SignatureValue'), 'base64');
  if (Buffer.from(modulus, 'base64').length < minKeyBytes || exponent === '' || value.length === 0)
    return 'unknown';
  try {
    const jwk = { kty: 'RSA', n: urlSafe(modulus), e: urlSafe(exponent) };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return forms.some((form) => verify('sha1', form, key, value)) ? 'valid' : 'changed';
  } catch {
    return 'unknown';
  }
}

function urlSafe(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url');
}

function elementText(xml: string, name: string): string {
  return (elementTexts(xml, name)[0] ?? '').replace(/\s+/g, '');
}

/** The first element of this name with its tags; `''` without one. */
export function outerElement(xml: string, name: string): string {
  const start = xml.search(new RegExp(`<${name}[\\s>]`));
  const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start);
  return end < 0 ? '' : xml.slice(start, end + name.length + 3);
}
