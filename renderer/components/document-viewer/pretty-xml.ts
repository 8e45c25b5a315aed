/**
 * An XML text with one element a line, indented; undefined if it is not well-formed. One pass over the text;
 * only line breaks and character references (`&#243;`) change. A full parse takes longer than the wait for a
 * first screen.
 */
export function prettyXml(text: string): string | undefined {
  const lines: string[] = [];
  const open: string[] = [];
  /** The innermost open element while it has no child: it stays on one line. */
  let leaf: Leaf | undefined;
  let isBegun = false;
  const put = (line: string, depth = open.length) => {
    if (line !== '') lines.push('  '.repeat(Math.min(depth, maxDepth)) + line);
  };
  const endLeaf = () => {
    if (!leaf) return;
    put(leaf.tag, open.length - 1);
    for (const token of leaf.content) put(token.trim());
    leaf = undefined;
  };
  for (const token of tokensOf(text)) {
    if (token === undefined) return undefined;
    const name = tagName.exec(token)?.[1];
    if (name === undefined) {
      if (open.length === 0 && !token.startsWith('<') && token.trim() !== '') return undefined;
      if (leaf) leaf.content.push(inText(token));
      else put(inText(token).trim());
    } else if (token.startsWith('</')) {
      if (open.pop() !== name) return undefined;
      put(leaf ? `${leaf.tag}${leaf.content.join('').trim()}${token}` : token);
      leaf = undefined;
    } else {
      if (isBegun && open.length === 0) return undefined;
      isBegun = true;
      endLeaf();
      if (token.endsWith('/>')) put(inTag(token));
      else {
        open.push(name);
        leaf = { tag: inTag(token), content: [] };
      }
    }
  }
  return isBegun && open.length === 0 ? lines.join('\n') : undefined;
}

interface Leaf {
  /** As it is shown. */
  tag: string;
  content: string[];
}

/** Maximum indentation, in elements. */
const maxDepth = 40;
const tagName = /^<\/?([^\s<>/!?"'=]+)/;

/**
 * Tags, comments, instructions and the text between them, in order; undefined for an unterminated token,
 * which ends the sequence.
 */
function* tokensOf(text: string): Generator<string | undefined> {
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '<' ? endOfMarkup(text, at) : text.indexOf('<', at);
    if (end === undefined) return yield undefined;
    yield text.slice(at, end < 0 ? undefined : end);
    at = end < 0 ? text.length : end;
  }
}

/** The end of the markup that begins with `<`; undefined if it is unterminated. */
function endOfMarkup(text: string, at: number): number | undefined {
  const after = (mark: string, from = at) => {
    const found = from < 0 ? -1 : text.indexOf(mark, from);
    return found < 0 ? undefined : found + mark.length;
  };
  if (text.startsWith('<!--', at)) return after('-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return after(']]>');
  if (text.startsWith('<?', at)) return after('?>');
  if (text.startsWith('<!', at)) {
    // A document type may contain declarations in brackets.
    const [end = -1, bracket = end] = [after('>'), after('[')];
    return bracket < end ? after('>', after(']', bracket) ?? -1) : after('>');
  }
  for (let end = at + 1; end < text.length; end++) {
    const character = text[end];
    if (character === '>') return end + 1;
    if (character === '<') return undefined;
    if (character !== '"' && character !== "'") continue;
    end = text.indexOf(character, end + 1);
    if (end < 0) return undefined;
  }
  return undefined;
}

/** Text between tags: only characters that would be read as markup stay escaped. */
function inText(token: string): string {
  return token.startsWith('<') ? token : withLetters(token, /[<>&]/);
}

function inTag(token: string): string {
  return withLetters(
    /[\r\n]/.test(token) ? token.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? ' ' : run)) : token,
    /[<>&"']/,
  );
}

const named: Readonly<Record<string, string>> = { quot: '"', apos: "'" };

/**
 * The text with its character references decoded, except those that `allowed` matches and invisible
 * characters.
 */
function withLetters(text: string, allowed: RegExp): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(quot|apos));/gi, (written, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const character = name === undefined ? characterOf(code) : named[name.toLowerCase()];
    return character === undefined || allowed.test(character) ? written : character;
  });
}

/** Undefined if the character is invisible. */
function characterOf(code: number): string | undefined {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10_ffff) return undefined;
  return code >= 0xd800 && code < 0xe000 ? undefined : String.fromCodePoint(code);
}
