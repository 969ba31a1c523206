// A deep entry of undici: loading the whole package costs several times one request. The types are undici's own.
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
