/**
 * What a process that a test starts gets of this one's environment: the path, and the folder of compiled
 * sources, because to strip types and compile takes longer than most commands do.
 */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
