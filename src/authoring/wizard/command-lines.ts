import { isUuid } from '../../contract/schema.js';
import type { GlobalFlags } from '../../cli/flags/global-flags.js';
import { flagWords as flag, reachFlags, shellWord } from '../../cli/flags/reach-flags.js';
import type { Rename } from '../../contract/operations/templates.js';
import type { Answers } from './questions.js';

/** The one-line commands that do what the wizard did; each is ready for a POSIX shell. */

/** Writes the lines for one template; the flags that reach the service are repeated on each. */
export function commandLines(templateId: string, flags: GlobalFlags) {
  const reach = reachFlags(flags);
  const line = (verb: string, ...words: readonly string[]): string =>
    ['esign', 'template', verb, templateId, ...words, ...reach].map(shellWord).join(' ');
  return {
    decide: (personId: string, answers: Answers): string =>
      line(
        'decide',
        personId,
        ...flag('--decision', answers.decision),
        ...flag('--role-name', answers.role_name),
        ...flag('--subject-key', answers.subject_key),
        ...flag('--subject-name', answers.subject_label),
        ...flag('--presence', answers.presence),
        ...flag('--filled-by', answers.filled_by),
      ),
    /** Names of high confidence: of a run made on the spot, since a run is for one state of the template. */
    acceptHigh: (): string => `${line('propose', '-q')} | xargs -I RUN ${line('accept', 'RUN', '--high')}`,
    acceptAll: (): string => `${line('propose', '-q')} | xargs -I RUN ${line('accept', 'RUN', '--all')}`,
    /** The proposals for these fields: their ids are of a new run too. */
    acceptFields: (fieldIds: readonly string[]): string => {
      if (!fieldIds.every(isUuid)) throw new TypeError('the id of a field is not a UUID');
      const isOne = fieldIds.map((id) => `.field_id == "${id}"`).join(' or ');
      const words = `[.id, (.proposals.fields[] | select(${isOne}) | "--proposal", .id)] | join(" ")`;
      // xargs makes arguments of the words, so they are UUIDs or nothing.
      const pick = `${words} | select(test("^[0-9a-f-]{36}( --proposal [0-9a-f-]{36})+$"))`;
      // A field that has its name by now is proposed none: then nothing is left to accept.
      return `${line('propose', '--jq', pick)} | xargs -r ${line('accept')}`;
    },
    rename: (fieldId: string, { data_key, subject, label }: Rename, isShared = false): string =>
      line(
        'rename',
        fieldId,
        ...(data_key === null ? ['--no-data-key'] : flag('--data-key', data_key)),
        ...(subject === null ? ['--no-subject'] : flag('--subject', subject)),
        ...(label === null ? ['--no-label'] : flag('--label', label)),
        ...(isShared ? ['--allow-shared'] : []),
      ),
  };
}

export type CommandLines = ReturnType<typeof commandLines>;
