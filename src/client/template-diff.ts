import { isObject, type JsonObject } from '../core/platform/json.js';

/** The differences between two versions of a template, as sentences. */

const maxChanges = 20;
/** The changeable properties of a field; its ID and position never change. */
const fieldProperties = ['data_key', 'label', 'subject', 'role', 'required', 'type', 'options', 'question_id'] as const;

/**
 * Compares the template as read before with the current one. Both may have any shape; what cannot be compared is
 * omitted. Returns at most 20 sentences, and none without differences.
 */
export function describeDifferences(before: unknown, now: unknown): string[] {
  if (!isObject(before) || !isObject(now)) return [];
  const sentences = [
    ...nameChange(before, now),
    ...listChanges('role', 'roles', 'name', before, now, ['routing_type', 'kind']),
    ...listChanges('subject', 'subjects', 'key', before, now, ['label']),
    ...fieldChanges(before, now),
    ...listChanges('question', 'questions', 'id', before, now, ['label', 'role', 'min_selected', 'max_selected']),
  ];
  if (sentences.length === 0 && JSON.stringify(before) !== JSON.stringify(now)) {
    return ['Its fields, roles, subjects and questions are the same, but something else changed.'];
  }
  if (sentences.length <= maxChanges) return sentences;
  return [...sentences.slice(0, maxChanges - 1), `And ${sentences.length - maxChanges + 1} more changes.`];
}

function nameChange(before: JsonObject, now: JsonObject): string[] {
  return before['name'] === now['name'] ? [] : [`The template is now named ${show(now['name'])}.`];
}

function listChanges(
  noun: string,
  property: string,
  key: string,
  before: JsonObject,
  now: JsonObject,
  compared: readonly string[],
): string[] {
  const old = byKey(before[property], key);
  const fresh = byKey(now[property], key);
  const sentences: string[] = [];
  for (const name of fresh.keys()) if (!old.has(name)) sentences.push(`The ${noun} ${show(name)} was added.`);
  for (const name of old.keys()) if (!fresh.has(name)) sentences.push(`The ${noun} ${show(name)} was removed.`);
  for (const [name, item] of fresh) {
    sentences.push(...valueChanges(`the ${noun} ${show(name)}`, old.get(name), item, compared));
  }
  return sentences;
}

function fieldChanges(before: JsonObject, now: JsonObject): string[] {
  const old = byKey(before['fields'], 'id');
  const fresh = byKey(now['fields'], 'id');
  const sentences: string[] = [];
  for (const [id, field] of fresh) if (!old.has(id)) sentences.push(`The field ${nameField(field)} was added.`);
  for (const [id, field] of old) if (!fresh.has(id)) sentences.push(`The field ${nameField(field)} was removed.`);
  for (const [id, field] of fresh) {
    const known = old.get(id);
    if (known !== undefined) {
      sentences.push(...valueChanges(`the field ${nameField(known)}`, known, field, fieldProperties));
    }
  }
  return sentences;
}

/** A property that is missing in one version is ignored: some responses are shorter. */
function valueChanges(
  what: string,
  before: JsonObject | undefined,
  now: JsonObject,
  compared: readonly string[],
): string[] {
  if (before === undefined) return [];
  return compared
    .filter((name) => name in before && name in now)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => `The ${name} of ${what} was ${show(before[name])} and is now ${show(now[name])}.`);
}

/** A field for a person: its label or key, its page, and its ID. */
function nameField(field: JsonObject): string {
  const name = field['label'] ?? field['data_key'];
  const page = typeof field['page'] === 'number' ? ` on page ${field['page']}` : '';
  return typeof name === 'string' ? `${show(name)}${page} (${show(field['id'], '')})` : show(field['id'], '');
}

function byKey(list: unknown, key: string): Map<unknown, JsonObject> {
  const items = Array.isArray(list) ? list.filter(isObject) : [];
  return new Map(items.map((item) => [item[key], item]));
}

function show(value: unknown, quote = '“'): string {
  if (value === null || value === undefined) return 'empty';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return typeof value === 'string' && quote !== '' ? `“${short}”` : short;
}
