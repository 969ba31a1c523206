import { packageName } from '../../core/platform/version.js';
import type { Topic } from './topics.js';

/** Receiving deliveries: on this machine, in an app, and in tests. */
export const webhooksTopic: Topic = {
  name: 'webhooks',
  summary: 'receive, verify and test webhook deliveries',
  description: [
    `The service sends events to webhook endpoints as signed deliveries. \`esign listen\` receives them on this machine and forwards them to your app. The package ${packageName}/webhook verifies them inside your app.`,
  ],
  parts: [
    {
      heading: 'LISTEN',
      paragraphs: [
        '`esign listen` registers an endpoint, verifies each delivery with the signing secret of that endpoint, records it on disk, responds to the service, and forwards the same bytes with the same signature header to your app. When you stop it, it deletes the endpoint; --keep keeps it and its secret for the next start.',
        'On an emulator the secret is the same at each start, unless you add --fresh-secret. A service makes a new one for each endpoint, so it is new at each start without --keep. --secret-file FILE saves it for your app, and --write-env FILE with the other settings. A command after `--` finds it in ESIGN_WEBHOOK_SECRET, and the URL in ESIGN_LISTEN_URL.',
        'Deliveries that your app did not accept are kept. `esign event replay --undelivered` sends each app what it is missing, once; a delivery whose last attempt was cut off is only replayed by its ID or with `--cut-off`, because the app may have received it.',
        'A live service needs a public URL: use --tunnel or --public-url. Without one, --poll follows the envelopes that were created from this machine. Polling cannot see a failed sealing, since no read shows it.',
      ],
    },
    {
      heading: 'VERIFY IN YOUR APP',
      paragraphs: [
        `Pass the raw bytes of the body to verifyDelivery from ${packageName}/webhook. A body that was parsed and written again cannot be verified. The function returns the event, or throws DeliveryRefused with a reason.`,
        'A delivery is accepted when v1 or v0 verifies under any of your secrets, so a receiver that only knows the old secret keeps working for 24 hours after a rotation. Pass both as secret and previousSecret, or a list as secrets. inspectDelivery returns which secret it was. `esign webhook rotate --secret-file FILE` writes the old secret to FILE.previous.',
        'test/examples in the repository has receivers for Express, Fastify and plain Node.',
        '`esign dev init LANGUAGE` writes a receiver in PHP, Ruby, Go, Java or C#. Its file named after webhooks verifies, needs no other, and is there to be copied into your app; the other file shows how to respond first, work afterwards, and take each event once.',
      ],
    },
    {
      heading: 'SIGNATURE, FOR OTHER LANGUAGES',
      paragraphs: [
        'The header is named Service-Signature, in any case. Its value is `t=<seconds>, v1=<64 hex digits>`; for 24 hours after a rotation, `, v0=<64 hex digits>` follows. Split it at the commas, remove the spaces around each part, and read the parts by their names, in any order; ignore names that you do not know. Reject a delivery without this header, with two of them, or without t or v1.',
        'Reject it when t, in seconds since 1970 (UTC), is more than 300 seconds before or after your clock.',
        'Compute HMAC-SHA256 over the digits of t, a dot and the body, byte for byte as received: before any parser, decoder or trimming. The key is the secret as it was shown, with its prefix, as UTF-8 bytes; it is not decoded, and a newline at the end of a file does not belong to it. Write the digest as 64 lower-case hex digits, and compare all of them in constant time.',
        'Accept it when v1 fits the secret, or v0 fits the secret before it. Answer anything else with 400 or 401. Answer a valid one with 2xx within 10 seconds, and work afterwards. Deduplicate by the `id` of the event, noted after the signature is verified, and assume no order.',
      ],
    },
    {
      heading: 'TEST',
      paragraphs: [
        '`esign webhook certify URL` tests a receiver against the whole delivery contract. `esign webhook verify` explains why a captured delivery fails.',
        '`esign listen --expect EVENTS -- COMMAND` runs a command and waits for events of an envelope that the command creates, sends or voids. For that command alone, ESIGN_BASE_URL is an address on this machine that forwards each request and notes the envelopes. A command that uses another address fails with no_envelope; --any-envelope accepts the events of every envelope.',
      ],
      examples: [
        {
          line: 'esign listen --forward-to http://127.0.0.1:3000/hooks --secret-file hook.secret',
          about: 'Forward deliveries to your app.',
        },
        {
          line: 'esign webhook verify --secret-file hook.secret --header "$header" --body body.json',
          about: 'Explain why a delivery fails.',
        },
        {
          line: 'esign emulator fault deliveries --duplicate 0.2 --reorder 0.2 --drop 0.2 --seed 7',
          about: 'Make deliveries unreliable, in the same way on each run.',
        },
        { line: 'esign emulator log deliveries', about: 'List every delivery attempt.' },
      ],
    },
  ],
  seeAlso: 'esign-listen(1), esign-event(1), esign-webhook(1), esign-testing(7)',
};
