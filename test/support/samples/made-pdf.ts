/** An object of a PDF: its text, and what follows it as a stream. */
export type MadeObject = string | { dictionary: string; stream: Buffer | string };

/**
 * A PDF of these objects, numbered as told; the first is its catalog. What is left out is not in the file.
 */
export function madePdf(objects: Readonly<Record<number, MadeObject>>): Buffer {
  const chunks: Buffer[] = [];
  const starts = new Map<number, number>();
  let length = 0;
  const put = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    chunks.push(bytes);
    length += bytes.length;
  };
  put('%PDF-1.7\n');
  for (const [key, object] of Object.entries(objects)) {
    starts.set(Number(key), length);
    if (typeof object === 'string') put(`${key} 0 obj\n${object}\nendobj\n`);
    else {
      const stream = Buffer.from(object.stream);
      put(`${key} 0 obj\n<<${object.dictionary}/Length ${stream.length}>>\nstream\n`);
      put(stream);
      put('\nendstream\nendobj\n');
    }
  }
  const table = length;
  const size = Math.max(...starts.keys()) + 1;
  put(`xref\n0 ${size}\n0000000000 65535 f \n`);
  for (let number = 1; number < size; number++) {
    const start = starts.get(number);
    put(start === undefined ? '0000000000 00000 f \n' : `${String(start).padStart(10, '0')} 00000 n \n`);
  }
  put(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(chunks);
}
