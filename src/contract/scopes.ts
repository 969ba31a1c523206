// A file of its own: the package's public types reach it, and would reach all operations from a larger one.

/** Key scopes. The description shows three; the others follow its naming (A16). */
export const scopes = {
  'templates:read': 'assumed',
  'templates:write': 'assumed',
  'templates:name': 'described',
  'envelopes:read': 'described',
  'envelopes:write': 'assumed',
  'documents:read': 'described',
  'webhooks:read': 'assumed',
  'webhooks:write': 'assumed',
  'authorisations:read': 'assumed',
  'authorisations:write': 'assumed',
} as const satisfies Record<string, 'described' | 'assumed'>;

export type Scope = keyof typeof scopes;

export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name);
