/** The fourteen standard fonts that a PDF need not embed, as data URLs by path. */
const fonts = import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&inline',
  import: 'default',
  eager: true,
});
export default fonts;
