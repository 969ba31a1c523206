import type { Template } from '../contract/resources/template.js';
import { namingStep } from './naming-step.js';
import { othersStep } from './others-step.js';
import { type From, peopleStep } from './people-step.js';
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
          ? await namingStep(session, before)
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

/** The people, then the fields of nobody. */
async function peopleAndOthers(session: Session, from: From): Promise<Move> {
  let begin: From = from;
  for (;;) {
    const move = await peopleStep(session, begin);
    if (move !== 'on') return move;
    const others = await othersStep(session);
    if (others !== 'back') return others;
    begin = 'last';
  }
}
