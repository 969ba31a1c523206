# Completion for esign; made by `esign completion fish`.

# Answers in globals what may follow the command in $argv[1].
function __esign_place
  set -g __esign_words
  set -g __esign_flags
  switch $argv[1]
    case 'esign'
      set -a __esign_words 'template	Create and manage templates'
      set -a __esign_words 'envelope	Create, send and follow envelopes'
      set -a __esign_words 'listen	Receive webhook deliveries and forward them to your app'
      set -a __esign_words 'emulator	Run the whole service on this machine'
      set -a __esign_words 'dev	Develop an app: emulator, deliveries and a timeline'
      set -a __esign_words 'demo	Run a complete signing workflow on an example form'
      set -a __esign_words 'webhook	Manage webhook endpoints and test receivers'
      set -a __esign_words 'event	Show, replay and send webhook events'
      set -a __esign_words 'login	Store an API key'
      set -a __esign_words 'logout	Remove stored API keys'
      set -a __esign_words 'profile	Manage named base URLs and API keys'
      set -a __esign_words 'whoami	Show which base URL and API key are used'
      set -a __esign_words 'doctor	Find problems with settings, keys and the connection'
      set -a __esign_words 'values	Check files of values before you send them'
      set -a __esign_words 'authorisation	Manage standing authorisations'
      set -a __esign_words 'authorization	Manage standing authorisations'
      set -a __esign_words 'pdf	Verify sealed PDFs'
      set -a __esign_words 'request	List sent requests and resume interrupted ones'
      set -a __esign_words 'api	Call any operation of the service'
      set -a __esign_words 'agent	Set up AI agents: MCP server and skill'
      set -a __esign_words 'mcp	Serve the operations as tools to AI agents'
      set -a __esign_words 'embed	Test an embedded signing page locally'
      set -a __esign_words 'explain	Explain a code, status, event, rule or assumption'
      set -a __esign_words 'spec	Show and check the API description'
      set -a __esign_words 'completion	Print or install shell completion'
      set -a __esign_words 'forget	Delete personal data stored on this machine'
      set -a __esign_words 'help	Show the help of a command'
      set -a __esign_flags '--version	show the version'
      return 0
    case 'esign template'
      set -a __esign_words 'create	Create a template from PDF or Word files'
      set -a __esign_words 'list	List the templates'
      set -a __esign_words 'get	Show one template'
      set -a __esign_words 'show	Show one template'
      set -a __esign_words 'wizard	Set up people and field names step by step'
      set -a __esign_words 'edit	Set up people and field names in the browser'
      set -a __esign_words 'prepare	Draw the fields of a file before you upload it'
      set -a __esign_words 'people	List the people found on a template'
      set -a __esign_words 'decide	Decide who a person on the form is'
      set -a __esign_words 'apply	Apply the proposed decision for a person'
      set -a __esign_words 'fields	List the fields of a template'
      set -a __esign_words 'rename	Rename one field'
      set -a __esign_words 'rename-all	Rename many fields at once'
      set -a __esign_words 'propose	Propose names for the fields'
      set -a __esign_words 'accept	Accept proposals of a naming run'
      set -a __esign_words 'rehearse	Check a template before the first envelope'
      set -a __esign_words 'preview	Render the pages with numbered fields'
      set -a __esign_words 'types	Generate types for values and recipients'
      set -a __esign_words 'pull	Save the names of a template to a YAML file'
      set -a __esign_words 'diff	Compare a names file with the service'
      set -a __esign_words 'push	Write the changes of a names file'
      set -a __esign_words 'copy-names	Copy the names from another version of a form'
      set -a __esign_words 'clone	Copy a template to another service or the emulator'
      set -a __esign_words 'inspect	Find fields and people in PDF or Word files'
      set -a __esign_words 'page	Download one page of a document'
      return 0
    case 'esign template create'
      set -a __esign_flags '--name	name of the template (default: the name of the first file) (at most 200 characters)'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign template list'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 20)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      set -a __esign_flags '--cursor	start after this page, by the cursor that it names'
      return 0
    case 'esign template get' 'esign template show'
      set -a __esign_flags '--etag	print only the ETag, for --if-match'
      return 0
    case 'esign template wizard'
      set -a __esign_flags '--plain	numbered questions without pictures, for screen readers'
      set -a __esign_flags '--picture	how to show pages (default: detected)'
      return 0
    case 'esign template edit'
      set -a __esign_flags '--port	port of the page (default: a free port)'
      set -a __esign_flags '--max-wait	stop after this long (default: 24h)'
      set -a __esign_flags '--no-open	print the URL without opening the browser'
      return 0
    case 'esign template prepare'
      set -a __esign_flags '--output	prepared PDF (default: NAME.prepared.pdf in this folder)'
      set -a __esign_flags '--force	overwrite an existing file'
      set -a __esign_flags '--fields	write the fields of a YAML or JSON file instead of opening the page; `-` is stdin'
      set -a __esign_flags '--print-fields	print the fields that were read, as a file for --fields'
      set -a __esign_flags '--brackets	make fields of words in brackets that ask for an answer, such as [Company Name] or [Enter here]'
      set -a __esign_flags '--as	what to write: form fields (widgets), or text tags that nobody sees, and form fields for what a tag cannot say'
      set -a __esign_flags '--one-off	print the request body for `envelope one-off --input` instead of writing a PDF: with the fields of --fields, or those that were read'
      set -a __esign_flags '--port	port of the page (default: a free port)'
      set -a __esign_flags '--max-wait	stop after this long (default: 24h)'
      set -a __esign_flags '--no-open	print the URL without opening the browser'
      return 0
    case 'esign template people'
      return 0
    case 'esign template decide'
      set -a __esign_flags '--decision	who the person is'
      set -a __esign_flags '--role-name	signing role, for all but `subject` (at most 200 characters)'
      set -a __esign_flags '--subject-key	subject, for `subject` and `both` (at most 100 characters)'
      set -a __esign_flags '--subject-name	display name of the subject (at most 200 characters)'
      set -a __esign_flags '--presence	whether the person is always on the form'
      set -a __esign_flags '--filled-by	for `both`: who fills in the details'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--overwrite	overwrite changes that others made since you last looked'
      set -a __esign_flags '--if-match	write only if the template still has this ETag, from `template get --etag`'
      return 0
    case 'esign template apply'
      set -a __esign_flags '--all	apply the proposals for all undecided people'
      set -a __esign_flags '--filled-by	for `both`: who fills in the details'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--overwrite	overwrite changes that others made since you last looked'
      set -a __esign_flags '--if-match	write only if the template still has this ETag, from `template get --etag`'
      return 0
    case 'esign template fields'
      set -a __esign_flags '--unnamed	list only fields without an address that could have one'
      set -a __esign_flags '--csv	print CSV to edit for `template rename-all`'
      return 0
    case 'esign template rename'
      set -a __esign_flags '--data-key	key that values are written to (at most 100 characters)'
      set -a __esign_flags '--no-data-key	remove the data key'
      set -a __esign_flags '--label	label that the sender sees (at most 200 characters)'
      set -a __esign_flags '--no-label	remove the label'
      set -a __esign_flags '--subject	subject that the data is about (at most 100 characters)'
      set -a __esign_flags '--no-subject	make it a field of the signer'
      set -a __esign_flags '--allow-shared	let several fields share an address, so that one value fills them all'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--overwrite	overwrite changes that others made since you last looked'
      set -a __esign_flags '--if-match	write only if the template still has this ETag, from `template get --etag`'
      return 0
    case 'esign template rename-all'
      set -a __esign_flags '--from	file with the names; `-` is stdin'
      set -a __esign_flags '--empty-removes	in CSV, an empty cell removes the name'
      set -a __esign_flags '--allow-shared	let several fields share an address, so that one value fills them all'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--overwrite	overwrite changes that others made since you last looked'
      set -a __esign_flags '--if-match	write only if the template still has this ETag, from `template get --etag`'
      return 0
    case 'esign template propose'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      return 0
    case 'esign template accept'
      set -a __esign_flags '--all	accept every name and every person'
      set -a __esign_flags '--high	accept names of high confidence only'
      set -a __esign_flags '--proposal	accept this proposal; repeatable'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--overwrite	overwrite changes that others made since you last looked'
      set -a __esign_flags '--if-match	write only if the template still has this ETag, from `template get --etag`'
      return 0
    case 'esign template rehearse'
      set -a __esign_flags '--strict	exit 5 for warnings too'
      set -a __esign_flags '--allow-problem	leave this problem out, such as nobody_signs; repeatable'
      set -a __esign_flags '--pictures	write a PNG of each page, filled with sample values'
      set -a __esign_flags '--force	overwrite existing pictures'
      return 0
    case 'esign template preview'
      set -a __esign_flags '--output	.html file, or folder for PNGs (default: in this folder); `-` is stdout'
      set -a __esign_flags '--format	output format (default: html, or png for a folder)'
      set -a __esign_flags '--page	render this page only, from 1'
      set -a __esign_flags '--open	open it in the browser'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign template types'
      set -a __esign_flags '--format	output format'
      set -a __esign_flags '--output	file or folder/ to write to (default: stdout)'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign template pull'
      set -a __esign_flags '--output	file or folder/ to write to (default: stdout)'
      set -a __esign_flags '--force	discard edits that were not pushed, or overwrite another file'
      return 0
    case 'esign template diff'
      return 0
    case 'esign template push'
      set -a __esign_flags '--prefer	side that wins if both changed the same name'
      set -a __esign_flags '--allow-shared	let several fields share an address, so that one value fills them all'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--overwrite	overwrite changes that others made since you last looked'
      set -a __esign_flags '--if-match	write only if the template still has this ETag, from `template get --etag`'
      return 0
    case 'esign template copy-names'
      set -a __esign_flags '--min-confidence	confidence needed to copy without asking'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--overwrite	overwrite changes that others made since you last looked'
      set -a __esign_flags '--if-match	write only if the template still has this ETag, from `template get --etag`'
      return 0
    case 'esign template clone'
      set -a __esign_flags '--from	profile that has the template (default: the profile in use)'
      set -a __esign_flags '--to	profile that gets the copy'
      set -a __esign_flags '--again	make another copy'
      set -a __esign_flags '--output	folder for the two names files (default: this folder)'
      set -a __esign_flags '--force	overwrite existing files'
      set -a __esign_flags '--dry-run	list what cannot be taken over, and print the request without sending it'
      return 0
    case 'esign template inspect'
      return 0
    case 'esign template page'
      set -a __esign_flags '--output	file or folder/ to write to; `-` is stdout'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign envelope'
      set -a __esign_words 'create	Create an envelope from a template'
      set -a __esign_words 'one-off	Create an envelope from files without a template'
      set -a __esign_words 'send	Send a draft'
      set -a __esign_words 'list	List the envelopes that this machine knows'
      set -a __esign_words 'desk	Follow all envelopes on a live screen'
      set -a __esign_words 'show	Show the status of an envelope'
      set -a __esign_words 'get	Print the JSON of one envelope'
      set -a __esign_words 'wait	Wait for a status of an envelope'
      set -a __esign_words 'watch	Follow changes of envelopes'
      set -a __esign_words 'void	Void a sent envelope'
      set -a __esign_words 'correct	Create the next envelope, or replace a sent one'
      set -a __esign_words 'documents	List the documents of an envelope'
      set -a __esign_words 'draft	Download a document in its current state'
      set -a __esign_words 'download	Download the sealed PDFs'
      set -a __esign_words 'reconcile	Compare an app\'s list of envelopes with the service'
      set -a __esign_words 'check	Fail if an envelope needs attention'
      set -a __esign_words 'nudge	Write mail drafts to people who keep others waiting'
      set -a __esign_words 'evidence	Collect the evidence of an envelope'
      set -a __esign_words 'signing-url	Create a signing URL for an embedded recipient'
      set -a __esign_words 'rows	Create a blank sheet for the rows of a template'
      set -a __esign_words 'plan	Plan a bulk run without sending anything'
      set -a __esign_words 'run	Send the envelopes of a plan'
      set -a __esign_words 'runs	List the bulk runs of this machine'
      return 0
    case 'esign envelope create'
      set -a __esign_flags '--template	ID or exact name of the template'
      set -a __esign_flags '--recipient	a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and standing_authorisation_id; repeatable'
      set -a __esign_flags '--value	prefill a field; `.key=text` for the signer’s own; write a dot inside a subject as `\\.`; repeatable'
      set -a __esign_flags '--values-file	values as YAML, JSON or CSV; `-` is stdin'
      set -a __esign_flags '--lock	make a value read-only for the signer; repeatable'
      set -a __esign_flags '--title	title that signers see, such as "Lease {Tenant.name}" (default: the name of the template) (at most 200 characters)'
      set -a __esign_flags '--send	send it (default: create a draft)'
      set -a __esign_flags '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00'
      set -a __esign_flags '--expires-in	deadline from now: 14d, 34h1m'
      set -a __esign_flags '--brand	brand (default: the one of the organisation)'
      set -a __esign_flags '--allow-problem	send a form with this problem, such as nobody_signs; repeatable'
      set -a __esign_flags '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)'
      set -a __esign_flags '--input	request body as YAML or JSON; `-` is stdin; flags add to it'
      set -a __esign_flags '--interactive	ask for the template, the people, the values and the deadline'
      set -a __esign_flags '--save	with --interactive: save the answers to a file for --input'
      set -a __esign_flags '--plain	with --interactive: ask in plain lines, for screen readers'
      set -a __esign_flags '--people	people to choose from, as CSV, YAML or JSON: name, email and usual role; without --interactive, the only person of a role takes it'
      set -a __esign_flags '--rows	one envelope per row: CSV with columns such as Tenant.email, NDJSON, YAML or JSON; `-` is stdin'
      set -a __esign_flags '--mapping	YAML or JSON that maps other column names, with lines such as `Tenant.email: E-mail`'
      set -a __esign_flags '--run	name of the run; the same rows in a run of another name are sent again (default: the file or CI job)'
      set -a __esign_flags '--id-column	column that identifies a row, so that a corrected row is recognized (default: its recipients)'
      set -a __esign_flags '--allow-duplicates	create an envelope for each of several identical rows'
      set -a __esign_flags '--only-valid	leave rows with a problem out, and create the others; run again when they are corrected'
      set -a __esign_flags '--results	file for the result of each row (default: beside the rows)'
      set -a __esign_flags '--shard	send the k-th of n parts of the rows: for machines that share one key'
      set -a __esign_flags '--resend	`changed`: send rows again that were sent with other content'
      set -a __esign_flags '--replace	`changed`: void the envelopes of rows that changed, such as a corrected address, and send new ones'
      set -a __esign_flags '--skip	`changed`: keep the envelopes of changed rows; `gone`: continue although most sent rows were removed'
      set -a __esign_flags '--old	also resend rows with an unknown outcome whose idempotency key may have expired'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign envelope one-off'
      set -a __esign_flags '--recipient	a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and standing_authorisation_id; repeatable'
      set -a __esign_flags '--value	prefill a field; `.key=text` for the signer’s own; write a dot inside a subject as `\\.`; repeatable'
      set -a __esign_flags '--values-file	values as YAML, JSON or CSV; `-` is stdin'
      set -a __esign_flags '--lock	make a value read-only for the signer; repeatable'
      set -a __esign_flags '--title	title that signers see (default: the name of the first file) (at most 200 characters)'
      set -a __esign_flags '--field	add a field, placed in fractions of the page; also document, label, required, data_key, subject and options; repeatable'
      set -a __esign_flags '--send	send it (default: create a draft)'
      set -a __esign_flags '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00'
      set -a __esign_flags '--expires-in	deadline from now: 14d, 34h1m'
      set -a __esign_flags '--brand	brand (default: the one of the organisation)'
      set -a __esign_flags '--allow-problem	send a form with this problem, such as nobody_signs; repeatable'
      set -a __esign_flags '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)'
      set -a __esign_flags '--input	rest of the request body as YAML or JSON; flags add to it'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign envelope send'
      set -a __esign_flags '--allow-problem	send a form with this problem, such as nobody_signs; repeatable'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign envelope list'
      set -a __esign_flags '--status	show this state only: draft, sent, partially_signed, completed, voided, declined, expired, sealed; repeatable'
      set -a __esign_flags '--waiting-for	show those that wait for this person, address or role'
      set -a __esign_flags '--late	show those that wait at least this long (default: 3d), or have less than a day until the deadline'
      set -a __esign_flags '--search	show those with this text in the title or a name'
      set -a __esign_flags '--sort	order of the list (default: newest)'
      set -a __esign_flags '--run	show one bulk run only; see `esign envelope runs`'
      set -a __esign_flags '--cached	show what was last seen, without a request'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 20)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign envelope desk'
      set -a __esign_flags '--late	how long somebody waits until an envelope is late (default: 3d)'
      return 0
    case 'esign envelope show'
      return 0
    case 'esign envelope get'
      return 0
    case 'esign envelope wait'
      set -a __esign_flags '--until	sent, completed, sealed, voided, declined, expired, signed:ROLE'
      set -a __esign_flags '--max-wait	wait at most this long (default: no limit)'
      set -a __esign_flags '--past-sealing-failure	keep waiting after sealing failed; support can retry it'
      return 0
    case 'esign envelope watch'
      set -a __esign_flags '--max-wait	watch at most this long (default: no limit)'
      return 0
    case 'esign envelope void'
      set -a __esign_flags '--reason	reason, kept on record (at most 500 characters)'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign envelope correct'
      set -a __esign_flags '--recipient	a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and standing_authorisation_id; repeatable'
      set -a __esign_flags '--value	prefill a field; `.key=text` for the signer’s own; write a dot inside a subject as `\\.`; repeatable'
      set -a __esign_flags '--values-file	values as YAML, JSON or CSV; `-` is stdin'
      set -a __esign_flags '--lock	make a value read-only for the signer; repeatable'
      set -a __esign_flags '--title	title that signers see (default: the same) (at most 200 characters)'
      set -a __esign_flags '--send	send it (default: create a draft)'
      set -a __esign_flags '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00'
      set -a __esign_flags '--expires-in	deadline from now: 14d, 34h1m'
      set -a __esign_flags '--brand	brand (default: the one of the organisation)'
      set -a __esign_flags '--allow-problem	send a form with this problem, such as nobody_signs; repeatable'
      set -a __esign_flags '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)'
      set -a __esign_flags '--input	request body of the first envelope as YAML or JSON, for its values; `-` is stdin'
      set -a __esign_flags '--void	void an envelope that is out for signature, and send the corrected one'
      set -a __esign_flags '--reason	reason, kept on record (default: "Replaced by a corrected envelope") (at most 500 characters)'
      set -a __esign_flags '--interactive	ask for the changes'
      set -a __esign_flags '--plain	with --interactive: ask in plain lines, for screen readers'
      set -a __esign_flags '--people	with --interactive: people to choose from, as CSV, YAML or JSON'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign envelope documents'
      return 0
    case 'esign envelope draft'
      set -a __esign_flags '--position	document, counted from 1'
      set -a __esign_flags '--output	file or folder/ to write to; `-` is stdout'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign envelope download'
      set -a __esign_flags '--position	download only this document, counted from 1'
      set -a __esign_flags '--ca-file	CA certificates to trust, PEM; repeatable'
      set -a __esign_flags '--ids	download the envelopes with these IDs, separated by white space; `-` is stdin'
      set -a __esign_flags '--run	download the envelopes of a bulk run; see `esign envelope runs`'
      set -a __esign_flags '--all	download all envelopes that this machine knows'
      set -a __esign_flags '--file-name	name each file of many, for example "{title} {Tenant.name}"'
      set -a __esign_flags '--mailto	also print a mail to each recipient, as a link that opens a draft; attach the files to it'
      set -a __esign_flags '--no-verify	save the files without verifying them'
      set -a __esign_flags '--output	file or folder/ to write to; `-` is stdout'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign envelope reconcile'
      set -a __esign_flags '--id-column	column or property with the envelope ID (default: `envelope_id` or `id`)'
      set -a __esign_flags '--status-column	column or property with the status (default: `status` or `state`)'
      set -a __esign_flags '--map	a word of the app for a state, such as `signed=completed`; repeatable'
      set -a __esign_flags '--max-age	use what this machine read at most this long ago (default: only what is final)'
      set -a __esign_flags '--only-listed	do not report envelopes that the list does not name'
      set -a __esign_flags '--deliver-to	deliver the events that the app has missed to this URL or local port'
      set -a __esign_flags '--secret-file	file with the signing secret (default: secret of the local listener)'
      set -a __esign_flags '--previous-secret-file	previous secret, valid for 24 hours after a rotation'
      set -a __esign_flags '--header	add a request header, for example for authentication (repeatable)'
      set -a __esign_flags '--ca-file	additional certificate authorities to trust (PEM)'
      set -a __esign_flags '--dry-run	print what would be delivered, and send nothing'
      return 0
    case 'esign envelope check'
      set -a __esign_flags '--ids	check the envelopes with these IDs instead, separated by white space; `-` is stdin'
      set -a __esign_flags '--unsealed-after	time from completion to sealing (default: 10m)'
      set -a __esign_flags '--undelivered-after	time until the invitation is delivered (default: 1h)'
      set -a __esign_flags '--expires-within	time before the deadline (default: 1d)'
      set -a __esign_flags '--waiting-longer-than	time for the same people to act (default: 3d)'
      set -a __esign_flags '--format	output format'
      set -a __esign_flags '--output	file or folder/ for the Prometheus text, written atomically'
      return 0
    case 'esign envelope nudge'
      set -a __esign_flags '--ids	envelopes with these IDs, separated by white space; `-` is stdin'
      set -a __esign_flags '--run	the envelopes of a bulk run; see `esign envelope runs`'
      set -a __esign_flags '--all	all envelopes that this machine knows'
      set -a __esign_flags '--waiting-longer-than	time for the same people to act (default: 0s)'
      set -a __esign_flags '--max-age	use what this machine read at most this long ago (default: only what is final)'
      set -a __esign_flags '--format	form of the drafts (default: mailto; with -o eml)'
      set -a __esign_flags '--output	folder/ for the .eml files, or file for the CSV'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign envelope evidence'
      set -a __esign_flags '--output	new folder or .zip file to write to'
      set -a __esign_flags '--force	overwrite an existing .zip file'
      set -a __esign_flags '--unfinished	also collect what exists before the envelope is sealed'
      set -a __esign_flags '--ca-file	CA certificates to trust, PEM; repeatable'
      return 0
    case 'esign envelope signing-url'
      set -a __esign_flags '--print	print the URL to stdout'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      return 0
    case 'esign envelope rows'
      set -a __esign_flags '--template	ID or exact name of the template'
      set -a __esign_flags '--output	file or folder/ to write to (default: stdout)'
      set -a __esign_flags '--required	leave out columns for optional values'
      set -a __esign_flags '--semicolons	separate cells with semicolons, for Excel where the decimal sign is a comma'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign envelope plan'
      set -a __esign_flags '--template	ID or exact name of the template'
      set -a __esign_flags '--rows	rows: CSV, NDJSON, YAML or JSON, as for `envelope create`'
      set -a __esign_flags '--mapping	YAML or JSON that maps other column names, with lines such as `Tenant.email: E-mail`'
      set -a __esign_flags '--run	name of the run; the same rows in a run of another name are sent again (default: the file or CI job)'
      set -a __esign_flags '--id-column	column that identifies a row, so that a corrected row is recognized (default: its recipients)'
      set -a __esign_flags '--allow-duplicates	create an envelope for each of several identical rows'
      set -a __esign_flags '--recipient	a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and standing_authorisation_id; repeatable'
      set -a __esign_flags '--value	prefill a field; `.key=text` for the signer’s own; write a dot inside a subject as `\\.`; repeatable'
      set -a __esign_flags '--values-file	values as YAML, JSON or CSV; `-` is stdin'
      set -a __esign_flags '--lock	make a value read-only for the signer; repeatable'
      set -a __esign_flags '--title	title for rows without one (default: the name of the template) (at most 200 characters)'
      set -a __esign_flags '--send	send it (default: create a draft)'
      set -a __esign_flags '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00'
      set -a __esign_flags '--expires-in	deadline from now: 14d, 34h1m'
      set -a __esign_flags '--brand	brand (default: the one of the organisation)'
      set -a __esign_flags '--allow-problem	send a form with this problem, such as nobody_signs; repeatable'
      set -a __esign_flags '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)'
      set -a __esign_flags '--output	file or folder/ for the plan, readable by you only'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign envelope run'
      set -a __esign_flags '--results	file for the result of each row (default: beside the rows)'
      set -a __esign_flags '--shard	send the k-th of n parts of the rows: for machines that share one key'
      set -a __esign_flags '--resend	`changed`: send rows again that were sent with other content'
      set -a __esign_flags '--replace	`changed`: void the envelopes of rows that changed, such as a corrected address, and send new ones'
      set -a __esign_flags '--skip	`changed`: keep the envelopes of changed rows; `gone`: continue although most sent rows were removed'
      set -a __esign_flags '--old	also resend rows with an unknown outcome whose idempotency key may have expired'
      set -a __esign_flags '--allow-problem	send a form with this problem, such as nobody_signs; repeatable'
      set -a __esign_flags '--dry-run	print the requests, key masked, and send nothing'
      return 0
    case 'esign envelope runs'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 50)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign envelope batch'
      set -a __esign_flags '--template	ID or exact name of the template'
      set -a __esign_flags '--input	the rows; `-` is stdin'
      set -a __esign_flags '--send	send it (default: create a draft)'
      set -a __esign_flags '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00'
      set -a __esign_flags '--expires-in	deadline from now: 14d, 34h1m'
      set -a __esign_flags '--brand	brand (default: the one of the organisation)'
      set -a __esign_flags '--allow-problem	send a form with this problem, such as nobody_signs; repeatable'
      set -a __esign_flags '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign listen'
      set -a __esign_flags '--forward-to	app that receives every event; a port means this machine'
      set -a __esign_flags '--route	app for matching events; the first match wins (repeatable)'
      set -a __esign_flags '--event	listen for these events only, for example envelope.* (repeatable)'
      set -a __esign_flags '--mine	forward only envelopes created here with esign, or by the command through ESIGN_BASE_URL'
      set -a __esign_flags '--ack	early: acknowledge once the delivery is stored on disk, then retry the app from here (default, because the service asks receivers to respond before processing); app: return the status of the app, within 8 s, to test your own retry handling'
      set -a __esign_flags '--retries	retries if the app does not respond with 2xx (default: 10)'
      set -a __esign_flags '--no-resume	leave what earlier runs did not forward for `esign event replay`'
      set -a __esign_flags '--header	add a header to forwarded requests (repeatable)'
      set -a __esign_flags '--find-cause	if the app rejects a valid delivery with 400, 401 or 403, send it up to 80 copies with the usual mistakes, and say which one it accepts (default with an emulator)'
      set -a __esign_flags '--no-find-cause	send no such copies'
      set -a __esign_flags '--forward-ca-file	certificate authority to trust for the app (PEM)'
      set -a __esign_flags '--insecure-forward	accept any certificate of the app'
      set -a __esign_flags '--secret-file	write the endpoint’s secret into this file (0600), for the app'
      set -a __esign_flags '--force	overwrite an existing file'
      set -a __esign_flags '--write-env	write the settings of an app into this file (0600), and leave its other lines: URL, webhook secret, signature header and, of an emulator, the key'
      set -a __esign_flags '--print-secret	print the signing secret of the endpoint when ready'
      set -a __esign_flags '--fresh-secret	on an emulator: use a new secret instead of the one that stays'
      set -a __esign_flags '--public-url	your own public URL that leads to --port on this machine'
      set -a __esign_flags '--tunnel	none, ngrok, ngrok-sdk, tailscale[:PORT], devtunnel[:NAME], cloudflared[:NAME] or ssh://user@host (ESIGN_TUNNEL) (default: the best available one)'
      set -a __esign_flags '--tunnel-cmd	command that starts any other tunnel, for example `x {port}`'
      set -a __esign_flags '--tunnel-address	where that command prints its URL: /pattern/ or .path[0]'
      set -a __esign_flags '--port	port to listen on (default: a free port)'
      set -a __esign_flags '--poll	poll the envelopes created on this machine instead of using a tunnel, and create events from their changes, except envelope.sealing_failed'
      set -a __esign_flags '--interval	with --poll: polling interval (default: 5s)'
      set -a __esign_flags '--expect	exit with 0 when these events of one envelope have arrived, with 10 if they can no longer arrive, or with 12 after --max-wait'
      set -a __esign_flags '--max-wait	limit for --expect (60s) or for the command'
      set -a __esign_flags '--envelope	envelope that --expect waits for; with --poll, also follow it (repeatable)'
      set -a __esign_flags '--any-envelope	with a command: accept events of every envelope, not only of those that it creates, sends or voids through ESIGN_BASE_URL'
      set -a __esign_flags '--junit	write the expected events and the command as JUnit XML'
      set -a __esign_flags '--brand	receive events of this brand only'
      set -a __esign_flags '--keep	keep the endpoint for the next run'
      set -a __esign_flags '--rotate	rotate the secret of a kept endpoint at the start'
      set -a __esign_flags '--end-grace	rotate although an earlier rotation is less than 24 hours old'
      set -a __esign_flags '--prune	delete endpoints left behind by listeners of this machine, and exit'
      set -a __esign_flags '--all-machines	with --prune: also those of other machines that are disabled or idle for a day'
      set -a __esign_flags '--no-reaper	do not start the process that cleans up if this one is killed'
      return 0
    case 'esign emulator'
      set -a __esign_words 'start	Start the emulator'
      set -a __esign_words 'stop	Stop the emulator'
      set -a __esign_words 'status	Show the status of the emulator'
      set -a __esign_words 'open	Open the page of the emulator in the browser'
      set -a __esign_words 'exec	Run a command with a temporary emulator'
      set -a __esign_words 'sign	Sign as a recipient'
      set -a __esign_words 'decline	Decline as a recipient'
      set -a __esign_words 'delegate	Delegate a recipient’s place to another person'
      set -a __esign_words 'clock	Show and move the emulator clock'
      set -a __esign_words 'inbox	Read the mail of the emulator'
      set -a __esign_words 'trigger	Trigger an event'
      set -a __esign_words 'log	Show events, deliveries and requests'
      set -a __esign_words 'fault	Inject faults into the emulator'
      set -a __esign_words 'scenario	Create test data for common states'
      set -a __esign_words 'reset	Delete the data of the emulator'
      set -a __esign_words 'snapshot	Write the data of the emulator to a file'
      set -a __esign_words 'restore	Restore a snapshot'
      set -a __esign_words 'grant	Grant a standing authorisation as its grantor'
      set -a __esign_words 'decline-grant	Decline a standing authorisation as its grantor'
      set -a __esign_words 'redeliver	Send a delivery again'
      set -a __esign_words 'requeue	Retry a failed sealing'
      set -a __esign_words 'export-test	Export what happened to an envelope as a test'
      set -a __esign_words 'brands	List the brands of the emulator'
      set -a __esign_words 'allow-origin	Let a page embed the signing page'
      set -a __esign_words 'ca	Export the CA certificate of the emulator'
      return 0
    case 'esign emulator start'
      set -a __esign_flags '--port	port to use; 0 for any free port (default: the last port, initially 4747, or any free port if it is in use)'
      set -a __esign_flags '--data	data folder (default: a folder for this profile)'
      set -a __esign_flags '--plan	plan of the organisation'
      set -a __esign_flags '--strict	reject webhook URLs on this machine, like the real service'
      set -a __esign_flags '--ask	make commands ask, or need --yes, as with a live key of a real service'
      set -a __esign_flags '--rate-limit	requests per minute of each key, or off (default: 600; 60 on the free plan)'
      set -a __esign_flags '--seed	make IDs, keys and seals repeatable'
      set -a __esign_flags '--now	start with a frozen clock at this time'
      set -a __esign_flags '--seed-file	start with the data of a YAML file, as `emulator snapshot --seed-file` writes it'
      set -a __esign_flags '--smtp-forward	also send the mail to this mail server; the inbox keeps a copy'
      set -a __esign_flags '--allow-origin	origin of a page that may embed the signing page, for example http://127.0.0.1:3000 (repeatable)'
      set -a __esign_flags '--write-env	write the settings of an app into this file (0600), and leave its other lines: URL, test key (live key with --mode live), webhook secret and signature header'
      set -a __esign_flags '--shared	use the emulator of the machine, which all projects share, instead of that of this project'
      set -a __esign_flags '--detach	run in the background'
      return 0
    case 'esign emulator stop'
      return 0
    case 'esign emulator status'
      return 0
    case 'esign emulator open'
      set -a __esign_flags '--print	print the URL instead of opening it; it gives access to this emulator'
      return 0
    case 'esign emulator exec'
      set -a __esign_flags '--plan	plan of the organisation'
      set -a __esign_flags '--strict	reject webhook URLs on this machine, like the real service'
      set -a __esign_flags '--ask	make commands ask, or need --yes, as with a live key of a real service'
      set -a __esign_flags '--rate-limit	requests per minute of each key, or off (default: 600; 60 on the free plan)'
      set -a __esign_flags '--seed	make IDs, keys and seals repeatable'
      set -a __esign_flags '--now	start with a frozen clock at this time'
      set -a __esign_flags '--seed-file	start with the data of a YAML file, as `emulator snapshot --seed-file` writes it'
      set -a __esign_flags '--restore	start from a snapshot'
      set -a __esign_flags '--scenario	start from a scenario; its ID is in ESIGN_SCENARIO_ID'
      set -a __esign_flags '--snapshot	snapshot file to write if the command fails (default: named after it)'
      set -a __esign_flags '--no-snapshot	write no snapshot if the command fails'
      set -a __esign_flags '--force	overwrite an existing snapshot file'
      return 0
    case 'esign emulator sign'
      set -a __esign_flags '--value	set a field value (repeatable)'
      set -a __esign_flags '--field	set a field value by field ID (repeatable)'
      set -a __esign_flags '--signature	typed signature (default: the name of the recipient)'
      set -a __esign_flags '--no-fill	add no sample values; missing required fields are an error'
      return 0
    case 'esign emulator decline'
      set -a __esign_flags '--reason	why'
      return 0
    case 'esign emulator delegate'
      set -a __esign_flags '--to	person who signs instead; also "NAME <ADDRESS>"'
      return 0
    case 'esign emulator clock'
      set -a __esign_words 'show	Show the emulator time'
      set -a __esign_words 'freeze	Freeze the clock'
      set -a __esign_words 'run	Run the clock again'
      set -a __esign_words 'advance	Move the clock forward'
      return 0
    case 'esign emulator clock show'
      return 0
    case 'esign emulator clock freeze'
      return 0
    case 'esign emulator clock run'
      return 0
    case 'esign emulator clock advance'
      set -a __esign_flags '--to	target time with a time zone, or `next` for the next due action'
      return 0
    case 'esign emulator inbox'
      set -a __esign_words 'list	List the mail'
      set -a __esign_words 'show	Show a mail'
      set -a __esign_words 'get	Show a mail'
      set -a __esign_words 'wait	Wait for a mail to an address'
      set -a __esign_words 'open	Open the signing link of a mail in the browser'
      set -a __esign_flags '--to	show mail to this address only'
      set -a __esign_flags '--kind	show this kind only'
      set -a __esign_flags '--envelope	show mail about this envelope only'
      set -a __esign_flags '--print	also show signing links; anyone with a link can sign'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 50)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign emulator inbox list'
      set -a __esign_flags '--to	show mail to this address only'
      set -a __esign_flags '--kind	show this kind only'
      set -a __esign_flags '--envelope	show mail about this envelope only'
      set -a __esign_flags '--print	also show signing links; anyone with a link can sign'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 50)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign emulator inbox show' 'esign emulator inbox get'
      set -a __esign_flags '--html	print only its HTML part'
      set -a __esign_flags '--print	also show signing links; anyone with a link can sign'
      return 0
    case 'esign emulator inbox wait'
      set -a __esign_flags '--to	address of the recipient'
      set -a __esign_flags '--subject	accept only mail with this text in its subject'
      set -a __esign_flags '--kind	accept only this kind'
      set -a __esign_flags '--envelope	accept only mail about this envelope'
      set -a __esign_flags '--after	accept only mail newer than this one'
      set -a __esign_flags '--max-wait	wait at most this long (default: 30s)'
      set -a __esign_flags '--print	also show its signing link; anyone with the link can sign'
      return 0
    case 'esign emulator inbox open'
      set -a __esign_flags '--to	open the newest mail with a link to this address'
      set -a __esign_flags '--print	print the link instead of opening it; anyone with the link can sign'
      return 0
    case 'esign emulator trigger'
      set -a __esign_flags '--envelope	use this envelope in its current state (default: a new envelope)'
      return 0
    case 'esign emulator log'
      set -a __esign_words 'deliveries	List webhook delivery attempts'
      set -a __esign_words 'events	List the events'
      set -a __esign_words 'requests	List requests and explain rejected ones'
      return 0
    case 'esign emulator log deliveries'
      set -a __esign_flags '--follow	keep showing new results until Ctrl-C, as NDJSON with --json'
      set -a __esign_flags '--endpoint	show deliveries to this endpoint only'
      set -a __esign_flags '--envelope	show events of this envelope only'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 1000)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign emulator log events'
      set -a __esign_flags '--follow	keep showing new results until Ctrl-C, as NDJSON with --json'
      set -a __esign_flags '--envelope	show events of this envelope only'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 1000)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign emulator log requests'
      set -a __esign_flags '--refused	show rejected requests only'
      set -a __esign_flags '--follow	keep showing new results until Ctrl-C, as NDJSON with --json'
      set -a __esign_flags '--curl	print curl commands that use ESIGN_API_KEY'
      set -a __esign_flags '--har	print HAR 1.2 for the developer tools of a browser'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 1000)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign emulator fault'
      set -a __esign_words 'operation	Inject faults into operations, sealing, the renderer or mail'
      set -a __esign_words 'deliveries	Inject faults into webhook deliveries'
      set -a __esign_words 'list	List all current faults'
      set -a __esign_words 'release	Continue held requests'
      set -a __esign_words 'clear	Remove faults'
      return 0
    case 'esign emulator fault operation'
      set -a __esign_flags '--code	respond with this error code'
      set -a __esign_flags '--http-status	respond with this HTTP status; the body is empty without --code'
      set -a __esign_flags '--delay	wait this long in real time first, for example 250ms or 5s'
      set -a __esign_flags '--reset	reset the connection before the request is processed'
      set -a __esign_flags '--drop-after-commit	process the request, then close the connection without a response'
      set -a __esign_flags '--stuck	reset the connection and keep the request in progress until `fault release`'
      set -a __esign_flags '--stuck-for	like --stuck, but only for this long in real time'
      set -a __esign_flags '--hold	hold each request before it is processed, until `fault release`'
      set -a __esign_flags '--probability	probability from 0 to 1 for each request (default: 1)'
      set -a __esign_flags '--count	stop after this many affected requests (default: no limit; 1 for seal, renderer, mail and --hold)'
      set -a __esign_flags '--seed	make the faults repeatable'
      return 0
    case 'esign emulator fault deliveries'
      set -a __esign_flags '--duplicate	send the delivery twice (0 to 1)'
      set -a __esign_flags '--reorder	send it after the next delivery to the same endpoint (0 to 1)'
      set -a __esign_flags '--delay	send it later, for example 5s, or 5s@0.2 with a probability'
      set -a __esign_flags '--drop	do not send it; the attempt counts as failed (0 to 1)'
      set -a __esign_flags '--lose-answer	lose the response, so that an accepted delivery is sent again (0 to 1)'
      set -a __esign_flags '--wrong-signature	sign it with a wrong secret (0 to 1)'
      set -a __esign_flags '--clock-skew	sign it with a shifted time, for example 400s, -400s or 400s@0.2'
      set -a __esign_flags '--seed	make the faults repeatable'
      set -a __esign_flags '--count	stop after this many faulty attempts'
      set -a __esign_flags '--endpoint	apply to deliveries to this endpoint only'
      return 0
    case 'esign emulator fault list'
      return 0
    case 'esign emulator fault release'
      return 0
    case 'esign emulator fault clear'
      return 0
    case 'esign emulator scenario'
      set -a __esign_words 'list	List the scenarios'
      set -a __esign_words 'load	Create a scenario'
      return 0
    case 'esign emulator scenario list'
      return 0
    case 'esign emulator scenario load'
      return 0
    case 'esign emulator reset'
      set -a __esign_flags '--clock	also set the clock back to the time of this machine'
      return 0
    case 'esign emulator snapshot'
      set -a __esign_flags '--output	file or folder/ to write to; - for stdout'
      set -a __esign_flags '--seed-file	write a seed file, and its documents in a folder named after it'
      set -a __esign_flags '--seed-schema	print the JSON Schema of seed files, for editors'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign emulator restore'
      return 0
    case 'esign emulator grant'
      return 0
    case 'esign emulator decline-grant'
      set -a __esign_flags '--reason	why'
      return 0
    case 'esign emulator redeliver'
      set -a __esign_flags '--failed	resend all failed deliveries to active endpoints'
      set -a __esign_flags '--endpoint	with an event ID or --failed: send to this endpoint only'
      return 0
    case 'esign emulator requeue'
      return 0
    case 'esign emulator export-test'
      set -a __esign_flags '--output	file or folder/ to write to (default: stdout)'
      set -a __esign_flags '--runner	test runner (default: pytest for a .py file, else vitest)'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign emulator brands'
      return 0
    case 'esign emulator allow-origin'
      set -a __esign_flags '--brand	brand (default: the default brand)'
      set -a __esign_flags '--remove	remove the origin'
      return 0
    case 'esign emulator ca'
      set -a __esign_flags '--output	file or folder/ to write to (default: stdout)'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign dev'
      set -a __esign_words 'init	Write a small app or a receiver to start from'
      set -a __esign_flags '--forward-to	where your app takes deliveries; a port means this machine (default: http://127.0.0.1:3000/webhooks)'
      set -a __esign_flags '--allow-origin	another origin whose pages may embed the signing page, besides that of your app (repeatable)'
      set -a __esign_flags '--write-env	file for the settings of your app (0600) (default: .env.local)'
      set -a __esign_flags '--ack	early: a delivery counts as delivered when it is stored here, and the app is retried from here (default); app: the service gets the status of the app, and retries by its own ladder'
      set -a __esign_flags '--ask	make commands ask, or need --yes, as with a live key of a real service'
      set -a __esign_flags '--bodies	in a pipe: print headers and bodies of requests too'
      set -a __esign_flags '--shared	use the emulator of the machine, which all projects share, instead of that of this project'
      set -a __esign_flags '--no-write-env	write no file; the command gets the settings all the same'
      return 0
    case 'esign dev init'
      return 0
    case 'esign demo'
      set -a __esign_flags '--output	folder for the PDFs, created if missing'
      return 0
    case 'esign webhook'
      set -a __esign_words 'register	Register a webhook endpoint'
      set -a __esign_words 'list	List webhook endpoints'
      set -a __esign_words 'get	Show a webhook endpoint'
      set -a __esign_words 'show	Show a webhook endpoint'
      set -a __esign_words 'update	Update a webhook endpoint'
      set -a __esign_words 'rotate	Replace the secret of an endpoint'
      set -a __esign_words 'delete	Delete a webhook endpoint'
      set -a __esign_words 'check	Fail if an endpoint is failing or disabled'
      set -a __esign_words 'verify	Verify a captured delivery offline'
      set -a __esign_words 'certify	Test a receiver against the delivery contract'
      set -a __esign_words 'sign	Sign a body like the service does'
      return 0
    case 'esign webhook register'
      set -a __esign_flags '--url	public https URL that receives the events'
      set -a __esign_flags '--event	event to deliver (repeatable): envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed'
      set -a __esign_flags '--brand	deliver events of this brand only'
      set -a __esign_flags '--secret-file	write the secret into a file that only you can read (0600)'
      set -a __esign_flags '--force	overwrite an existing file'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      return 0
    case 'esign webhook list'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 10)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign webhook get' 'esign webhook show'
      return 0
    case 'esign webhook update'
      set -a __esign_flags '--url	URL that receives the events'
      set -a __esign_flags '--event	event to deliver (repeatable): envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed'
      set -a __esign_flags '--brand	deliver events of this brand only'
      set -a __esign_flags '--no-brand	deliver events of every brand'
      set -a __esign_flags '--enable	resume deliveries; the seven-day failure window restarts'
      set -a __esign_flags '--disable	stop deliveries until it is enabled again'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      return 0
    case 'esign webhook rotate'
      set -a __esign_flags '--secret-file	write the secret into a file that only you can read (0600)'
      set -a __esign_flags '--force	overwrite an existing file'
      set -a __esign_flags '--verify-with	test this receiver with the old secret first, then with the new one'
      set -a __esign_flags '--old-secret-file	file with the old secret (default: the file of --secret-file)'
      set -a __esign_flags '--verify-for	how long to wait until the receiver accepts the new secret'
      set -a __esign_flags '--header	add a request header, for example for authentication (repeatable)'
      set -a __esign_flags '--ca-file	additional certificate authorities to trust (PEM)'
      set -a __esign_flags '--end-grace	rotate although an earlier rotation is less than 24 hours old'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign webhook delete'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      return 0
    case 'esign webhook check'
      set -a __esign_flags '--max-failures	failed deliveries to allow since the last success'
      set -a __esign_flags '--format	output format'
      set -a __esign_flags '--output	file or folder/ for the Prometheus text, written atomically'
      set -a __esign_flags '--fail-empty	exit with 4 if no endpoint is registered'
      return 0
    case 'esign webhook verify'
      set -a __esign_flags '--secret-file	file with a signing secret; - for stdin (repeatable)'
      set -a __esign_flags '--previous-secret-file	previous secret, valid for 24 hours after a rotation'
      set -a __esign_flags '--header	signature header value as received (repeatable)'
      set -a __esign_flags '--body	file with the exact raw body; - for stdin'
      set -a __esign_flags '--at	verify as of this time, with a time zone (default: now)'
      return 0
    case 'esign webhook certify'
      set -a __esign_flags '--secret-file	file with the signing secret (default: secret of the local listener)'
      set -a __esign_flags '--previous-secret-file	previous secret, valid for 24 hours after a rotation'
      set -a __esign_flags '--acted-url	URL that returns the IDs of the processed events as a JSON array'
      set -a __esign_flags '--fail-header	header that makes your test build respond with 5xx'
      set -a __esign_flags '--rule	run only this rule, after `valid` (repeatable)'
      set -a __esign_flags '--junit	also write a JUnit report'
      set -a __esign_flags '--header	add a request header, for example for authentication (repeatable)'
      set -a __esign_flags '--ca-file	additional certificate authorities to trust (PEM)'
      return 0
    case 'esign webhook enable'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      return 0
    case 'esign webhook disable'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      return 0
    case 'esign webhook sign'
      set -a __esign_flags '--secret-file	signing secret of the endpoint, in a file; - for stdin'
      set -a __esign_flags '--previous-secret-file	previous secret, valid for 24 hours after a rotation'
      set -a __esign_flags '--body	file with the exact bytes to sign; - for stdin'
      set -a __esign_flags '--at	signing time with a time zone (default: now)'
      return 0
    case 'esign event'
      set -a __esign_words 'list	List the deliveries received on this machine'
      set -a __esign_words 'show	Show a received delivery'
      set -a __esign_words 'get	Show a received delivery'
      set -a __esign_words 'replay	Deliver received events again'
      set -a __esign_words 'send	Send a test event to a receiver'
      return 0
    case 'esign event list'
      set -a __esign_flags '--event	show this event only (repeatable): envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed'
      set -a __esign_flags '--envelope	show deliveries about this envelope only'
      set -a __esign_flags '--undelivered	show only deliveries that the app has not accepted'
      set -a __esign_flags '--refused	show only deliveries that failed verification'
      set -a __esign_flags '--follow	keep showing new results until Ctrl-C, as NDJSON with --json'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 50)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign event show' 'esign event get'
      set -a __esign_flags '--raw	print only the raw bytes of the body'
      return 0
    case 'esign event replay'
      set -a __esign_flags '--undelivered	replay every delivery of this service that its app is not known to have accepted'
      set -a __esign_flags '--cut-off	with --undelivered: also replay those whose last attempt was cut off'
      set -a __esign_flags '--to	receiver URL or local port (default: the original forwarding target)'
      set -a __esign_flags '--as-retry	increase retry_count, like the service does for each attempt'
      set -a __esign_flags '--secret-file	file with the signing secret (default: secret of the local listener)'
      set -a __esign_flags '--previous-secret-file	previous secret, valid for 24 hours after a rotation'
      set -a __esign_flags '--header	add a request header, for example for authentication (repeatable)'
      set -a __esign_flags '--ca-file	additional certificate authorities to trust (PEM)'
      return 0
    case 'esign event send'
      set -a __esign_flags '--to	receiver URL or local port (default: the forwarding target of the listener)'
      set -a __esign_flags '--envelope	envelope ID to put in the event'
      set -a __esign_flags '--set	set a body field; use := for JSON (repeatable)'
      set -a __esign_flags '--secret-file	file with the signing secret (default: secret of the local listener)'
      set -a __esign_flags '--previous-secret-file	previous secret, valid for 24 hours after a rotation'
      set -a __esign_flags '--header	add a request header, for example for authentication (repeatable)'
      set -a __esign_flags '--ca-file	additional certificate authorities to trust (PEM)'
      set -a __esign_flags '--dry-run	show the request without sending it'
      return 0
    case 'esign login'
      set -a __esign_flags '--insecure-storage	store the key in a file that only you can read, not in the keychain'
      set -a __esign_flags '--no-check	store the key without checking it'
      return 0
    case 'esign logout'
      return 0
    case 'esign profile'
      set -a __esign_words 'add	Add a profile'
      set -a __esign_words 'list	List the profiles'
      set -a __esign_words 'use	Choose the current profile'
      set -a __esign_words 'show	Show one profile'
      set -a __esign_words 'get	Show one profile'
      set -a __esign_words 'token	Print the API key in use'
      set -a __esign_words 'remove	Remove a profile and its keys'
      return 0
    case 'esign profile add'
      set -a __esign_flags '--use	make it the current profile'
      set -a __esign_flags '--force	replace a profile of that name'
      set -a __esign_flags '--insecure-storage	keep the key in a file that only you can read, not in the keychain'
      set -a __esign_flags '--signature-header	the name of the webhook signature header at this address'
      set -a __esign_flags '--completion-delivery-value	what this service calls the completion delivery `service`'
      return 0
    case 'esign profile list'
      return 0
    case 'esign profile use'
      return 0
    case 'esign profile show' 'esign profile get'
      return 0
    case 'esign profile token'
      set -a __esign_flags '--print	print the whole key'
      return 0
    case 'esign profile remove'
      return 0
    case 'esign whoami'
      set -a __esign_flags '--offline	do not contact the service'
      return 0
    case 'esign doctor'
      set -a __esign_flags '--fix	restrict file permissions and remove leftovers of ended listeners and emulators'
      return 0
    case 'esign values'
      set -a __esign_words 'new	Create an empty values file for a template'
      set -a __esign_words 'check	Validate values, a request body or rows against a template'
      return 0
    case 'esign values new'
      set -a __esign_flags '--output	file or folder/ to write to (default: stdout)'
      set -a __esign_flags '--force	overwrite an existing file'
      return 0
    case 'esign values check'
      set -a __esign_flags '--template	ID or exact name of the template, or a file that `template get` printed (default: the template_id in the file)'
      set -a __esign_flags '--recipient	also check this recipient, as for `envelope create`; repeatable'
      return 0
    case 'esign authorisation' 'esign authorization'
      set -a __esign_words 'create	Request a standing authorisation'
      set -a __esign_words 'list	List standing authorisations'
      set -a __esign_words 'get	Show a standing authorisation'
      set -a __esign_words 'show	Show a standing authorisation'
      set -a __esign_words 'cancel	Cancel an authorisation that is not signed yet'
      set -a __esign_words 'revoke	Revoke an active authorisation'
      return 0
    case 'esign authorisation create' 'esign authorization create'
      set -a __esign_flags '--brand	the brand it covers; list the brands of an emulator with `esign emulator brands`'
      set -a __esign_flags '--grantor	the person who signs the mandate; optional: job_title'
      set -a __esign_flags '--entity-name	the company that the grantor signs for (at most 200 characters)'
      set -a __esign_flags '--entity-number	registration number of the company (at most 200 characters)'
      set -a __esign_flags '--purpose	purpose, printed on the mandate (at most 1000 characters)'
      set -a __esign_flags '--valid-until	end of validity, for example 2027-12-01T00:00:00+02:00'
      set -a __esign_flags '--valid-for	end of validity from now, for example 365d'
      set -a __esign_flags '--valid-from	start of validity (default: when it is granted)'
      set -a __esign_flags '--reference	your reference (at most 200 characters)'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign authorisation list' 'esign authorization list'
      set -a __esign_flags '--status	show this status only'
      set -a __esign_flags '--brand	show authorisations of this brand only'
      set -a __esign_flags '--reference	show authorisations with your reference only'
      set -a __esign_flags '--expiring	show active ones that expire within this time, for example 30d or 12h; reads all pages'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 20)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      set -a __esign_flags '--cursor	start after this page, by the cursor that it names'
      return 0
    case 'esign authorisation get' 'esign authorisation show' 'esign authorization get' 'esign authorization show'
      return 0
    case 'esign authorisation cancel' 'esign authorization cancel'
      set -a __esign_flags '--reason	reason, kept on record (at most 500 characters)'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign authorisation revoke' 'esign authorization revoke'
      set -a __esign_flags '--reason	reason, kept on record and shown to the grantor (at most 500 characters)'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign pdf'
      set -a __esign_words 'verify	Verify the signatures of sealed PDFs'
      return 0
    case 'esign pdf verify'
      set -a __esign_flags '--ca-file	certificates of a trusted authority, PEM (repeatable)'
      set -a __esign_flags '--at	verify as of this time, with a time zone; rejects later seals'
      set -a __esign_flags '--revision	verify only the file as this signature covers it, counted from 1'
      set -a __esign_flags '--output	with --revision: file or folder/ for that revision, byte for byte'
      set -a __esign_flags '--force	overwrite an existing file'
      set -a __esign_flags '--allow-untrusted	exit with 0 if only the certificate authority is not trusted'
      return 0
    case 'esign request'
      set -a __esign_words 'list	List the requests that this machine has sent'
      set -a __esign_words 'show	Show a request that this machine has sent'
      set -a __esign_words 'get	Show a request that this machine has sent'
      set -a __esign_words 'resume	Resume requests with an unknown outcome'
      return 0
    case 'esign request list'
      set -a __esign_flags '--unsettled	show only requests with an unknown outcome'
      set -a __esign_flags '--since	show only results since this time: a duration such as 3d, or a time with a zone'
      set -a __esign_flags '--limit	maximum number of results (default: 50)'
      set -a __esign_flags '--all	show all results'
      set -a __esign_flags '--fail-empty	exit with 4 if there is nothing to show'
      return 0
    case 'esign request show' 'esign request get'
      return 0
    case 'esign request resume'
      set -a __esign_flags '--all	resume all unsettled requests'
      set -a __esign_flags '--old	also repeat requests whose key may have expired; they may happen twice'
      set -a __esign_flags '--close	mark the request as checked, without sending it'
      return 0
    case 'esign api'
      set -a __esign_flags '--list	list the operations'
      set -a __esign_flags '--field	add a body property; use name:=value for JSON'
      set -a __esign_flags '--input	read the JSON body from a file; - for stdin'
      set -a __esign_flags '--query	add a query parameter'
      set -a __esign_flags '--header	set Idempotency-Key or If-Match'
      set -a __esign_flags '--output	file or folder/ for a PDF; - for stdout'
      set -a __esign_flags '--force	overwrite the output file'
      set -a __esign_flags '--overwrite	overwrite changes that others made since you last looked'
      set -a __esign_flags '--allow-problem	send a form with this problem, such as nobody_signs; repeatable'
      set -a __esign_flags '--print	print signing URLs; anyone with the URL can sign'
      set -a __esign_flags '--dry-run	print the request without sending it'
      set -a __esign_flags '--strict	refuse a request that breaks an assumed limit'
      set -a __esign_flags '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)'
      set -a __esign_flags '--require-new	exit with 6 if the key was used before, instead of showing the earlier result'
      return 0
    case 'esign agent'
      set -a __esign_words 'setup	Add the MCP server and a skill to this project'
      return 0
    case 'esign agent setup'
      set -a __esign_flags '--client	agent to set up (repeatable) (default: those with files in this folder)'
      set -a __esign_flags '--allow-writes	let the agent change things: see `esign mcp`'
      set -a __esign_flags '--reset	write the entry with the flags of this command only'
      set -a __esign_flags '--check	only show what is set up'
      set -a __esign_flags '--undo	remove the entry and the skill'
      set -a __esign_flags '--dry-run	show what would be written, and write nothing'
      set -a __esign_flags '--fail-empty	exit with 4 if the profile of an entry does not exist'
      return 0
    case 'esign mcp'
      set -a __esign_flags '--tools	offer only these groups (default: all): templates, envelopes, webhooks, authorisations, emulator, help'
      set -a __esign_flags '--allow-writes	also offer operations that change data'
      set -a __esign_flags '--allow-live	allow writes that reach the real service; requires --allow-writes'
      return 0
    case 'esign embed'
      set -a __esign_flags '--port	port of the page (default: a free port)'
      set -a __esign_flags '--max-wait	wait at most this long (default: 24h)'
      set -a __esign_flags '--open	open the page in the browser'
      return 0
    case 'esign explain'
      return 0
    case 'esign error'
      return 0
    case 'esign spec'
      set -a __esign_words 'show	Print the OpenAPI description'
      set -a __esign_words 'check	Compare the API description with the service'
      set -a __esign_words 'adopt	Make a contract file from the API description of a service'
      set -a __esign_words 'prove	Test whether a service behaves as esign expects'
      set -a __esign_words 'catalogue	Print every command, flag and schema as JSON'
      set -a __esign_words 'catalog	Print every command, flag and schema as JSON'
      return 0
    case 'esign spec show'
      set -a __esign_flags '--service	get the description from the service; no key is needed'
      return 0
    case 'esign spec check'
      set -a __esign_flags '--breaking	show only differences that affect esign'
      return 0
    case 'esign spec adopt'
      set -a __esign_flags '--output	file or folder/ for the contract file; - for stdout'
      set -a __esign_flags '--force	replace an existing file'
      set -a __esign_flags '--use	use the file for the current profile from now on'
      return 0
    case 'esign spec prove'
      set -a __esign_flags '--output	file or folder/ for the contract file; - for stdout'
      set -a __esign_flags '--force	replace an existing file'
      set -a __esign_flags '--allow	send: also send an envelope of its own to embedded recipients, and void it'
      set -a __esign_flags '--template	use this template, where none can be created'
      set -a __esign_flags '--fresh	start over, with a new template and new drafts'
      return 0
    case 'esign spec catalogue' 'esign spec catalog'
      return 0
    case 'esign spec rule'
      set -a __esign_flags '--about	list rules about an operation, error code, event, limit or resource'
      set -a __esign_flags '--section	list rules of sections that contain the text'
      set -a __esign_flags '--basis	list rules of one basis'
      return 0
    case 'esign spec assumptions'
      return 0
    case 'esign completion'
      set -a __esign_words 'install	Install the completion script of a shell'
      return 0
    case 'esign completion install'
      set -a __esign_flags '--check	write nothing; fail (9) unless the script is installed, loaded and current'
      set -a __esign_flags '--start-file	add the required line to the start file'
      set -a __esign_flags '--force	overwrite a script that was not created by esign'
      return 0
    case 'esign forget'
      set -a __esign_flags '--envelope	records about an envelope (full ID)'
      set -a __esign_flags '--person	records about a recipient, and about the envelopes linked to this address'
      set -a __esign_flags '--older-than	all records older than this, for example 90d'
      set -a __esign_flags '--dry-run	count the records without removing them'
      return 0
    case 'esign help'
      set -a __esign_words 'template	Create and manage templates'
      set -a __esign_words 'envelope	Create, send and follow envelopes'
      set -a __esign_words 'listen	Receive webhook deliveries and forward them to your app'
      set -a __esign_words 'emulator	Run the whole service on this machine'
      set -a __esign_words 'dev	Develop an app: emulator, deliveries and a timeline'
      set -a __esign_words 'demo	Run a complete signing workflow on an example form'
      set -a __esign_words 'webhook	Manage webhook endpoints and test receivers'
      set -a __esign_words 'event	Show, replay and send webhook events'
      set -a __esign_words 'login	Store an API key'
      set -a __esign_words 'logout	Remove stored API keys'
      set -a __esign_words 'profile	Manage named base URLs and API keys'
      set -a __esign_words 'whoami	Show which base URL and API key are used'
      set -a __esign_words 'doctor	Find problems with settings, keys and the connection'
      set -a __esign_words 'values	Check files of values before you send them'
      set -a __esign_words 'authorisation	Manage standing authorisations'
      set -a __esign_words 'authorization	Manage standing authorisations'
      set -a __esign_words 'pdf	Verify sealed PDFs'
      set -a __esign_words 'request	List sent requests and resume interrupted ones'
      set -a __esign_words 'api	Call any operation of the service'
      set -a __esign_words 'agent	Set up AI agents: MCP server and skill'
      set -a __esign_words 'mcp	Serve the operations as tools to AI agents'
      set -a __esign_words 'embed	Test an embedded signing page locally'
      set -a __esign_words 'explain	Explain a code, status, event, rule or assumption'
      set -a __esign_words 'spec	Show and check the API description'
      set -a __esign_words 'completion	Print or install shell completion'
      set -a __esign_words 'forget	Delete personal data stored on this machine'
      set -a __esign_words 'commands	all commands'
      set -a __esign_words 'global-options	options that every command takes'
      set -a __esign_words 'output	output formats, and what goes to stdout and stderr'
      set -a __esign_words 'exit-codes	exit codes of all commands'
      set -a __esign_words 'environment	environment variables that esign reads'
      set -a __esign_words 'errors	error codes of the service'
      set -a __esign_words 'security	how esign protects keys, secrets and signatures'
      set -a __esign_words 'text-tags	fields written into a document as text'
      set -a __esign_words 'bulk	create an envelope for each row of a file'
      set -a __esign_words 'webhooks	receive, verify and test webhook deliveries'
      set -a __esign_words 'testing	use the emulator in your test suite'
      set -a __esign_words 'contract	correct what esign expects of a service'
      set -a __esign_words 'agents	how an AI agent works with esign'
      set -a __esign_words 'guides	guides from start to end, with real output'
      set -a __esign_words 'guide-integrate	from a form to a signed document in your app'
      set -a __esign_words 'guide-operate	send a form, follow it, and keep the signed copy'
      set -a __esign_words 'guide-ci	send from a script, and never twice'
      set -a __esign_words 'guide-webhooks	receive webhooks that you can trust'
      set -a __esign_words 'guide-test	test your app against the emulator'
      set -a __esign_words 'guide-go-live	from the emulator to the service'
      set -a __esign_words 'guide-curl	everyday jobs, each beside its curl'
      return 0
    case 'esign help template'
      set -a __esign_words 'create	Create a template from PDF or Word files'
      set -a __esign_words 'list	List the templates'
      set -a __esign_words 'get	Show one template'
      set -a __esign_words 'show	Show one template'
      set -a __esign_words 'wizard	Set up people and field names step by step'
      set -a __esign_words 'edit	Set up people and field names in the browser'
      set -a __esign_words 'prepare	Draw the fields of a file before you upload it'
      set -a __esign_words 'people	List the people found on a template'
      set -a __esign_words 'decide	Decide who a person on the form is'
      set -a __esign_words 'apply	Apply the proposed decision for a person'
      set -a __esign_words 'fields	List the fields of a template'
      set -a __esign_words 'rename	Rename one field'
      set -a __esign_words 'rename-all	Rename many fields at once'
      set -a __esign_words 'propose	Propose names for the fields'
      set -a __esign_words 'accept	Accept proposals of a naming run'
      set -a __esign_words 'rehearse	Check a template before the first envelope'
      set -a __esign_words 'preview	Render the pages with numbered fields'
      set -a __esign_words 'types	Generate types for values and recipients'
      set -a __esign_words 'pull	Save the names of a template to a YAML file'
      set -a __esign_words 'diff	Compare a names file with the service'
      set -a __esign_words 'push	Write the changes of a names file'
      set -a __esign_words 'copy-names	Copy the names from another version of a form'
      set -a __esign_words 'clone	Copy a template to another service or the emulator'
      set -a __esign_words 'inspect	Find fields and people in PDF or Word files'
      set -a __esign_words 'page	Download one page of a document'
      return 0
    case 'esign help envelope'
      set -a __esign_words 'create	Create an envelope from a template'
      set -a __esign_words 'one-off	Create an envelope from files without a template'
      set -a __esign_words 'send	Send a draft'
      set -a __esign_words 'list	List the envelopes that this machine knows'
      set -a __esign_words 'desk	Follow all envelopes on a live screen'
      set -a __esign_words 'show	Show the status of an envelope'
      set -a __esign_words 'get	Print the JSON of one envelope'
      set -a __esign_words 'wait	Wait for a status of an envelope'
      set -a __esign_words 'watch	Follow changes of envelopes'
      set -a __esign_words 'void	Void a sent envelope'
      set -a __esign_words 'correct	Create the next envelope, or replace a sent one'
      set -a __esign_words 'documents	List the documents of an envelope'
      set -a __esign_words 'draft	Download a document in its current state'
      set -a __esign_words 'download	Download the sealed PDFs'
      set -a __esign_words 'reconcile	Compare an app\'s list of envelopes with the service'
      set -a __esign_words 'check	Fail if an envelope needs attention'
      set -a __esign_words 'nudge	Write mail drafts to people who keep others waiting'
      set -a __esign_words 'evidence	Collect the evidence of an envelope'
      set -a __esign_words 'signing-url	Create a signing URL for an embedded recipient'
      set -a __esign_words 'rows	Create a blank sheet for the rows of a template'
      set -a __esign_words 'plan	Plan a bulk run without sending anything'
      set -a __esign_words 'run	Send the envelopes of a plan'
      set -a __esign_words 'runs	List the bulk runs of this machine'
      return 0
    case 'esign help emulator'
      set -a __esign_words 'start	Start the emulator'
      set -a __esign_words 'stop	Stop the emulator'
      set -a __esign_words 'status	Show the status of the emulator'
      set -a __esign_words 'open	Open the page of the emulator in the browser'
      set -a __esign_words 'exec	Run a command with a temporary emulator'
      set -a __esign_words 'sign	Sign as a recipient'
      set -a __esign_words 'decline	Decline as a recipient'
      set -a __esign_words 'delegate	Delegate a recipient’s place to another person'
      set -a __esign_words 'clock	Show and move the emulator clock'
      set -a __esign_words 'inbox	Read the mail of the emulator'
      set -a __esign_words 'trigger	Trigger an event'
      set -a __esign_words 'log	Show events, deliveries and requests'
      set -a __esign_words 'fault	Inject faults into the emulator'
      set -a __esign_words 'scenario	Create test data for common states'
      set -a __esign_words 'reset	Delete the data of the emulator'
      set -a __esign_words 'snapshot	Write the data of the emulator to a file'
      set -a __esign_words 'restore	Restore a snapshot'
      set -a __esign_words 'grant	Grant a standing authorisation as its grantor'
      set -a __esign_words 'decline-grant	Decline a standing authorisation as its grantor'
      set -a __esign_words 'redeliver	Send a delivery again'
      set -a __esign_words 'requeue	Retry a failed sealing'
      set -a __esign_words 'export-test	Export what happened to an envelope as a test'
      set -a __esign_words 'brands	List the brands of the emulator'
      set -a __esign_words 'allow-origin	Let a page embed the signing page'
      set -a __esign_words 'ca	Export the CA certificate of the emulator'
      return 0
    case 'esign help dev'
      set -a __esign_words 'init	Write a small app or a receiver to start from'
      return 0
    case 'esign help webhook'
      set -a __esign_words 'register	Register a webhook endpoint'
      set -a __esign_words 'list	List webhook endpoints'
      set -a __esign_words 'get	Show a webhook endpoint'
      set -a __esign_words 'show	Show a webhook endpoint'
      set -a __esign_words 'update	Update a webhook endpoint'
      set -a __esign_words 'rotate	Replace the secret of an endpoint'
      set -a __esign_words 'delete	Delete a webhook endpoint'
      set -a __esign_words 'check	Fail if an endpoint is failing or disabled'
      set -a __esign_words 'verify	Verify a captured delivery offline'
      set -a __esign_words 'certify	Test a receiver against the delivery contract'
      set -a __esign_words 'sign	Sign a body like the service does'
      return 0
    case 'esign help event'
      set -a __esign_words 'list	List the deliveries received on this machine'
      set -a __esign_words 'show	Show a received delivery'
      set -a __esign_words 'get	Show a received delivery'
      set -a __esign_words 'replay	Deliver received events again'
      set -a __esign_words 'send	Send a test event to a receiver'
      return 0
    case 'esign help profile'
      set -a __esign_words 'add	Add a profile'
      set -a __esign_words 'list	List the profiles'
      set -a __esign_words 'use	Choose the current profile'
      set -a __esign_words 'show	Show one profile'
      set -a __esign_words 'get	Show one profile'
      set -a __esign_words 'token	Print the API key in use'
      set -a __esign_words 'remove	Remove a profile and its keys'
      return 0
    case 'esign help values'
      set -a __esign_words 'new	Create an empty values file for a template'
      set -a __esign_words 'check	Validate values, a request body or rows against a template'
      return 0
    case 'esign help authorisation' 'esign help authorization'
      set -a __esign_words 'create	Request a standing authorisation'
      set -a __esign_words 'list	List standing authorisations'
      set -a __esign_words 'get	Show a standing authorisation'
      set -a __esign_words 'show	Show a standing authorisation'
      set -a __esign_words 'cancel	Cancel an authorisation that is not signed yet'
      set -a __esign_words 'revoke	Revoke an active authorisation'
      return 0
    case 'esign help pdf'
      set -a __esign_words 'verify	Verify the signatures of sealed PDFs'
      return 0
    case 'esign help request'
      set -a __esign_words 'list	List the requests that this machine has sent'
      set -a __esign_words 'show	Show a request that this machine has sent'
      set -a __esign_words 'get	Show a request that this machine has sent'
      set -a __esign_words 'resume	Resume requests with an unknown outcome'
      return 0
    case 'esign help agent'
      set -a __esign_words 'setup	Add the MCP server and a skill to this project'
      return 0
    case 'esign help spec'
      set -a __esign_words 'show	Print the OpenAPI description'
      set -a __esign_words 'check	Compare the API description with the service'
      set -a __esign_words 'adopt	Make a contract file from the API description of a service'
      set -a __esign_words 'prove	Test whether a service behaves as esign expects'
      set -a __esign_words 'catalogue	Print every command, flag and schema as JSON'
      set -a __esign_words 'catalog	Print every command, flag and schema as JSON'
      return 0
    case 'esign help completion'
      set -a __esign_words 'install	Install the completion script of a shell'
      return 0
    case '*'
      return 1
  end
