import type { MergeJob, PaperToMerge } from '../../../electron/dossier/pdf/merge.ts';

const words: MergeJob['words'] = {
  ...{ title: 'Carpeta', index: 'Índice', facts: [], headings: ['', '', '', '', '', ''], beside: '' },
  reasons: {
    ...{ encrypted: '', protected: '', damaged: '', 'not-a-pdf': '', form: '' },
    ...{ 'too-large': '', 'too-heavy': '', gone: '', locked: '' },
  },
  ...{ notHere: '', signed: '', notes: [] },
};

/** A merge of papers whose words nobody reads. */
export function mergeJob({ target, papers }: Pick<MergeJob, 'target' | 'papers'>): MergeJob {
  return { target, papers, notHere: [], words, language: 'es-CL', madeAt: '2026-11-20T12:00:00.000Z' };
}

/** A file as a paper of a merge, by its id. */
export function paperToMerge(documentId: string, path: string): PaperToMerge {
  return { documentId, path, bookmark: documentId, type: documentId, folio: '', date: '' };
}
