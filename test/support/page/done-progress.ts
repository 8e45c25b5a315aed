import type { SweepProgress } from '../../../shared/model/search.ts';

/** A search that has ended with all of its answer. */
export function doneProgress(resultSetId: string): SweepProgress {
  return {
    ...{
      resultSetId,
      state: 'done',
      walksDone: 1,
      walksAnswered: 1,
      walksTotal: 1,
      documents: 2,
      requests: 1,
    },
    ...{
      typesAsked: [],
      problems: [],
      problemsTotal: 0,
      notThere: 0,
      unknownClients: 0,
      mayBeCut: false,
      asOf: '',
    },
  };
}
