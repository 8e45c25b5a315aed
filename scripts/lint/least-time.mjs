// @ts-check
/**
 * The shortest time of five runs, ms: what is short is done before another program has its turn.
 * @param {() => void} act
 */
export function leastTime(act) {
  const runs = [1, 2, 3, 4, 5].map(() => {
    const began = performance.now();
    act();
    return performance.now() - began;
  });
  return Math.min(...runs);
}

/**
 * What this thread worked in the least of three runs, ms, which systems tell in steps of some milliseconds.
 * @param {() => void} act
 */
export function leastWork(act) {
  const runs = [1, 2, 3].map(() => {
    const began = process.threadCpuUsage();
    act();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}
