import { UsageFailure } from '../../cli/failure/failure.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { type CompletionWord, plainWords } from '../../cli/flags/completion-hint.js';
import { nearest } from '../../core/platform/nearest.js';

/** What `envelope wait` waits for. */
export type Goal =
  | { readonly kind: 'sent' | 'completed' | 'sealed' | 'voided' | 'declined' | 'expired' }
  | { readonly kind: 'signed'; readonly role: string };

const kinds = ['sent', 'completed', 'sealed', 'voided', 'declined', 'expired'] as const;

/** What `--until` takes, as help and hint name it. */
export const goalNames: readonly string[] = [...kinds, 'signed:ROLE'];

/** The same for Tab, which cannot know the roles. */
export const goalOffers: readonly CompletionWord[] = [
  ...plainWords(kinds),
  { word: 'signed:', about: 'a role has signed: signed:Tenant' },
];

/** Reads `--until`. Throws UsageFailure. */
export function readGoal(text: string): Goal {
  const kind = kinds.find((each) => each === text);
  if (kind !== undefined) return { kind };
  const role = /^signed:(.*)$/s.exec(text)?.[1]?.trim();
  if (role !== undefined && role !== '') return { kind: 'signed', role };
  const close = nearest(text, kinds);
  throw new UsageFailure(`Invalid --until value "${text}".`, {
    code: 'invalid_value',
    hint: `${close === null ? '' : `Did you mean "${close}"? `}Use one of: ${goalNames.join(', ')}.`,
  });
}

export const goalWords = (goal: Goal): string => (goal.kind === 'signed' ? `signed by ${goal.role}` : goal.kind);

/** `reached`, `missed` when it cannot be reached any more, or `open`. Throws UsageFailure for a role that nobody has. */
export function checkGoal(goal: Goal, envelope: Envelope, sealed: boolean | null): 'reached' | 'missed' | 'open' {
  const { status } = envelope;
  const isEnd = ['completed', 'voided', 'declined', 'expired'].includes(status);
  switch (goal.kind) {
    case 'sent':
      return status === 'draft' ? 'open' : 'reached';
    case 'completed':
    case 'voided':
    case 'declined':
    case 'expired':
      if (status === goal.kind) return 'reached';
      return isEnd ? 'missed' : 'open';
    case 'sealed':
      if (status !== 'completed') return isEnd ? 'missed' : 'open';
      return sealed === true ? 'reached' : 'open';
    case 'signed': {
      if (hasSigned(goal.role, envelope)) return 'reached';
      return isEnd ? 'missed' : 'open';
    }
  }
}

/** Everybody who holds the role and has not handed it over. */
function hasSigned(role: string, { recipients }: Envelope): boolean {
  const holders = recipients.filter((each) => each.role === role);
  if (holders.length === 0) {
    const roles = [...new Set(recipients.map((each) => each.role))];
    throw new UsageFailure(`Role "${role}" not found in this envelope.`, {
      code: 'role_unknown',
      hint: `Use one of: ${roles.join(', ')}.`,
    });
  }
  const acting = holders.filter(({ status }) => status !== 'delegated');
  return acting.length > 0 && acting.every(({ status }) => status === 'signed');
}
