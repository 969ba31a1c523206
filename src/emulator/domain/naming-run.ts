import type { Confidence, NameSource, NamingRun, Person } from '../../contract/resources/template.js';
import type { NamingEntry, TemplateField, TemplateState } from './template.js';

/** A naming run's proposal for one field, or for a question by its first box (A10). */
export interface NameProposal {
  readonly id: string;
  readonly field_id: string;
  readonly proposed: FieldNames;
  readonly current: FieldNames;
  readonly confidence: Confidence;
  readonly source: NameSource;
  /** Quotes the form. */
  readonly reason: string;
}

export interface FieldNames {
  readonly subject: string | null;
  readonly data_key: string | null;
  readonly label: string | null;
}

/** A stored naming run: proposals for the template state of `template_etag`. */
export interface StoredNamingRun {
  readonly id: string;
  readonly organisation_id: string;
  readonly template_id: string;
  readonly template_etag: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly proposals: { readonly fields: readonly NameProposal[]; readonly people: readonly Person[] };
}

/** The run in responses. */
export function runBody({ id, template_id, template_etag, created_at, proposals }: StoredNamingRun): NamingRun {
  return {
    id,
    template_id,
    template_etag,
    created_at,
    proposals: {
      fields: proposals.fields.map((proposal) => ({
        ...proposal,
        proposed: { ...proposal.proposed },
        current: { ...proposal.current },
      })),
      people: [...proposals.people],
    },
  };
}

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
