import type { Schema } from './schema.js';
import type { Operation } from './operation.js';

/** Where in an operation a property stands. */
export type Part = 'body' | 'query' | 'answer';

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