end

# Answers in globals what the flag $argv[2] of the command in $argv[1] takes; fails when it takes no value.
function __esign_value
  set -g __esign_values
  set -g __esign_live ''
  set -g __esign_files ''
  switch $argv[2]
        case --profile
          set -g __esign_live profiles
          return 0
        case --mode
          set -g __esign_values 'live' 'test'
          return 0
        case --base-url
          return 0
        case --api-key-file
          set -g __esign_files 'any'
          return 0
        case --contract
          set -g __esign_files 'any'
          return 0
        case --jq
          return 0
        case --color
          set -g __esign_values 'auto' 'always' 'never'
          return 0
        case --timeout
          return 0
        case --retry-for
          return 0
  end
  switch $argv[1]
    case 'esign template create'
      switch $argv[2]
        case --name
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign template list'
      switch $argv[2]
        case --since
          return 0
        case --limit
          return 0
        case --cursor
          return 0
      end
    case 'esign template wizard'
      switch $argv[2]
        case --picture
          set -g __esign_values 'kitty' 'iterm2' 'sixel' 'halves' 'none'
          return 0
      end
    case 'esign template edit'
      switch $argv[2]
        case --port
          return 0
        case --max-wait
          return 0
      end
    case 'esign template prepare'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'pdf'
          return 0
        case --fields
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --as
          set -g __esign_values 'widgets' 'tags'
          return 0
        case --port
          return 0
        case --max-wait
          return 0
      end
    case 'esign template decide'
      switch $argv[2]
        case --decision
          set -g __esign_values 'subject' 'signer' 'both' 'mandate_signed' 'witness'
          return 0
        case --role-name
          return 0
        case --subject-key
          return 0
        case --subject-name
          return 0
        case --presence
          set -g __esign_values 'required' 'conditional'
          return 0
        case --filled-by
          set -g __esign_values 'current' 'own'
          return 0
        case --if-match
          return 0
      end
    case 'esign template apply'
      switch $argv[2]
        case --filled-by
          set -g __esign_values 'current' 'own'
          return 0
        case --if-match
          return 0
      end
    case 'esign template rename'
      switch $argv[2]
        case --data-key
          return 0
        case --label
          return 0
        case --subject
          return 0
        case --if-match
          return 0
      end
    case 'esign template rename-all'
      switch $argv[2]
        case --from
          set -g __esign_files 'yaml|yml|json|csv'
          return 0
        case --if-match
          return 0
      end
    case 'esign template accept'
      switch $argv[2]
        case --proposal
          return 0
        case --if-match
          return 0
      end
    case 'esign template rehearse'
      switch $argv[2]
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
        case --pictures
          set -g __esign_files 'folders'
          return 0
      end
    case 'esign template preview'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'html'
          return 0
        case --format
          set -g __esign_values 'html' 'png'
          return 0
        case --page
          return 0
      end
    case 'esign template types'
      switch $argv[2]
        case --format
          set -g __esign_values 'ts' 'schema'
          return 0
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign template pull'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'yaml|yml'
          return 0
      end
    case 'esign template push'
      switch $argv[2]
        case --prefer
          set -g __esign_values 'file' 'service'
          return 0
        case --if-match
          return 0
      end
    case 'esign template copy-names'
      switch $argv[2]
        case --min-confidence
          return 0
        case --if-match
          return 0
      end
    case 'esign template clone'
      switch $argv[2]
        case --from
          return 0
        case --to
          return 0
        case --output -o
          set -g __esign_files 'folders'
          return 0
      end
    case 'esign template page'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign envelope create'
      switch $argv[2]
        case --template
          set -g __esign_live templates
          return 0
        case --recipient --to
          return 0
        case --value
          return 0
        case --values-file
          set -g __esign_files 'yaml|yml|json|csv'
          return 0
        case --lock
          return 0
        case --title
          return 0
        case --expires-at
          return 0
        case --expires-in
          return 0
        case --brand
          return 0
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
        case --completion-delivery
          set -g __esign_values 'service' 'integrator'
          return 0
        case --input
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --save
          set -g __esign_files 'json'
          return 0
        case --people
          set -g __esign_files 'yaml|yml|json|csv'
          return 0
        case --rows
          set -g __esign_files 'csv|tsv|ndjson|jsonl|json|yaml|yml'
          return 0
        case --mapping
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --run
          return 0
        case --id-column
          return 0
        case --results
          set -g __esign_files 'ndjson'
          return 0
        case --shard
          return 0
        case --resend
          set -g __esign_values 'changed'
          return 0
        case --replace
          set -g __esign_values 'changed'
          return 0
        case --skip
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign envelope one-off'
      switch $argv[2]
        case --recipient --to
          return 0
        case --value
          return 0
        case --values-file
          set -g __esign_files 'yaml|yml|json|csv'
          return 0
        case --lock
          return 0
        case --title
          return 0
        case --field
          return 0
        case --expires-at
          return 0
        case --expires-in
          return 0
        case --brand
          return 0
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
        case --completion-delivery
          set -g __esign_values 'service' 'integrator'
          return 0
        case --input
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign envelope send'
      switch $argv[2]
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign envelope list'
      switch $argv[2]
        case --status
          set -g __esign_values 'draft' 'sent' 'partially_signed' 'completed' 'voided' 'declined' 'expired' 'sealed'
          return 0
        case --waiting-for
          return 0
        case --search
          return 0
        case --sort
          set -g __esign_values 'newest' 'waiting'
          return 0
        case --run
          return 0
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign envelope desk'
      switch $argv[2]
        case --late
          return 0
      end
    case 'esign envelope wait'
      switch $argv[2]
        case --until
          set -g __esign_values 'sent' 'completed' 'sealed' 'voided' 'declined' 'expired' 'signed:	a role has signed: signed:Tenant'
          return 0
        case --max-wait
          return 0
      end
    case 'esign envelope watch'
      switch $argv[2]
        case --max-wait
          return 0
      end
    case 'esign envelope void'
      switch $argv[2]
        case --reason
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign envelope correct'
      switch $argv[2]
        case --recipient --to
          return 0
        case --value
          return 0
        case --values-file
          set -g __esign_files 'yaml|yml|json|csv'
          return 0
        case --lock
          return 0
        case --title
          return 0
        case --expires-at
          return 0
        case --expires-in
          return 0
        case --brand
          return 0
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
        case --completion-delivery
          set -g __esign_values 'service' 'integrator'
          return 0
        case --input
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --reason
          return 0
        case --people
          set -g __esign_files 'yaml|yml|json|csv'
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign envelope draft'
      switch $argv[2]
        case --position
          return 0
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign envelope download'
      switch $argv[2]
        case --position
          return 0
        case --ca-file
          set -g __esign_files 'pem|crt|cer'
          return 0
        case --ids
          set -g __esign_files 'any'
          return 0
        case --run
          return 0
        case --file-name
          return 0
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign envelope reconcile'
      switch $argv[2]
        case --id-column
          return 0
        case --status-column
          return 0
        case --map
          set -g __esign_values 'draft=' 'sent=' 'partially_signed=' 'completed=' 'voided=' 'declined=' 'expired=' 'sealed='
          return 0
        case --max-age
          return 0
        case --deliver-to
          return 0
        case --secret-file
          set -g __esign_files 'any'
          return 0
        case --previous-secret-file
          set -g __esign_files 'any'
          return 0
        case --header
          return 0
        case --ca-file
          set -g __esign_files 'any'
          return 0
      end
    case 'esign envelope check'
      switch $argv[2]
        case --ids
          set -g __esign_files 'any'
          return 0
        case --unsealed-after
          return 0
        case --undelivered-after
          return 0
        case --expires-within
          return 0
        case --waiting-longer-than
          return 0
        case --format
          set -g __esign_values 'text' 'prometheus'
          return 0
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign envelope nudge'
      switch $argv[2]
        case --ids
          set -g __esign_files 'any'
          return 0
        case --run
          return 0
        case --waiting-longer-than
          return 0
        case --max-age
          return 0
        case --format
          set -g __esign_values 'mailto' 'csv' 'eml'
          return 0
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign envelope evidence'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'zip'
          return 0
        case --ca-file
          set -g __esign_files 'pem|crt|cer'
          return 0
      end
    case 'esign envelope rows'
      switch $argv[2]
        case --template
          set -g __esign_live templates
          return 0
        case --output -o
          set -g __esign_files 'csv'
          return 0
      end
    case 'esign envelope plan'
      switch $argv[2]
        case --template
          set -g __esign_live templates
          return 0
        case --rows
          set -g __esign_files 'csv|tsv|ndjson|jsonl|json|yaml|yml'
          return 0
        case --mapping
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --run
          return 0
        case --id-column
          return 0
        case --recipient --to
          return 0
        case --value
          return 0
        case --values-file
          set -g __esign_files 'yaml|yml|json|csv'
          return 0
        case --lock
          return 0
        case --title
          return 0
        case --expires-at
          return 0
        case --expires-in
          return 0
        case --brand
          return 0
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
        case --completion-delivery
          set -g __esign_values 'service' 'integrator'
          return 0
        case --output -o
          set -g __esign_files 'json'
          return 0
      end
    case 'esign envelope run'
      switch $argv[2]
        case --results
          set -g __esign_files 'ndjson'
          return 0
        case --shard
          return 0
        case --resend
          set -g __esign_values 'changed'
          return 0
        case --replace
          set -g __esign_values 'changed'
          return 0
        case --skip
          return 0
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
      end
    case 'esign envelope runs'
      switch $argv[2]
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign envelope batch'
      switch $argv[2]
        case --template
          set -g __esign_live templates
          return 0
        case --input
          set -g __esign_files 'csv|tsv|ndjson|jsonl|json|yaml|yml'
          return 0
        case --expires-at
          return 0
        case --expires-in
          return 0
        case --brand
          return 0
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
        case --completion-delivery
          set -g __esign_values 'service' 'integrator'
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign listen'
      switch $argv[2]
        case --forward-to
          return 0
        case --route
          return 0
        case --event
          set -g __esign_values 'envelope.sent	Left draft; invitations are going out.' 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.' 'envelope.declined	Somebody refused. Terminal.' 'envelope.voided	The sender withdrew it. Terminal.' 'envelope.expired	The deadline passed before everybody acted. Terminal.' 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.' 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.' 'recipient.completed	One recipient signed or approved; recipient_id says who.'
          return 0
        case --ack
          set -g __esign_values 'early' 'app'
          return 0
        case --retries
          return 0
        case --header
          return 0
        case --forward-ca-file
          set -g __esign_files 'any'
          return 0
        case --secret-file
          set -g __esign_files 'any'
          return 0
        case --write-env
          set -g __esign_files 'any'
          return 0
        case --public-url
          return 0
        case --tunnel
          set -g __esign_values 'none	no tunnel, if the service can reach this machine directly' 'ngrok	ngrok, installed and signed in' 'ngrok-sdk	ngrok SDK instead of its program, with a token' 'tailscale	Tailscale Funnel' 'devtunnel	Microsoft dev tunnels' 'cloudflared	Cloudflare (no account needed without a name)' 'ssh://	your own ssh server with a public URL'
          return 0
        case --tunnel-cmd
          return 0
        case --tunnel-address
          return 0
        case --port
          return 0
        case --interval
          return 0
        case --expect
          set -g __esign_values 'envelope.sent	Left draft; invitations are going out.' 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.' 'envelope.declined	Somebody refused. Terminal.' 'envelope.voided	The sender withdrew it. Terminal.' 'envelope.expired	The deadline passed before everybody acted. Terminal.' 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.' 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.' 'recipient.completed	One recipient signed or approved; recipient_id says who.'
          return 0
        case --max-wait
          return 0
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --junit
          set -g __esign_files 'any'
          return 0
        case --brand
          return 0
      end
    case 'esign emulator start'
      switch $argv[2]
        case --port
          return 0
        case --data
          set -g __esign_files 'folders'
          return 0
        case --plan
          set -g __esign_values 'free' 'paid'
          return 0
        case --rate-limit
          return 0
        case --seed
          return 0
        case --now
          return 0
        case --seed-file
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --smtp-forward
          return 0
        case --allow-origin
          return 0
        case --write-env
          set -g __esign_files 'any'
          return 0
      end
    case 'esign emulator exec'
      switch $argv[2]
        case --plan
          set -g __esign_values 'free' 'paid'
          return 0
        case --rate-limit
          return 0
        case --seed
          return 0
        case --now
          return 0
        case --seed-file
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --restore
          set -g __esign_files 'json'
          return 0
        case --scenario
          set -g __esign_values 'half-signed	An envelope with two signers; the first one has signed' 'sealed	An envelope that everyone signed, sealed and ready to download' 'sealing-failed	An envelope that everyone signed but whose sealing failed; it can be retried' 'endpoint-disabled	A webhook endpoint that the service disabled after seven days without a success' 'mandate-active	A standing authorisation that its grantor signed'
          return 0
        case --snapshot
          set -g __esign_files 'json'
          return 0
      end
    case 'esign emulator sign'
      switch $argv[2]
        case --value
          return 0
        case --field
          return 0
        case --signature
          return 0
      end
    case 'esign emulator decline'
      switch $argv[2]
        case --reason
          return 0
      end
    case 'esign emulator delegate'
      switch $argv[2]
        case --to
          return 0
      end
    case 'esign emulator clock advance'
      switch $argv[2]
        case --to
          set -g __esign_values 'next'
          return 0
      end
    case 'esign emulator inbox'
      switch $argv[2]
        case --to
          return 0
        case --kind
          set -g __esign_values 'invitation' 'completed' 'voided' 'mandate' 'delegated' 'revoked'
          return 0
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign emulator inbox list'
      switch $argv[2]
        case --to
          return 0
        case --kind
          set -g __esign_values 'invitation' 'completed' 'voided' 'mandate' 'delegated' 'revoked'
          return 0
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign emulator inbox wait'
      switch $argv[2]
        case --to
          return 0
        case --subject
          return 0
        case --kind
          set -g __esign_values 'invitation' 'completed' 'voided' 'mandate' 'delegated' 'revoked'
          return 0
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --after
          return 0
        case --max-wait
          return 0
      end
    case 'esign emulator inbox open'
      switch $argv[2]
        case --to
          return 0
      end
    case 'esign emulator trigger'
      switch $argv[2]
        case --envelope
          set -g __esign_live envelopes
          return 0
      end
    case 'esign emulator log deliveries'
      switch $argv[2]
        case --endpoint
          return 0
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign emulator log events'
      switch $argv[2]
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign emulator log requests'
      switch $argv[2]
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign emulator fault operation'
      switch $argv[2]
        case --code
          set -g __esign_values 'unauthenticated	The credential is absent, unreadable, unknown, wrong or revoked; the service does not say which.' 'forbidden	The plan does not grant this operation, or the plan cannot be established.' 'insufficient_scope	The key is valid but lacks the scope that this operation requires.' 'not_found	The resource does not exist, is archived or deleted, or your organisation or a test key cannot access it.' 'invalid_request	The request is malformed: its shape, a value out of range, an unreadable file, or a text tag that cannot be placed.' 'rate_limited	The rate limit of the key or the limit on drafts is reached, or a batch has more rows than the rate limit allows.' 'internal_error	The service failed.' 'service_unavailable	A renderer that the service depends on does not answer; nothing was created and no allowance was spent.' 'idempotency_key_required	The operation takes an Idempotency-Key and none was sent.' 'idempotency_key_reused	The Idempotency-Key was already used for a different request.' 'request_in_progress	The first request with this Idempotency-Key is still running.' 'template_archived	The template was retired.' 'template_unusable	The template cannot produce an envelope.' 'template_has_no_fields	The template has no fields, so nobody could sign anything.' 'recipient_role_unknown	A recipient names a role that the template does not declare; roles are matched by exact name.' 'recipient_role_missing	A role with fields has no recipient.' 'recipient_role_duplicated	Two recipients share a role that is not a cc.' 'value_subject_unknown	A value names a subject that the template does not declare.' 'value_address_unknown	No field of the template has this subject and data key.' 'value_not_writable	The address names only fields that a caller may not fill, such as a signature.' 'value_not_lockable	The title and company of a signer cannot be locked.' 'locked_answer_missing	A locked, required field, or a locked question with a minimum, has no answer.' 'locked_answer_unusable	A locked answer is one that the field rejects, or a question is answered more often than it allows.' 'cannot_be_drawn	A text contains a character that cannot be drawn into the PDF.' 'send_allowance_exhausted	The allowance of the Free plan is used up for this month.' 'test_key_cannot_send	A test key may send only sandbox envelopes, and e-mail only members of the organisation and confirmed addresses.' 'test_key_cannot_read_documents	A test key may read documents and drafts of sandbox envelopes only.' 'test_key_cannot_mint	A test key may mint signing URLs for sandbox envelopes only.' 'test_key_cannot_edit_templates	A test key may not name template fields.' 'draft_not_available	The envelope is still a draft, or the document has already been sealed.' 'recipient_not_yet_turn	It is not yet the turn of this recipient.' 'envelope_not_sent	The envelope is not out for signature, so it cannot be voided.' 'authorisation_not_revocable	Only an active standing authorisation can be revoked.' 'precondition_required	The template is changed only with If-Match naming its current ETag.' 'template_changed	The template changed since it was read.' 'witness_is_permanent	A saved witness cannot be changed.' 'field_unknown	The template has no field with this id.' 'brand_unknown	The id names no live brand of the organisation; an archived one does not count.' 'api_key_owner_removed	The person who owns this key was removed from the organisation.' 'envelope_not_draft	The envelope was sent already, so it cannot be sent again.' 'authorisation_not_cancellable	Only an authorisation that is still `invited` can be cancelled.' 'envelope_not_open	The envelope is not open for signing.' 'recipient_not_embedded	The recipient was not created with `embedded: true` and signs through the link in the invitation.' 'recipient_already_acted	The recipient has already signed, declined or delegated.'
          return 0
        case --http-status
          return 0
        case --delay
          return 0
        case --stuck-for
          return 0
        case --probability
          return 0
        case --count
          return 0
        case --seed
          return 0
      end
    case 'esign emulator fault deliveries'
      switch $argv[2]
        case --duplicate
          return 0
        case --reorder
          return 0
        case --delay
          return 0
        case --drop
          return 0
        case --lose-answer
          return 0
        case --wrong-signature
          return 0
        case --clock-skew
          return 0
        case --seed
          return 0
        case --count
          return 0
        case --endpoint
          return 0
      end
    case 'esign emulator snapshot'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'json'
          return 0
        case --seed-file
          set -g __esign_files 'yaml|yml|json'
          return 0
      end
    case 'esign emulator decline-grant'
      switch $argv[2]
        case --reason
          return 0
      end
    case 'esign emulator redeliver'
      switch $argv[2]
        case --endpoint
          return 0
      end
    case 'esign emulator export-test'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'any'
          return 0
        case --runner
          set -g __esign_values 'vitest' 'pytest'
          return 0
      end
    case 'esign emulator allow-origin'
      switch $argv[2]
        case --brand
          return 0
      end
    case 'esign emulator ca'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign dev'
      switch $argv[2]
        case --forward-to
          return 0
        case --allow-origin
          return 0
        case --write-env
          set -g __esign_files 'any'
          return 0
        case --ack
          set -g __esign_values 'early' 'app'
          return 0
      end
    case 'esign demo'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'folders'
          return 0
      end
    case 'esign webhook register'
      switch $argv[2]
        case --url
          return 0
        case --event
          set -g __esign_values 'envelope.sent	Left draft; invitations are going out.' 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.' 'envelope.declined	Somebody refused. Terminal.' 'envelope.voided	The sender withdrew it. Terminal.' 'envelope.expired	The deadline passed before everybody acted. Terminal.' 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.' 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.' 'recipient.completed	One recipient signed or approved; recipient_id says who.'
          return 0
        case --brand
          return 0
        case --secret-file
          set -g __esign_files 'any'
          return 0
      end
    case 'esign webhook list'
      switch $argv[2]
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign webhook update'
      switch $argv[2]
        case --url
          return 0
        case --event
          set -g __esign_values 'envelope.sent	Left draft; invitations are going out.' 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.' 'envelope.declined	Somebody refused. Terminal.' 'envelope.voided	The sender withdrew it. Terminal.' 'envelope.expired	The deadline passed before everybody acted. Terminal.' 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.' 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.' 'recipient.completed	One recipient signed or approved; recipient_id says who.'
          return 0
        case --brand
          return 0
      end
    case 'esign webhook rotate'
      switch $argv[2]
        case --secret-file
          set -g __esign_files 'any'
          return 0
        case --verify-with
          return 0
        case --old-secret-file
          set -g __esign_files 'any'
          return 0
        case --verify-for
          return 0
        case --header
          return 0
        case --ca-file
          set -g __esign_files 'any'
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign webhook check'
      switch $argv[2]
        case --max-failures
          return 0
        case --format
          set -g __esign_values 'text' 'prometheus'
          return 0
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign webhook verify'
      switch $argv[2]
        case --secret-file
          set -g __esign_files 'any'
          return 0
        case --previous-secret-file
          set -g __esign_files 'any'
          return 0
        case --header
          return 0
        case --body
          set -g __esign_files 'any'
          return 0
        case --at
          return 0
      end
    case 'esign webhook certify'
      switch $argv[2]
        case --secret-file
          set -g __esign_files 'any'
          return 0
        case --previous-secret-file
          set -g __esign_files 'any'
          return 0
        case --acted-url
          return 0
        case --fail-header
          return 0
        case --rule
          set -g __esign_values 'no_redirect	The URL does not redirect, because the service does not follow redirects.' 'valid	A valid delivery gets a 2xx response.' 'in_time	It responds within 10 seconds, even to 10 deliveries at once.' 'every_event	Each event of the service gets a 2xx response.' 'raw_bytes	The signature is verified over the raw bytes, whatever the JSON formatting.' 'wrong_secret	A delivery signed with another secret is rejected.' 'partial_digest	A digest of which only a part is right is rejected.' 'no_signature	A delivery without a signature is rejected.' 'header_case	The name of the signature header is read in any case, since proxies write it in lower case.' 'two_signatures	A delivery with two signature headers is rejected.' 'malformed_signature	An invalid signature header is rejected with 4xx, not with 500.' 'stale	A delivery signed more than 300 seconds ago is rejected.' 'future	A delivery signed more than 300 seconds in the future is rejected.' 'within_window	A delivery up to 300 seconds old or in the future is accepted.' 'altered_body	A body that was altered after signing is rejected.' 'reserialised_body	A body that was re-serialized after signing is rejected.' 'altered_time	A time that was altered after signing is rejected.' 'rotation_new	After a rotation, v1 under the current secret is enough, even with an invalid v0.' 'rotation_unaware	Within a rotation, v0 is enough for a receiver that only knows the old secret.' 'rotation_old	Within a rotation, v0 under the previous secret is enough.' 'rotation_forged	A v0 signed with an unknown secret is rejected.' 'duplicate	The same event gets a 2xx response again and is processed once.' 'two_recipients	The same event of two recipients is processed twice: what counts is the ID of the event.' 'forged_first	A forged delivery with the ID of an event does not keep the real one from being processed.' 'out_of_order	Events in the wrong order get a 2xx response.' 'failure_then_success	A retry is accepted after the first attempt failed.' 'unknown_event	An unknown event gets a 2xx response, so that it is not retried for 34 hours.' 'unknown_member	An unknown property is ignored.'
          return 0
        case --junit
          set -g __esign_files 'xml'
          return 0
        case --header
          return 0
        case --ca-file
          set -g __esign_files 'pem|crt|cer'
          return 0
      end
    case 'esign webhook sign'
      switch $argv[2]
        case --secret-file
          set -g __esign_files 'any'
          return 0
        case --previous-secret-file
          set -g __esign_files 'any'
          return 0
        case --body
          set -g __esign_files 'any'
          return 0
        case --at
          return 0
      end
    case 'esign event list'
      switch $argv[2]
        case --event
          set -g __esign_values 'envelope.sent	Left draft; invitations are going out.' 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.' 'envelope.declined	Somebody refused. Terminal.' 'envelope.voided	The sender withdrew it. Terminal.' 'envelope.expired	The deadline passed before everybody acted. Terminal.' 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.' 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.' 'recipient.completed	One recipient signed or approved; recipient_id says who.'
          return 0
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign event replay'
      switch $argv[2]
        case --to
          return 0
        case --secret-file
          set -g __esign_files 'any'
          return 0
        case --previous-secret-file
          set -g __esign_files 'any'
          return 0
        case --header
          return 0
        case --ca-file
          set -g __esign_files 'any'
          return 0
      end
    case 'esign event send'
      switch $argv[2]
        case --to
          return 0
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --set
          set -g __esign_values 'id=' 'event=' 'created_at=' 'retry_count=' 'envelope_id=' 'recipient_id=' 'uri='
          return 0
        case --secret-file
          set -g __esign_files 'any'
          return 0
        case --previous-secret-file
          set -g __esign_files 'any'
          return 0
        case --header
          return 0
        case --ca-file
          set -g __esign_files 'any'
          return 0
      end
    case 'esign profile add'
      switch $argv[2]
        case --signature-header
          return 0
        case --completion-delivery-value
          return 0
      end
    case 'esign values new'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'yaml|yml|json'
          return 0
      end
    case 'esign values check'
      switch $argv[2]
        case --template
          set -g __esign_live templates
          set -g __esign_files 'json'
          return 0
        case --recipient --to
          return 0
      end
    case 'esign authorisation create' 'esign authorization create'
      switch $argv[2]
        case --brand
          return 0
        case --grantor
          return 0
        case --entity-name
          return 0
        case --entity-number
          return 0
        case --purpose
          return 0
        case --valid-until
          return 0
        case --valid-for
          return 0
        case --valid-from
          return 0
        case --reference
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign authorisation list' 'esign authorization list'
      switch $argv[2]
        case --status
          set -g __esign_values 'invited' 'active' 'declined' 'expired_unsigned' 'cancelled' 'revoked' 'expired' 'invalidated'
          return 0
        case --brand
          return 0
        case --reference
          return 0
        case --expiring
          return 0
        case --since
          return 0
        case --limit
          return 0
        case --cursor
          return 0
      end
    case 'esign authorisation cancel' 'esign authorization cancel'
      switch $argv[2]
        case --reason
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign authorisation revoke' 'esign authorization revoke'
      switch $argv[2]
        case --reason
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign pdf verify'
      switch $argv[2]
        case --ca-file
          set -g __esign_files 'pem|crt|cer'
          return 0
        case --at
          return 0
        case --revision
          return 0
        case --output -o
          set -g __esign_files 'any'
          return 0
      end
    case 'esign request list'
      switch $argv[2]
        case --since
          return 0
        case --limit
          return 0
      end
    case 'esign api'
      switch $argv[2]
        case --field -F
          return 0
        case --input
          set -g __esign_files 'json'
          return 0
        case --query
          return 0
        case --header
          return 0
        case --output -o
          set -g __esign_files 'any'
          return 0
        case --allow-problem
          set -g __esign_values 'nobody_signs	no field is a signature' 'signs_under_two_headings	one role signs for two people' 'signature_line_without_field	a line to sign on was not read as a signature' 'tickbox_without_label	a tickbox has no words' 'question_of_two	two questions were read as one' 'key_of_several_people	one value fills the data of several people' 'unread_tag	text tags of another service stay printed' 'role_without_field	somebody has to act and has nothing to do'
          return 0
        case --idempotency-key
          return 0
      end
    case 'esign agent setup'
      switch $argv[2]
        case --client
          set -g __esign_values 'claude' 'codex' 'cursor' 'gemini' 'vscode'
          return 0
      end
    case 'esign mcp'
      switch $argv[2]
        case --tools
          return 0
      end
    case 'esign embed'
      switch $argv[2]
        case --port
          return 0
        case --max-wait
          return 0
      end
    case 'esign spec adopt'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'yaml|yml|json'
          return 0
      end
    case 'esign spec prove'
      switch $argv[2]
        case --output -o
          set -g __esign_files 'yaml|yml|json'
          return 0
        case --allow
          set -g __esign_values 'send'
          return 0
        case --template
          set -g __esign_live templates
          return 0
      end
    case 'esign spec rule'
      switch $argv[2]
        case --about
          set -g __esign_values 'listTemplates' 'createTemplate' 'getTemplate' 'listTemplatePeople' 'decideTemplatePerson' 'applyTemplatePerson' 'renameTemplateField' 'renameTemplateFields' 'createNamingRun' 'acceptNamingRun' 'createEnvelope' 'createOneOffEnvelope' 'createEnvelopeBatch' 'getEnvelope' 'sendEnvelope' 'voidEnvelope' 'listEnvelopeDocuments' 'getEnvelopeDraft' 'getDocumentPage' 'mintSigningUrl' 'registerWebhook' 'listWebhooks' 'getWebhook' 'updateWebhook' 'deleteWebhook' 'rotateWebhookSecret' 'createAuthorisation' 'listAuthorisations' 'getAuthorisation' 'cancelAuthorisation' 'revokeAuthorisation' 'getSpecification' 'unauthenticated' 'forbidden' 'insufficient_scope' 'not_found' 'invalid_request' 'rate_limited' 'internal_error' 'service_unavailable' 'idempotency_key_required' 'idempotency_key_reused' 'request_in_progress' 'template_archived' 'template_unusable' 'template_has_no_fields' 'recipient_role_unknown' 'recipient_role_missing' 'recipient_role_duplicated' 'value_subject_unknown' 'value_address_unknown' 'value_not_writable' 'value_not_lockable' 'locked_answer_missing' 'locked_answer_unusable' 'cannot_be_drawn' 'send_allowance_exhausted' 'test_key_cannot_send' 'test_key_cannot_read_documents' 'test_key_cannot_mint' 'test_key_cannot_edit_templates' 'draft_not_available' 'recipient_not_yet_turn' 'envelope_not_sent' 'authorisation_not_revocable' 'precondition_required' 'template_changed' 'witness_is_permanent' 'field_unknown' 'brand_unknown' 'api_key_owner_removed' 'envelope_not_draft' 'authorisation_not_cancellable' 'envelope_not_open' 'recipient_not_embedded' 'recipient_already_acted' 'envelope.sent' 'envelope.completed' 'envelope.declined' 'envelope.voided' 'envelope.expired' 'envelope.sealed' 'envelope.sealing_failed' 'recipient.completed' 'api' 'api_key' 'authorisation' 'delivery' 'envelope' 'error' 'event' 'field' 'person' 'recipient' 'signing_url' 'specification' 'template' 'webhook'
          return 0
        case --section
          return 0
        case --basis
          set -g __esign_values 'described' 'assumed'
          return 0
      end
    case 'esign forget'
      switch $argv[2]
        case --envelope
          set -g __esign_live envelopes
          return 0
        case --person
          return 0
        case --older-than
          return 0
      end
  end
  return 1
