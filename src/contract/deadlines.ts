/**
 * Properties of a request that a duration such as `--expires-in` or `--valid-for` gives another value in every run.
 * Requests that differ in them alone are the same request.
 */
export const deadlines: readonly string[] = ['expires_at', 'valid_until'];
