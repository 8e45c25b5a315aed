/**
 * The system's error codes for a missing drive or share. Windows' ERROR_NETNAME_DELETED is ECONNRESET, its
 * ERROR_SEM_TIMEOUT ETIMEDOUT (libuv, src/win/error.c).
 */
export const goneCodes = [
  ...['ENODEV', 'ENXIO', 'EIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT', 'ECONNRESET'],
] as const;

/**
 * The code of libuv for a Windows error without a name: many errors of a lost share, or of a single refused
 * file.
 */
export const namelessCode = 'UNKNOWN';
