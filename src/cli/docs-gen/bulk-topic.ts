import type { Topic } from './topics.js';

/** Bulk runs: one envelope for each row of a file. */
export const bulkTopic: Topic = {
  name: 'bulk',
  summary: 'create an envelope for each row of a file',
  sample: [
    'Tenant.name,Tenant.email,.rental.amount',
    'Thandi,thandi@example.test,8500',
    'Sipho,sipho@example.test,9200',
  ],
  description: [
    '`esign envelope create --rows FILE` creates an envelope for each row of such a file. `esign envelope plan` saves what would be sent, and `esign envelope run` sends exactly that.',
    'All rows are validated against the template and the rules of the service before anything is sent. Problems are shown with line and column. Only the service can check brands, mandates, the plan, and whom a test key may email.',
  ],
  parts: [
    {
      heading: 'ROWS',
      items: [
        ['title', 'What signers see naming the envelope; --title, or the name of the template, where it is empty.'],
        [
          'Tenant.name, Tenant.email',
          'The recipient in a role. The order of the columns is the routing order. Also job_title, company, embedded, external_ref and standing_authorisation_id. If all cells of a role are empty, the row has no recipient in this role.',
        ],
        ['tenant.person.full_name', 'A value. The first dot ends the subject. Write a dot inside a subject as `\\.`.'],
        ['.rental.amount', 'A value of the signer.'],
      ],
      paragraphs: [
        'Files that end in .csv or .tsv are CSV. Files that end in .ndjson or .jsonl contain one object per line. Files that end in .yaml, .yml or .json contain a list of rows, or a request body with rows. For other files and stdin, `-`, the format is detected. A row can also have the form of the service: { title, recipients, values }.',
        'CSV is separated by commas, semicolons or tabs. The separator is detected from the header, or from a line `sep=;` before it. The encoding is UTF-8, or UTF-16 with a byte order mark. Other encodings are rejected, so that no name is sent with wrong letters. Empty lines, repeated headers and empty columns after the last name are skipped. Names of columns are read in any case. For a tickbox, write true, yes, ja, x or 1, or false, no, nee or 0, in any case. Dates can be written as 2026-04-03, 2026/04/03 or 3 April 2026. A warning is shown for values that a spreadsheet may have changed, such as an ID number without its leading zeros; the error of a formula, such as #N/A, is refused.',
        '--recipient, --value, --values-file and --title apply to all rows. These recipients come last in the routing order. Values of the row override them.',
        'If the columns have other names, --mapping names a YAML file with the column of each part, { value: … } for a constant, or { column: …, locked: true }.',
      ],
    },
    {
      heading: 'RUNS',
      paragraphs: [
        'A run sends one list once. This machine records each run in the state folder, in state.db, readable only by its owner. Each row is recorded on disk before it is sent, and after the response. Run the same command again after a crash, Ctrl-C or a correction: rows that have an envelope are skipped, rows without a response are sent again with the same key and content, and refused rows are tried again. The record is kept until you delete it.',
        '--run NAME identifies a run. Without it, the file, the template, the service, the kind of key and the CI job do; `localhost`, `127.0.0.1` and `[::1]` are one service. `esign envelope runs` lists the runs and their progress. `esign envelope list --run NAME` lists the envelopes of a run, and `esign envelope desk` follows them on a live screen, grouped by run.',
        'The template, brand, deadline, completion delivery and --send of a run cannot change: exit 6. --expires-in is resolved when the run starts, and is the same for every row.',
        'The results file (FILE.results.ndjson, or --results) lists the result of each row. esign reads it only if the record of the run is missing: a results file from another machine then prevents a second envelope.',
      ],
    },
    {
      heading: 'CHANGED FILES',
      paragraphs: [
        'A row keeps its identity when its content changes. The identity is the --id-column, else the external_ref of its recipients, else their email addresses. Rows with the same addresses are distinguished by content and order.',
        'When a run continues, the file is compared with its record: rows are the same, changed, new or gone. The counts and line numbers are shown on stderr, and with --json as a record of type `compared`, with `other_parts` if --shard is given. --dry-run shows the comparison and the remaining requests, for programs in one JSON object for each 100 rows, and exits with 6 where the command would stop.',
        'You can correct refused rows. Changed rows that already have an envelope, or may have one, stop the run with exit 6 before anything is sent. Add --replace changed to void those envelopes and send the new ones, --skip changed to keep them and send the other rows, or --resend changed to send those people a second envelope with the new content. On a terminal, esign names the envelopes and asks whether to replace them.',
        'A row whose recipients were corrected is changed as well, also without an --id-column, if nothing else in it differs: a mistyped address does not leave an envelope open beside the new one. If it may belong to several removed rows, the run stops with exit 6.',
        'Each envelope is voided before its row is sent again. An envelope that somebody has signed is voided only after a question on a terminal. Completed envelopes and drafts cannot be voided. Rows whose envelope was voided, declined or has expired are sent like new ones when their recipients are corrected.',
        'If most of the sent rows are gone from the file and others are new, it is treated as another list: on a terminal, esign asks whether to start a new run; without one, it stops with exit 6. Add --run NAME to send all rows of the file as a new run, or --skip gone to continue without the people who already have an envelope.',
        'If more than half of the rows of a new, unnamed run were already sent in another run with the same template, for example from a copy of the file, esign asks in the same way. Add --run NAME to send them again.',
        'Identical rows stop the run with exit 2. Add --allow-duplicates to send them all.',
        'Rows without a response must stay in the file until their outcome is known: exit 6. A row that was sent more than 24 hours ago without a response is not sent again, since the service may have deleted its key; its outcome stays unknown, exit 13. Check at the service whether its envelope exists. If it does, remove the row. Run the command with --old to send the others again.',
      ],
    },
    {
      heading: 'KEYS',
      paragraphs: [
        'Every row has an idempotency key, derived from its content and the run: --run, else ESIGN_RUN_ID, else the CI job. The same row of the same run creates one envelope, also from several machines, while the service keeps the key: 24 hours.',
      ],
    },
    {
      heading: 'NETWORK FAILURES',
      paragraphs: [
        'If the connection fails, each request is retried with the same key for up to 5 minutes. --retry-for sets another time; 0 turns retries off. If a run stops early, the message shows how many envelopes were created.',
      ],
    },
    {
      heading: 'RATE LIMIT',
      paragraphs: [
        'Requests within the rate limit of the key are sent at once. More requests are spread evenly over each minute, based on the rate limit headers of the service. The run uses only its share of the limit if other programs use the same key.',
        '--shard 2/8 sends the second of eight parts of about the same size, for machines that share one key. Each machine needs the whole file. The identity of a row determines its part, so adding, removing or sorting rows does not move others. An overlap within 24 hours is harmless, since the idempotency keys are the same.',
        'Each machine compares the whole file with its earlier version, and also shows new and gone rows of the other parts. A run must continue with the same number of parts and the same ID column, or it stops with exit 6.',
      ],
    },
    {
      heading: 'EXIT CODE',
      paragraphs: [
        '0: every row has its envelope, or was skipped with --skip changed. If no envelope was created and all rows failed for the same reason, the exit code of that reason: 3 for a refused key, 7 for the rate limit, 8 if the service cannot be reached. 13: only some envelopes were created, or the outcome of a row is unknown. The property `worst` of the error names the worst row with its code. 2 and 6: nothing was sent; see “Changed files”.',
      ],
    },
    {
      heading: 'EXAMPLES',
      examples: [
        {
          line: 'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --send --yes',
          about: 'Send all rows. Run it again if it was interrupted.',
        },
        {
          line: 'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --shard 2/8 --yes',
          about: 'Send the rows of the second of eight machines.',
        },
        {
          line: 'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --run march --skip changed --yes',
          about: 'Continue the run `march`, and keep the envelopes of changed rows.',
        },
        {
          line: 'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --send --replace changed --yes',
          about: 'Continue after addresses were corrected: void the old envelopes and send new ones.',
        },
        {
          line: 'esign envelope nudge --all --waiting-longer-than 3d -o drafts/',
          about: 'Write a mail draft to each person who was asked three days ago.',
        },
        {
          line: 'esign envelope check --waiting-longer-than 7d',
          about: 'See which envelopes need somebody.',
        },
      ],
    },
  ],
  seeAlso: 'esign-envelope-create(1), esign-envelope-plan(1), esign-envelope-run(1), esign-exit-codes(7)',
};
