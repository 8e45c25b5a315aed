import { describe, expect, it } from 'vitest';
import { prettyXml } from '../../../../../renderer/components/document-viewer/pretty-xml.ts';

const lines = (text: string) => prettyXml(text)?.split('\n');

describe('an XML text', () => {
  it('has one element a line, indented, what holds no other element on one', () => {
    expect(
      lines(
        '<?xml version="1.0"?>\n<DTE version="1.0"><Emisor><RUT>1-9</RUT>\n\n<Vacio/><Nada> </Nada></Emisor></DTE>\n',
      ),
    ).toEqual([
      '<?xml version="1.0"?>',
      '<DTE version="1.0">',
      '  <Emisor>',
      '    <RUT>1-9</RUT>',
      '    <Vacio/>',
      '    <Nada></Nada>',
      '  </Emisor>',
      '</DTE>',
    ]);
  });

  it('keeps its document type, comments, instructions and unparsed text', () => {
    expect(
      lines(
        '<!DOCTYPE a [<!ENTITY b "c>d">]><a><!-- uno > dos --><?hoja estilo?><b><![CDATA[x < y & <z>]]></b>&b;</a>',
      ),
    ).toEqual([
      '<!DOCTYPE a [<!ENTITY b "c>d">]>',
      '<a>',
      '  <!-- uno > dos -->',
      '  <?hoja estilo?>',
      '  <b><![CDATA[x < y & <z>]]></b>',
      '  &b;',
      '</a>',
    ]);
  });

  it('shows letters that are written as references, and leaves those that would be markup', () => {
    expect(
      lines('<a b="&#243;&quot;&#34;">Log&#xED;stica &quot;&apos; &amp;amp; &lt;b&gt; &#60; &#0;</a>'),
    ).toEqual(['<a b="ó&quot;&#34;">Logística "\' &amp;amp; &lt;b&gt; &#60; &#0;</a>']);
  });

  it('has a tag of several lines on one', () => {
    expect(lines('<a\n   b="1 > 0"\r\n   c=\'"\'\n/>')).toEqual(['<a b="1 > 0" c=\'"\' />']);
  });

  it('that is none is not taken for one', () => {
    for (const text of [
      '',
      'Guía de despacho',
      'a < b y <b>c</b>',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a/>más',
      '<a b="1>',
      '<a <b/></a>',
      '<a><!-- </a>',
      '<a><br></a>',
      '<!DOCTYPE a [<!ENTITY b "c">',
    ])
      expect(prettyXml(text), text).toBeUndefined();
  });

  it('that nests deeper than calls can is read', () => {
    const depth = 20_000;
    expect(lines(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`)).toHaveLength(2 * depth - 1);
  });
});
