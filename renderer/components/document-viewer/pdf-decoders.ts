/** Decoders of the image formats that scanners write, as data URLs by path. */
const decoders = import.meta.glob<string>(
  '../../../node_modules/pdfjs-dist/wasm/{openjpeg,jbig2,qcms_bg}.wasm',
  {
    query: '?url&inline',
    import: 'default',
    eager: true,
  },
);
export default decoders;
