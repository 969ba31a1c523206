import { packageName } from '../../core/platform/version.js';
import { Code, javascript, literal } from './literal.js';
import type { Step, Story } from './story.js';
import { fill } from './fill.js';
import { creationBody, expected, nameOf, shownSeconds, signOptions, templateOf } from './story-parts.js';

const code = (value: unknown, indent = 0): string => literal(javascript, value, indent);

/** A story as a Vitest file that replays it on an emulator of its own. */
export function vitestFile(story: Story): string {
  const { expires_in: lasts } = story.create;
  const deadline = new Code(`new Date(service.clock.now().getTime() + ${lasts ?? 0}_000).toISOString()`);
  return fill('vitest', story.subscribed.length > 0, {
    package: packageName,
    envelope: story.envelope,
    form: code(templateOf(story)),
    name: code(nameOf(story)),
    body: code(creationBody(story, new Code('template.id'), deadline), 2),
    steps: story.steps.map((step) => `\n${stepText(story, step)}`).join(''),
    status: code(story.status),
    subscribed: code(story.subscribed, 2),
  });
}

function stepText(story: Story, step: Step): string {
  const list = expected(story, step);
  const check = list.length === 0 ? '' : `  expect(await news()).toEqual(${code(list, 2)});\n`;
  return `  ${actText(step)}\n${check}`;
}

function actText(step: Step): string {
  switch (step.act) {
    case 'send':
      return "await api('POST', `/api/v1/envelopes/${id}/send`);";
    case 'sign': {
      const options = signOptions(step);
      return `await service.sign(id, ${code(step.role)}${options === null ? '' : `, ${code(options, 2)}`});`;
    }
    case 'decline':
      return `await service.decline(id, ${code(step.role)}, ${code({ reason: step.reason }, 2)});`;
    case 'delegate':
      return `await service.delegate(id, ${code(step.role)}, ${code(step.to, 2)});`;
    case 'void':
      return `await api('POST', \`/api/v1/envelopes/\${id}/void\`, ${code({ reason: step.reason }, 2)});`;
    case 'advance':
      return `await service.clock.advance(${code(shownSeconds(step.seconds))});`;
    case 'requeue':
      return "await service.control('POST', `/_emulator/envelopes/${id}/requeue-sealing`);";
    case 'expire':
      return triggered('envelope.expired');
    case 'fail_sealing':
      return triggered('envelope.sealing_failed');
  }
}

const triggered = (event: string): string =>
  `await service.control('POST', '/_emulator/trigger', { event: '${event}', envelope_id: id });`;
