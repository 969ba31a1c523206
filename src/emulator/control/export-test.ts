import { Refusal } from '../domain/refusal.js';
import { testRunners } from '../names.js';
import { exportedTest } from './answers.js';
import { envelopeNamed } from './envelope-named.js';
import { type ControlRoute, route } from './route.js';

/** The story of an envelope as a test of the caller's app. */
export const exportTestRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/envelopes/{envelopeId}/test',
    summary: 'Return what happened to an envelope as a test that replays it on another emulator',
    query: { runner: `\`${testRunners.join('` or `')}\`` },
    body: null,
    answer: exportedTest,
    async handle({ service, parameters, query }) {
      const runner = testRunners.find((each) => each === query.get('runner'));
      if (runner === undefined) throw new Refusal('invalid_request', `runner must be ${testRunners.join(' or ')}.`);
      const { exportTest } = await import('../story/export-test.js');
      return exportTest(service, envelopeNamed(service, parameters['envelopeId']), runner);
    },
  }),
];
