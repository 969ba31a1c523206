import { isObject, parseJson } from '../../core/platform/json.js';
import { type BulkRow, contentOf } from './bulk-row.js';
import { type Comparison, groupBy, type PlacedRow, type UnclearRow } from './compare.js';
import { type SentRow, openAttempt } from './sent-rows.js';

type Body = BulkRow['body'];

/** Finds the request bodies, as JSON, that were sent with these keys; a key without a recorded body is left out. */
export type SentBodies = (keys: ReadonlySet<string>) => ReadonlyMap<string, string>;

interface Person {
  readonly role: string;
  readonly name: string;
  readonly email: string;
}

/** A row as it was sent, or as it is now. */
interface Said<T> {
  readonly of: T;
  readonly line: number;
  readonly idOf: SentRow['identity'];
  /** A digest of what it says apart from its recipients; null if it says nothing else. */
  readonly rest: string | null;
  readonly people: readonly Person[];
}
type Sent = Said<SentRow>;
type New = Said<PlacedRow>;

interface Matched {
  readonly pairs: ReadonlyMap<New, Sent>;
  readonly unclear: ReadonlyMap<New, readonly Sent[]>;
}

/**
 * Without an ID, a corrected address makes a new row of a row that was sent. Such a row is matched with its envelope if
 * only its recipients differ, and each recipient kept the name or the address, or one kept what no other row has. If all
 * recipients are other people, it is matched only if no other row has the same title and values, or if it is on the same
 * line. If several rows fit, the row is `unclear`: nothing is guessed.
 */
export function withCorrected(comparison: Comparison, sentBodies: SentBodies): Comparison {
  const { placed, changed, fresh, gone } = comparison;
  const made = gone.filter((entry) => entry.made.length > 0 && openAttempt(entry) === null);
  if (fresh.length === 0 || made.length === 0) return comparison;
  const bodies = sentBodies(new Set(made.map(latestKey)));
  const sent = made.flatMap((entry) => {
    const body = parseJson(bodies.get(latestKey(entry)) ?? '');
    return isObject(body) ? [said(entry, entry, body)] : [];
  });
  const rows = fresh.map((each) => said(each, each.row, each.row.body));
  const kept = placed.filter(({ entry }) => entry !== undefined).map((each) => said(each, each.row, each.row.body));
  const { pairs, unclear } = matchedByRest(sent, rows, kept);
  if (pairs.size + unclear.size === 0) return comparison;
  const found = new Map([...pairs].map(([{ of: row }, { of: entry }]) => [row, entry] as const));
  const taken = new Set(found.values());
  const all = placed.map((each): PlacedRow => {
    const entry = found.get(each);
    return entry === undefined ? each : { row: each.row, slot: entry.slot, entry, isCorrected: true };
  });
  const before = new Set(changed);
  return {
    ...comparison,
    placed: all,
    changed: all.filter((each) => each.isCorrected === true || before.has(each)),
    fresh: fresh.filter((each) => !found.has(each)),
    gone: gone.filter((entry) => !taken.has(entry)),
    unclear: [...unclear].map(([{ of: row }, some]): UnclearRow => ({ row, entries: some.map(({ of }) => of) })),
  };
}

const latestKey = ({ made }: SentRow): string => made.at(-1)?.key ?? '';

function said<T>(of: T, { line, identity }: Pick<BulkRow, 'line' | 'identity'>, body: Body): Said<T> {
  const people = Array.isArray(body['recipients']) ? body['recipients'].filter(isObject) : [];
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '');
  return {
    of,
    line,
    idOf: identity,
    rest: restOf(body),
    people: people
      .map(({ role, name, email }) => ({
        role: text(role),
        name: text(name).normalize('NFC').toLowerCase(),
        email: text(email).toLowerCase(),
      }))
      .toSorted((one, other) => one.role.localeCompare(other.role)),
  };
}

function restOf(body: Body): string | null {
  const { recipients: _recipients, ...rest } = body;
  const isEmpty = rest['title'] === undefined && rest['values'] === undefined;
  return isEmpty ? null : contentOf(rest);
}

function matchedByRest(sent: readonly Sent[], rows: readonly New[], kept: readonly New[]): Matched {
  const pairs = new Map<New, Sent>();
  const unclear = new Map<New, readonly Sent[]>();
  const keptRests = new Set(kept.map(({ rest }) => rest));
  const keptTraits = new Set(kept.flatMap(({ people }) => people.flatMap(traitsOf)));
  const groups = groupBy(sent, ({ rest }) => String(rest));
  for (const group of groupBy(rows, ({ rest }) => String(rest)).values()) {
    const rest = group[0]?.rest ?? null;
    let news = group;
    let olds = groups.get(String(rest)) ?? [];
    for (const fitting of [sameInEach, ownTrait(keptTraits), sameRest(rest !== null && !keptRests.has(rest))]) {
      if (olds.length === 0) break;
      const matched = matchAlone(news, fitting(olds, news));
      for (const [row, old] of matched.pairs) pairs.set(row, old);
      for (const [row, some] of matched.unclear) unclear.set(row, some);
      const paired = new Set(matched.pairs.values());
      news = news.filter((row) => !matched.pairs.has(row) && !matched.unclear.has(row));
      olds = olds.filter((old) => !paired.has(old));
    }
  }
  return { pairs, unclear };
}

