import type { FilledBodyOf } from '../../contract/operations.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import { Refusal } from '../domain/refusal.js';
import { json, type Handler } from '../http/exchange.js';
import type { Caller } from '../signing/dispatch.js';
import { checkDrawable } from '../signing/drawable.js';
import {
  create,
  checkChoices,
  checkCreation,
  textsOf,
  type CheckedCreation,
  type Creation,
} from './envelope-creation.js';
import { shareDocuments, templateOf } from './envelope-from-template.js';
import { bodyOf } from './envelope-reply.js';

type BatchRow = FilledBodyOf<'createEnvelopeBatch'>['rows'][number];

/**
 * POST /api/v1/envelopes/batches: costs one request per row, rejected as a whole above the rate limit; each row is
 * validated by itself (A2).
 */
export const createEnvelopeBatch: Handler<'createEnvelopeBatch'> = async (exchange) => {
  const { service, body } = exchange;
  exchange.charge(body.rows.length - 1);
  const first = sourceOf(exchange, body.template_id);
  checkChoices(exchange, body);
  const checked = await Promise.all(
    body.rows.map(async (row, index): Promise<CheckedCreation | Refusal> => {
      if (first instanceof Refusal) return first;
      const checking = async (): Promise<CheckedCreation> => {
        const creation = checkCreation(creationOf(row, index, first.template, first.form));
        await checkDrawable(service, textsOf(creation));
        return creation;
      };
      return await checking().catch(onlyRefusal);
    }),
  );
  return exchange.commit(() => {
    const choices = checkChoices(exchange, body);
    const source = sourceOf(exchange, body.template_id);
    const rows = body.rows.map((row, index) => {
      if (source instanceof Refusal) return rowRefused(index, source);
      const earlier = checked[index];
      if (earlier instanceof Refusal) return rowRefused(index, earlier);
      const { template, form } = source;
      const made = attempt(() => {
        const creation = earlier?.form === form ? earlier : checkCreation(creationOf(row, index, template, form));
        const keep = () => shareDocuments(service, template);
        const envelope = create(exchange, creation, choices, keep, template.documents.length);
        return { index, envelope: bodyOf(service, envelope, choices.send ? 'accepted' : 'reported') };
      });
      return made instanceof Refusal ? rowRefused(index, made) : made;
    });
    return json(200, { rows });
  });
};

function creationOf(
  row: BatchRow,
  index: number,
  template: { id: string; name: string },
  form: EnvelopeForm,
): Creation {
  return {
    form,
    template_id: template.id,
    title: row.title ?? template.name,
    recipients: row.recipients,
    values: row.values,
    path: `rows[${index}].`,
  };
}

/**
 * A template without fields rejects every row by itself; any other error of the template is that of the whole batch.
 */
function sourceOf(asker: Caller, templateId: string): ReturnType<typeof templateOf> | Refusal {
  try {
    return templateOf(asker, templateId);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'template_has_no_fields') return error;
    throw error;
  }
}

/** A rejected row has its error; a successful one must not have the property (A2). */
const rowRefused = (index: number, { code, message }: Refusal): unknown => ({ index, error: { code, message } });

function attempt<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    return onlyRefusal(error);
  }
}

function onlyRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
