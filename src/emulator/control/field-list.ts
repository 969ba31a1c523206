import { limits } from '../../contract/limits.js';
import { fieldTypes } from '../../contract/resources/template.js';
import { atLeast, flag, listOf, nullable, oneOf, optional, request, text } from '../../contract/schema.js';

/** A template as a list of fields: the body of a control route, and a part of seed files. */

const orNull = <const S extends Parameters<typeof nullable>[0]>(schema: S) => optional(nullable(schema), null);

/** Roles and questions. */
export const fieldListEntries = {
  roles: optional(
    listOf(request({ name: text(limits.nameLength), routing_type: optional(oneOf(['sign', 'cc']), 'sign') })),
    [],
  ),
  questions: optional(
    listOf(
      request({
        label: orNull(text(limits.labelLength)),
        required: optional(flag, false),
        min_selected: atLeast(0),
        max_selected: atLeast(1),
      }),
    ),
    [],
  ),
};

/** One field. */
export const listedFieldEntries = {
  type: oneOf(fieldTypes),
  role: text(limits.nameLength),
  label: orNull(text(limits.labelLength)),
  required: optional(flag, false),
  subject: orNull(text(limits.subjectKeyLength)),
  data_key: orNull(text(limits.dataKeyLength)),
  options: orNull(listOf(text(limits.labelLength))),
  multiline: optional(flag, false),
  question: orNull(atLeast(1)),
  option_value: orNull(text(limits.labelLength)),
};

/** The whole list. */
export const fieldList = request({
  name: text(limits.nameLength),
  ...fieldListEntries,
  fields: listOf(request(listedFieldEntries)),
});