end

# Answers in the same way what the argument of a command is: its path in $argv[1], and its number or a star.
function __esign_argument
  set -g __esign_values
  set -g __esign_live ''
  set -g __esign_files ''
  switch "$argv"
    case 'esign template create \\*'
      set -g __esign_files 'pdf|docx'
      return 0
    case 'esign template get 1' 'esign template show 1'
      set -g __esign_live templates
      return 0
    case 'esign template wizard 1'
      set -g __esign_live templates
      return 0
    case 'esign template edit 1'
      set -g __esign_live templates
      set -g __esign_files 'yaml|yml'
      return 0
    case 'esign template prepare 1'
      set -g __esign_files 'pdf|docx'
      return 0
    case 'esign template people 1'
      set -g __esign_live templates
      return 0
    case 'esign template decide 1'
      set -g __esign_live templates
      return 0
    case 'esign template apply 1'
      set -g __esign_live templates
      return 0
    case 'esign template fields 1'
      set -g __esign_live templates
      return 0
    case 'esign template rename 1'
      set -g __esign_live templates
      return 0
    case 'esign template rename-all 1'
      set -g __esign_live templates
      return 0
    case 'esign template propose 1'
      set -g __esign_live templates
      return 0
    case 'esign template accept 1'
      set -g __esign_live templates
      return 0
    case 'esign template rehearse 1'
      set -g __esign_live templates
      return 0
    case 'esign template preview 1'
      set -g __esign_live templates
      set -g __esign_files 'pdf|docx'
      return 0
    case 'esign template types 1'
      set -g __esign_live templates
      set -g __esign_files 'json'
      return 0
    case 'esign template pull 1'
      set -g __esign_live templates
      return 0
    case 'esign template diff 1'
      set -g __esign_files 'yaml|yml'
      return 0
    case 'esign template push 1'
      set -g __esign_files 'yaml|yml'
      return 0
    case 'esign template copy-names 1'
      set -g __esign_live templates
      return 0
    case 'esign template copy-names 2'
      set -g __esign_live templates
      return 0
    case 'esign template clone 1'
      set -g __esign_live templates
      return 0
    case 'esign template inspect \\*'
      set -g __esign_files 'pdf|docx'
      return 0
    case 'esign envelope one-off \\*'
      set -g __esign_files 'pdf|docx'
      return 0
    case 'esign envelope send 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope show 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope get 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope wait 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope watch \\*'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope void 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope correct 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope documents 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope draft 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope download 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope reconcile 1'
      set -g __esign_files 'any'
      return 0
    case 'esign envelope nudge 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope evidence 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope signing-url 1'
      set -g __esign_live envelopes
      return 0
    case 'esign envelope run 1'
      set -g __esign_files 'json'
      return 0
    case 'esign emulator sign 1'
      set -g __esign_live envelopes
      return 0
    case 'esign emulator decline 1'
      set -g __esign_live envelopes
      return 0
    case 'esign emulator delegate 1'
      set -g __esign_live envelopes
      return 0
    case 'esign emulator trigger 1'
      set -g __esign_values 'envelope.sent	Left draft; invitations are going out.' 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.' 'envelope.declined	Somebody refused. Terminal.' 'envelope.voided	The sender withdrew it. Terminal.' 'envelope.expired	The deadline passed before everybody acted. Terminal.' 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.' 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.' 'recipient.completed	One recipient signed or approved; recipient_id says who.'
      return 0
    case 'esign emulator fault operation 1'
      set -g __esign_values 'seal' 'renderer' 'mail' 'listTemplates' 'createTemplate' 'getTemplate' 'listTemplatePeople' 'decideTemplatePerson' 'applyTemplatePerson' 'renameTemplateField' 'renameTemplateFields' 'createNamingRun' 'acceptNamingRun' 'createEnvelope' 'createOneOffEnvelope' 'createEnvelopeBatch' 'getEnvelope' 'sendEnvelope' 'voidEnvelope' 'listEnvelopeDocuments' 'getEnvelopeDraft' 'getDocumentPage' 'mintSigningUrl' 'registerWebhook' 'listWebhooks' 'getWebhook' 'updateWebhook' 'deleteWebhook' 'rotateWebhookSecret' 'createAuthorisation' 'listAuthorisations' 'getAuthorisation' 'cancelAuthorisation' 'revokeAuthorisation' 'getSpecification'
      return 0
    case 'esign emulator fault clear 1'
      set -g __esign_values 'operations' 'deliveries' 'seal' 'renderer' 'mail' 'listTemplates' 'createTemplate' 'getTemplate' 'listTemplatePeople' 'decideTemplatePerson' 'applyTemplatePerson' 'renameTemplateField' 'renameTemplateFields' 'createNamingRun' 'acceptNamingRun' 'createEnvelope' 'createOneOffEnvelope' 'createEnvelopeBatch' 'getEnvelope' 'sendEnvelope' 'voidEnvelope' 'listEnvelopeDocuments' 'getEnvelopeDraft' 'getDocumentPage' 'mintSigningUrl' 'registerWebhook' 'listWebhooks' 'getWebhook' 'updateWebhook' 'deleteWebhook' 'rotateWebhookSecret' 'createAuthorisation' 'listAuthorisations' 'getAuthorisation' 'cancelAuthorisation' 'revokeAuthorisation' 'getSpecification'
      return 0
    case 'esign emulator scenario load 1'
      set -g __esign_values 'half-signed	An envelope with two signers; the first one has signed' 'sealed	An envelope that everyone signed, sealed and ready to download' 'sealing-failed	An envelope that everyone signed but whose sealing failed; it can be retried' 'endpoint-disabled	A webhook endpoint that the service disabled after seven days without a success' 'mandate-active	A standing authorisation that its grantor signed'
      return 0
    case 'esign emulator restore 1'
      set -g __esign_files 'json'
      return 0
    case 'esign emulator requeue 1'
      set -g __esign_live envelopes
      return 0
    case 'esign emulator export-test 1'
      set -g __esign_live envelopes
      return 0
    case 'esign dev init 1'
      set -g __esign_values 'express' 'fastify' 'next' 'node' 'fastapi' 'flask' 'csharp' 'go' 'java' 'php' 'ruby'
      return 0
    case 'esign event send 1'
      set -g __esign_values 'envelope.sent	Left draft; invitations are going out.' 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.' 'envelope.declined	Somebody refused. Terminal.' 'envelope.voided	The sender withdrew it. Terminal.' 'envelope.expired	The deadline passed before everybody acted. Terminal.' 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.' 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.' 'recipient.completed	One recipient signed or approved; recipient_id says who.'
      return 0
    case 'esign profile use 1'
      set -g __esign_live profiles
      return 0
    case 'esign profile show 1' 'esign profile get 1'
      set -g __esign_live profiles
      return 0
    case 'esign profile remove 1'
      set -g __esign_live profiles
      return 0
    case 'esign values new 1'
      set -g __esign_live templates
      return 0
    case 'esign values check 1'
      set -g __esign_files 'csv|tsv|ndjson|jsonl|json|yaml|yml'
      return 0
    case 'esign pdf verify \\*'
      set -g __esign_files 'pdf'
      return 0
    case 'esign api \\*'
      set -g __esign_values 'listTemplates' 'createTemplate' 'getTemplate' 'listTemplatePeople' 'decideTemplatePerson' 'applyTemplatePerson' 'renameTemplateField' 'renameTemplateFields' 'createNamingRun' 'acceptNamingRun' 'createEnvelope' 'createOneOffEnvelope' 'createEnvelopeBatch' 'getEnvelope' 'sendEnvelope' 'voidEnvelope' 'listEnvelopeDocuments' 'getEnvelopeDraft' 'getDocumentPage' 'mintSigningUrl' 'registerWebhook' 'listWebhooks' 'getWebhook' 'updateWebhook' 'deleteWebhook' 'rotateWebhookSecret' 'createAuthorisation' 'listAuthorisations' 'getAuthorisation' 'cancelAuthorisation' 'revokeAuthorisation' 'getSpecification'
      return 0
    case 'esign embed 1'
      set -g __esign_live envelopes
      return 0
    case 'esign explain 1'
      set -g __esign_values 'unauthenticated' 'forbidden' 'insufficient_scope' 'not_found' 'invalid_request' 'rate_limited' 'internal_error' 'service_unavailable' 'idempotency_key_required' 'idempotency_key_reused' 'request_in_progress' 'template_archived' 'template_unusable' 'template_has_no_fields' 'recipient_role_unknown' 'recipient_role_missing' 'recipient_role_duplicated' 'value_subject_unknown' 'value_address_unknown' 'value_not_writable' 'value_not_lockable' 'locked_answer_missing' 'locked_answer_unusable' 'cannot_be_drawn' 'send_allowance_exhausted' 'test_key_cannot_send' 'test_key_cannot_read_documents' 'test_key_cannot_mint' 'test_key_cannot_edit_templates' 'draft_not_available' 'recipient_not_yet_turn' 'envelope_not_sent' 'authorisation_not_revocable' 'precondition_required' 'template_changed' 'witness_is_permanent' 'field_unknown' 'brand_unknown' 'api_key_owner_removed' 'envelope_not_draft' 'authorisation_not_cancellable' 'envelope_not_open' 'recipient_not_embedded' 'recipient_already_acted' 'draft' 'sent' 'partially_signed' 'completed' 'voided' 'declined' 'expired' 'sealed' 'pending' 'signed' 'delegated' 'invited' 'active' 'expired_unsigned' 'cancelled' 'revoked' 'invalidated' 'envelope.sent' 'envelope.completed' 'envelope.declined' 'envelope.voided' 'envelope.expired' 'envelope.sealed' 'envelope.sealing_failed' 'recipient.completed' 'purpose.draft-emails-nobody' 'purpose.one-template-for-both' 'purpose.key-kinds' 'purpose.test-key-sandbox' 'purpose.specification-public' 'purpose.no-change-of-draft' 'purpose.no-longer-deadline' 'purpose.no-organisation-email' 'purpose.json-both-ways' 'purpose.capabilities' 'template.properties' 'template.id-name-created' 'template.documents' 'template.pages' 'template.roles' 'template.rename-omits-hint' 'template.subjects' 'template.questions' 'template.fields-flat' 'template.coverage' 'template.warnings' 'template.newest-first' 'field.properties' 'field.type' 'field.label' 'field.required' 'field.role' 'field.subject-null' 'field.data-key-null' 'field.question' 'field.options' 'field.tier' 'field.rect' 'field.context' 'field.cells' 'field.rename-omits' 'field.data-key-grammar' 'field.data-key-core' 'field.data-key-subject' 'field.data-key-kept' 'template.gap-warning-items' 'template.gap-question-items' 'field.gap-cells' 'field.gap-values' 'authorisation.gap-objects' 'person.properties' 'person.id' 'person.quotes' 'person.place' 'person.proposed' 'person.decisions' 'person.fields' 'person.current' 'envelope.properties' 'envelope.template-null' 'envelope.title' 'envelope.sent-at' 'envelope.expires-null' 'envelope.expires-utc' 'envelope.recipients-order' 'recipient.id' 'recipient.two-roles' 'recipient.properties' 'recipient.delivered-null' 'recipient.delivered-read' 'recipient.delivered-send' 'recipient.embedded' 'recipient.external-ref' 'recipient.request-properties' 'webhook.properties' 'webhook.url' 'webhook.events-never-empty' 'webhook.brand-routes' 'webhook.brand-no-isolation' 'webhook.active' 'webhook.consecutive-failures' 'webhook.last-success' 'webhook.last-failure' 'webhook.disabled' 'webhook.secret-once' 'authorisation.properties' 'authorisation.number' 'authorisation.status' 'authorisation.sandbox' 'authorisation.brand-as-granted' 'authorisation.intended-use' 'authorisation.validity' 'authorisation.invite-expires' 'authorisation.granted-at' 'authorisation.cancellation' 'authorisation.revocation' 'authorisation.invalidation' 'authorisation.applied-count' 'authorisation.in-flight' 'authorisation.no-evidence' 'state.names' 'state.sealing-apart' 'state.send' 'state.send-allowance' 'state.void' 'state.void-signatures-stay' 'state.complete' 'state.decline' 'state.expire' 'state.sealed-once' 'state.sealing-gives-up' 'state.void-refused' 'state.gap-partially-signed' 'state.closed-renders' 'state.delegated' 'state.recipient-observed' 'state.gap-recipient' 'url.first-get' 'url.second-get' 'url.expires' 'url.second-revokes-first' 'mandate.granted' 'mandate.ends-unsigned' 'mandate.revoke' 'mandate.expires' 'mandate.invalidated' 'mandate.revoke-again' 'mandate.not-revocable' 'mandate.gap-triggers' 'conventions.rate-headers' 'conventions.error-shape' 'conventions.one-404' 'conventions.json-bodies' 'decide.creates' 'decide.keys-stay' 'decide.removes-own' 'decide.recorded' 'decide.live-only' 'decide.person-id' 'decide.if-match' 'decide.if-match-stale' 'decide.body' 'decide.subject' 'decide.signer' 'decide.both' 'decide.both-fills' 'decide.mandate' 'decide.witness' 'decide.answer' 'decide.etag-form' 'decide.witness-permanent' 'decide.gap-names' 'apply.proposal' 'apply.gap-path' 'people.order' 'people.writes-nothing' 'people.both-keys' 'people.shape' 'rename.one' 'rename.live-scope' 'rename.field-unknown' 'rename.if-match' 'rename.if-match-stale' 'rename.stale-but-equal' 'rename.optional' 'rename.data-key-null' 'rename.data-key-refused' 'rename.label' 'rename.subject' 'rename.subject-fixed' 'rename.answer' 'accept.unchanged-only' 'accept.no-if-match' 'accept.no-overrides' 'accept.all' 'accept.high' 'accept.ids' 'accept.answer' 'create.key-required' 'create.body' 'create.recipients-order' 'create.reorder-differs' 'create.values' 'create.values-not-writable' 'create.send-default' 'create.expires-at' 'create.brand' 'create.brand-frozen' 'create.completion-delivery' 'create.201' 'create.replayed' 'create.gap-recipient-items' 'get.safe' 'get.test-key' 'get.routing-order' 'get.event-target' 'void.key-required' 'void.reason' 'void.reason-not-in-fingerprint' 'void.key-other-envelope' 'void.only-open' 'void.200' 'void.replay' 'void.old-link' 'mint.no-body' 'mint.recipient-id' 'mint.answer' 'mint.not-readable' 'mint.digest-only' 'mint.open' 'mint.embedded' 'mint.not-acted' 'mint.turn' 'mint.test-key' 'mint.framing' 'mint.origins-bare' 'mint.deny' 'mint.messages' 'mint.can-remint' 'mint.delegated' 'mint.expired-silent' 'mint.no-return-url' 'mint.messages-forgeable' 'draft.content' 'draft.snapshot' 'draft.position' 'draft.scope' 'draft.test-key' 'draft.pdf' 'draft.errors-json' 'draft.no-key' 'draft.not-available' 'draft.closed-renders' 'draft.404' 'register.url' 'register.events' 'register.duplicates' 'register.brand' 'register.no-key' 'register.secret' 'webhooks.list' 'webhooks.get' 'authorisations.get' 'authorisations.get-test-key' 'revoke.key' 'revoke.reason' 'revoke.answer' 'revoke.again' 'revoke.other-states' 'revoke.test-key' 'endpoints.gap-shapes' 'endpoints.batch-charge' 'endpoints.webhook-active' 'auth.bearer' 'auth.two-kinds' 'auth.hash-only' 'auth.scopes' 'auth.no-scopes-all' 'auth.scopes-fixed' 'auth.gap-scopes' 'auth.one-401' 'auth.401-no-rate-headers' 'auth.401-uncounted' 'auth.insufficient-scope' 'auth.plan' 'testkey.reads-status' 'testkey.no-rename' 'testkey.mint' 'testkey.documents' 'testkey.send' 'testkey.embedded-unchecked' 'testkey.live-authorisation' 'auth.owner-removed' 'auth.deliveries-signed' 'event.sent' 'event.completed' 'event.declined' 'event.voided' 'event.expired' 'event.sealed' 'event.sealing-failed' 'event.recipient-completed' 'event.none-for-mandates' 'event.test-same-endpoints' 'event.body' 'event.id-stable' 'event.retry-count' 'event.uri' 'event.gap-type' 'delivery.post-json' 'delivery.timeout' 'delivery.2xx' 'delivery.no-redirect' 'delivery.retried' 'delivery.after-answer' 'delivery.unordered' 'signature.header' 'signature.material' 'signature.tolerance' 'signature.constant-time' 'signature.v0-previous' 'ladder.attempts' 'ladder.drains' 'disable.seven-days' 'disable.recovery' 'disable.no-mail' 'error.shape' 'error.iff-key' 'error.5xx-without-key' 'error.closed-set' 'error.message-path' 'error.unauthenticated' 'error.forbidden' 'error.insufficient_scope' 'error.not_found' 'error.invalid_request' 'error.rate_limited' 'error.internal_error' 'error.service_unavailable' 'error.idempotency_key_required' 'error.idempotency_key_reused' 'error.request_in_progress' 'error.template_archived' 'error.template_unusable' 'error.template_has_no_fields' 'error.recipient_role_unknown' 'error.recipient_role_missing' 'error.recipient_role_duplicated' 'error.value_subject_unknown' 'error.value_address_unknown' 'error.value_not_writable' 'error.value_not_lockable' 'error.locked_answer_missing' 'error.locked_answer_unusable' 'error.cannot_be_drawn' 'error.send_allowance_exhausted' 'error.test_key_cannot_send' 'error.test_key_cannot_read_documents' 'error.test_key_cannot_mint' 'error.test_key_cannot_edit_templates' 'error.draft_not_available' 'error.recipient_not_yet_turn' 'error.envelope_not_sent' 'error.authorisation_not_revocable' 'error.precondition_required' 'error.template_changed' 'error.witness_is_permanent' 'error.field_unknown' 'error.brand_unknown' 'error.api_key_owner_removed' 'rate.headers' 'rate.values' 'rate.per-key' 'rate.reset' 'rate.retry-after' 'rate.remaining-zero' 'rate.refused-counts' 'rate.403-may-lack' 'rate.burst' 'rate.draft-ceilings' 'rate.draft-failed-charged' 'rate.draft-headers' 'rate.gap-draft-values' 'limits.idempotency-key' 'limits.void-reason' 'limits.revoke-reason' 'limits.expires-at' 'limits.signing-url' 'limits.webhook-numbers' 'limits.webhook-endpoints' 'limits.free-plan' 'limits.other-plans' 'limits.warnings' 'limits.data-key' 'limits.label' 'limits.subject-key' 'limits.names' 'limits.position' 'limits.gap-upload' 'version.path' 'version.number' 'version.codes-stable' 'version.closed-names' 'version.only-what-exists' 'version.gap-deprecation' 'uploads.base64' 'recipient.request-item' 'value.item' 'file.item' 'template.warning-item' 'template.question-item' 'conventions.lists' 'specification.path' 'one-off.operation' 'one-off.title' 'one-off.fields' 'one-off.key' 'one-off.converter' 'batch.operation' 'batch.row-alone' 'batch.no-error-key' 'batch.index' 'batch.charge-whole' 'batch.rows-max' 'batch.at-once' 'send.operation' 'send.empty-body' 'send.not-draft' 'documents.operation' 'documents.url' 'documents.scope' 'documents.test-key' 'documents.always-200' 'page.operation' 'page.spelling' 'page.documents' 'page.archived' 'page.scope' 'templates.list-operation' 'templates.limit' 'templates.cursor' 'templates.archived-absent' 'create-template.operation' 'create-template.name' 'create-template.unreadable' 'create-template.form-fields' 'create-template.converter' 'create-template.no-converter' 'create-template.test-key' 'get-template.operation' 'get-template.304' 'get-template.archived' 'get-template.etag-of-read' 'renames.operation' 'renames.all-or-nothing' 'renames.entries' 'renames.unknown' 'renames.stale-but-equal' 'naming.operation' 'naming.proposal-item' 'naming.changes-nothing' 'naming.live-accept' 'naming.unknown-proposal' 'apply.operation' 'apply.aliases' 'apply.empty-body' 'apply.if-match' 'apply.witness' 'decide.subject-key' 'decide.subject-label' 'decide.presence' 'decide.filled-by' 'decide.proposed-fits' 'webhook-update.operation' 'webhook-update.active' 'webhook-delete.operation' 'webhook-delete.drops-queue' 'webhook-rotate.operation' 'webhook-rotate.replaces' 'webhook-rotate.key' 'authorisation-create.operation' 'authorisation-create.valid-until' 'authorisation-create.invite-days' 'authorisation-create.test-address' 'authorisation-list.operation' 'authorisation-list.test-key' 'authorisation-cancel.operation' 'authorisation-cancel.again' 'authorisation-cancel.other-states' 'authorisation.end-objects' 'event.type-property' 'event.recipient-null' 'event.uri-path' 'event.signed-anew' 'status.envelope-not-sent' 'status.precondition-required' 'status.template-changed' 'status.witness-is-permanent' 'status.field-unknown' 'status.brand-unknown' 'status.api-key-owner-removed' 'state.partially-signed' 'state.recipient-states' 'key.scope' 'key.fingerprint' 'key.life' 'key.replays-first' 'rate.draft-values' 'scope.names' 'url.head' 'field.rect-rotated' 'create.title' 'key.format' 'practice.both-keys' 'practice.live-only-calls' 'practice.used-and-expired' 'practice.ladder-before-disable' 'practice.slow-2xx' 'practice.failed-not-final' 'practice.missing-headers' 'practice.retry-policies' 'practice.numbering' 'order.sequence' 'webhook.eleventh' 'create.template-id' 'create.no-fields-first' 'conventions.odd-ids' 'testkey.no-decision' 'mint.codes' 'field.core-namespaces' 'disable.window-start' 'rename.etag' 'batch.charge' 'text-tags.syntax' 'free-plan.month' 'drawn.where' 'retry-after.429' 'codes.by-status' 'key.success-only' 'value.two-or-odd' 'send.past-deadline' 'recipient.mandate-unfit' 'value.locked-unfit' 'value.unlocked-unfit' 'recipient.cc-role' 'role.signer-rest' 'decide.not-offered' 'mandate.signs-at-send' 'disable.queue-dropped' 'testkey.voids-live' 'revoke.any-script' 'rename.id-no-uuid' 'template.filled-pdf' 'template.signature-required' 'key.default-brand' 'signature.grace' 'refusal.order' 'signature.machine-time' 'key.printable' 'body.unknown-property' 'body.twice' 'body.no-type' 'query.unknown' 'instant.forms' 'text.blank' 'batch.wrong-shape' 'batch.rows-over' 'free-plan.pack' 'rate.unknown-plan' 'livekey.sandbox' 'testkey.void-mails' 'testkey.cc' 'mandate.stays-sent' 'text-tags.namespaces' 'webhook.url-length' 'webhook.ports' 'draft.file-name' 'delivery.broken-off' 'url.reasons' 'client.html-429' 'project.root' 'project.own-data' 'recipient.lengths' 'recipient.address' 'recipient.at-least-one' 'value.key-empty' 'file.name-length' 'placed-field.lengths' 'create-template.name-length' 'authorisation-create.lengths' 'decide.subject-key-required' 'A6' 'A7' 'A8' 'A13' 'A9' 'A10' 'A1' 'A2' 'A3' 'A4' 'A5' 'A11' 'A12' 'A0' 'A16' 'A18' 'A14' 'A15' 'A17' 'A19' 'no_redirect' 'valid' 'in_time' 'every_event' 'raw_bytes' 'wrong_secret' 'partial_digest' 'no_signature' 'header_case' 'two_signatures' 'malformed_signature' 'stale' 'future' 'within_window' 'altered_body' 'reserialised_body' 'altered_time' 'rotation_new' 'rotation_unaware' 'rotation_old' 'rotation_forged' 'duplicate' 'two_recipients' 'forged_first' 'out_of_order' 'failure_then_success' 'unknown_event' 'unknown_member' '400' '401' '402' '403' '404' '409' '412' '422' '428' '429' '500' '503' '0' '1' '2' '3' '4' '5' '6' '7' '8' '9' '10' '11' '12' '13' '126' '127' '129' '130' '143'
      return 0
    case 'esign error 1'
      set -g __esign_values 'unauthenticated	The credential is absent, unreadable, unknown, wrong or revoked; the service does not say which.' 'forbidden	The plan does not grant this operation, or the plan cannot be established.' 'insufficient_scope	The key is valid but lacks the scope that this operation requires.' 'not_found	The resource does not exist, is archived or deleted, or your organisation or a test key cannot access it.' 'invalid_request	The request is malformed: its shape, a value out of range, an unreadable file, or a text tag that cannot be placed.' 'rate_limited	The rate limit of the key or the limit on drafts is reached, or a batch has more rows than the rate limit allows.' 'internal_error	The service failed.' 'service_unavailable	A renderer that the service depends on does not answer; nothing was created and no allowance was spent.' 'idempotency_key_required	The operation takes an Idempotency-Key and none was sent.' 'idempotency_key_reused	The Idempotency-Key was already used for a different request.' 'request_in_progress	The first request with this Idempotency-Key is still running.' 'template_archived	The template was retired.' 'template_unusable	The template cannot produce an envelope.' 'template_has_no_fields	The template has no fields, so nobody could sign anything.' 'recipient_role_unknown	A recipient names a role that the template does not declare; roles are matched by exact name.' 'recipient_role_missing	A role with fields has no recipient.' 'recipient_role_duplicated	Two recipients share a role that is not a cc.' 'value_subject_unknown	A value names a subject that the template does not declare.' 'value_address_unknown	No field of the template has this subject and data key.' 'value_not_writable	The address names only fields that a caller may not fill, such as a signature.' 'value_not_lockable	The title and company of a signer cannot be locked.' 'locked_answer_missing	A locked, required field, or a locked question with a minimum, has no answer.' 'locked_answer_unusable	A locked answer is one that the field rejects, or a question is answered more often than it allows.' 'cannot_be_drawn	A text contains a character that cannot be drawn into the PDF.' 'send_allowance_exhausted	The allowance of the Free plan is used up for this month.' 'test_key_cannot_send	A test key may send only sandbox envelopes, and e-mail only members of the organisation and confirmed addresses.' 'test_key_cannot_read_documents	A test key may read documents and drafts of sandbox envelopes only.' 'test_key_cannot_mint	A test key may mint signing URLs for sandbox envelopes only.' 'test_key_cannot_edit_templates	A test key may not name template fields.' 'draft_not_available	The envelope is still a draft, or the document has already been sealed.' 'recipient_not_yet_turn	It is not yet the turn of this recipient.' 'envelope_not_sent	The envelope is not out for signature, so it cannot be voided.' 'authorisation_not_revocable	Only an active standing authorisation can be revoked.' 'precondition_required	The template is changed only with If-Match naming its current ETag.' 'template_changed	The template changed since it was read.' 'witness_is_permanent	A saved witness cannot be changed.' 'field_unknown	The template has no field with this id.' 'brand_unknown	The id names no live brand of the organisation; an archived one does not count.' 'api_key_owner_removed	The person who owns this key was removed from the organisation.' 'envelope_not_draft	The envelope was sent already, so it cannot be sent again.' 'authorisation_not_cancellable	Only an authorisation that is still `invited` can be cancelled.' 'envelope_not_open	The envelope is not open for signing.' 'recipient_not_embedded	The recipient was not created with `embedded: true` and signs through the link in the invitation.' 'recipient_already_acted	The recipient has already signed, declined or delegated.'
      return 0
    case 'esign spec check 1'
      set -g __esign_files 'yaml|yml|json'
      return 0
    case 'esign spec adopt 1'
      set -g __esign_files 'yaml|yml|json'
      return 0
    case 'esign spec rule 1'
      set -g __esign_values 'purpose.draft-emails-nobody' 'purpose.one-template-for-both' 'purpose.key-kinds' 'purpose.test-key-sandbox' 'purpose.specification-public' 'purpose.no-change-of-draft' 'purpose.no-longer-deadline' 'purpose.no-organisation-email' 'purpose.json-both-ways' 'purpose.capabilities' 'template.properties' 'template.id-name-created' 'template.documents' 'template.pages' 'template.roles' 'template.rename-omits-hint' 'template.subjects' 'template.questions' 'template.fields-flat' 'template.coverage' 'template.warnings' 'template.newest-first' 'field.properties' 'field.type' 'field.label' 'field.required' 'field.role' 'field.subject-null' 'field.data-key-null' 'field.question' 'field.options' 'field.tier' 'field.rect' 'field.context' 'field.cells' 'field.rename-omits' 'field.data-key-grammar' 'field.data-key-core' 'field.data-key-subject' 'field.data-key-kept' 'template.gap-warning-items' 'template.gap-question-items' 'field.gap-cells' 'field.gap-values' 'authorisation.gap-objects' 'person.properties' 'person.id' 'person.quotes' 'person.place' 'person.proposed' 'person.decisions' 'person.fields' 'person.current' 'envelope.properties' 'envelope.template-null' 'envelope.title' 'envelope.sent-at' 'envelope.expires-null' 'envelope.expires-utc' 'envelope.recipients-order' 'recipient.id' 'recipient.two-roles' 'recipient.properties' 'recipient.delivered-null' 'recipient.delivered-read' 'recipient.delivered-send' 'recipient.embedded' 'recipient.external-ref' 'recipient.request-properties' 'webhook.properties' 'webhook.url' 'webhook.events-never-empty' 'webhook.brand-routes' 'webhook.brand-no-isolation' 'webhook.active' 'webhook.consecutive-failures' 'webhook.last-success' 'webhook.last-failure' 'webhook.disabled' 'webhook.secret-once' 'authorisation.properties' 'authorisation.number' 'authorisation.status' 'authorisation.sandbox' 'authorisation.brand-as-granted' 'authorisation.intended-use' 'authorisation.validity' 'authorisation.invite-expires' 'authorisation.granted-at' 'authorisation.cancellation' 'authorisation.revocation' 'authorisation.invalidation' 'authorisation.applied-count' 'authorisation.in-flight' 'authorisation.no-evidence' 'state.names' 'state.sealing-apart' 'state.send' 'state.send-allowance' 'state.void' 'state.void-signatures-stay' 'state.complete' 'state.decline' 'state.expire' 'state.sealed-once' 'state.sealing-gives-up' 'state.void-refused' 'state.gap-partially-signed' 'state.closed-renders' 'state.delegated' 'state.recipient-observed' 'state.gap-recipient' 'url.first-get' 'url.second-get' 'url.expires' 'url.second-revokes-first' 'mandate.granted' 'mandate.ends-unsigned' 'mandate.revoke' 'mandate.expires' 'mandate.invalidated' 'mandate.revoke-again' 'mandate.not-revocable' 'mandate.gap-triggers' 'conventions.rate-headers' 'conventions.error-shape' 'conventions.one-404' 'conventions.json-bodies' 'decide.creates' 'decide.keys-stay' 'decide.removes-own' 'decide.recorded' 'decide.live-only' 'decide.person-id' 'decide.if-match' 'decide.if-match-stale' 'decide.body' 'decide.subject' 'decide.signer' 'decide.both' 'decide.both-fills' 'decide.mandate' 'decide.witness' 'decide.answer' 'decide.etag-form' 'decide.witness-permanent' 'decide.gap-names' 'apply.proposal' 'apply.gap-path' 'people.order' 'people.writes-nothing' 'people.both-keys' 'people.shape' 'rename.one' 'rename.live-scope' 'rename.field-unknown' 'rename.if-match' 'rename.if-match-stale' 'rename.stale-but-equal' 'rename.optional' 'rename.data-key-null' 'rename.data-key-refused' 'rename.label' 'rename.subject' 'rename.subject-fixed' 'rename.answer' 'accept.unchanged-only' 'accept.no-if-match' 'accept.no-overrides' 'accept.all' 'accept.high' 'accept.ids' 'accept.answer' 'create.key-required' 'create.body' 'create.recipients-order' 'create.reorder-differs' 'create.values' 'create.values-not-writable' 'create.send-default' 'create.expires-at' 'create.brand' 'create.brand-frozen' 'create.completion-delivery' 'create.201' 'create.replayed' 'create.gap-recipient-items' 'get.safe' 'get.test-key' 'get.routing-order' 'get.event-target' 'void.key-required' 'void.reason' 'void.reason-not-in-fingerprint' 'void.key-other-envelope' 'void.only-open' 'void.200' 'void.replay' 'void.old-link' 'mint.no-body' 'mint.recipient-id' 'mint.answer' 'mint.not-readable' 'mint.digest-only' 'mint.open' 'mint.embedded' 'mint.not-acted' 'mint.turn' 'mint.test-key' 'mint.framing' 'mint.origins-bare' 'mint.deny' 'mint.messages' 'mint.can-remint' 'mint.delegated' 'mint.expired-silent' 'mint.no-return-url' 'mint.messages-forgeable' 'draft.content' 'draft.snapshot' 'draft.position' 'draft.scope' 'draft.test-key' 'draft.pdf' 'draft.errors-json' 'draft.no-key' 'draft.not-available' 'draft.closed-renders' 'draft.404' 'register.url' 'register.events' 'register.duplicates' 'register.brand' 'register.no-key' 'register.secret' 'webhooks.list' 'webhooks.get' 'authorisations.get' 'authorisations.get-test-key' 'revoke.key' 'revoke.reason' 'revoke.answer' 'revoke.again' 'revoke.other-states' 'revoke.test-key' 'endpoints.gap-shapes' 'endpoints.batch-charge' 'endpoints.webhook-active' 'auth.bearer' 'auth.two-kinds' 'auth.hash-only' 'auth.scopes' 'auth.no-scopes-all' 'auth.scopes-fixed' 'auth.gap-scopes' 'auth.one-401' 'auth.401-no-rate-headers' 'auth.401-uncounted' 'auth.insufficient-scope' 'auth.plan' 'testkey.reads-status' 'testkey.no-rename' 'testkey.mint' 'testkey.documents' 'testkey.send' 'testkey.embedded-unchecked' 'testkey.live-authorisation' 'auth.owner-removed' 'auth.deliveries-signed' 'event.sent' 'event.completed' 'event.declined' 'event.voided' 'event.expired' 'event.sealed' 'event.sealing-failed' 'event.recipient-completed' 'event.none-for-mandates' 'event.test-same-endpoints' 'event.body' 'event.id-stable' 'event.retry-count' 'event.uri' 'event.gap-type' 'delivery.post-json' 'delivery.timeout' 'delivery.2xx' 'delivery.no-redirect' 'delivery.retried' 'delivery.after-answer' 'delivery.unordered' 'signature.header' 'signature.material' 'signature.tolerance' 'signature.constant-time' 'signature.v0-previous' 'ladder.attempts' 'ladder.drains' 'disable.seven-days' 'disable.recovery' 'disable.no-mail' 'error.shape' 'error.iff-key' 'error.5xx-without-key' 'error.closed-set' 'error.message-path' 'error.unauthenticated' 'error.forbidden' 'error.insufficient_scope' 'error.not_found' 'error.invalid_request' 'error.rate_limited' 'error.internal_error' 'error.service_unavailable' 'error.idempotency_key_required' 'error.idempotency_key_reused' 'error.request_in_progress' 'error.template_archived' 'error.template_unusable' 'error.template_has_no_fields' 'error.recipient_role_unknown' 'error.recipient_role_missing' 'error.recipient_role_duplicated' 'error.value_subject_unknown' 'error.value_address_unknown' 'error.value_not_writable' 'error.value_not_lockable' 'error.locked_answer_missing' 'error.locked_answer_unusable' 'error.cannot_be_drawn' 'error.send_allowance_exhausted' 'error.test_key_cannot_send' 'error.test_key_cannot_read_documents' 'error.test_key_cannot_mint' 'error.test_key_cannot_edit_templates' 'error.draft_not_available' 'error.recipient_not_yet_turn' 'error.envelope_not_sent' 'error.authorisation_not_revocable' 'error.precondition_required' 'error.template_changed' 'error.witness_is_permanent' 'error.field_unknown' 'error.brand_unknown' 'error.api_key_owner_removed' 'rate.headers' 'rate.values' 'rate.per-key' 'rate.reset' 'rate.retry-after' 'rate.remaining-zero' 'rate.refused-counts' 'rate.403-may-lack' 'rate.burst' 'rate.draft-ceilings' 'rate.draft-failed-charged' 'rate.draft-headers' 'rate.gap-draft-values' 'limits.idempotency-key' 'limits.void-reason' 'limits.revoke-reason' 'limits.expires-at' 'limits.signing-url' 'limits.webhook-numbers' 'limits.webhook-endpoints' 'limits.free-plan' 'limits.other-plans' 'limits.warnings' 'limits.data-key' 'limits.label' 'limits.subject-key' 'limits.names' 'limits.position' 'limits.gap-upload' 'version.path' 'version.number' 'version.codes-stable' 'version.closed-names' 'version.only-what-exists' 'version.gap-deprecation' 'uploads.base64' 'recipient.request-item' 'value.item' 'file.item' 'template.warning-item' 'template.question-item' 'conventions.lists' 'specification.path' 'one-off.operation' 'one-off.title' 'one-off.fields' 'one-off.key' 'one-off.converter' 'batch.operation' 'batch.row-alone' 'batch.no-error-key' 'batch.index' 'batch.charge-whole' 'batch.rows-max' 'batch.at-once' 'send.operation' 'send.empty-body' 'send.not-draft' 'documents.operation' 'documents.url' 'documents.scope' 'documents.test-key' 'documents.always-200' 'page.operation' 'page.spelling' 'page.documents' 'page.archived' 'page.scope' 'templates.list-operation' 'templates.limit' 'templates.cursor' 'templates.archived-absent' 'create-template.operation' 'create-template.name' 'create-template.unreadable' 'create-template.form-fields' 'create-template.converter' 'create-template.no-converter' 'create-template.test-key' 'get-template.operation' 'get-template.304' 'get-template.archived' 'get-template.etag-of-read' 'renames.operation' 'renames.all-or-nothing' 'renames.entries' 'renames.unknown' 'renames.stale-but-equal' 'naming.operation' 'naming.proposal-item' 'naming.changes-nothing' 'naming.live-accept' 'naming.unknown-proposal' 'apply.operation' 'apply.aliases' 'apply.empty-body' 'apply.if-match' 'apply.witness' 'decide.subject-key' 'decide.subject-label' 'decide.presence' 'decide.filled-by' 'decide.proposed-fits' 'webhook-update.operation' 'webhook-update.active' 'webhook-delete.operation' 'webhook-delete.drops-queue' 'webhook-rotate.operation' 'webhook-rotate.replaces' 'webhook-rotate.key' 'authorisation-create.operation' 'authorisation-create.valid-until' 'authorisation-create.invite-days' 'authorisation-create.test-address' 'authorisation-list.operation' 'authorisation-list.test-key' 'authorisation-cancel.operation' 'authorisation-cancel.again' 'authorisation-cancel.other-states' 'authorisation.end-objects' 'event.type-property' 'event.recipient-null' 'event.uri-path' 'event.signed-anew' 'status.envelope-not-sent' 'status.precondition-required' 'status.template-changed' 'status.witness-is-permanent' 'status.field-unknown' 'status.brand-unknown' 'status.api-key-owner-removed' 'state.partially-signed' 'state.recipient-states' 'key.scope' 'key.fingerprint' 'key.life' 'key.replays-first' 'rate.draft-values' 'scope.names' 'url.head' 'field.rect-rotated' 'create.title' 'key.format' 'practice.both-keys' 'practice.live-only-calls' 'practice.used-and-expired' 'practice.ladder-before-disable' 'practice.slow-2xx' 'practice.failed-not-final' 'practice.missing-headers' 'practice.retry-policies' 'practice.numbering' 'order.sequence' 'webhook.eleventh' 'create.template-id' 'create.no-fields-first' 'conventions.odd-ids' 'testkey.no-decision' 'mint.codes' 'field.core-namespaces' 'disable.window-start' 'rename.etag' 'batch.charge' 'text-tags.syntax' 'free-plan.month' 'drawn.where' 'retry-after.429' 'codes.by-status' 'key.success-only' 'value.two-or-odd' 'send.past-deadline' 'recipient.mandate-unfit' 'value.locked-unfit' 'value.unlocked-unfit' 'recipient.cc-role' 'role.signer-rest' 'decide.not-offered' 'mandate.signs-at-send' 'disable.queue-dropped' 'testkey.voids-live' 'revoke.any-script' 'rename.id-no-uuid' 'template.filled-pdf' 'template.signature-required' 'key.default-brand' 'signature.grace' 'refusal.order' 'signature.machine-time' 'key.printable' 'body.unknown-property' 'body.twice' 'body.no-type' 'query.unknown' 'instant.forms' 'text.blank' 'batch.wrong-shape' 'batch.rows-over' 'free-plan.pack' 'rate.unknown-plan' 'livekey.sandbox' 'testkey.void-mails' 'testkey.cc' 'mandate.stays-sent' 'text-tags.namespaces' 'webhook.url-length' 'webhook.ports' 'draft.file-name' 'delivery.broken-off' 'url.reasons' 'client.html-429' 'project.root' 'project.own-data' 'recipient.lengths' 'recipient.address' 'recipient.at-least-one' 'value.key-empty' 'file.name-length' 'placed-field.lengths' 'create-template.name-length' 'authorisation-create.lengths' 'decide.subject-key-required'
      return 0
    case 'esign completion 1'
      set -g __esign_values 'bash' 'zsh' 'fish' 'powershell'
      return 0
    case 'esign completion install 1'
      set -g __esign_values 'bash' 'zsh' 'fish' 'powershell'
      return 0
    case '*'
      return 1
  end
