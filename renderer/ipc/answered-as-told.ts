/**
 * An answer with all in it that was told while it was on its way: it may have been made before that. `listen` gives the way to stop, and `change`
 * puts what was told into the answer.
 */
export async function answeredAsTold<Answer, Told>(
  ask: () => Promise<Answer>,
  listen: (hear: (told: Told) => void) => () => void,
  change: (answer: Answer, told: Told) => Answer,
): Promise<Answer> {
  const heard: Told[] = [];
  const stop = listen((told) => heard.push(told));
  try {
    const answer = await ask();
    return heard.reduce(change, answer);
  } finally {
    stop();
  }
}
