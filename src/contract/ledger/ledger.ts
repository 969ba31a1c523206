import { lazy } from '../../platform/lazy.js';
import { assumptionsEnvelopesRules } from './assumptions-envelopes.js';
import { assumptionsGapsRules } from './assumptions-gaps.js';
import { assumptionsReadingsRules } from './assumptions-readings.js';
import { assumptionsRequestsRules } from './assumptions-requests.js';
import { assumptionsTemplatesRules } from './assumptions-templates.js';
import { assumptionsWebhooksRules } from './assumptions-webhooks.js';
import { authenticationRules } from './authentication.js';
import { endpointsEnvelopesRules } from './endpoints-envelopes.js';
import { endpointsSigningRules } from './endpoints-signing.js';
import { endpointsTemplatesRules } from './endpoints-templates.js';
import { endpointsWebhooksRules } from './endpoints-webhooks.js';
import type { RuleEntry, RuleGroup } from './entry.js';
import { errorsRules } from './errors.js';
import { eventsRules } from './events.js';
import { limitsRules } from './limits.js';
import { purposeRules } from './purpose.js';
import { resourcesRules } from './resources.js';
import { resourcesTemplateRules } from './resources-template.js';
import { statesRules } from './states.js';
import { versioningRules } from './versioning.js';

/**
 * Every statement of the service's description and every assumption, in the order of the description, each with an id
 * that never changes, the test that shows it and where it shows in our OpenAPI. Loaded only by what prints it.
 */
export const ledger: () => readonly RuleEntry[] = lazy(() =>
  [
    purposeRules,
    resourcesTemplateRules,
    resourcesRules,
    statesRules,
    endpointsTemplatesRules,
    endpointsEnvelopesRules,
    endpointsSigningRules,
    endpointsWebhooksRules,
    authenticationRules,
    eventsRules,
    errorsRules,
    limitsRules,
    versioningRules,
    assumptionsEnvelopesRules,
    assumptionsTemplatesRules,
    assumptionsWebhooksRules,
    assumptionsGapsRules,
    assumptionsReadingsRules,
    assumptionsRequestsRules,
  ].flatMap((groups) => groups.flatMap(entriesOf)),
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

/** The rule with an id, or null. */
export const ruleNamed = (id: string): RuleEntry | null => ledger().find((entry) => entry.id === id) ?? null;

/** The rules about an operation, a code, an event, a resource or a limit. */
export const rulesAbout = (word: string): readonly RuleEntry[] => ledger().filter(({ about }) => about.includes(word));

const entriesOf = ({ section, assumption, about, rules }: RuleGroup): readonly RuleEntry[] =>
  rules.map((rule) => {
    const [probe, why = null] = rule.probe.startsWith('no: ') ? (['no', rule.probe.slice(4)] as const) : [rule.probe];
    return {
      id: rule.id,
      section,
      says: rule.says,
      basis: assumption === undefined ? 'described' : 'assumed',
      assumption: assumption ?? null,
      about: [...new Set([...(rule.about ?? []), ...about])],
      covers: rule.covers ?? [],
      openapi: rule.openapi ?? null,
      test: 'test' in rule ? rule.test : null,
      reason: 'reason' in rule ? rule.reason : null,
      probe: probe as RuleEntry['probe'],
      probe_reason: why,
    };
  });
