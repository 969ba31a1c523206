import { acceptRun } from '../domain/naming-acceptance.js';
import { proposeNames } from '../domain/naming-proposals.js';
import { namingEntry, runBody, type StoredNamingRun } from '../domain/naming-run.js';
import { peopleBodies } from '../domain/people.js';
import { matches, requireIfMatch, templateChanged } from '../domain/precondition.js';
import { notFound } from '../domain/refusal.js';
import { etagOf } from '../domain/template-body.js';
import { type Exchange, type Handler, json, type Reply } from '../http/exchange.js';
import { namingRunRepository, templateRepository } from '../store/template-repository.js';
import { liveTemplate, refuseTestKey, renameReply, templateReply } from './template-answers.js';
import { type FieldRename, isAlreadyNamed, renameFields } from '../domain/naming-rename.js';

/** POST …/naming-runs: proposes names and people. Changes nothing, so a test key may use it (A10). */
export const createNamingRun: Handler<'createNamingRun'> = (exchange) => {
  const { service, organisation, parameters } = exchange;
  return exchange.commit(() => {
    const template = liveTemplate(service, organisation, parameters.templateId);
    const run: StoredNamingRun = {
      id: service.random.uuid(),
      organisation_id: organisation.id,
      template_id: template.id,
      template_etag: etagOf(template),
      created_at: service.clock.instant(),
      proposals: {
        fields: proposeNames(template, () => service.random.uuid()),
        people: peopleBodies(template),
      },
    };
    namingRunRepository(service.store.sql).insert(run);
    return json(201, runBody(run));
  });
};

/** POST …/naming-runs/{runId}/accept-current: compares the run's ETag with the template's in the same transaction. */
export const acceptNamingRun: Handler<'acceptNamingRun'> = (exchange) => {
  const { service, organisation, key, parameters, body } = exchange;
  refuseTestKey(key);
  return exchange.commit(() => {
    const template = liveTemplate(service, organisation, parameters.templateId);
    const run = namingRunRepository(service.store.sql).find(organisation.id, template.id, parameters.runId);
    if (run === null) throw notFound();
    const etag = etagOf(template);
    if (run.template_etag !== etag) throw templateChanged(etag, 'the naming run was made');
    const named = acceptRun(template, run, body.accept);
    const templates = templateRepository(service.store.sql);
    templates.update(named);
    const at = service.clock.instant();
    templates.record(template.id, namingEntry(template, named, { at, act: 'accept_run', run_id: run.id }));
    return templateReply(200, named);
  });
};

/** PATCH …/fields/{fieldId}: renames one field. */
export const renameTemplateField: Handler<'renameTemplateField'> = (exchange) =>
  rename(exchange, [{ id: exchange.parameters.fieldId, names: exchange.body, path: '' }]);

/** PATCH …/fields: renames many fields, all or none (A9). */
export const renameTemplateFields: Handler<'renameTemplateFields'> = (exchange) =>
  rename(
    exchange,
    exchange.body.fields.map(({ id, ...names }, index) => ({ id, names, path: `fields[${index}].` })),
  );

/** A stale If-Match is accepted only for a retry of a successful rename, which changes nothing. */
async function rename(
  exchange: Exchange<'renameTemplateField'> | Exchange<'renameTemplateFields'>,
  renames: readonly FieldRename[],
): Promise<Reply> {
  const { service, organisation, key, parameters, ifMatch } = exchange;
  refuseTestKey(key);
  return await exchange.commit(() => {
    const template = liveTemplate(service, organisation, parameters.templateId);
    const etag = etagOf(template);
    if (!matches(requireIfMatch(ifMatch), etag)) {
      if (isAlreadyNamed(template, renames)) return renameReply(template);
      throw templateChanged(etag);
    }
    const renamed = renameFields(template, renames);
    const entry = namingEntry(template, renamed, { at: service.clock.instant(), act: 'rename' });
    if (entry.fields.length > 0) {
      const templates = templateRepository(service.store.sql);
      templates.update(renamed);
      templates.record(template.id, entry);
    }
    return renameReply(renamed);
  });
}
