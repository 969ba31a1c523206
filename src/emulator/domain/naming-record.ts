import type { NamingEntry, TemplateField, TemplateState } from './template.js';

/** The record of a change: every field with a changed name or role, in its new state. */
export function namingEntry(
  before: TemplateState,
  after: TemplateState,
  act: Pick<NamingEntry, 'at' | 'act'> & Partial<Pick<NamingEntry, 'person_id' | 'decision' | 'run_id'>>,
): NamingEntry {
  const known = new Map(before.fields.map((field) => [field.id, summary(field)]));
  return {
    at: act.at,
    act: act.act,
    person_id: act.person_id ?? null,
    decision: act.decision ?? null,
    run_id: act.run_id ?? null,
    fields: after.fields.map(summary).filter((field) => JSON.stringify(field) !== JSON.stringify(known.get(field.id))),
  };
}

function summary({ id, role, subject, data_key, label }: TemplateField): NamingEntry['fields'][number] {
  return { id, role, subject, data_key, label };
}
