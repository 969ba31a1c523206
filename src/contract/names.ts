/** Properties that have another name on the wire, as a tree along the bodies that hold them. */
export interface Names {
  readonly [property: string]: { readonly to: string | null; readonly inside: Names };
}

/** Without a prototype: `constructor` is a property like any other. */
export const emptyNames = (): Names => Object.create(null) as Names;

/** The tree with one name more; `recipients[].email` is a path. Null when a neighbour has that name already. */
export function addName(names: Names, path: string, to: string): Names | null {
  const [first = '', ...rest] = path.replaceAll('[]', '').split('.');
  const own = names[first] ?? { to: null, inside: emptyNames() };
  if (rest.length > 0) {
    const inside = addName(own.inside, rest.join('.'), to);
    return inside === null ? null : withProperty(names, first, { ...own, inside });
  }
  if (Object.entries(names).some(([name, other]) => name !== first && other.to === to)) return null;
  return withProperty(names, first, { ...own, to });
}

function withProperty(names: Names, property: string, value: Names[string]): Names {
  return Object.assign(Object.create(null), names, { [property]: value }) as Names;
}

/**
 * A value with its properties renamed: `to` the service's names, or `from` them. Arrays are looked into; the order of the
 * properties stays, and the value itself is left as it is.
 */
export function renamed(value: unknown, names: Names | undefined, direction: 'to' | 'from'): unknown {
  if (names === undefined || typeof value !== 'object' || value === null || Object.keys(names).length === 0)
    return value;
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, names, direction));
  const ours = new Map(Object.entries(names).map(([property, { to }]) => [to ?? property, property]));
  const known = Object.entries(value).flatMap(([key, item]: [string, unknown]): [string, unknown][] => {
    const property = direction === 'to' ? key : (ours.get(key) ?? key);
    const name = names[property];
    if (name === undefined) return [[key, item]];
    // Under both names: the corrected one is meant.
    if (direction === 'from' && name.to !== null && key !== name.to) return [];
    return [[direction === 'to' ? (name.to ?? key) : property, renamed(item, name.inside, direction)]];
  });
  return Object.fromEntries(known);
}
