// Deep entries of undici: loading the whole package costs several times one request. The types are undici's own.
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
declare module 'undici/lib/core/symbols.js' {
  /** Where a socket keeps its parser. */
  export const kParser: unique symbol;
}
declare module 'undici/lib/util/date.js' {
  /** Reads the three forms of RFC 9110, 5.6.7. */
  export function parseHttpDate(date: string): Date | undefined;
}