/** A row and an envelope belong together if each fits only the other. */
function matchAlone(rows: readonly New[], fitting: (row: New) => readonly Sent[]): Matched {
  const fits = rows.map((row) => [row, fitting(row)] as const).filter(([, some]) => some.length > 0);
  const claims = new Map<Sent, number>();
  for (const [, some] of fits) for (const old of some) claims.set(old, (claims.get(old) ?? 0) + 1);
  const isAlone = ([old, ...more]: readonly Sent[]): boolean =>
    old !== undefined && more.length === 0 && claims.get(old) === 1;
  return {
    pairs: new Map(fits.flatMap(([row, some]) => (isAlone(some) && some[0] !== undefined ? [[row, some[0]]] : []))),
    unclear: new Map(fits.filter(([, some]) => !isAlone(some))),
  };
}

/** Finds the envelopes that may be those of a row, among rows that say the same apart from their recipients. */
type Fitting = (olds: readonly Sent[], news: readonly New[]) => (row: New) => readonly Sent[];

/** Each recipient has the same name or the same address. */
const sameInEach: Fitting = (olds) => {
  const having = byTrait(olds);
  return (row) => {
    const byPerson = row.people.map((person) => traitsOf(person).map((trait) => having.get(trait) ?? []));
    const size = (some: readonly (readonly Sent[])[]): number => some.reduce((sum, { length }) => sum + length, 0);
    // The same landlord may be in all rows; the tenant is in few.
    const [rarest = []] = byPerson.toSorted((one, other) => size(one) - size(other));
    if (size(rarest) > maxCompared) return rarest.flatMap((some) => some.slice(0, maxFitting)).slice(0, maxFitting);
    return [...new Set(rarest.flat())].filter((old) => mayBeSame(old, row) && isSameInEach(old.people, row.people));
  };
};

/** A row that fits more than one is unclear in any case, so that a large file is not compared row by row with itself. */
const maxFitting = 20;
const maxCompared = 500;

/** A recipient has the name or the address of one that no other row has. */
const ownTrait =
  (kept: ReadonlySet<string>): Fitting =>
  (olds, news) => {
    const [before, after] = [byTrait(olds), byTrait(news)];
    const isOwn = (trait: string): boolean =>
      !kept.has(trait) && before.get(trait)?.length === 1 && after.get(trait)?.length === 1;
    return (row) => {
      const some = row.people.flatMap(traitsOf).filter(isOwn);
      return [...new Set(some.flatMap((trait) => before.get(trait) ?? []))].filter((old) => mayBeSame(old, row));
    };
  };

/** Other people, where the title and the values are of one row alone, or its line is the same. */
const sameRest =
  (isTelling: boolean): Fitting =>
  (olds, news) => {
    const lines = new Set(olds.map(({ line }) => line));
    const fitting = new Map<string, readonly Sent[]>();
    for (const row of news) {
      const { by } = row.idOf;
      if (fitting.has(by)) continue;
      fitting.set(by, olds.filter((old) => mayBeSame(old, row)).slice(0, maxFitting));
    }
    return (row) => (isTelling || lines.has(row.line) ? (fitting.get(row.idOf.by) ?? []) : []);
  };

/** IDs are compared only with IDs of the same kind. */
const mayBeSame = ({ idOf: one }: Sent, { idOf: other }: New): boolean =>
  one.by !== other.by || one.by === 'recipients';

const traitsOf = ({ role, name, email }: Person): readonly string[] =>
  [name === '' ? [] : [`${role}\nname\n${name}`], [`${role}\nemail\n${email}`]].flat();

function byTrait<T extends Pick<Sent, 'people'>>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const having = new Map<string, T[]>();
  for (const row of rows) {
    for (const trait of new Set(row.people.flatMap(traitsOf))) {
      const some = having.get(trait);
      if (some === undefined) having.set(trait, [row]);
      else some.push(row);
    }
  }
  return having;
}

const isSameInEach = (before: readonly Person[], after: readonly Person[]): boolean =>
  before.length === after.length &&
  before.every(({ role, name, email }, index) => {
    const now = after[index];
    return now?.role === role && (now.email === email || (name !== '' && now.name === name));
  });
