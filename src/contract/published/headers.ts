import { type Contract, ownHeaders, type OwnHeader } from '../overlay/contract.js';
import { aligned } from './align.js';
import { namesAlike } from './alike.js';
import { differs, type Found } from './difference.js';

const isOwn = (name: string): name is OwnHeader => ownHeaders.some((own) => own === name);

/** What a service calls a header, by its contract file. */
export const headerName = (name: string, contract: Contract): string => (isOwn(name) ? contract.header(name) : name);

export const namesOf = (headers: ReadonlyMap<string, { readonly name: string }>): readonly string[] =>
  [...headers.values()].map(({ name }) => name);

/** Headers of ours that the service has under another name; only headers whose names the service decides. */
export function renamedHeaders(
  ours: readonly string[],
  theirs: readonly string[],
  contract: Contract,
): ReadonlyMap<string, string> {
  const guesses = aligned(ours, theirs, {
    same: (one, other) => headerName(one, contract).toLowerCase() === other.toLowerCase(),
    alike: (one, other) => isOwn(one) && namesAlike(one, other),
    fits: (one) => isOwn(one),
  });
  return new Map([...guesses].flatMap(([name, { found }]) => (found === null ? [] : [[name, found] as const])));
}

/** A header of ours that is not there, or is there under another name. */
export function missingHeader(
  where: string,
  name: string,
  breaks: boolean,
  renamed: ReadonlyMap<string, string>,
): Found {
  const to = renamed.get(name) ?? null;
  const line = to === null ? null : { name: `headers.${name}`, value: to };
  return differs('header', where, [name, to], breaks || to !== null, line);
}
