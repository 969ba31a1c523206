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

interface Segment {
  /** Null for a parameter. */
  readonly literal: string | null;
  readonly parameter: string;
}

interface Candidate<T> {
  readonly route: Route<T>;
  readonly segments: readonly Segment[];
}

/** Literal segments precede parameters, so that `/envelopes/one-off` is not an envelope ID. */
export function createRouter<T>(routes: readonly Route<T>[]): Router<T> {
  const bySize = new Map<number, Candidate<T>[]>();
  for (const route of routes) {
    const segments = route.path.split('/').map(segmentOf);
    const same = bySize.get(segments.length) ?? [];
    same.push({ route, segments });
    bySize.set(segments.length, same);
  }
  const literals = ({ segments }: Candidate<T>): number => segments.filter(({ literal }) => literal !== null).length;
  for (const same of bySize.values()) same.sort((a, b) => literals(b) - literals(a));

  return {
    match(method, path) {
      const given = path.split('/');
      for (const { route, segments } of bySize.get(given.length) ?? []) {
        const parameters = route.method === method ? fit(segments, given) : null;
        if (parameters !== null) return { target: route.target, parameters };
      }
      return null;
    },
    methods(path) {
      const given = path.split('/');
      const fitting = (bySize.get(given.length) ?? []).filter(({ segments }) => fit(segments, given) !== null);
      return [...new Set(fitting.map(({ route }) => route.method))];
    },
  };
}

const segmentOf = (text: string): Segment =>
  text.startsWith('{') ? { literal: null, parameter: text.slice(1, -1) } : { literal: text, parameter: '' };

function fit(segments: readonly Segment[], given: readonly string[]): Record<string, string> | null {
  // Each request is fitted to several routes, and most differ in their first words.
  for (let at = 0; at < segments.length; at += 1) {
    const literal = segments[at]?.literal ?? null;
    if (literal !== null && literal !== given[at]) return null;
  }
  const parameters: Record<string, string> = {};
  for (const [index, { literal, parameter }] of segments.entries()) {
    if (literal !== null) continue;
    const decoded = decode(given[index] ?? '');
    if (decoded === null || decoded === '') return null;
    parameters[parameter] = decoded;
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
  /** Read when it is asked for: most callers need the path alone. */
  readonly query: URLSearchParams;
}

/** A parsed request target. Of an absolute one (from proxies) the path is used; nothing is normalized. */
export function readTarget(target: string): Target {
  const own = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const hash = own.indexOf('#');
  const whole = hash === -1 ? own : own.slice(0, hash);
  const mark = whole.indexOf('?');
  const text = mark === -1 ? '' : whole.slice(mark + 1);
  return {
    path: mark === -1 ? whole : whole.slice(0, mark),
    get query() {
      return new URLSearchParams(text);
    },
  };
}
