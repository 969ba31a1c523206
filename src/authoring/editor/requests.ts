import { decisions } from '../../contract/decision.js';
import * as schema from '../../contract/schema.js';
import type { QuestionId } from '../wizard/questions.js';
import type { Agreement } from './shapes.js';

/** What the page asks for. */

const filledText = schema.rule(schema.anyText, (text) => text !== '', 'must not be empty');
const textOrNull = schema.nullable(schema.anyText);
const names = schema.shape({ data_key: textOrNull, subject: textOrNull, label: textOrNull });
const agreements = ['shared', 'same person', 'witness'] as const satisfies readonly Agreement[];
const agreed = schema.optional(schema.listOf(schema.oneOf(agreements)), []);
const typed = schema.optional(schema.anyText);
const choice = {
  person: filledText,
  decision: schema.optional(schema.oneOf(decisions)),
  typed: schema.optional(
    schema.shape({
      role_name: typed,
      subject_key: typed,
      subject_label: typed,
      presence: typed,
      filled_by: typed,
    } satisfies Record<QuestionId, typeof typed>),
    {},
  ),
};
const acceptedName = schema.shape({ field: filledText, data_key: filledText, subject: textOrNull });

export const requests = {
  /** `was`: the names that the form showed. */
  name: schema.shape({ field: filledText, names, was: names, agreed }),
  weigh: schema.shape(choice),
  /** `was`: the person as the form showed them. */
  decide: schema.shape({
    ...choice,
    was: schema.shape({
      role_name: textOrNull,
      subject_key: textOrNull,
      decision: textOrNull,
      presence: textOrNull,
      subject_label: textOrNull,
    }),
    agreed,
  }),
  'decide-suggested': schema.shape({ agreed }),
  /** The names as they were shown. */
  accept: schema.shape({
    names: schema.rule(schema.listOf(acceptedName), ({ length }) => length > 0, 'must not be empty'),
    agreed,
  }),
  give: schema.shape({ person: filledText, role: filledText, agreed }),
};

/** A request as it was read. */
export type EditorRequest<Name extends keyof typeof requests> = schema.OutputOf<(typeof requests)[Name]>;
