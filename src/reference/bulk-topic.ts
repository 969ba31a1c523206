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
        'Every row has an Idempotency-Key derived from what it says and from the run: --run, else ESIGN_RUN_ID, else what the CI system tells. The same row of the same run makes one envelope, on whichever machine, for as long as the service remembers its key, which is known for 24 hours. Rows that say the same are numbered: each makes an envelope of its own.',
        'That a row leaves, and how it ended, is added to the results file, which is its owner’s alone: FILE.results.ndjson, or --results. Run the same command again after a crash, Ctrl-C or a correction: rows that are created are skipped, one whose end nobody knows is asked again under its key, and one that was refused is tried again. Keep the file as long as the run may have to go on: after 24 hours it alone knows what was created.',
        'A row that was sent and never answered has to stay in the file as it was until its end is known: one that was corrected or taken out meanwhile is refused, exit 6. One that left more than 24 hours ago is not sent again by itself, since the service may have forgotten its key and make it twice: it stays unknown, exit 13. Look in the service whether it is there; take it out of the file if it is, and run the command with --old, which sends the others once more.',
        'A results file belongs to one run. With another template, service, kind of key, --run, --brand, deadline or --send it is refused, exit 6.',
      ],
    },
    {
      heading: 'PACE',
      paragraphs: [
        'What fits into the key’s minute leaves at once. More is spread evenly over each minute, by the headers of the service alone, in the share that the run has of all that is charged to the key: others keep theirs.',
        '--shard 2/8 sends the second of eight parts, for machines that share one key. Each needs the whole file. An overlap does no harm, since the keys are the same.',
      ],
    },
    {
      heading: 'BATCHES',
      paragraphs: [
        '--batches sends twenty rows in one request, as soon as the minute has room for them: rows 1 to 20, then 21 to 40, wherever and whenever it is run. A batch has one key for all of its rows, so it does not go with --shard.',
        'The key is derived from the run and the place of the batch in the file. Without the results file, on another machine, the same file in the same run finds what is there; where the rows of a batch have changed, the service refuses them, exit 6 where nothing else was created, and nothing more is sent. A second file of the same template in the same CI job needs a --run of its own. Where no run is known, the key is derived from the rows as well: change them with the results file at hand alone, since a batch that differs in one row is a new one.',
        'Rows that were sent one by one have other keys than in batches. A run that this machine sent the other way is refused, exit 6; what another machine sent the other way, nobody knows, so keep to one way in a run.',
      ],
    },
    {
      heading: 'EXIT CODE',
      paragraphs: [
        '0 when every row has its envelope. When none has, and all that were tried ended alike, the code that one such row would have ended with by itself: 3 for a key that is refused, 7 for a spent minute, 8 where the service does not answer. Else 13: some are there, or they ended differently, or nobody knows the end of one that is not sent again. The error’s `worst` names the worst row with its code.',
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
