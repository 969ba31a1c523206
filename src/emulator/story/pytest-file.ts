import { Code, literal, python } from './literal.js';
import type { Step, Story } from './story.js';
import { fill } from './fill.js';
import { creationBody, expected, nameOf, signOptions, templateOf } from './story-parts.js';

const code = (value: unknown, indent = 0): string => literal(python, value, indent);

/** A story as a pytest file that replays it on the emulator of `esign emulator exec`. */
export function pytestFile(story: Story): string {
  const deadline = new Code(`story.deadline(${story.create.expires_in ?? 0})`);
  return fill('pytest', story.subscribed.length > 0, {
    envelope: story.envelope,
    form: code(templateOf(story)),
    name: functionName(story),
    body: code(creationBody(story, new Code('template["id"]'), deadline), 4),
    steps: story.steps.map((step) => `\n${stepText(story, step)}`).join(''),
    status: code(story.status),
    subscribed: code(story.subscribed, 4),
  });
}

/** `lease_sent_signed`. */
const functionName = (story: Story): string =>
  nameOf(story)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60)
    .replace(/_$/, '') || 'story';

function stepText(story: Story, step: Step): string {
  const list = expected(story, step);
  const check = list.length === 0 ? '' : `    assert story.news() == ${code(list, 4)}\n`;
  return `    ${actText(step)}\n${check}`;
}

function actText(step: Step): string {
  switch (step.act) {
    case 'send':
      return 'story.api("POST", f"/envelopes/{story.envelope}/send")';
    case 'sign':
      return `story.act(${code(step.role)}, "sign", ${code(signOptions(step) ?? {}, 4)})`;
    case 'decline':
      return `story.act(${code(step.role)}, "decline", ${code({ reason: step.reason }, 4)})`;
    case 'delegate':
      return `story.act(${code(step.role)}, "delegate", ${code(step.to, 4)})`;
    case 'void':
      return `story.api("POST", f"/envelopes/{story.envelope}/void", ${code({ reason: step.reason }, 4)})`;
    case 'advance':
      return `story.advance(${step.seconds})`;
    case 'requeue':
      return 'story.control("POST", f"/envelopes/{story.envelope}/requeue-sealing")';
    case 'expire':
      return 'story.trigger("envelope.expired")';
    case 'fail_sealing':
      return 'story.trigger("envelope.sealing_failed")';
  }
}
