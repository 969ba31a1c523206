import { isAlreadyNamed, renameFields, type FieldRename } from '../domain/naming-rename.js';
import { namingEntry } from '../domain/naming-record.js';
import { matches, requireIfMatch, templateChanged } from '../domain/precondition.js';
import { etagOf } from '../domain/template-body.js';
import type { Exchange, Handler, Reply } from '../http/exchange.js';
import { templateRepository } from '../store/template-repository.js';
import { liveTemplate, refuseTestKey, renameReply } from './template-answers.js';

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
