import type { Context } from '../../cli/context/context.js';
import { problems } from '../../contract/schema.js';
import type { DecisionBody } from '../../contract/operations/templates.js';
import { type OperationId, operations } from '../../contract/operations.js';
import { decisions } from '../../contract/decision.js';
import { namingRun, person, type Person, template, type Template } from '../../contract/resources/template.js';
import { isObject, type JsonObject } from '../../core/platform/json.js';
import type { Guarded } from './guard.js';
import {
  overwritesOfDecision,
  overwritesOfProposal,
  overwritesOfRenames,
  type Overwrites,
  overwritesOfRun,
} from './overwrites.js';
import { sawPeople, sawRun, sawTemplate } from './remember.js';

/** Requests and answers that no command has checked, as `esign api` sends and shows them. */

export interface RawRequest {
  readonly operation: OperationId;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a request writes to a template; null for one that changes no template, or whose body says nothing known. */
export function guardOf(request: RawRequest): Omit<Guarded, 'options'> | null {
  const { operation, parameters, body } = request;
  const overwrites = overwritesIn(request);
  if (overwrites === null) return null;
  const isAll = isObject(body) && body['accept'] === 'all';
  return {
    templateId: parameters['templateId'] ?? '',
    overwrites,
    decidesPeople: operation === 'decideTemplatePerson' || operation === 'applyTemplatePerson' || isAll,
    takesEtag: operations[operation].ifMatch !== 'none',
    printsAnswer: true,
    isTemplate,
  };
}

function overwritesIn({ operation, parameters, body }: RawRequest): Overwrites | null {
  const { fieldId = '', personId = '', runId = '' } = parameters;
  const fields = isObject(body) ? body : {};
  switch (operation) {
    case 'renameTemplateField':
      return overwritesOfRenames([{ id: fieldId, ...namesIn(fields) }]);
    case 'renameTemplateFields': {
      const entries = Array.isArray(fields['fields']) ? fields['fields'].filter(isObject) : [];
      return overwritesOfRenames(entries.map((entry) => ({ id: String(entry['id']), ...namesIn(entry) })));
    }
    case 'decideTemplatePerson':
      return isDecision(fields) ? overwritesOfDecision(personId, fields) : null;
    case 'applyTemplatePerson':
      return overwritesOfProposal(personId);
    case 'acceptNamingRun': {
      const { accept } = fields;
      if (accept === 'all' || accept === 'high') return overwritesOfRun(runId, accept);
      return Array.isArray(accept) ? overwritesOfRun(runId, accept.map(String)) : null;
    }
    default:
      return null;
  }
}

function namesIn(entry: JsonObject): Readonly<Record<string, string | null>> {
  const isName = (value: unknown): value is string | null => value === null || typeof value === 'string';
  return Object.fromEntries(
    ['subject', 'data_key', 'label'].flatMap((name) => {
      const value = entry[name];
      return isName(value) ? [[name, value] as const] : [];
    }),
  );
}

const isDecision = (body: JsonObject): body is JsonObject & DecisionBody =>
  decisions.some((decision) => decision === body['decision']) &&
  ['subject_key', 'role_name', 'subject_label', 'subject_name', 'presence'].every(
    (name) => body[name] == null || typeof body[name] === 'string',
  );

/** Remembers what an answer showed of a template, as far as it has the shape that is described. */
export async function sawAnswer(
  context: Context,
  { operation, parameters }: RawRequest,
  { body, etag }: { readonly body: unknown; readonly etag: string | undefined },
): Promise<void> {
  if (operation === 'getTemplate' && isTemplate(body)) await sawTemplate(context, body, { etag });
  if (operation === 'createTemplate' && isTemplate(body)) await sawTemplate(context, body, { etag });
  if (operation === 'createNamingRun' && problems(namingRun(), body).length === 0) {
    await sawRun(context, body as Parameters<typeof sawRun>[1], true);
  }
  if (operation === 'listTemplatePeople') {
    const people: readonly unknown[] = isObject(body) && Array.isArray(body['people']) ? body['people'] : [];
    const known = people.filter((each): each is Person => problems(person(), each).length === 0);
    await sawPeople(context, parameters['templateId'] ?? '', known);
  }
}

/** Whether an answer is a template with everything that is compared. */
const isTemplate = (body: unknown): body is Template => problems(template(), body).length === 0;
