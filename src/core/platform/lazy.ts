/** Makes a value when it is first asked for, and keeps it. */
export function lazy<const T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
