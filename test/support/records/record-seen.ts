import { openSeenEnvelopes } from '../../../src/store/envelope-states.js';
import { keepTemplates } from '../../../src/store/seen-templates.js';
import { openState } from '../../../src/store/state.js';

/** Titles of envelopes and names of templates by ID, as an earlier command has read them from `esign.example`. */
export async function recordSeen(
  folder: string,
  { envelopes, templates }: Readonly<Record<'envelopes' | 'templates', Readonly<Record<string, string>>>>,
): Promise<void> {
  const state = openState(folder);
  const times = { readAt: '2026-12-01T08:00:00.000Z', createdAt: null, sentAt: null, expiresAt: null };
  const facts = { host: 'esign.example', account: 'a', status: 'sent', turn: [], sealed: null, ...times } as const;
  await openSeenEnvelopes(state).keep(Object.entries(envelopes).map(([id, title]) => ({ ...facts, id, title })));
  for (const [id, name] of Object.entries(templates)) keepTemplates(state, 'esign.example', [{ id, name }]);
}
