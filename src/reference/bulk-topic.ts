import type { Topic } from './topics.js';

/** Runs that make an envelope of each row of a file. */
export const bulkTopic: Topic = {
  name: 'bulk',
  summary: 'an envelope for each row of a file',
  description: [
    '`esign envelope create --rows FILE` makes an envelope of each row. `esign envelope plan` writes down what it would send, and `esign envelope apply` sends exactly that.',
    'All rows are judged before anything is sent, by the template and the rules of the service; what would be refused is told with its line and column. Brands, mandates, the plan and whom a test key may mail are known to the service alone.',
  ],
  parts: [
    {
      heading: 'ROWS',
      items: [
        ['title', 'What signers see naming the envelope; --title, or the name of the template, where it is empty.'],
        [
          'Tenant.name, Tenant.email',
          'The person in a role, in the order of the columns, which is the routing order. Also job_title, company, embedded, external_ref and standing_authorisation_id. A role whose cells are all empty has nobody.',
        ],
        [
          'tenant.person.full_name',
          'A value: the first dot ends the subject; one of the subject’s own is written `\\.`.',
        ],
        ['.rental.amount', 'A value of the signer’s own.'],
      ],
      paragraphs: [
        'A file that ends in .csv is CSV, one that ends in .ndjson or .jsonl holds one object a line, any other is YAML or JSON: a list of rows, or a request body with rows. A row may also be written as the service has it: { title, recipients, values }.',
        '--recipient, --value, --values-file and --title say what all rows have alike. Those people come last in the routing order; a value of the row wins.',
        'Where the columns have names of their own, --mapping names a YAML file that says for each part its column, { value: … } for what is the same in every row, or { column: …, locked: true }.',
      ],
    },
    {
      heading: 'KEYS AND RESULTS',
      paragraphs: [
        'Every row has an Idempotency-Key derived from what it says and from the run: --run, else ESIGN_RUN_ID, else what the CI system tells. The same row of the same run never makes two envelopes, on whichever machine. Rows that say the same are numbered: each makes an envelope of its own.',
        'How each row ended is added to the results file, which is its owner’s alone: FILE.results.ndjson, or --results. Run the same command again after a crash, Ctrl-C or a correction: rows that are created are skipped, one whose end nobody knows is asked again under its key, and one that was refused is tried again. Keep the file as long as the run may have to go on: the service remembers keys for a limited time.',
        'A results file belongs to one run. With another template, service, kind of key, --run, --brand, deadline or --send it is refused, exit 6.',
      ],
    },
    {
      heading: 'PACE',
      paragraphs: [
        'What fits into the key’s minute leaves at once. More is spread evenly over each minute, by the headers of the service alone, in the share that the run has of all that is charged to the key: others keep theirs.',
        '--shard 2/8 sends the second of eight parts, for machines that share one key. Each needs the whole file. An overlap does no harm, since the keys are the same.',
        '--batches sends up to a hundred rows in one request, never more than the minute has left. A batch has one key for all of its rows, so it does not go with --shard.',
      ],
    },
    {
      heading: 'EXAMPLES',
      examples: [
        {
          line: 'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --send --yes',
          about: 'Send them all; run it again if it was cut off.',
        },
        {
          line: 'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --shard 2/8 --yes',
          about: 'The second of eight machines.',
        },
      ],
    },
  ],
  seeAlso: 'esign-envelope-create(1), esign-envelope-plan(1), esign-envelope-apply(1), esign-exit-codes(7)',
};
