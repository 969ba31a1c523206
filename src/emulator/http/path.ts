/** Paths with `{name}` for parameters, matched against a request's path. */
export interface Route<T> {
  readonly method: string;
  readonly path: string;
  readonly target: T;
}

export interface Match<T> {
  readonly target: T;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Router<T> {
  /** The route of a method and a path (without its query), or null. Parameters are percent-decoded. */
  match(method: string, path: string): Match<T> | null;
  /** The methods of a path. */
  methods(path: string): readonly string[];
}

/** Literal segments precede parameters, so that `/envelopes/one-off` is not an envelope ID. */
export function createRouter<T>(routes: readonly Route<T>[]): Router<T> {
  const bySize = new Map<number, { readonly route: Route<T>; readonly segments: readonly string[] }[]>();
  for (const route of routes) {
    const segments = route.path.split('/');
    const same = bySize.get(segments.length) ?? [];
    same.push({ route, segments });
    bySize.set(segments.length, same);
  }
  const literals = (segments: readonly string[]): number => segments.filter((each) => !each.startsWith('{')).length;
  for (const same of bySize.values()) same.sort((a, b) => literals(b.segments) - literals(a.segments));

  const fitting = (path: string): Match<Route<T>>[] => {
    const given = path.split('/');
    return (bySize.get(given.length) ?? []).flatMap(({ route, segments }) => {
      const parameters = fit(segments, given);
      return parameters === null ? [] : [{ target: route, parameters }];
    });
  };
  return {
    match(method, path) {
      const found = fitting(path).find(({ target }) => target.method === method);
      return found === undefined ? null : { target: found.target.target, parameters: found.parameters };
    },
    methods: (path) => [...new Set(fitting(path).map(({ target }) => target.method))],
  };
}

function fit(segments: readonly string[], given: readonly string[]): Record<string, string> | null {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? '';
    if (!segment.startsWith('{')) {
      if (segment !== text) return null;
      continue;
    }
    const decoded = decode(text);
    if (decoded === null || decoded === '') return null;
    parameters[segment.slice(1, -1)] = decoded;
  }
  return parameters;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A parsed request target. Of an absolute one (from proxies) the path is used; nothing is normalized. */
export function readTarget(target: string): Target {
  const own = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const hash = own.indexOf('#');
  const whole = hash === -1 ? own : own.slice(0, hash);
  const mark = whole.indexOf('?');
  if (mark === -1) return { path: whole, query: new URLSearchParams() };
  return { path: whole.slice(0, mark), query: new URLSearchParams(whole.slice(mark + 1)) };
}
