/**
 * Does some work and gives the most bytes of buffers that were held meanwhile, or lay about when it was done,
 * beyond those from before.
 */
export async function peakRetainedBytes(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  };
  const watch = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  look();
  return peak;
}
