import type { Context } from '../../cli/context/context.js';
import { isInstant } from '../../contract/schema.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { durationOf } from '../../core/platform/duration.js';
import { deadlineProblem } from '../../domain/rules/deadline.js';
import type { Prompt } from '../../core/terminal/prompt.js';

/**
 * Asks until when people can sign, which cannot be changed afterwards; null: without a deadline. `before` is an earlier answer,
 * ISO 8601 UTC.
 */
export async function askDeadline(context: Context, prompt: Prompt, before: string | null): Promise<string | null> {
  const now = await serviceTime(context);
  const check = (typed: string): string | null => {
    if (typed.trim() === '') return null;
    const at = deadlineOf(typed, now);
    if (at === null) return 'It must be a duration such as 14d, a day such as 2026-12-31, or a time with its zone.';
    const problem = deadlineProblem(at, now);
    return problem === null ? null : `It ${problem.says}`;
  };
  const question = 'Deadline, such as 14d or 2026-12-31; it cannot be added later (empty: none)';
  const typed = await prompt.edit(question, { initial: before ?? '', check });
  return typed.trim() === '' ? null : deadlineOf(typed, now);
}

/** ISO 8601 UTC; null if the text is not a deadline. A day ends where the user is. */
function deadlineOf(typed: string, now: number): string | null {
  const text = typed.trim();
  if (isInstant(text)) return new Date(text).toISOString();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const end = new Date(`${text}T23:59:59`);
    return Number.isNaN(end.getTime()) ? null : end.toISOString();
  }
  const span = text.includes('.') ? undefined : durationOf(text);
  const end = new Date(now + (span ?? Number.NaN));
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}