end

# Offers what those say, each behind $argv[1]; $argv[2] is what is typed.
function __esign_offer
  for value in $__esign_values
    printf '%s\n' $argv[1]$value
  end
  if test -n "$__esign_live"
    for value in (command esign completion values $__esign_live 2>/dev/null)
      printf '%s\n' $argv[1]$value
    end
  end
  switch "$__esign_files"
    case ''
    case any
      __fish_complete_path $argv[2]
    case folders
      __fish_complete_directories $argv[2]
    case '*'
      set -l all (__fish_complete_path $argv[2])
      set -l found (string match -i -r -- '^[^\t]*\.(?:'$__esign_files')(?:\t.*)?$' $all)
      if test (count $found) = 0
        printf '%s\n' $all
      else
        printf '%s\n' $found (string match -r -- '^[^\t]*/(?:\t.*)?$' $all)
      end
  end
end

function __esign_complete
  set -l tokens (commandline -opc)
  set -l current (commandline -ct)
  set -l path esign
  set -l flag ''
  set -l number 0
  set -l plain 0
  set -l index 1
  for word in $tokens[2..-1]
    set index (math $index + 1)
    if test -n "$flag"
      set flag ''
    else if test $plain = 0; and test "$word" = --
      set plain 1
      switch $path
        case 'esign listen' 'esign emulator exec' 'esign dev'
          # Another command line follows: it is completed as if it stood alone.
          set -e tokens[1..$index]
          set -l line $current
          test (count $tokens) -gt 0; and set line (string escape -- $tokens) $current
          complete -C "$line"
          return
      end
    else if test $plain = 0; and string match -q -- '-*' $word
      if not string match -q -- '*=*' $word; and __esign_value $path $word
        set flag $word
      end
    else if test $number = 0; and __esign_place "$path $word"
      set path "$path $word"
    else
      set number (math $number + 1)
    end
  end
  set -l prefix ''
  if test -z "$flag"; and test $plain = 0; and string match -q -- '-*=*' $current
    set flag (string replace -r '=.*' '' -- $current)
    set prefix "$flag="
    set current (string replace -- $prefix '' $current)
  end
  if test -n "$flag"
    __esign_value $path $flag; and __esign_offer $prefix $current
    return
  end
  __esign_place $path
  if test $plain = 0; and string match -q -- '-*' $current
    printf '%s\n' $__esign_flags
    printf '%s\n' '--profile	use this profile (ESIGN_PROFILE)' '--mode	use the live or the test key of the profile (ESIGN_MODE)' '--base-url	base URL of the service (ESIGN_BASE_URL)' '--api-key-file	read the API key from a file' '--api-key-stdin	read the API key from stdin' '--contract	contract file of the service (ESIGN_CONTRACT)' '--json	print JSON; select fields with --json=a,b' '--jq	filter the JSON with a jq expression' '--tsv	print a list as tab-separated rows' '--quiet	print only IDs, and no notes' '--yes	confirm all questions' '--no-input	never ask; a missing value is an error' '--debug	log requests to stderr, without bodies' '--debug-bodies	log bodies too, which contain personal data' '--color	use color (default: auto)' '--timeout	time limit of one attempt of a request' '--retry-for	time limit of all attempts (default: 5m; 0: try once)' '--help	show this help'
    return
  end
  test $number = 0; and test (count $__esign_words) -gt 0; and printf '%s\n' $__esign_words
  if __esign_argument $path (math $number + 1); or __esign_argument $path '*'
    __esign_offer '' $current
  end
end

complete -c esign -f -k -a '(__esign_complete)'
