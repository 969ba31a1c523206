/** The source of a value. */
export type Origin =
  | { readonly from: 'flag'; readonly flag: string }
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'profile'; readonly profile: string; readonly store?: string }
  | { readonly from: 'project'; readonly root: string }
  | { readonly from: 'default' };

export interface Sourced<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** The value with its origin; null if it is missing or empty. */
export function sourced<T extends string>(value: T | undefined, origin: Origin): Sourced<T> | null {
  return value === undefined || value === '' ? null : { value, origin };
}

/** The origin as text: `--base-url`, `ESIGN_BASE_URL`, `profile local (keychain)`, `the project /src/app`. */
export function nameOf(origin: Origin): string {
  switch (origin.from) {
    case 'flag':
      return origin.flag;
    case 'environment':
      return origin.variable;
    case 'profile':
      return `profile ${origin.profile}${origin.store === undefined ? '' : ` (${origin.store})`}`;
    case 'project':
      return `the project ${origin.root}`;
    case 'default':
      return 'the default';
  }
}
