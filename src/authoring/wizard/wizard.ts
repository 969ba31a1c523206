import type { Template } from '../../contract/resources/template.js';
import { namesStep } from './naming-step.js';
import { peopleAndOthers } from './people-overview.js';
import type { From } from './people-step.js';
import { type BackTo, reviewStep } from './review-step.js';
import type { Move, Session } from './session.js';

/**
 * The conversation from the people to the review; each answer is saved on the service as it is given. Answers with the
 * template as it is at the end, and whether the person went through to it. Throws what the prompts and the client throw.
 */
export async function runWizard(
  session: Session,
): Promise<{ readonly finished: boolean; readonly template: Template }> {
  const { prompt, template, memory } = session;
  prompt.say(`${memory.resumed ? 'Resuming' : 'Template'} ${template.body.name}. Every answer is saved immediately.`);
  for (const { message } of template.body.warnings) prompt.say(`Warning: ${message}`);
  const changes = await template.sinceLastLook();
  if (changes.length > 0)
    prompt.say(['Changed since you last looked:', ...changes.map((line) => `- ${line}`)].join('\n'));
  let step: 'people' | 'names' | 'review' = 'people';
  let from: From = 'open';
  let before: 'people' | 'review' = 'people';
  for (;;) {
    const move: Move | BackTo =
      step === 'people'
        ? await peopleAndOthers(session, from)
        : step === 'names'
          ? await namesStep(session, before)
          : await reviewStep(session);
    if (move === 'leave') return { finished: false, template: template.body };
    if (step === 'people') {
      step = 'names';
      before = 'people';
    } else if (step === 'names') {
      step = move === 'back' ? 'people' : 'review';
      from = 'last';
    } else if (typeof move === 'object') {
      step = 'people';
      from = move;
    } else if (move === 'back') {
      step = 'names';
      before = 'review';
    } else return { finished: true, template: template.body };
  }
}
