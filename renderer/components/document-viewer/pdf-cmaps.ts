/** Character maps for Chinese, Japanese and Korean documents, as data URLs by path. */
const maps = import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&inline',
  import: 'default',
  eager: true,
});
export default maps;
