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
        'A file that ends in .csv is CSV, one that ends in .ndjson or .jsonl holds one object a line, any other is YAML or JSON: a list of rows, or a request body with rows. On stdin, `-`, the content tells which it is. A row may also be written as the service has it: { title, recipients, values }.',
        'CSV is separated by commas, semicolons or tabs, as its first line shows or a line `sep=;` before it says, and is UTF-8, or UTF-16 with a byte order mark; text in any other encoding is refused, so that no name is sent with wrong letters. Empty lines, a repeated first line and empty columns behind the last name are skipped.',
        '--recipient, --value, --values-file and --title say what all rows have alike. Those people come last in the routing order; a value of the row wins.',
        'Where the columns have names of their own, --mapping names a YAML file that says for each part its column, { value: … } for what is the same in every row, or { column: …, locked: true }.',
      ],
    },
    {
      heading: 'RUNS',
      paragraphs: [
        'A run is one sending of one list. This machine keeps a record of each run in the state folder, under runs/, readable by its owner only. Before a row is sent and after it is answered, a line is written to that record and flushed to disk. Run the same command again after a crash, Ctrl-C or a correction: rows that have an envelope are skipped, unanswered rows are settled with the key and the content they were sent with, and refused rows are tried again. The record is kept until you delete it.',
        'A run is identified by --run NAME, else by the file, the template, the service, the kind of key and the CI job; `localhost`, `127.0.0.1` and `[::1]` are one service. `esign envelope runs` lists the runs and how far they came. `esign envelope list --run NAME` lists the envelopes of one.',
        'The template, brand, deadline, completion delivery and --send of a run cannot change: exit 6. --expires-in is resolved when the run begins and stays the same for every row.',
        'The results file (FILE.results.ndjson, or --results) lists the result of each row for people and programs. esign reads it only when the record of the run is missing: a results file from another machine or an earlier version then prevents a second envelope.',
      ],
    },
    {
      heading: 'CHANGED FILES',
      paragraphs: [
        'A row keeps its identity when its content changes. The identity is the --id-column, else the external_ref of its recipients, else their email addresses; rows with the same addresses are told apart by their content and order.',
        'When a run continues, the file is compared with its record: which rows are the same, changed, new or gone. The counts and line numbers are shown on stderr, and as a record of type `compared` under --json, with `other_parts` under --shard. --dry-run shows the comparison and the requests that are left to send, and ends with exit 6 where the command would stop.',
        'Rows that were refused may be corrected freely. Changed rows that already have an envelope, or may have one, stop the run with exit 6 before anything is sent. Add --skip changed to keep those envelopes and send the other rows, or --resend changed to send those people a second envelope with the new content.',
        'When most of the rows that were sent are gone from the file and others are new, it is another list: on a terminal esign asks whether to start a new run, otherwise it stops with exit 6. Add --run NAME to send all rows of the file as a new run, or --skip gone to continue, which skips the people who were sent an envelope before.',
        'When more than half of the rows of a new run without a name were already sent in another run with the same template, such as that of a copy of the file, esign asks in the same way. Add --run NAME to send them again.',
        'Identical rows stop the run with exit 2, unless --allow-duplicates is given.',
        'Unanswered rows must stay in the file until their outcome is known: exit 6 otherwise. A row that was sent more than 24 hours ago and never answered is not sent again, since the service may have forgotten its key; it stays unknown, exit 13. Check in the service whether its envelope exists. Remove the row if it does, and run the command with --old to send the others once more.',
      ],
    },
    {
      heading: 'KEYS',
      paragraphs: [
        'Every row has an idempotency key, derived from its content and the run: --run, else ESIGN_RUN_ID, else the CI job. The same row of the same run creates one envelope, on every machine, as long as the service remembers the key: 24 hours.',
      ],
    },
    {
      heading: 'NETWORK FAILURES',
      paragraphs: [
        'When the connection breaks, each request is tried again with the same key for up to 5 minutes; --retry-for sets another time, and 0 turns it off. Whatever ends a run early, its message says how many envelopes were created.',
      ],
    },
    {
      heading: 'PACE',
      paragraphs: [
        'What fits into the key’s minute leaves at once. More is spread evenly over each minute, by the headers of the service alone, in the share that the run has of all that is charged to the key: others keep theirs.',
        '--shard 2/8 sends the second of eight parts of about the same size, for machines that share one key. Each needs the whole file. The identity of a row decides its part, so rows that are added, removed or sorted do not move other rows. An overlap within 24 hours does no harm, since the keys are the same.',
        'Each machine compares the whole file with what it has read before, and shows new and gone rows of the other parts as well. A run is continued in as many parts as it was begun in, with rows identified by the same column: exit 6 otherwise.',
      ],
    },
    {
      heading: 'EXIT CODE',
      paragraphs: [
        '0 when every row has its envelope, or was skipped with --skip changed. When no envelope exists and all rows that were tried ended alike, the code that one such row ends with by itself: 3 for a refused key, 7 for a spent rate limit, 8 when the service cannot be reached. Otherwise 13: some envelopes were created, or the outcome of a row is unknown. The `worst` property of the error names the worst row with its code. 6 and 2, with nothing sent: see CHANGED FILES.',
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
        {
          line: 'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --run march --skip changed --yes',
          about: 'Continue the run `march` and keep what was sent of changed rows.',
        },
      ],
    },
  ],
  seeAlso: 'esign-envelope-create(1), esign-envelope-plan(1), esign-envelope-apply(1), esign-exit-codes(7)',
};
