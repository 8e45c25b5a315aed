/**
 * What the system says of a drive or share that is gone. Windows' ERROR_NETNAME_DELETED is ECONNRESET, its
 * ERROR_SEM_TIMEOUT ETIMEDOUT (libuv, src/win/error.c).
 */
export const goneCodes = [
  ...['ENODEV', 'ENXIO', 'EIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT', 'ECONNRESET'],
] as const;

/**
 * What libuv says where it has no name for Windows' words: much of what is said of a share that was lost, or
 * of a single file that is refused.
 */
export const namelessCode = 'UNKNOWN';
