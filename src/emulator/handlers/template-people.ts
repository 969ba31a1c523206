import { namingEntry } from '../domain/naming-run.js';
import { personOf } from '../domain/people.js';
import { decidePerson, readDecision, refuseSavedWitness } from '../domain/people-decision.js';
import { decisionFrom, proposalFor } from '../domain/people-proposal.js';
import { matches, requireIfMatch, templateChanged } from '../domain/precondition.js';
import type { NamingEntry, PersonDecision, TemplatePerson, TemplateState } from '../domain/template.js';
import { etagOf } from '../domain/template-body.js';
import type { Exchange, Handler, Reply } from '../http/exchange.js';
import { checkDrawable } from '../signing/drawable.js';
import { templateRepository } from '../store/template-repository.js';
import { liveTemplate, refuseTestKey, templateReply } from './template-answers.js';

/** PUT /api/v1/templates/{templateId}/people/{personId}: the decision about one person. */
export const decideTemplatePerson: Handler<'decideTemplatePerson'> = async (exchange) => {
  const { service, key, body, ifMatch } = exchange;
  refuseTestKey(key);
  if (body.role_name != null) await checkDrawable(service, [{ path: 'role_name', text: body.role_name }]);
  return decide(exchange, {
    act: 'decide_person',
    isMeantFor: (etag) => matches(requireIfMatch(ifMatch), etag),
    read: (template, person) => readDecision(template, person, body),
  });
};

/** POST …/people/{personId}/apply-current: accepts the proposal. An If-Match is optional (A13). */
export const applyTemplatePerson: Handler<'applyTemplatePerson'> = (exchange) => {
  const { key, ifMatch } = exchange;
  refuseTestKey(key);
  return decide(exchange, {
    act: 'apply_proposal',
    isMeantFor: (etag) => ifMatch === null || ifMatch.trim() === '*' || matches(ifMatch, etag),
    read: (template, person) => decisionFrom(proposalFor(template, person), person.decided),
  });
};

interface PeopleStep {
  readonly act: NamingEntry['act'];
  readonly isMeantFor: (etag: string) => boolean;
  readonly read: (template: TemplateState, person: TemplatePerson) => PersonDecision;
}

/** Validates and decides in one transaction, so that the template cannot change in between. */
async function decide(
  exchange: Exchange<'decideTemplatePerson'> | Exchange<'applyTemplatePerson'>,
  step: PeopleStep,
): Promise<Reply> {
  const { service, organisation, parameters } = exchange;
  return await exchange.commit(() => {
    const template = liveTemplate(service, organisation, parameters.templateId);
    const person = personOf(template, parameters.personId);
    const etag = etagOf(template);
    if (!step.isMeantFor(etag)) throw templateChanged(etag);
    refuseSavedWitness(person);
    const decision = step.read(template, person);
    const decided = decidePerson(template, person, decision);
    const templates = templateRepository(service.store.sql);
    templates.update(decided);
    const about = { at: service.clock.instant(), act: step.act, person_id: person.id, decision };
    templates.record(template.id, namingEntry(template, decided, about));
    return templateReply(200, decided);
  });
}
