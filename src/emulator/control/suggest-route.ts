import type { Schema } from '../../contract/schema.js';
import { isObject } from '../../core/platform/json.js';
import { nearest, suggestion } from '../../core/platform/nearest.js';
import type { ControlRoute } from './route.js';

/** What a request with a wrong method or path probably meant: a sentence, such as `Did you mean POST /_emulator/clock?` */
export function suggestRoute(routes: readonly ControlRoute[], method: string, asked: string): string {
  // Written without the prefix, or after ESIGN_EMULATOR_URL, which ends with it.
  const path = `/_emulator${asked.replace(/^(?:\/_emulator)+(?=\/|$)/, '')}`;
  const given = path.split('/');
  // A parameter may have any value, so that the given one is in its place.
  const filled = routes.map((route) => ({
    route,
    path: route.path
      .split('/')
      .map((part, at) => (part.startsWith('{') ? (given[at] ?? part) : part))
      .join('/'),
  }));
  const exact = filled.find((each) => each.path === path)?.path;
  const near = exact ?? nearest(path, [...new Set(filled.map((each) => each.path))]) ?? beginningOf(path, filled);
  if (near === null) return 'GET /_emulator/openapi.json describes the routes.';
  const same = filled.filter((each) => each.path === near).map(({ route }) => route);
  const fitting = same.filter((route) => route.method === method);
  const [shown] = same;
  const methods = (fitting.length > 0 ? fitting : same).map((route) => route.method);
  return `Did you mean ${methods.join(' or ')} ${shown?.path ?? near}?`;
}

/** The longest route that a path goes on from: `/_emulator/clock` of `/_emulator/clock/advance`. */
function beginningOf(path: string, filled: readonly { readonly path: string }[]): string | null {
  const all = filled.filter((each) => path.startsWith(`${each.path}/`)).map((each) => each.path);
  return all.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * What follows the problem at `path` of a body: the right name for its first property that is not one of the request.
 * Empty, or with a space before it.
 */
export function suggestProperty(schema: Schema, body: unknown, path: string): string {
  const { entries } = schema as { readonly entries?: Readonly<Record<string, Schema>> };
  if (!isObject(body) || entries === undefined) return '';
  const names = Object.keys(entries);
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown === undefined) return '';
  const what = path === unknown ? '' : ` ${unknown} is not a property of this request.`;
  return `${what}${suggestion(unknown, names)}`;
}
