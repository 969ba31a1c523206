import { lazy } from '../platform/lazy.js';
import type { Schema } from './schema.js';
import type { Operation } from './operation.js';
import { type OperationId, operationIds, operations } from './operations.js';
import { propertyPaths } from './structure.js';

/** Where in an operation a property stands. */
export type Part = 'body' | 'query' | 'answer';

/** One property of one operation. */
export interface PropertyPlace {
  readonly id: OperationId;
  readonly part: Part;
  /** `recipients[].email`. */
  readonly path: string;
}

const parts: readonly Part[] = ['body', 'query', 'answer'];

/** The schema of a part of an operation; null when it has none. */
export function schemaAt({ body, query, answer }: Operation, part: Part): Schema | null {
  switch (part) {
    case 'body':
      return body;
    case 'query':
      return query;
    case 'answer':
      return answer.kind === 'json' ? answer.body : null;
  }
}

/** Every property of every operation that a path such as `external_ref` or `recipients[].email` ends. */
export function propertiesNamed(suffix: string): readonly PropertyPlace[] {
  return everyPlace().filter(({ path }) => path === suffix || path.endsWith(`.${suffix}`));
}

const everyPlace = lazy((): readonly PropertyPlace[] =>
  operationIds.flatMap((id) =>
    parts.flatMap((part) => {
      const schema = schemaAt(operations[id], part);
      return schema === null ? [] : propertyPaths(schema).map((path) => ({ id, part, path }));
    }),
  ),
);
