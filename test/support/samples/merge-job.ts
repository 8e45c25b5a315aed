import type { DocumentToMerge, MergeJob } from '../../../electron/deliveries/pdf/merge.ts';

const texts: MergeJob['texts'] = {
  title: 'Carpeta',
  index: 'Índice',
  facts: [],
  headings: ['', '', '', '', '', ''],
  attached: '',
  reasons: {
    encrypted: '',
    protected: '',
    damaged: '',
    'not-a-pdf': '',
    'rare-image': '',
    form: '',
    'too-large': '',
    'too-heavy': '',
    gone: '',
    locked: '',
  },
  notHere: '',
  signed: '',
  recognized: '',
  unlayered: '',
  notes: [],
};

/** A merge of documents whose words nobody reads. */
export function mergeJob({ target, documents }: Pick<MergeJob, 'target' | 'documents'>): MergeJob {
  return { target, documents, notHere: [], texts, language: 'es-CL', madeAt: '2026-11-20T12:00:00.000Z' };
}

/** A file as a document of a merge, by its id. */
export function documentToMerge(documentId: string, path: string): DocumentToMerge {
  return { documentId, path, bookmark: documentId, type: documentId, folio: '', date: '' };
}
