import type { Context } from '../../cli/context/context.js';
import type { NamingRun, Person, Template } from '../../contract/resources/template.js';
import { afterLook, type Facts, factsOf, factsOfFields, fieldKey, factsOfPeople, factsOfTemplate } from './facts.js';
import { emptySeen } from './overwrites.js';
import { keepSeen, recallSeen, type Seen, type SeenRun, type TemplatePlace } from '../../store/last-seen.js';
import { ifUsable } from '../../store/state.js';

/** What a command showed of a template, and what it read of it. */
export interface Look {
  readonly templateId: string;
  readonly etag?: string | undefined;
  /** What the person has seen now. */
  readonly shown: Facts;
  /** What was read with it and not shown: counts as seen only if nothing was known before. */
  readonly read?: Facts;
  readonly run?: SeenRun;
}

/**
 * What was last seen of a template; null when nothing is known. Without a usable state file there is nothing: no change
 * can be sent then.
 */
export async function recall(context: Context, templateId: string): Promise<Seen | null> {
  const place = await placeOf(context, templateId);
  if (place === null) return null;
  const state = await context.state();
  return ifUsable(() => recallSeen(state, place, context.clock.now()), null);
}

/** Remembers a look. A failure to keep it shows under --debug and does not fail the command. */
export async function remember(context: Context, look: Look): Promise<void> {
  const place = await placeOf(context, look.templateId);
  if (place === null) return;
  const { shown, read = new Map(), etag, run } = look;
  const after = (before: Seen | null): Seen => {
    const known = before ?? emptySeen;
    const { facts, runs } = sameTemplate(known, read) ? known : emptySeen;
    const kept = run === undefined ? runs : [run, ...runs.filter(({ id }) => id !== run.id)];
    return { etag: etag ?? known.etag, facts: afterLook(facts, shown, read), runs: kept };
  };
  try {
    keepSeen(await context.state(), place, after, context.clock.now());
  } catch (error) {
    traceOf(context)(`last seen: it could not be kept (${error instanceof Error ? error.message : 'unknown'})`);
  }
}

/** An emulator that starts again may give an id to another template. */
export const sameTemplate = ({ facts }: Seen, read: Facts): boolean =>
  !facts.has('created_at') || !read.has('created_at') || facts.get('created_at') === read.get('created_at');

/** A look at a whole template, as JSON prints it. */
export const sawTemplate = (
  context: Context,
  body: Template,
  { etag, people = [] }: { readonly etag?: string | undefined; readonly people?: readonly Person[] } = {},
): Promise<void> =>
  remember(context, {
    templateId: body.id,
    etag,
    shown: shownOf(context, factsOf({ body, people }), 'fields'),
    read: factsOfTemplate(body),
  });

/** What --jq or -q leave of an answer may be nothing of the template, and --json=a,b leaves out all but `part`. */
function shownOf({ output, flags }: Context, facts: Facts, part?: string): Facts {
  const { json, jq } = flags();
  const isPicked = part === undefined || !Array.isArray(json) || json.includes(part);
  return output.form === 'ids' || jq !== undefined || !isPicked ? new Map() : facts;
}

/**
 * A look at the fields of a template, or at some of them. A table shows no subject of a field without a key, and
 * `--json=label` shows labels alone.
 */
export function sawFields(
  context: Context,
  { body, etag }: { readonly body: Template; readonly etag: string | undefined },
  { fields = body.fields, isTable }: { readonly fields?: Template['fields']; readonly isTable: boolean },
): Promise<void> {
  const { json, jq } = context.flags();
  const bare = new Set(fields.flatMap(({ id, data_key }) => (data_key === null ? [fieldKey(id, 'subject')] : [])));
  const isShown = (key: string): boolean =>
    jq === undefined &&
    (isTable ? !bare.has(key) : !Array.isArray(json) || json.some((name) => key.endsWith(`/${name}`)));
  const shown = new Map([...factsOfFields(fields)].filter(([key]) => isShown(key)));
  return remember(context, { templateId: body.id, etag, shown, read: factsOfTemplate(body) });
}

/** A look at the people of a template. A table shows neither presence nor the name of a subject. */
export function sawPeople(context: Context, templateId: string, people: readonly Person[]): Promise<void> {
  const { flags, output } = context;
  const { json } = flags();
  const isChosen = !Array.isArray(json) || json.includes('current') || json.includes('proposed');
  const isShown = (key: string): boolean =>
    output.form === 'json' ? isChosen : !key.endsWith('/presence') && !key.endsWith('/subject_label');
  const read = factsOfPeople(people);
  const shown = shownOf(context, new Map([...read].filter(([key]) => isShown(key))));
  return remember(context, { templateId, shown, read });
}

/** A naming run: what accepting it would write, and with `whole` the names and people that its JSON holds. */
export function sawRun(context: Context, { id, template_id, template_etag, proposals }: NamingRun, whole: boolean) {
  const current = new Map([...factsOfRun(proposals.fields), ...factsOfPeople(proposals.people)]);
  return remember(context, {
    templateId: template_id,
    etag: template_etag,
    shown: whole ? shownOf(context, current, 'proposals') : new Map(),
    read: current,
    run: {
      id: id.toLowerCase(),
      proposals: proposals.fields.map(({ id: proposal, field_id, proposed, confidence, source }) => ({
        id: proposal.toLowerCase(),
        field_id: field_id.toLowerCase(),
        subject: proposed.subject,
        data_key: proposed.data_key,
        label: proposed.label,
        sure: confidence === 'high' && source !== 'model',
      })),
    },
  });
}

const factsOfRun = (fields: NamingRun['proposals']['fields']): Facts =>
  new Map(
    [...factsOfFields(fields.map(({ field_id: id, current }) => ({ id, role: null, ...current })))].filter(
      ([key]) => !key.endsWith('/role'),
    ),
  );

/** Whether the JSON of a whole resource is printed: asked for, or in a pipe. */
export function printsWhole({ output, flags }: Context): boolean {
  const { json } = flags();
  return output.form === 'piped' || (output.form === 'json' && (!Array.isArray(json) || json.includes('fields')));
}

async function placeOf(context: Context, templateId: string): Promise<TemplatePlace | null> {
  const { baseUrl } = context.settings();
  return baseUrl === null ? null : { baseUrl: await context.recordedAs(), templateId };
}

const traceOf =
  ({ flags, output }: Context) =>
  (line: string): void => {
    if (flags().debug === true) output.trace(line);
  };
