import { packageName } from '../../core/platform/version.js';
import type { Topic } from './topics.js';

/** The emulator inside a test suite. */
export const testingTopic: Topic = {
  name: 'testing',
  summary: 'use the emulator in your test suite',
  description: [
    'The emulator is the whole service on your machine. A test suite can start it in its own process, or run inside `esign emulator exec`, in any language.',
  ],
  parts: [
    {
      heading: 'NODE',
      paragraphs: [
        `startEmulator from ${packageName}/emulator starts one and returns its url, its keys, its token and its clock. With a seed and a frozen clock, each run produces the same bytes, sealed PDFs included. Signatures of deliveries carry the time of this machine, so they verify however the clock was moved.`,
        'service.sign, decline and delegate act as a recipient, by default the one whose turn it is. service.grant signs a mandate, and service.scenario creates test data. service.inbox, events and deliveries list what came, and their waitFor resolves as soon as something matches. service.faults.operation and faults.deliveries inject faults. test/examples/lease.suite.ts in the source shows such a suite.',
        'A seed file describes what the service starts with: brands, keys, endpoints, templates, envelopes in any state, invitations that never arrive (undelivered: true beside the email) and the clock. startEmulator({ seedFile }), `esign emulator start --seed-file` and `esign emulator exec --seed-file` load it; service.seeded has the IDs of its envelopes by name, as GET /_emulator/seeded does. `esign emulator snapshot --seed-file service.yaml` writes one to begin with, and --seed-schema prints its JSON Schema.',
        `${packageName}/playwright tests an app that embeds the signing page, with a Playwright of your own: test.extend(esignFixtures({ origins: ['http://127.0.0.1:3000'] })) adds the fixture service, whose pages that origin may frame. signingFrame(page.frameLocator('iframe')) fills in, ticks, chooses, signs, declines and delegates, and fails with the words of the page where that was not done. signingUrls(service) makes URLs that are new, used, expired (which moves the clock), delegated or replaced, failSealing and loseConnection let things go wrong.`,
        'A suite that runs esign against it sets ESIGN_BASE_URL to service.url, ESIGN_API_KEY to one of its keys, ESIGN_EMULATOR_URL to service.url followed by /_emulator, and ESIGN_EMULATOR_TOKEN to service.token. Writes with a live key then ask no questions, because the emulator proves that it is one.',
      ],
    },
    {
      heading: 'OTHER LANGUAGES',
      paragraphs: [
        '`esign emulator exec -- COMMAND` starts a temporary emulator, runs the command and stops the emulator. The command finds ESIGN_BASE_URL, ESIGN_API_KEY, ESIGN_EMULATOR_URL and ESIGN_EMULATOR_TOKEN in its environment. --scenario creates test data first; ESIGN_SCENARIO_ID is its ID.',
        'pytest: `esign dev init flask` and `esign dev init fastapi` write esign_emulator.py, which needs only pytest. Beside your tests, with `pytest -p esign_emulator`, its fixture `emulator` starts an emulator for the session, empties it before each test, and signs, declines, moves the clock and injects faults. test/examples/test_emulator.py in the source shows fourteen tests with it.',
        'GET $ESIGN_EMULATOR_URL/openapi.json describes the routes of the emulator itself: the clock, the inbox, signing as a recipient, faults, scenarios, snapshots and logs. They require the header Authorization: Bearer with ESIGN_EMULATOR_TOKEN or a live key of the emulator.',
        'When the command fails, a snapshot is written. `esign emulator restore FILE` shows the data as it was.',
      ],
      examples: [
        {
          line: 'esign emulator exec --scenario half-signed -- python3 test_lease.py',
          about: 'Run a Python test with an envelope that is half signed.',
        },
      ],
    },
    {
      heading: 'THE TEMPLATE OF PRODUCTION',
      paragraphs: [
        '`esign template clone` makes a live template again in the emulator, with its fields, people, decisions and names, and lists what the copy does not have. The copy has an ID of its own: read it with -q, and keep it beside your tests.',
      ],
      examples: [
        {
          line: 'esign template clone 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --to local --dry-run',
          about: 'List what the copy would not have.',
        },
        {
          line: 'esign template clone 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --to local -q',
          about: 'Copy the template of the profile in use, and print the ID of the copy.',
        },
      ],
    },
    {
      heading: 'FAULTS',
      examples: [
        {
          line: 'esign emulator fault operation createEnvelope --drop-after-commit --count 1',
          about: 'Create an envelope, and lose the response.',
        },
        {
          line: 'esign emulator fault operation --code service_unavailable --probability 0.1 --seed 7',
          about: 'Fail one request in ten, the same ones on each run.',
        },
        { line: 'esign emulator log requests --refused', about: 'Show which rule refused a request.' },
      ],
    },
    {
      heading: 'BACKUP',
      paragraphs: [
        'All data is in one folder and survives a kill -9. Write a snapshot with `esign emulator snapshot`. Or stop the emulator, copy the folder that `esign emulator status` shows, and start the copy with `esign emulator start --data COPY`. This machine remembers a service by that data, whatever its port: the copy is the same service. A reset and a restored snapshot change nothing of that, so what was sent counts as sent.',
      ],
    },
  ],
  seeAlso: 'esign-emulator(1), esign-webhooks(7)',
};
