import { lazy } from '../core/platform/lazy.js';
import type { Basis } from './error-codes.js';
import groups from './statements.json' with { type: 'json' };

/** The statements of one heading of the description, or of one assumption, as `statements.json` has them. */
interface StatementGroup {
  readonly section: string;
  readonly assumption?: string;
  /** Operations, error codes, events, resources and limits. */
  readonly about: readonly string[];
  readonly rules: readonly {
    /** Never changes: the part or operation first. A statement that goes takes its id with it; no other one gets it. */
    readonly id: string;
    readonly says: string;
    /** Subjects besides those of its group. */
    readonly about?: readonly string[];
    readonly covers?: readonly string[];
    readonly openapi?: string;
    /** A test of `test/conformance` whose title names it, or why no test can show it. */
    readonly test?: string;
    readonly reason?: string;
    /** `harmless: ` or `own: ` with the questions of `prove/probes.ts`, or `no: ` with the reason. */
    readonly probe: string;
  }[];
}

/** One statement of the description, or one reading of an assumption, with what its group says. */
export interface RuleEntry {
  readonly id: string;
  readonly section: string;
  readonly says: string;
  readonly basis: Basis;
  readonly assumption: string | null;
  readonly about: readonly string[];
  /** Rows of the contract that it states as a whole: an operation, an error code or a scope. */
  readonly covers: readonly string[];
  /**
   * The operation, then one of its places: `createEnvelope.body.recipients[].role`, `.answer.sent_at`, `.query.limit`,
   * `.path.position`, `.header.If-Match` or the status of an error, `.409`.
   */
  readonly openapi: string | null;
  /** A file of `test/conformance`. */
  readonly test: string | null;
  /** Why no test shows it. */
  readonly reason: string | null;
  /**
   * Whether `esign spec prove` tries it on the service itself with a test key: `harmless` reads only, or is refused;
   * `own` writes things of its own that it removes or leaves unsent.
   */
  readonly probe: 'harmless' | 'own' | 'no';
  /** The questions of `esign spec prove` that try it, by their IDs. */
  readonly probes: readonly string[];
  /** Why it is not tried on the service. */
  readonly probe_reason: string | null;
}

/**
 * Every statement of the service's description and every assumption, in the order of the description, each with an id
 * that never changes, the test that shows it and where it shows in our OpenAPI. Loaded only by what prints it.
 */
export const statements: () => readonly RuleEntry[] = lazy(() =>
  (groups as readonly StatementGroup[]).flatMap(entriesOf),
);

/** The resources and other things that are neither an operation, a code, an event nor a limit. */
export const ruleSubjects = [
  'api',
  'api_key',
  'authorisation',
  'delivery',
  'envelope',
  'error',
  'event',
  'field',
  'person',
  'recipient',
  'signing_url',
  'specification',
  'template',
  'webhook',
] as const;

/** The statement with an id, or null. */
export const ruleNamed = (id: string): RuleEntry | null => statements().find((entry) => entry.id === id) ?? null;

/** The statements about an operation, a code, an event, a resource or a limit. */
export const rulesAbout = (word: string): readonly RuleEntry[] =>
  statements().filter(({ about }) => about.includes(word));

function entriesOf({ section, assumption, about, rules }: StatementGroup): readonly RuleEntry[] {
  return rules.map((rule) => ({
    id: rule.id,
    section,
    says: rule.says,
    basis: assumption === undefined ? 'described' : 'assumed',
    assumption: assumption ?? null,
    about: [...new Set([...(rule.about ?? []), ...about])],
    covers: rule.covers ?? [],
    openapi: rule.openapi ?? null,
    test: rule.test ?? null,
    reason: rule.reason ?? null,
    ...tried(rule.probe),
  }));
}

function tried(text: string): Pick<RuleEntry, 'probe' | 'probes' | 'probe_reason'> {
  const [, probe = '', said = ''] = /^(\w+): (.+)$/.exec(text) ?? [];
  if (probe !== 'harmless' && probe !== 'own') return { probe: 'no', probes: [], probe_reason: said };
  return { probe, probes: said.split(' '), probe_reason: null };
}
