import { acceptRun } from '../domain/naming-acceptance.js';
import { proposeNames } from '../domain/naming-proposals.js';
import { namingEntry } from '../domain/naming-record.js';
import { runBody, type StoredNamingRun } from '../domain/naming-run.js';
import { peopleBodies } from '../domain/people.js';
import { templateChanged } from '../domain/precondition.js';
import { notFound } from '../domain/refusal.js';
import { etagOf } from '../domain/template-body.js';
import { json, type Handler } from '../http/exchange.js';
import { namingRunRepository } from '../store/naming-run-repository.js';
import { templateRepository } from '../store/template-repository.js';
import { liveTemplate, refuseTestKey, templateReply } from './template-answers.js';

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
