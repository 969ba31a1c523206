import { decisions, type Decision } from '../../contract/decision.js';
import { isObject, type JsonObject, parseJson } from '../../core/platform/json.js';
import type { QuestionId } from '../wizard/questions.js';
import type { FieldNames } from '../names-file/names.js';
import type { Agreement, PersonChoice, PersonNow } from './shapes.js';

/** What the page asks for; every reader answers null for anything else. */

export interface AgreedRequest {
  readonly agreed: readonly Agreement[];
}

export interface NameRequest extends AgreedRequest {
  readonly field: string;
  readonly names: FieldNames;
  /** The names that the form showed. */
  readonly was: FieldNames;
}

export interface DecideRequest extends PersonChoice, AgreedRequest {
  /** As the form showed them. */
  readonly was: PersonNow;
}

export interface AcceptRequest extends AgreedRequest {
  /** The names as they were shown. */
  readonly names: readonly { readonly field: string; readonly data_key: string; readonly subject: string | null }[];
}

export interface GiveRequest extends AgreedRequest {
  readonly person: string;
  readonly role: string;
}

export function readName(text: string): NameRequest | null {
  const body = objectOf(text);
  const names = namesOf(body['names']);
  const was = namesOf(body['was']);
  if (!isText(body['field']) || names === null || was === null) return null;
  return { field: body['field'], names, was, agreed: agreedOf(body) };
}

export function readChoice(text: string): PersonChoice | null {
  return choiceOf(objectOf(text));
}

export function readDecide(text: string): DecideRequest | null {
  const body = objectOf(text);
  const choice = choiceOf(body);
  const was = nowOf(body['was']);
  return choice === null || was === null ? null : { ...choice, was, agreed: agreedOf(body) };
}

export const readAgreed = (text: string): AgreedRequest => ({ agreed: agreedOf(objectOf(text)) });

export function readAccept(text: string): AcceptRequest | null {
  const body = objectOf(text);
  if (!Array.isArray(body['names'])) return null;
  const names = body['names'].flatMap((each: unknown) => {
    const { field, data_key, subject } = isObject(each) ? each : {};
    return isText(field) && isText(data_key) && isTextOrNull(subject) ? [{ field, data_key, subject }] : [];
  });
  return names.length === 0 || names.length < body['names'].length ? null : { names, agreed: agreedOf(body) };
}

export function readGive(text: string): GiveRequest | null {
  const body = objectOf(text);
  const { person, role } = body;
  return isText(person) && isText(role) ? { person, role, agreed: agreedOf(body) } : null;
}

const questionIds: readonly QuestionId[] = ['role_name', 'subject_key', 'subject_label', 'presence', 'filled_by'];
const agreements: readonly Agreement[] = ['shared', 'same person', 'witness'];

function choiceOf(body: JsonObject): PersonChoice | null {
  const { person, decision } = body;
  if (!isText(person)) return null;
  if (decision !== undefined && !decisions.includes(decision as Decision)) return null;
  const given: JsonObject = isObject(body['typed']) ? body['typed'] : {};
  const typed = Object.fromEntries(
    questionIds.flatMap((id) => {
      const answer = given[id];
      return typeof answer === 'string' ? [[id, answer.trim()]] : [];
    }),
  );
  return { person, decision: decision as Decision | undefined, typed };
}

function namesOf(value: unknown): FieldNames | null {
  const { data_key, subject, label } = isObject(value) ? value : {};
  return isTextOrNull(data_key) && isTextOrNull(subject) && isTextOrNull(label) ? { data_key, subject, label } : null;
}

function nowOf(value: unknown): PersonNow | null {
  const { role_name, subject_key, decision, presence, subject_label } = isObject(value) ? value : {};
  if (!isTextOrNull(role_name) || !isTextOrNull(subject_key) || !isTextOrNull(decision)) return null;
  if (!isTextOrNull(presence) || !isTextOrNull(subject_label)) return null;
  return { role_name, subject_key, decision, presence, subject_label };
}

const objectOf = (text: string): JsonObject => {
  const value = parseJson(text);
  return isObject(value) ? value : {};
};
const agreedOf = (body: JsonObject): readonly Agreement[] => {
  const given: readonly unknown[] = Array.isArray(body['agreed']) ? body['agreed'] : [];
  return agreements.filter((each) => given.includes(each));
};
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
