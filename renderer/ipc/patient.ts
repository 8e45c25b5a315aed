import type { CallName } from '../../shared/contract.ts';
import { CarpetaError } from '../../shared/errors.ts';

/** Reading takes long where an agency is asked again and again; after so long a person wants to know. */
const patienceMs = 60_000;

/**
 * The answer to a call that only reads. Rejects with `NO_ANSWER` where none has come for a minute; what comes after that goes to `late`, so
 * that nothing is waited for in vain.
 */
export function patient<Answer>(
  name: CallName,
  answer: Promise<Answer>,
  late: (answer: Answer) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new CarpetaError('NO_ANSWER', `${name} has not been answered for a minute`));
    }, patienceMs);
    answer
      .then(
        (value) => (isLate ? late(value) : resolve(value)),
        // A late refusal is no more than that it is not known.
        reject,
      )
      .finally(() => clearTimeout(timer));
  });
}
