/** The part of jq-web that is used; the package has no types. */
declare module 'jq-web' {
  interface Jq {
    /** Runs jq over a JSON text; throws with jq's own message. */
    raw(json: string, expression: string, flags?: readonly string[]): string;
  }
  const loading: Promise<Jq>;
  export default loading;
}
