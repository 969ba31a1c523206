# Completion for esign; made by `esign completion powershell`.

Register-ArgumentCompleter -Native -CommandName 'esign' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  # Answers what may follow the command in $path; nothing for an unknown command.
  $placeOf = {
    param([string]$path)
    switch -CaseSensitive -Exact ($path) {
      'esign' { return @{ Words = @('template	Create and manage templates', 'envelope	Create, send and follow envelopes', 'listen	Receive webhook deliveries and forward them to your app', 'emulator	Run the whole service on this machine', 'dev	Develop an app: emulator, deliveries and a timeline', 'demo	Run a complete signing workflow on an example form', 'webhook	Manage webhook endpoints and test receivers', 'event	Show, replay and send webhook events', 'login	Store an API key', 'logout	Remove stored API keys', 'profile	Manage named base URLs and API keys', 'whoami	Show which base URL and API key are used', 'doctor	Find problems with settings, keys and the connection', 'values	Check files of values before you send them', 'authorisation	Manage standing authorisations', 'authorization	Manage standing authorisations', 'pdf	Verify sealed PDFs', 'request	List sent requests and resume interrupted ones', 'api	Call any operation of the service', 'agent	Set up AI agents: MCP server and skill', 'mcp	Serve the operations as tools to AI agents', 'embed	Test an embedded signing page locally', 'explain	Explain a code, status, event, rule or assumption', 'spec	Show and check the API description', 'completion	Print or install shell completion', 'forget	Delete personal data stored on this machine', 'help	Show the help of a command'); Flags = @('--version	show the version') } }
      'esign template' { return @{ Words = @('create	Create a template from PDF or Word files', 'list	List the templates', 'get	Show one template', 'show	Show one template', 'wizard	Set up people and field names step by step', 'edit	Set up people and field names in the browser', 'prepare	Draw the fields of a file before you upload it', 'people	List the people found on a template', 'decide	Decide who a person on the form is', 'apply	Apply the proposed decision for a person', 'fields	List the fields of a template', 'rename	Rename one field', 'rename-all	Rename many fields at once', 'propose	Propose names for the fields', 'accept	Accept proposals of a naming run', 'rehearse	Check a template before the first envelope', 'preview	Render the pages with numbered fields', 'types	Generate types for values and recipients', 'pull	Save the names of a template to a YAML file', 'diff	Compare a names file with the service', 'push	Write the changes of a names file', 'copy-names	Copy the names from another version of a form', 'clone	Copy a template to another service or the emulator', 'inspect	Find fields and people in PDF or Word files', 'page	Download one page of a document'); Flags = @() } }
      'esign template create' { return @{ Words = @(); Flags = @('--name	name of the template (default: the name of the first file) (at most 200 characters)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign template list' { return @{ Words = @(); Flags = @('--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 20)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show', '--cursor	start after this page, by the cursor that it names') } }
      'esign template get' { return @{ Words = @(); Flags = @('--etag	print only the ETag, for --if-match') } }
      'esign template show' { return @{ Words = @(); Flags = @('--etag	print only the ETag, for --if-match') } }
      'esign template wizard' { return @{ Words = @(); Flags = @('--plain	numbered questions without pictures, for screen readers', '--picture	how to show pages (default: detected)') } }
      'esign template edit' { return @{ Words = @(); Flags = @('--port	port of the page (default: a free port)', '--max-wait	stop after this long (default: 24h)', '--no-open	print the URL without opening the browser') } }
      'esign template prepare' { return @{ Words = @(); Flags = @('--output	prepared PDF (default: NAME.prepared.pdf in this folder)', '--force	overwrite an existing file', '--fields	write the fields of a YAML or JSON file instead of opening the page; `-` is stdin', '--print-fields	print the fields that were read, as a file for --fields', '--brackets	make fields of words in brackets that ask for an answer, such as [Company Name] or [Enter here]', '--as	what to write: form fields (widgets), or text tags that nobody sees, and form fields for what a tag cannot say', '--one-off	print the request body for `envelope one-off --input` instead of writing a PDF: with the fields of --fields, or those that were read', '--port	port of the page (default: a free port)', '--max-wait	stop after this long (default: 24h)', '--no-open	print the URL without opening the browser') } }
      'esign template people' { return @{ Words = @(); Flags = @() } }
      'esign template decide' { return @{ Words = @(); Flags = @('--decision	who the person is', '--role-name	signing role, for all but `subject` (at most 200 characters)', '--subject-key	subject, for `subject` and `both` (at most 100 characters)', '--subject-name	display name of the subject (at most 200 characters)', '--presence	whether the person is always on the form', '--filled-by	for `both`: who fills in the details', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--overwrite	overwrite changes that others made since you last looked', '--if-match	write only if the template still has this ETag, from `template get --etag`') } }
      'esign template apply' { return @{ Words = @(); Flags = @('--all	apply the proposals for all undecided people', '--filled-by	for `both`: who fills in the details', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--overwrite	overwrite changes that others made since you last looked', '--if-match	write only if the template still has this ETag, from `template get --etag`') } }
      'esign template fields' { return @{ Words = @(); Flags = @('--unnamed	list only fields without an address that could have one', '--csv	print CSV to edit for `template rename-all`') } }
      'esign template rename' { return @{ Words = @(); Flags = @('--data-key	key that values are written to (at most 100 characters)', '--no-data-key	remove the data key', '--label	label that the sender sees (at most 200 characters)', '--no-label	remove the label', '--subject	subject that the data is about (at most 100 characters)', '--no-subject	make it a field of the signer', '--allow-shared	let several fields share an address, so that one value fills them all', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--overwrite	overwrite changes that others made since you last looked', '--if-match	write only if the template still has this ETag, from `template get --etag`') } }
      'esign template rename-all' { return @{ Words = @(); Flags = @('--from	file with the names; `-` is stdin', '--empty-removes	in CSV, an empty cell removes the name', '--allow-shared	let several fields share an address, so that one value fills them all', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--overwrite	overwrite changes that others made since you last looked', '--if-match	write only if the template still has this ETag, from `template get --etag`') } }
      'esign template propose' { return @{ Words = @(); Flags = @('--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit') } }
      'esign template accept' { return @{ Words = @(); Flags = @('--all	accept every name and every person', '--high	accept names of high confidence only', '--proposal	accept this proposal; repeatable', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--overwrite	overwrite changes that others made since you last looked', '--if-match	write only if the template still has this ETag, from `template get --etag`') } }
      'esign template rehearse' { return @{ Words = @(); Flags = @('--strict	exit 5 for warnings too', '--allow-problem	leave this problem out, such as nobody_signs; repeatable', '--pictures	write a PNG of each page, filled with sample values', '--force	overwrite existing pictures') } }
      'esign template preview' { return @{ Words = @(); Flags = @('--output	.html file, or folder for PNGs (default: in this folder); `-` is stdout', '--format	output format (default: html, or png for a folder)', '--page	render this page only, from 1', '--open	open it in the browser', '--force	overwrite an existing file') } }
      'esign template types' { return @{ Words = @(); Flags = @('--format	output format', '--output	file or folder/ to write to (default: stdout)', '--force	overwrite an existing file') } }
      'esign template pull' { return @{ Words = @(); Flags = @('--output	file or folder/ to write to (default: stdout)', '--force	discard edits that were not pushed, or overwrite another file') } }
      'esign template diff' { return @{ Words = @(); Flags = @() } }
      'esign template push' { return @{ Words = @(); Flags = @('--prefer	side that wins if both changed the same name', '--allow-shared	let several fields share an address, so that one value fills them all', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--overwrite	overwrite changes that others made since you last looked', '--if-match	write only if the template still has this ETag, from `template get --etag`') } }
      'esign template copy-names' { return @{ Words = @(); Flags = @('--min-confidence	confidence needed to copy without asking', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--overwrite	overwrite changes that others made since you last looked', '--if-match	write only if the template still has this ETag, from `template get --etag`') } }
      'esign template clone' { return @{ Words = @(); Flags = @('--from	profile that has the template (default: the profile in use)', '--to	profile that gets the copy', '--again	make another copy', '--output	folder for the two names files (default: this folder)', '--force	overwrite existing files', '--dry-run	list what cannot be taken over, and print the request without sending it') } }
      'esign template inspect' { return @{ Words = @(); Flags = @() } }
      'esign template page' { return @{ Words = @(); Flags = @('--output	file or folder/ to write to; `-` is stdout', '--force	overwrite an existing file') } }
      'esign envelope' { return @{ Words = @('create	Create an envelope from a template', 'one-off	Create an envelope from files without a template', 'send	Send a draft', 'list	List the envelopes that this machine knows', 'desk	Follow all envelopes on a live screen', 'show	Show the status of an envelope', 'get	Print the JSON of one envelope', 'wait	Wait for a status of an envelope', 'watch	Follow changes of envelopes', 'void	Void a sent envelope', 'correct	Create the next envelope, or replace a sent one', 'documents	List the documents of an envelope', 'draft	Download a document in its current state', 'download	Download the sealed PDFs', 'reconcile	Compare an app''s list of envelopes with the service', 'check	Fail if an envelope needs attention', 'nudge	Write mail drafts to people who keep others waiting', 'evidence	Collect the evidence of an envelope', 'signing-url	Create a signing URL for an embedded recipient', 'rows	Create a blank sheet for the rows of a template', 'plan	Plan a bulk run without sending anything', 'run	Send the envelopes of a plan', 'runs	List the bulk runs of this machine'); Flags = @() } }
      'esign envelope create' { return @{ Words = @(); Flags = @('--template	ID or exact name of the template', '--recipient	a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and standing_authorisation_id; repeatable', '--value	prefill a field; `.key=text` for the signer''s own; write a dot inside a subject as `\.`; repeatable', '--values-file	values as YAML, JSON or CSV; `-` is stdin', '--lock	make a value read-only for the signer; repeatable', '--title	title that signers see, such as "Lease {Tenant.name}" (default: the name of the template) (at most 200 characters)', '--send	send it (default: create a draft)', '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	brand (default: the one of the organisation)', '--allow-problem	send a form with this problem, such as nobody_signs; repeatable', '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)', '--input	request body as YAML or JSON; `-` is stdin; flags add to it', '--interactive	ask for the template, the people, the values and the deadline', '--save	with --interactive: save the answers to a file for --input', '--plain	with --interactive: ask in plain lines, for screen readers', '--people	people to choose from, as CSV, YAML or JSON: name, email and usual role; without --interactive, the only person of a role takes it', '--rows	one envelope per row: CSV with columns such as Tenant.email, NDJSON, YAML or JSON; `-` is stdin', '--mapping	YAML or JSON that maps other column names, with lines such as `Tenant.email: E-mail`', '--run	name of the run; the same rows in a run of another name are sent again (default: the file or CI job)', '--id-column	column that identifies a row, so that a corrected row is recognized (default: its recipients)', '--allow-duplicates	create an envelope for each of several identical rows', '--only-valid	leave rows with a problem out, and create the others; run again when they are corrected', '--results	file for the result of each row (default: beside the rows)', '--shard	send the k-th of n parts of the rows: for machines that share one key', '--resend	`changed`: send rows again that were sent with other content', '--replace	`changed`: void the envelopes of rows that changed, such as a corrected address, and send new ones', '--skip	`changed`: keep the envelopes of changed rows; `gone`: continue although most sent rows were removed', '--old	also resend rows with an unknown outcome whose idempotency key may have expired', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign envelope one-off' { return @{ Words = @(); Flags = @('--recipient	a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and standing_authorisation_id; repeatable', '--value	prefill a field; `.key=text` for the signer''s own; write a dot inside a subject as `\.`; repeatable', '--values-file	values as YAML, JSON or CSV; `-` is stdin', '--lock	make a value read-only for the signer; repeatable', '--title	title that signers see (default: the name of the first file) (at most 200 characters)', '--field	add a field, placed in fractions of the page; also document, label, required, data_key, subject and options; repeatable', '--send	send it (default: create a draft)', '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	brand (default: the one of the organisation)', '--allow-problem	send a form with this problem, such as nobody_signs; repeatable', '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)', '--input	rest of the request body as YAML or JSON; flags add to it', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign envelope send' { return @{ Words = @(); Flags = @('--allow-problem	send a form with this problem, such as nobody_signs; repeatable', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign envelope list' { return @{ Words = @(); Flags = @('--status	show this state only: draft, sent, partially_signed, completed, voided, declined, expired, sealed; repeatable', '--waiting-for	show those that wait for this person, address or role', '--late	show those that wait at least this long (default: 3d), or have less than a day until the deadline', '--search	show those with this text in the title or a name', '--sort	order of the list (default: newest)', '--run	show one bulk run only; see `esign envelope runs`', '--cached	show what was last seen, without a request', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 20)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign envelope desk' { return @{ Words = @(); Flags = @('--late	how long somebody waits until an envelope is late (default: 3d)') } }
      'esign envelope show' { return @{ Words = @(); Flags = @() } }
      'esign envelope get' { return @{ Words = @(); Flags = @() } }
      'esign envelope wait' { return @{ Words = @(); Flags = @('--until	sent, completed, sealed, voided, declined, expired, signed:ROLE', '--max-wait	wait at most this long (default: no limit)', '--past-sealing-failure	keep waiting after sealing failed; support can retry it') } }
      'esign envelope watch' { return @{ Words = @(); Flags = @('--max-wait	watch at most this long (default: no limit)') } }
      'esign envelope void' { return @{ Words = @(); Flags = @('--reason	reason, kept on record (at most 500 characters)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign envelope correct' { return @{ Words = @(); Flags = @('--recipient	a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and standing_authorisation_id; repeatable', '--value	prefill a field; `.key=text` for the signer''s own; write a dot inside a subject as `\.`; repeatable', '--values-file	values as YAML, JSON or CSV; `-` is stdin', '--lock	make a value read-only for the signer; repeatable', '--title	title that signers see (default: the same) (at most 200 characters)', '--send	send it (default: create a draft)', '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	brand (default: the one of the organisation)', '--allow-problem	send a form with this problem, such as nobody_signs; repeatable', '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)', '--input	request body of the first envelope as YAML or JSON, for its values; `-` is stdin', '--void	void an envelope that is out for signature, and send the corrected one', '--reason	reason, kept on record (default: "Replaced by a corrected envelope") (at most 500 characters)', '--interactive	ask for the changes', '--plain	with --interactive: ask in plain lines, for screen readers', '--people	with --interactive: people to choose from, as CSV, YAML or JSON', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign envelope documents' { return @{ Words = @(); Flags = @() } }
      'esign envelope draft' { return @{ Words = @(); Flags = @('--position	document, counted from 1', '--output	file or folder/ to write to; `-` is stdout', '--force	overwrite an existing file') } }
      'esign envelope download' { return @{ Words = @(); Flags = @('--position	download only this document, counted from 1', '--ca-file	CA certificates to trust, PEM; repeatable', '--ids	download the envelopes with these IDs, separated by white space; `-` is stdin', '--run	download the envelopes of a bulk run; see `esign envelope runs`', '--all	download all envelopes that this machine knows', '--file-name	name each file of many, for example "{title} {Tenant.name}"', '--mailto	also print a mail to each recipient, as a link that opens a draft; attach the files to it', '--no-verify	save the files without verifying them', '--output	file or folder/ to write to; `-` is stdout', '--force	overwrite an existing file') } }
      'esign envelope reconcile' { return @{ Words = @(); Flags = @('--id-column	column or property with the envelope ID (default: `envelope_id` or `id`)', '--status-column	column or property with the status (default: `status` or `state`)', '--map	a word of the app for a state, such as `signed=completed`; repeatable', '--max-age	use what this machine read at most this long ago (default: only what is final)', '--only-listed	do not report envelopes that the list does not name', '--deliver-to	deliver the events that the app has missed to this URL or local port', '--secret-file	file with the signing secret (default: secret of the local listener)', '--previous-secret-file	previous secret, valid for 24 hours after a rotation', '--header	add a request header, for example for authentication (repeatable)', '--ca-file	additional certificate authorities to trust (PEM)', '--dry-run	print what would be delivered, and send nothing') } }
      'esign envelope check' { return @{ Words = @(); Flags = @('--ids	check the envelopes with these IDs instead, separated by white space; `-` is stdin', '--unsealed-after	time from completion to sealing (default: 10m)', '--undelivered-after	time until the invitation is delivered (default: 1h)', '--expires-within	time before the deadline (default: 1d)', '--waiting-longer-than	time for the same people to act (default: 3d)', '--format	output format', '--output	file or folder/ for the Prometheus text, written atomically') } }
      'esign envelope nudge' { return @{ Words = @(); Flags = @('--ids	envelopes with these IDs, separated by white space; `-` is stdin', '--run	the envelopes of a bulk run; see `esign envelope runs`', '--all	all envelopes that this machine knows', '--waiting-longer-than	time for the same people to act (default: 0s)', '--max-age	use what this machine read at most this long ago (default: only what is final)', '--format	form of the drafts (default: mailto; with -o eml)', '--output	folder/ for the .eml files, or file for the CSV', '--force	overwrite an existing file') } }
      'esign envelope evidence' { return @{ Words = @(); Flags = @('--output	new folder or .zip file to write to', '--force	overwrite an existing .zip file', '--unfinished	also collect what exists before the envelope is sealed', '--ca-file	CA certificates to trust, PEM; repeatable') } }
      'esign envelope signing-url' { return @{ Words = @(); Flags = @('--print	print the URL to stdout', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit') } }
      'esign envelope rows' { return @{ Words = @(); Flags = @('--template	ID or exact name of the template', '--output	file or folder/ to write to (default: stdout)', '--required	leave out columns for optional values', '--semicolons	separate cells with semicolons, for Excel where the decimal sign is a comma', '--force	overwrite an existing file') } }
      'esign envelope plan' { return @{ Words = @(); Flags = @('--template	ID or exact name of the template', '--rows	rows: CSV, NDJSON, YAML or JSON, as for `envelope create`', '--mapping	YAML or JSON that maps other column names, with lines such as `Tenant.email: E-mail`', '--run	name of the run; the same rows in a run of another name are sent again (default: the file or CI job)', '--id-column	column that identifies a row, so that a corrected row is recognized (default: its recipients)', '--allow-duplicates	create an envelope for each of several identical rows', '--recipient	a recipient, in routing order; "NAME <ADDRESS>" if one role is open; also job_title, company, embedded, external_ref and standing_authorisation_id; repeatable', '--value	prefill a field; `.key=text` for the signer''s own; write a dot inside a subject as `\.`; repeatable', '--values-file	values as YAML, JSON or CSV; `-` is stdin', '--lock	make a value read-only for the signer; repeatable', '--title	title for rows without one (default: the name of the template) (at most 200 characters)', '--send	send it (default: create a draft)', '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	brand (default: the one of the organisation)', '--allow-problem	send a form with this problem, such as nobody_signs; repeatable', '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)', '--output	file or folder/ for the plan, readable by you only', '--force	overwrite an existing file') } }
      'esign envelope run' { return @{ Words = @(); Flags = @('--results	file for the result of each row (default: beside the rows)', '--shard	send the k-th of n parts of the rows: for machines that share one key', '--resend	`changed`: send rows again that were sent with other content', '--replace	`changed`: void the envelopes of rows that changed, such as a corrected address, and send new ones', '--skip	`changed`: keep the envelopes of changed rows; `gone`: continue although most sent rows were removed', '--old	also resend rows with an unknown outcome whose idempotency key may have expired', '--allow-problem	send a form with this problem, such as nobody_signs; repeatable', '--dry-run	print the requests, key masked, and send nothing') } }
      'esign envelope runs' { return @{ Words = @(); Flags = @('--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 50)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign envelope batch' { return @{ Words = @(); Flags = @('--template	ID or exact name of the template', '--input	the rows; `-` is stdin', '--send	send it (default: create a draft)', '--expires-at	deadline with time zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	brand (default: the one of the organisation)', '--allow-problem	send a form with this problem, such as nobody_signs; repeatable', '--completion-delivery	who gets the signed copy: everybody by mail from the service, or nobody, so that you send it (default: integrator)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign listen' { return @{ Words = @(); Flags = @('--forward-to	app that receives every event; a port means this machine', '--route	app for matching events; the first match wins (repeatable)', '--event	listen for these events only, for example envelope.* (repeatable)', '--mine	forward only envelopes created here with esign, or by the command through ESIGN_BASE_URL', '--ack	early: acknowledge once the delivery is stored on disk, then retry the app from here (default, because the service asks receivers to respond before processing); app: return the status of the app, within 8 s, to test your own retry handling', '--retries	retries if the app does not respond with 2xx (default: 10)', '--no-resume	leave what earlier runs did not forward for `esign event replay`', '--header	add a header to forwarded requests (repeatable)', '--find-cause	if the app rejects a valid delivery with 400, 401 or 403, send it up to 80 copies with the usual mistakes, and say which one it accepts (default with an emulator)', '--no-find-cause	send no such copies', '--forward-ca-file	certificate authority to trust for the app (PEM)', '--insecure-forward	accept any certificate of the app', '--secret-file	write the endpoint''s secret into this file (0600), for the app', '--force	overwrite an existing file', '--write-env	write the settings of an app into this file (0600), and leave its other lines: URL, webhook secret, signature header and, of an emulator, the key', '--print-secret	print the signing secret of the endpoint when ready', '--fresh-secret	on an emulator: use a new secret instead of the one that stays', '--public-url	your own public URL that leads to --port on this machine', '--tunnel	none, ngrok, ngrok-sdk, tailscale[:PORT], devtunnel[:NAME], cloudflared[:NAME] or ssh://user@host (ESIGN_TUNNEL) (default: the best available one)', '--tunnel-cmd	command that starts any other tunnel, for example `x {port}`', '--tunnel-address	where that command prints its URL: /pattern/ or .path[0]', '--port	port to listen on (default: a free port)', '--poll	poll the envelopes created on this machine instead of using a tunnel, and create events from their changes, except envelope.sealing_failed', '--interval	with --poll: polling interval (default: 5s)', '--expect	exit with 0 when these events of one envelope have arrived, with 10 if they can no longer arrive, or with 12 after --max-wait', '--max-wait	limit for --expect (60s) or for the command', '--envelope	envelope that --expect waits for; with --poll, also follow it (repeatable)', '--any-envelope	with a command: accept events of every envelope, not only of those that it creates, sends or voids through ESIGN_BASE_URL', '--junit	write the expected events and the command as JUnit XML', '--brand	receive events of this brand only', '--keep	keep the endpoint for the next run', '--rotate	rotate the secret of a kept endpoint at the start', '--end-grace	rotate although an earlier rotation is less than 24 hours old', '--prune	delete endpoints left behind by listeners of this machine, and exit', '--all-machines	with --prune: also those of other machines that are disabled or idle for a day', '--no-reaper	do not start the process that cleans up if this one is killed') } }
      'esign emulator' { return @{ Words = @('start	Start the emulator', 'stop	Stop the emulator', 'status	Show the status of the emulator', 'open	Open the page of the emulator in the browser', 'exec	Run a command with a temporary emulator', 'sign	Sign as a recipient', 'decline	Decline as a recipient', 'delegate	Delegate a recipient''s place to another person', 'clock	Show and move the emulator clock', 'inbox	Read the mail of the emulator', 'trigger	Trigger an event', 'log	Show events, deliveries and requests', 'fault	Inject faults into the emulator', 'scenario	Create test data for common states', 'reset	Delete the data of the emulator', 'snapshot	Write the data of the emulator to a file', 'restore	Restore a snapshot', 'grant	Grant a standing authorisation as its grantor', 'decline-grant	Decline a standing authorisation as its grantor', 'redeliver	Send a delivery again', 'requeue	Retry a failed sealing', 'export-test	Export what happened to an envelope as a test', 'brands	List the brands of the emulator', 'allow-origin	Let a page embed the signing page', 'ca	Export the CA certificate of the emulator'); Flags = @() } }
      'esign emulator start' { return @{ Words = @(); Flags = @('--port	port to use; 0 for any free port (default: the last port, initially 4747, or any free port if it is in use)', '--data	data folder (default: a folder for this profile)', '--plan	plan of the organisation', '--strict	reject webhook URLs on this machine, like the real service', '--ask	make commands ask, or need --yes, as with a live key of a real service', '--rate-limit	requests per minute of each key, or off (default: 600; 60 on the free plan)', '--seed	make IDs, keys and seals repeatable', '--now	start with a frozen clock at this time', '--seed-file	start with the data of a YAML file, as `emulator snapshot --seed-file` writes it', '--smtp-forward	also send the mail to this mail server; the inbox keeps a copy', '--allow-origin	origin of a page that may embed the signing page, for example http://127.0.0.1:3000 (repeatable)', '--write-env	write the settings of an app into this file (0600), and leave its other lines: URL, test key (live key with --mode live), webhook secret and signature header', '--shared	use the emulator of the machine, which all projects share, instead of that of this project', '--detach	run in the background') } }
      'esign emulator stop' { return @{ Words = @(); Flags = @() } }
      'esign emulator status' { return @{ Words = @(); Flags = @() } }
      'esign emulator open' { return @{ Words = @(); Flags = @('--print	print the URL instead of opening it; it gives access to this emulator') } }
      'esign emulator exec' { return @{ Words = @(); Flags = @('--plan	plan of the organisation', '--strict	reject webhook URLs on this machine, like the real service', '--ask	make commands ask, or need --yes, as with a live key of a real service', '--rate-limit	requests per minute of each key, or off (default: 600; 60 on the free plan)', '--seed	make IDs, keys and seals repeatable', '--now	start with a frozen clock at this time', '--seed-file	start with the data of a YAML file, as `emulator snapshot --seed-file` writes it', '--restore	start from a snapshot', '--scenario	start from a scenario; its ID is in ESIGN_SCENARIO_ID', '--snapshot	snapshot file to write if the command fails (default: named after it)', '--no-snapshot	write no snapshot if the command fails', '--force	overwrite an existing snapshot file') } }
      'esign emulator sign' { return @{ Words = @(); Flags = @('--value	set a field value (repeatable)', '--field	set a field value by field ID (repeatable)', '--signature	typed signature (default: the name of the recipient)', '--no-fill	add no sample values; missing required fields are an error') } }
      'esign emulator decline' { return @{ Words = @(); Flags = @('--reason	why') } }
      'esign emulator delegate' { return @{ Words = @(); Flags = @('--to	person who signs instead; also "NAME <ADDRESS>"') } }
      'esign emulator clock' { return @{ Words = @('show	Show the emulator time', 'freeze	Freeze the clock', 'run	Run the clock again', 'advance	Move the clock forward'); Flags = @() } }
      'esign emulator clock show' { return @{ Words = @(); Flags = @() } }
      'esign emulator clock freeze' { return @{ Words = @(); Flags = @() } }
      'esign emulator clock run' { return @{ Words = @(); Flags = @() } }
      'esign emulator clock advance' { return @{ Words = @(); Flags = @('--to	target time with a time zone, or `next` for the next due action') } }
      'esign emulator inbox' { return @{ Words = @('list	List the mail', 'show	Show a mail', 'get	Show a mail', 'wait	Wait for a mail to an address', 'open	Open the signing link of a mail in the browser'); Flags = @('--to	show mail to this address only', '--kind	show this kind only', '--envelope	show mail about this envelope only', '--print	also show signing links; anyone with a link can sign', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 50)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign emulator inbox list' { return @{ Words = @(); Flags = @('--to	show mail to this address only', '--kind	show this kind only', '--envelope	show mail about this envelope only', '--print	also show signing links; anyone with a link can sign', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 50)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign emulator inbox show' { return @{ Words = @(); Flags = @('--html	print only its HTML part', '--print	also show signing links; anyone with a link can sign') } }
      'esign emulator inbox get' { return @{ Words = @(); Flags = @('--html	print only its HTML part', '--print	also show signing links; anyone with a link can sign') } }
      'esign emulator inbox wait' { return @{ Words = @(); Flags = @('--to	address of the recipient', '--subject	accept only mail with this text in its subject', '--kind	accept only this kind', '--envelope	accept only mail about this envelope', '--after	accept only mail newer than this one', '--max-wait	wait at most this long (default: 30s)', '--print	also show its signing link; anyone with the link can sign') } }
      'esign emulator inbox open' { return @{ Words = @(); Flags = @('--to	open the newest mail with a link to this address', '--print	print the link instead of opening it; anyone with the link can sign') } }
      'esign emulator trigger' { return @{ Words = @(); Flags = @('--envelope	use this envelope in its current state (default: a new envelope)') } }
      'esign emulator log' { return @{ Words = @('deliveries	List webhook delivery attempts', 'events	List the events', 'requests	List requests and explain rejected ones'); Flags = @() } }
      'esign emulator log deliveries' { return @{ Words = @(); Flags = @('--follow	keep showing new results until Ctrl-C, as NDJSON with --json', '--endpoint	show deliveries to this endpoint only', '--envelope	show events of this envelope only', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 1000)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign emulator log events' { return @{ Words = @(); Flags = @('--follow	keep showing new results until Ctrl-C, as NDJSON with --json', '--envelope	show events of this envelope only', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 1000)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign emulator log requests' { return @{ Words = @(); Flags = @('--refused	show rejected requests only', '--follow	keep showing new results until Ctrl-C, as NDJSON with --json', '--curl	print curl commands that use ESIGN_API_KEY', '--har	print HAR 1.2 for the developer tools of a browser', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 1000)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign emulator fault' { return @{ Words = @('operation	Inject faults into operations, sealing, the renderer or mail', 'deliveries	Inject faults into webhook deliveries', 'list	List all current faults', 'release	Continue held requests', 'clear	Remove faults'); Flags = @() } }
      'esign emulator fault operation' { return @{ Words = @(); Flags = @('--code	respond with this error code', '--http-status	respond with this HTTP status; the body is empty without --code', '--delay	wait this long in real time first, for example 250ms or 5s', '--reset	reset the connection before the request is processed', '--drop-after-commit	process the request, then close the connection without a response', '--stuck	reset the connection and keep the request in progress until `fault release`', '--stuck-for	like --stuck, but only for this long in real time', '--hold	hold each request before it is processed, until `fault release`', '--probability	probability from 0 to 1 for each request (default: 1)', '--count	stop after this many affected requests (default: no limit; 1 for seal, renderer, mail and --hold)', '--seed	make the faults repeatable') } }
      'esign emulator fault deliveries' { return @{ Words = @(); Flags = @('--duplicate	send the delivery twice (0 to 1)', '--reorder	send it after the next delivery to the same endpoint (0 to 1)', '--delay	send it later, for example 5s, or 5s@0.2 with a probability', '--drop	do not send it; the attempt counts as failed (0 to 1)', '--lose-answer	lose the response, so that an accepted delivery is sent again (0 to 1)', '--wrong-signature	sign it with a wrong secret (0 to 1)', '--clock-skew	sign it with a shifted time, for example 400s, -400s or 400s@0.2', '--seed	make the faults repeatable', '--count	stop after this many faulty attempts', '--endpoint	apply to deliveries to this endpoint only') } }
      'esign emulator fault list' { return @{ Words = @(); Flags = @() } }
      'esign emulator fault release' { return @{ Words = @(); Flags = @() } }
      'esign emulator fault clear' { return @{ Words = @(); Flags = @() } }
      'esign emulator scenario' { return @{ Words = @('list	List the scenarios', 'load	Create a scenario'); Flags = @() } }
      'esign emulator scenario list' { return @{ Words = @(); Flags = @() } }
      'esign emulator scenario load' { return @{ Words = @(); Flags = @() } }
      'esign emulator reset' { return @{ Words = @(); Flags = @('--clock	also set the clock back to the time of this machine') } }
      'esign emulator snapshot' { return @{ Words = @(); Flags = @('--output	file or folder/ to write to; - for stdout', '--seed-file	write a seed file, and its documents in a folder named after it', '--seed-schema	print the JSON Schema of seed files, for editors', '--force	overwrite an existing file') } }
      'esign emulator restore' { return @{ Words = @(); Flags = @() } }
      'esign emulator grant' { return @{ Words = @(); Flags = @() } }
      'esign emulator decline-grant' { return @{ Words = @(); Flags = @('--reason	why') } }
      'esign emulator redeliver' { return @{ Words = @(); Flags = @('--failed	resend all failed deliveries to active endpoints', '--endpoint	with an event ID or --failed: send to this endpoint only') } }
      'esign emulator requeue' { return @{ Words = @(); Flags = @() } }
      'esign emulator export-test' { return @{ Words = @(); Flags = @('--output	file or folder/ to write to (default: stdout)', '--runner	test runner (default: pytest for a .py file, else vitest)', '--force	overwrite an existing file') } }
      'esign emulator brands' { return @{ Words = @(); Flags = @() } }
      'esign emulator allow-origin' { return @{ Words = @(); Flags = @('--brand	brand (default: the default brand)', '--remove	remove the origin') } }
      'esign emulator ca' { return @{ Words = @(); Flags = @('--output	file or folder/ to write to (default: stdout)', '--force	overwrite an existing file') } }
      'esign dev' { return @{ Words = @('init	Write a small app or a receiver to start from'); Flags = @('--forward-to	where your app takes deliveries; a port means this machine (default: http://127.0.0.1:3000/webhooks)', '--allow-origin	another origin whose pages may embed the signing page, besides that of your app (repeatable)', '--write-env	file for the settings of your app (0600) (default: .env.local)', '--ack	early: a delivery counts as delivered when it is stored here, and the app is retried from here (default); app: the service gets the status of the app, and retries by its own ladder', '--ask	make commands ask, or need --yes, as with a live key of a real service', '--bodies	in a pipe: print headers and bodies of requests too', '--shared	use the emulator of the machine, which all projects share, instead of that of this project', '--no-write-env	write no file; the command gets the settings all the same') } }
      'esign dev init' { return @{ Words = @(); Flags = @() } }
      'esign demo' { return @{ Words = @(); Flags = @('--output	folder for the PDFs, created if missing') } }
      'esign webhook' { return @{ Words = @('register	Register a webhook endpoint', 'list	List webhook endpoints', 'get	Show a webhook endpoint', 'show	Show a webhook endpoint', 'update	Update a webhook endpoint', 'rotate	Replace the secret of an endpoint', 'delete	Delete a webhook endpoint', 'check	Fail if an endpoint is failing or disabled', 'verify	Verify a captured delivery offline', 'certify	Test a receiver against the delivery contract', 'sign	Sign a body like the service does'); Flags = @() } }
      'esign webhook register' { return @{ Words = @(); Flags = @('--url	public https URL that receives the events', '--event	event to deliver (repeatable): envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed', '--brand	deliver events of this brand only', '--secret-file	write the secret into a file that only you can read (0600)', '--force	overwrite an existing file', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit') } }
      'esign webhook list' { return @{ Words = @(); Flags = @('--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 10)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign webhook get' { return @{ Words = @(); Flags = @() } }
      'esign webhook show' { return @{ Words = @(); Flags = @() } }
      'esign webhook update' { return @{ Words = @(); Flags = @('--url	URL that receives the events', '--event	event to deliver (repeatable): envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed', '--brand	deliver events of this brand only', '--no-brand	deliver events of every brand', '--enable	resume deliveries; the seven-day failure window restarts', '--disable	stop deliveries until it is enabled again', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit') } }
      'esign webhook rotate' { return @{ Words = @(); Flags = @('--secret-file	write the secret into a file that only you can read (0600)', '--force	overwrite an existing file', '--verify-with	test this receiver with the old secret first, then with the new one', '--old-secret-file	file with the old secret (default: the file of --secret-file)', '--verify-for	how long to wait until the receiver accepts the new secret', '--header	add a request header, for example for authentication (repeatable)', '--ca-file	additional certificate authorities to trust (PEM)', '--end-grace	rotate although an earlier rotation is less than 24 hours old', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign webhook delete' { return @{ Words = @(); Flags = @('--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit') } }
      'esign webhook check' { return @{ Words = @(); Flags = @('--max-failures	failed deliveries to allow since the last success', '--format	output format', '--output	file or folder/ for the Prometheus text, written atomically', '--fail-empty	exit with 4 if no endpoint is registered') } }
      'esign webhook verify' { return @{ Words = @(); Flags = @('--secret-file	file with a signing secret; - for stdin (repeatable)', '--previous-secret-file	previous secret, valid for 24 hours after a rotation', '--header	signature header value as received (repeatable)', '--body	file with the exact raw body; - for stdin', '--at	verify as of this time, with a time zone (default: now)') } }
      'esign webhook certify' { return @{ Words = @(); Flags = @('--secret-file	file with the signing secret (default: secret of the local listener)', '--previous-secret-file	previous secret, valid for 24 hours after a rotation', '--acted-url	URL that returns the IDs of the processed events as a JSON array', '--fail-header	header that makes your test build respond with 5xx', '--rule	run only this rule, after `valid` (repeatable)', '--junit	also write a JUnit report', '--header	add a request header, for example for authentication (repeatable)', '--ca-file	additional certificate authorities to trust (PEM)') } }
      'esign webhook enable' { return @{ Words = @(); Flags = @('--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit') } }
      'esign webhook disable' { return @{ Words = @(); Flags = @('--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit') } }
      'esign webhook sign' { return @{ Words = @(); Flags = @('--secret-file	signing secret of the endpoint, in a file; - for stdin', '--previous-secret-file	previous secret, valid for 24 hours after a rotation', '--body	file with the exact bytes to sign; - for stdin', '--at	signing time with a time zone (default: now)') } }
      'esign event' { return @{ Words = @('list	List the deliveries received on this machine', 'show	Show a received delivery', 'get	Show a received delivery', 'replay	Deliver received events again', 'send	Send a test event to a receiver'); Flags = @() } }
      'esign event list' { return @{ Words = @(); Flags = @('--event	show this event only (repeatable): envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed', '--envelope	show deliveries about this envelope only', '--undelivered	show only deliveries that the app has not accepted', '--refused	show only deliveries that failed verification', '--follow	keep showing new results until Ctrl-C, as NDJSON with --json', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 50)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign event show' { return @{ Words = @(); Flags = @('--raw	print only the raw bytes of the body') } }
      'esign event get' { return @{ Words = @(); Flags = @('--raw	print only the raw bytes of the body') } }
      'esign event replay' { return @{ Words = @(); Flags = @('--undelivered	replay every delivery of this service that its app is not known to have accepted', '--cut-off	with --undelivered: also replay those whose last attempt was cut off', '--to	receiver URL or local port (default: the original forwarding target)', '--as-retry	increase retry_count, like the service does for each attempt', '--secret-file	file with the signing secret (default: secret of the local listener)', '--previous-secret-file	previous secret, valid for 24 hours after a rotation', '--header	add a request header, for example for authentication (repeatable)', '--ca-file	additional certificate authorities to trust (PEM)') } }
      'esign event send' { return @{ Words = @(); Flags = @('--to	receiver URL or local port (default: the forwarding target of the listener)', '--envelope	envelope ID to put in the event', '--set	set a body field; use := for JSON (repeatable)', '--secret-file	file with the signing secret (default: secret of the local listener)', '--previous-secret-file	previous secret, valid for 24 hours after a rotation', '--header	add a request header, for example for authentication (repeatable)', '--ca-file	additional certificate authorities to trust (PEM)', '--dry-run	show the request without sending it') } }
      'esign login' { return @{ Words = @(); Flags = @('--insecure-storage	store the key in a file that only you can read, not in the keychain', '--no-check	store the key without checking it') } }
      'esign logout' { return @{ Words = @(); Flags = @() } }
      'esign profile' { return @{ Words = @('add	Add a profile', 'list	List the profiles', 'use	Choose the current profile', 'show	Show one profile', 'get	Show one profile', 'token	Print the API key in use', 'remove	Remove a profile and its keys'); Flags = @() } }
      'esign profile add' { return @{ Words = @(); Flags = @('--use	make it the current profile', '--force	replace a profile of that name', '--insecure-storage	keep the key in a file that only you can read, not in the keychain', '--signature-header	the name of the webhook signature header at this address', '--completion-delivery-value	what this service calls the completion delivery `service`') } }
      'esign profile list' { return @{ Words = @(); Flags = @() } }
      'esign profile use' { return @{ Words = @(); Flags = @() } }
      'esign profile show' { return @{ Words = @(); Flags = @() } }
      'esign profile get' { return @{ Words = @(); Flags = @() } }
      'esign profile token' { return @{ Words = @(); Flags = @('--print	print the whole key') } }
      'esign profile remove' { return @{ Words = @(); Flags = @() } }
      'esign whoami' { return @{ Words = @(); Flags = @('--offline	do not contact the service') } }
      'esign doctor' { return @{ Words = @(); Flags = @('--fix	restrict file permissions and remove leftovers of ended listeners and emulators') } }
      'esign values' { return @{ Words = @('new	Create an empty values file for a template', 'check	Validate values, a request body or rows against a template'); Flags = @() } }
      'esign values new' { return @{ Words = @(); Flags = @('--output	file or folder/ to write to (default: stdout)', '--force	overwrite an existing file') } }
      'esign values check' { return @{ Words = @(); Flags = @('--template	ID or exact name of the template, or a file that `template get` printed (default: the template_id in the file)', '--recipient	also check this recipient, as for `envelope create`; repeatable') } }
      'esign authorisation' { return @{ Words = @('create	Request a standing authorisation', 'list	List standing authorisations', 'get	Show a standing authorisation', 'show	Show a standing authorisation', 'cancel	Cancel an authorisation that is not signed yet', 'revoke	Revoke an active authorisation'); Flags = @() } }
      'esign authorization' { return @{ Words = @('create	Request a standing authorisation', 'list	List standing authorisations', 'get	Show a standing authorisation', 'show	Show a standing authorisation', 'cancel	Cancel an authorisation that is not signed yet', 'revoke	Revoke an active authorisation'); Flags = @() } }
      'esign authorisation create' { return @{ Words = @(); Flags = @('--brand	the brand it covers; list the brands of an emulator with `esign emulator brands`', '--grantor	the person who signs the mandate; optional: job_title', '--entity-name	the company that the grantor signs for (at most 200 characters)', '--entity-number	registration number of the company (at most 200 characters)', '--purpose	purpose, printed on the mandate (at most 1000 characters)', '--valid-until	end of validity, for example 2027-12-01T00:00:00+02:00', '--valid-for	end of validity from now, for example 365d', '--valid-from	start of validity (default: when it is granted)', '--reference	your reference (at most 200 characters)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign authorization create' { return @{ Words = @(); Flags = @('--brand	the brand it covers; list the brands of an emulator with `esign emulator brands`', '--grantor	the person who signs the mandate; optional: job_title', '--entity-name	the company that the grantor signs for (at most 200 characters)', '--entity-number	registration number of the company (at most 200 characters)', '--purpose	purpose, printed on the mandate (at most 1000 characters)', '--valid-until	end of validity, for example 2027-12-01T00:00:00+02:00', '--valid-for	end of validity from now, for example 365d', '--valid-from	start of validity (default: when it is granted)', '--reference	your reference (at most 200 characters)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign authorisation list' { return @{ Words = @(); Flags = @('--status	show this status only', '--brand	show authorisations of this brand only', '--reference	show authorisations with your reference only', '--expiring	show active ones that expire within this time, for example 30d or 12h; reads all pages', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 20)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show', '--cursor	start after this page, by the cursor that it names') } }
      'esign authorization list' { return @{ Words = @(); Flags = @('--status	show this status only', '--brand	show authorisations of this brand only', '--reference	show authorisations with your reference only', '--expiring	show active ones that expire within this time, for example 30d or 12h; reads all pages', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 20)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show', '--cursor	start after this page, by the cursor that it names') } }
      'esign authorisation get' { return @{ Words = @(); Flags = @() } }
      'esign authorisation show' { return @{ Words = @(); Flags = @() } }
      'esign authorization get' { return @{ Words = @(); Flags = @() } }
      'esign authorization show' { return @{ Words = @(); Flags = @() } }
      'esign authorisation cancel' { return @{ Words = @(); Flags = @('--reason	reason, kept on record (at most 500 characters)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign authorization cancel' { return @{ Words = @(); Flags = @('--reason	reason, kept on record (at most 500 characters)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign authorisation revoke' { return @{ Words = @(); Flags = @('--reason	reason, kept on record and shown to the grantor (at most 500 characters)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign authorization revoke' { return @{ Words = @(); Flags = @('--reason	reason, kept on record and shown to the grantor (at most 500 characters)', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign pdf' { return @{ Words = @('verify	Verify the signatures of sealed PDFs'); Flags = @() } }
      'esign pdf verify' { return @{ Words = @(); Flags = @('--ca-file	certificates of a trusted authority, PEM (repeatable)', '--at	verify as of this time, with a time zone; rejects later seals', '--revision	verify only the file as this signature covers it, counted from 1', '--output	with --revision: file or folder/ for that revision, byte for byte', '--force	overwrite an existing file', '--allow-untrusted	exit with 0 if only the certificate authority is not trusted') } }
      'esign request' { return @{ Words = @('list	List the requests that this machine has sent', 'show	Show a request that this machine has sent', 'get	Show a request that this machine has sent', 'resume	Resume requests with an unknown outcome'); Flags = @() } }
      'esign request list' { return @{ Words = @(); Flags = @('--unsettled	show only requests with an unknown outcome', '--since	show only results since this time: a duration such as 3d, or a time with a zone', '--limit	maximum number of results (default: 50)', '--all	show all results', '--fail-empty	exit with 4 if there is nothing to show') } }
      'esign request show' { return @{ Words = @(); Flags = @() } }
      'esign request get' { return @{ Words = @(); Flags = @() } }
      'esign request resume' { return @{ Words = @(); Flags = @('--all	resume all unsettled requests', '--old	also repeat requests whose key may have expired; they may happen twice', '--close	mark the request as checked, without sending it') } }
      'esign api' { return @{ Words = @(); Flags = @('--list	list the operations', '--field	add a body property; use name:=value for JSON', '--input	read the JSON body from a file; - for stdin', '--query	add a query parameter', '--header	set Idempotency-Key or If-Match', '--output	file or folder/ for a PDF; - for stdout', '--force	overwrite the output file', '--overwrite	overwrite changes that others made since you last looked', '--allow-problem	send a form with this problem, such as nobody_signs; repeatable', '--print	print signing URLs; anyone with the URL can sign', '--dry-run	print the request without sending it', '--strict	refuse a request that breaks an assumed limit', '--idempotency-key	retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)', '--require-new	exit with 6 if the key was used before, instead of showing the earlier result') } }
      'esign agent' { return @{ Words = @('setup	Add the MCP server and a skill to this project'); Flags = @() } }
      'esign agent setup' { return @{ Words = @(); Flags = @('--client	agent to set up (repeatable) (default: those with files in this folder)', '--allow-writes	let the agent change things: see `esign mcp`', '--reset	write the entry with the flags of this command only', '--check	only show what is set up', '--undo	remove the entry and the skill', '--dry-run	show what would be written, and write nothing', '--fail-empty	exit with 4 if the profile of an entry does not exist') } }
      'esign mcp' { return @{ Words = @(); Flags = @('--tools	offer only these groups (default: all): templates, envelopes, webhooks, authorisations, emulator, help', '--allow-writes	also offer operations that change data', '--allow-live	allow writes that reach the real service; requires --allow-writes') } }
      'esign embed' { return @{ Words = @(); Flags = @('--port	port of the page (default: a free port)', '--max-wait	wait at most this long (default: 24h)', '--open	open the page in the browser') } }
      'esign explain' { return @{ Words = @(); Flags = @() } }
      'esign error' { return @{ Words = @(); Flags = @() } }
      'esign spec' { return @{ Words = @('show	Print the OpenAPI description', 'check	Compare the API description with the service', 'adopt	Make a contract file from the API description of a service', 'prove	Test whether a service behaves as esign expects', 'catalogue	Print every command, flag and schema as JSON', 'catalog	Print every command, flag and schema as JSON'); Flags = @() } }
      'esign spec show' { return @{ Words = @(); Flags = @('--service	get the description from the service; no key is needed') } }
      'esign spec check' { return @{ Words = @(); Flags = @('--breaking	show only differences that affect esign') } }
      'esign spec adopt' { return @{ Words = @(); Flags = @('--output	file or folder/ for the contract file; - for stdout', '--force	replace an existing file', '--use	use the file for the current profile from now on') } }
      'esign spec prove' { return @{ Words = @(); Flags = @('--output	file or folder/ for the contract file; - for stdout', '--force	replace an existing file', '--allow	send: also send an envelope of its own to embedded recipients, and void it', '--template	use this template, where none can be created', '--fresh	start over, with a new template and new drafts') } }
      'esign spec catalogue' { return @{ Words = @(); Flags = @() } }
      'esign spec catalog' { return @{ Words = @(); Flags = @() } }
      'esign spec rule' { return @{ Words = @(); Flags = @('--about	list rules about an operation, error code, event, limit or resource', '--section	list rules of sections that contain the text', '--basis	list rules of one basis') } }
      'esign spec assumptions' { return @{ Words = @(); Flags = @() } }
      'esign completion' { return @{ Words = @('install	Install the completion script of a shell'); Flags = @() } }
      'esign completion install' { return @{ Words = @(); Flags = @('--check	write nothing; fail (9) unless the script is installed, loaded and current', '--start-file	add the required line to the start file', '--force	overwrite a script that was not created by esign') } }
      'esign forget' { return @{ Words = @(); Flags = @('--envelope	records about an envelope (full ID)', '--person	records about a recipient, and about the envelopes linked to this address', '--older-than	all records older than this, for example 90d', '--dry-run	count the records without removing them') } }
      'esign help' { return @{ Words = @('template	Create and manage templates', 'envelope	Create, send and follow envelopes', 'listen	Receive webhook deliveries and forward them to your app', 'emulator	Run the whole service on this machine', 'dev	Develop an app: emulator, deliveries and a timeline', 'demo	Run a complete signing workflow on an example form', 'webhook	Manage webhook endpoints and test receivers', 'event	Show, replay and send webhook events', 'login	Store an API key', 'logout	Remove stored API keys', 'profile	Manage named base URLs and API keys', 'whoami	Show which base URL and API key are used', 'doctor	Find problems with settings, keys and the connection', 'values	Check files of values before you send them', 'authorisation	Manage standing authorisations', 'authorization	Manage standing authorisations', 'pdf	Verify sealed PDFs', 'request	List sent requests and resume interrupted ones', 'api	Call any operation of the service', 'agent	Set up AI agents: MCP server and skill', 'mcp	Serve the operations as tools to AI agents', 'embed	Test an embedded signing page locally', 'explain	Explain a code, status, event, rule or assumption', 'spec	Show and check the API description', 'completion	Print or install shell completion', 'forget	Delete personal data stored on this machine', 'commands	all commands', 'global-options	options that every command takes', 'output	output formats, and what goes to stdout and stderr', 'exit-codes	exit codes of all commands', 'environment	environment variables that esign reads', 'errors	error codes of the service', 'security	how esign protects keys, secrets and signatures', 'text-tags	fields written into a document as text', 'bulk	create an envelope for each row of a file', 'webhooks	receive, verify and test webhook deliveries', 'testing	use the emulator in your test suite', 'contract	correct what esign expects of a service', 'agents	how an AI agent works with esign', 'guides	guides from start to end, with real output', 'guide-integrate	from a form to a signed document in your app', 'guide-operate	send a form, follow it, and keep the signed copy', 'guide-ci	send from a script, and never twice', 'guide-webhooks	receive webhooks that you can trust', 'guide-test	test your app against the emulator', 'guide-go-live	from the emulator to the service', 'guide-curl	everyday jobs, each beside its curl'); Flags = @() } }
      'esign help template' { return @{ Words = @('create	Create a template from PDF or Word files', 'list	List the templates', 'get	Show one template', 'show	Show one template', 'wizard	Set up people and field names step by step', 'edit	Set up people and field names in the browser', 'prepare	Draw the fields of a file before you upload it', 'people	List the people found on a template', 'decide	Decide who a person on the form is', 'apply	Apply the proposed decision for a person', 'fields	List the fields of a template', 'rename	Rename one field', 'rename-all	Rename many fields at once', 'propose	Propose names for the fields', 'accept	Accept proposals of a naming run', 'rehearse	Check a template before the first envelope', 'preview	Render the pages with numbered fields', 'types	Generate types for values and recipients', 'pull	Save the names of a template to a YAML file', 'diff	Compare a names file with the service', 'push	Write the changes of a names file', 'copy-names	Copy the names from another version of a form', 'clone	Copy a template to another service or the emulator', 'inspect	Find fields and people in PDF or Word files', 'page	Download one page of a document'); Flags = @() } }
      'esign help envelope' { return @{ Words = @('create	Create an envelope from a template', 'one-off	Create an envelope from files without a template', 'send	Send a draft', 'list	List the envelopes that this machine knows', 'desk	Follow all envelopes on a live screen', 'show	Show the status of an envelope', 'get	Print the JSON of one envelope', 'wait	Wait for a status of an envelope', 'watch	Follow changes of envelopes', 'void	Void a sent envelope', 'correct	Create the next envelope, or replace a sent one', 'documents	List the documents of an envelope', 'draft	Download a document in its current state', 'download	Download the sealed PDFs', 'reconcile	Compare an app''s list of envelopes with the service', 'check	Fail if an envelope needs attention', 'nudge	Write mail drafts to people who keep others waiting', 'evidence	Collect the evidence of an envelope', 'signing-url	Create a signing URL for an embedded recipient', 'rows	Create a blank sheet for the rows of a template', 'plan	Plan a bulk run without sending anything', 'run	Send the envelopes of a plan', 'runs	List the bulk runs of this machine'); Flags = @() } }
      'esign help emulator' { return @{ Words = @('start	Start the emulator', 'stop	Stop the emulator', 'status	Show the status of the emulator', 'open	Open the page of the emulator in the browser', 'exec	Run a command with a temporary emulator', 'sign	Sign as a recipient', 'decline	Decline as a recipient', 'delegate	Delegate a recipient''s place to another person', 'clock	Show and move the emulator clock', 'inbox	Read the mail of the emulator', 'trigger	Trigger an event', 'log	Show events, deliveries and requests', 'fault	Inject faults into the emulator', 'scenario	Create test data for common states', 'reset	Delete the data of the emulator', 'snapshot	Write the data of the emulator to a file', 'restore	Restore a snapshot', 'grant	Grant a standing authorisation as its grantor', 'decline-grant	Decline a standing authorisation as its grantor', 'redeliver	Send a delivery again', 'requeue	Retry a failed sealing', 'export-test	Export what happened to an envelope as a test', 'brands	List the brands of the emulator', 'allow-origin	Let a page embed the signing page', 'ca	Export the CA certificate of the emulator'); Flags = @() } }
      'esign help dev' { return @{ Words = @('init	Write a small app or a receiver to start from'); Flags = @() } }
      'esign help webhook' { return @{ Words = @('register	Register a webhook endpoint', 'list	List webhook endpoints', 'get	Show a webhook endpoint', 'show	Show a webhook endpoint', 'update	Update a webhook endpoint', 'rotate	Replace the secret of an endpoint', 'delete	Delete a webhook endpoint', 'check	Fail if an endpoint is failing or disabled', 'verify	Verify a captured delivery offline', 'certify	Test a receiver against the delivery contract', 'sign	Sign a body like the service does'); Flags = @() } }
      'esign help event' { return @{ Words = @('list	List the deliveries received on this machine', 'show	Show a received delivery', 'get	Show a received delivery', 'replay	Deliver received events again', 'send	Send a test event to a receiver'); Flags = @() } }
      'esign help profile' { return @{ Words = @('add	Add a profile', 'list	List the profiles', 'use	Choose the current profile', 'show	Show one profile', 'get	Show one profile', 'token	Print the API key in use', 'remove	Remove a profile and its keys'); Flags = @() } }
      'esign help values' { return @{ Words = @('new	Create an empty values file for a template', 'check	Validate values, a request body or rows against a template'); Flags = @() } }
      'esign help authorisation' { return @{ Words = @('create	Request a standing authorisation', 'list	List standing authorisations', 'get	Show a standing authorisation', 'show	Show a standing authorisation', 'cancel	Cancel an authorisation that is not signed yet', 'revoke	Revoke an active authorisation'); Flags = @() } }
      'esign help authorization' { return @{ Words = @('create	Request a standing authorisation', 'list	List standing authorisations', 'get	Show a standing authorisation', 'show	Show a standing authorisation', 'cancel	Cancel an authorisation that is not signed yet', 'revoke	Revoke an active authorisation'); Flags = @() } }
      'esign help pdf' { return @{ Words = @('verify	Verify the signatures of sealed PDFs'); Flags = @() } }
      'esign help request' { return @{ Words = @('list	List the requests that this machine has sent', 'show	Show a request that this machine has sent', 'get	Show a request that this machine has sent', 'resume	Resume requests with an unknown outcome'); Flags = @() } }
      'esign help agent' { return @{ Words = @('setup	Add the MCP server and a skill to this project'); Flags = @() } }
      'esign help spec' { return @{ Words = @('show	Print the OpenAPI description', 'check	Compare the API description with the service', 'adopt	Make a contract file from the API description of a service', 'prove	Test whether a service behaves as esign expects', 'catalogue	Print every command, flag and schema as JSON', 'catalog	Print every command, flag and schema as JSON'); Flags = @() } }
      'esign help completion' { return @{ Words = @('install	Install the completion script of a shell'); Flags = @() } }
    }
  }

  # Answers what the flag of the command in $path takes; nothing when it takes no value.
  $valuesOf = {
    param([string]$path, [string]$flag)
    switch -CaseSensitive -Exact ($flag) {
      '--profile' { return @{ Words = @(); Live = 'profiles'; Files = '' } }
      '--mode' { return @{ Words = @('live', 'test'); Live = ''; Files = '' } }
      '--base-url' { return @{ Words = @(); Live = ''; Files = '' } }
      '--api-key-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
      '--contract' { return @{ Words = @(); Live = ''; Files = 'any' } }
      '--jq' { return @{ Words = @(); Live = ''; Files = '' } }
      '--color' { return @{ Words = @('auto', 'always', 'never'); Live = ''; Files = '' } }
      '--timeout' { return @{ Words = @(); Live = ''; Files = '' } }
      '--retry-for' { return @{ Words = @(); Live = ''; Files = '' } }
    }
    switch -CaseSensitive -Exact ($path) {
      'esign template create' {
        switch -CaseSensitive -Exact ($flag) {
          '--name' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template list' {
        switch -CaseSensitive -Exact ($flag) {
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
          '--cursor' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template wizard' {
        switch -CaseSensitive -Exact ($flag) {
          '--picture' { return @{ Words = @('kitty', 'iterm2', 'sixel', 'halves', 'none'); Live = ''; Files = '' } }
        }
      }
      'esign template edit' {
        switch -CaseSensitive -Exact ($flag) {
          '--port' { return @{ Words = @(); Live = ''; Files = '' } }
          '--max-wait' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template prepare' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'pdf' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'pdf' } }
          '--fields' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--as' { return @{ Words = @('widgets', 'tags'); Live = ''; Files = '' } }
          '--port' { return @{ Words = @(); Live = ''; Files = '' } }
          '--max-wait' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template decide' {
        switch -CaseSensitive -Exact ($flag) {
          '--decision' { return @{ Words = @('subject', 'signer', 'both', 'mandate_signed', 'witness'); Live = ''; Files = '' } }
          '--role-name' { return @{ Words = @(); Live = ''; Files = '' } }
          '--subject-key' { return @{ Words = @(); Live = ''; Files = '' } }
          '--subject-name' { return @{ Words = @(); Live = ''; Files = '' } }
          '--presence' { return @{ Words = @('required', 'conditional'); Live = ''; Files = '' } }
          '--filled-by' { return @{ Words = @('current', 'own'); Live = ''; Files = '' } }
          '--if-match' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template apply' {
        switch -CaseSensitive -Exact ($flag) {
          '--filled-by' { return @{ Words = @('current', 'own'); Live = ''; Files = '' } }
          '--if-match' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template rename' {
        switch -CaseSensitive -Exact ($flag) {
          '--data-key' { return @{ Words = @(); Live = ''; Files = '' } }
          '--label' { return @{ Words = @(); Live = ''; Files = '' } }
          '--subject' { return @{ Words = @(); Live = ''; Files = '' } }
          '--if-match' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template rename-all' {
        switch -CaseSensitive -Exact ($flag) {
          '--from' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json|csv' } }
          '--if-match' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template accept' {
        switch -CaseSensitive -Exact ($flag) {
          '--proposal' { return @{ Words = @(); Live = ''; Files = '' } }
          '--if-match' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template rehearse' {
        switch -CaseSensitive -Exact ($flag) {
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
          '--pictures' { return @{ Words = @(); Live = ''; Files = 'folders' } }
        }
      }
      'esign template preview' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'html' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'html' } }
          '--format' { return @{ Words = @('html', 'png'); Live = ''; Files = '' } }
          '--page' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template types' {
        switch -CaseSensitive -Exact ($flag) {
          '--format' { return @{ Words = @('ts', 'schema'); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign template pull' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'yaml|yml' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'yaml|yml' } }
        }
      }
      'esign template push' {
        switch -CaseSensitive -Exact ($flag) {
          '--prefer' { return @{ Words = @('file', 'service'); Live = ''; Files = '' } }
          '--if-match' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template copy-names' {
        switch -CaseSensitive -Exact ($flag) {
          '--min-confidence' { return @{ Words = @(); Live = ''; Files = '' } }
          '--if-match' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign template clone' {
        switch -CaseSensitive -Exact ($flag) {
          '--from' { return @{ Words = @(); Live = ''; Files = '' } }
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'folders' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'folders' } }
        }
      }
      'esign template page' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign envelope create' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Words = @(); Live = 'templates'; Files = '' } }
          '--recipient' { return @{ Words = @(); Live = ''; Files = '' } }
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--value' { return @{ Words = @(); Live = ''; Files = '' } }
          '--values-file' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json|csv' } }
          '--lock' { return @{ Words = @(); Live = ''; Files = '' } }
          '--title' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-at' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-in' { return @{ Words = @(); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
          '--completion-delivery' { return @{ Words = @('service', 'integrator'); Live = ''; Files = '' } }
          '--input' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--save' { return @{ Words = @(); Live = ''; Files = 'json' } }
          '--people' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json|csv' } }
          '--rows' { return @{ Words = @(); Live = ''; Files = 'csv|tsv|ndjson|jsonl|json|yaml|yml' } }
          '--mapping' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--run' { return @{ Words = @(); Live = ''; Files = '' } }
          '--id-column' { return @{ Words = @(); Live = ''; Files = '' } }
          '--results' { return @{ Words = @(); Live = ''; Files = 'ndjson' } }
          '--shard' { return @{ Words = @(); Live = ''; Files = '' } }
          '--resend' { return @{ Words = @('changed'); Live = ''; Files = '' } }
          '--replace' { return @{ Words = @('changed'); Live = ''; Files = '' } }
          '--skip' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope one-off' {
        switch -CaseSensitive -Exact ($flag) {
          '--recipient' { return @{ Words = @(); Live = ''; Files = '' } }
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--value' { return @{ Words = @(); Live = ''; Files = '' } }
          '--values-file' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json|csv' } }
          '--lock' { return @{ Words = @(); Live = ''; Files = '' } }
          '--title' { return @{ Words = @(); Live = ''; Files = '' } }
          '--field' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-at' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-in' { return @{ Words = @(); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
          '--completion-delivery' { return @{ Words = @('service', 'integrator'); Live = ''; Files = '' } }
          '--input' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope send' {
        switch -CaseSensitive -Exact ($flag) {
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope list' {
        switch -CaseSensitive -Exact ($flag) {
          '--status' { return @{ Words = @('draft', 'sent', 'partially_signed', 'completed', 'voided', 'declined', 'expired', 'sealed'); Live = ''; Files = '' } }
          '--waiting-for' { return @{ Words = @(); Live = ''; Files = '' } }
          '--search' { return @{ Words = @(); Live = ''; Files = '' } }
          '--sort' { return @{ Words = @('newest', 'waiting'); Live = ''; Files = '' } }
          '--run' { return @{ Words = @(); Live = ''; Files = '' } }
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope desk' {
        switch -CaseSensitive -Exact ($flag) {
          '--late' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope wait' {
        switch -CaseSensitive -Exact ($flag) {
          '--until' { return @{ Words = @('sent', 'completed', 'sealed', 'voided', 'declined', 'expired', 'signed:	a role has signed: signed:Tenant'); Live = ''; Files = '' } }
          '--max-wait' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope watch' {
        switch -CaseSensitive -Exact ($flag) {
          '--max-wait' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope void' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope correct' {
        switch -CaseSensitive -Exact ($flag) {
          '--recipient' { return @{ Words = @(); Live = ''; Files = '' } }
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--value' { return @{ Words = @(); Live = ''; Files = '' } }
          '--values-file' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json|csv' } }
          '--lock' { return @{ Words = @(); Live = ''; Files = '' } }
          '--title' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-at' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-in' { return @{ Words = @(); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
          '--completion-delivery' { return @{ Words = @('service', 'integrator'); Live = ''; Files = '' } }
          '--input' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--reason' { return @{ Words = @(); Live = ''; Files = '' } }
          '--people' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json|csv' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope draft' {
        switch -CaseSensitive -Exact ($flag) {
          '--position' { return @{ Words = @(); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign envelope download' {
        switch -CaseSensitive -Exact ($flag) {
          '--position' { return @{ Words = @(); Live = ''; Files = '' } }
          '--ca-file' { return @{ Words = @(); Live = ''; Files = 'pem|crt|cer' } }
          '--ids' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--run' { return @{ Words = @(); Live = ''; Files = '' } }
          '--file-name' { return @{ Words = @(); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign envelope reconcile' {
        switch -CaseSensitive -Exact ($flag) {
          '--id-column' { return @{ Words = @(); Live = ''; Files = '' } }
          '--status-column' { return @{ Words = @(); Live = ''; Files = '' } }
          '--map' { return @{ Words = @('draft=', 'sent=', 'partially_signed=', 'completed=', 'voided=', 'declined=', 'expired=', 'sealed='); Live = ''; Files = '' } }
          '--max-age' { return @{ Words = @(); Live = ''; Files = '' } }
          '--deliver-to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--previous-secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--ca-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign envelope check' {
        switch -CaseSensitive -Exact ($flag) {
          '--ids' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--unsealed-after' { return @{ Words = @(); Live = ''; Files = '' } }
          '--undelivered-after' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-within' { return @{ Words = @(); Live = ''; Files = '' } }
          '--waiting-longer-than' { return @{ Words = @(); Live = ''; Files = '' } }
          '--format' { return @{ Words = @('text', 'prometheus'); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign envelope nudge' {
        switch -CaseSensitive -Exact ($flag) {
          '--ids' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--run' { return @{ Words = @(); Live = ''; Files = '' } }
          '--waiting-longer-than' { return @{ Words = @(); Live = ''; Files = '' } }
          '--max-age' { return @{ Words = @(); Live = ''; Files = '' } }
          '--format' { return @{ Words = @('mailto', 'csv', 'eml'); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign envelope evidence' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'zip' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'zip' } }
          '--ca-file' { return @{ Words = @(); Live = ''; Files = 'pem|crt|cer' } }
        }
      }
      'esign envelope rows' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Words = @(); Live = 'templates'; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'csv' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'csv' } }
        }
      }
      'esign envelope plan' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Words = @(); Live = 'templates'; Files = '' } }
          '--rows' { return @{ Words = @(); Live = ''; Files = 'csv|tsv|ndjson|jsonl|json|yaml|yml' } }
          '--mapping' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--run' { return @{ Words = @(); Live = ''; Files = '' } }
          '--id-column' { return @{ Words = @(); Live = ''; Files = '' } }
          '--recipient' { return @{ Words = @(); Live = ''; Files = '' } }
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--value' { return @{ Words = @(); Live = ''; Files = '' } }
          '--values-file' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json|csv' } }
          '--lock' { return @{ Words = @(); Live = ''; Files = '' } }
          '--title' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-at' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-in' { return @{ Words = @(); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
          '--completion-delivery' { return @{ Words = @('service', 'integrator'); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'json' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'json' } }
        }
      }
      'esign envelope run' {
        switch -CaseSensitive -Exact ($flag) {
          '--results' { return @{ Words = @(); Live = ''; Files = 'ndjson' } }
          '--shard' { return @{ Words = @(); Live = ''; Files = '' } }
          '--resend' { return @{ Words = @('changed'); Live = ''; Files = '' } }
          '--replace' { return @{ Words = @('changed'); Live = ''; Files = '' } }
          '--skip' { return @{ Words = @(); Live = ''; Files = '' } }
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
        }
      }
      'esign envelope runs' {
        switch -CaseSensitive -Exact ($flag) {
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign envelope batch' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Words = @(); Live = 'templates'; Files = '' } }
          '--input' { return @{ Words = @(); Live = ''; Files = 'csv|tsv|ndjson|jsonl|json|yaml|yml' } }
          '--expires-at' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expires-in' { return @{ Words = @(); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
          '--completion-delivery' { return @{ Words = @('service', 'integrator'); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign listen' {
        switch -CaseSensitive -Exact ($flag) {
          '--forward-to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--route' { return @{ Words = @(); Live = ''; Files = '' } }
          '--event' { return @{ Words = @('envelope.sent	Left draft; invitations are going out.', 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.', 'envelope.declined	Somebody refused. Terminal.', 'envelope.voided	The sender withdrew it. Terminal.', 'envelope.expired	The deadline passed before everybody acted. Terminal.', 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.', 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.', 'recipient.completed	One recipient signed or approved; recipient_id says who.'); Live = ''; Files = '' } }
          '--ack' { return @{ Words = @('early', 'app'); Live = ''; Files = '' } }
          '--retries' { return @{ Words = @(); Live = ''; Files = '' } }
          '--header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--forward-ca-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--write-env' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--public-url' { return @{ Words = @(); Live = ''; Files = '' } }
          '--tunnel' { return @{ Words = @('none	no tunnel, if the service can reach this machine directly', 'ngrok	ngrok, installed and signed in', 'ngrok-sdk	ngrok SDK instead of its program, with a token', 'tailscale	Tailscale Funnel', 'devtunnel	Microsoft dev tunnels', 'cloudflared	Cloudflare (no account needed without a name)', 'ssh://	your own ssh server with a public URL'); Live = ''; Files = '' } }
          '--tunnel-cmd' { return @{ Words = @(); Live = ''; Files = '' } }
          '--tunnel-address' { return @{ Words = @(); Live = ''; Files = '' } }
          '--port' { return @{ Words = @(); Live = ''; Files = '' } }
          '--interval' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expect' { return @{ Words = @('envelope.sent	Left draft; invitations are going out.', 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.', 'envelope.declined	Somebody refused. Terminal.', 'envelope.voided	The sender withdrew it. Terminal.', 'envelope.expired	The deadline passed before everybody acted. Terminal.', 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.', 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.', 'recipient.completed	One recipient signed or approved; recipient_id says who.'); Live = ''; Files = '' } }
          '--max-wait' { return @{ Words = @(); Live = ''; Files = '' } }
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--junit' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator start' {
        switch -CaseSensitive -Exact ($flag) {
          '--port' { return @{ Words = @(); Live = ''; Files = '' } }
          '--data' { return @{ Words = @(); Live = ''; Files = 'folders' } }
          '--plan' { return @{ Words = @('free', 'paid'); Live = ''; Files = '' } }
          '--rate-limit' { return @{ Words = @(); Live = ''; Files = '' } }
          '--seed' { return @{ Words = @(); Live = ''; Files = '' } }
          '--now' { return @{ Words = @(); Live = ''; Files = '' } }
          '--seed-file' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--smtp-forward' { return @{ Words = @(); Live = ''; Files = '' } }
          '--allow-origin' { return @{ Words = @(); Live = ''; Files = '' } }
          '--write-env' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign emulator exec' {
        switch -CaseSensitive -Exact ($flag) {
          '--plan' { return @{ Words = @('free', 'paid'); Live = ''; Files = '' } }
          '--rate-limit' { return @{ Words = @(); Live = ''; Files = '' } }
          '--seed' { return @{ Words = @(); Live = ''; Files = '' } }
          '--now' { return @{ Words = @(); Live = ''; Files = '' } }
          '--seed-file' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--restore' { return @{ Words = @(); Live = ''; Files = 'json' } }
          '--scenario' { return @{ Words = @('half-signed	An envelope with two signers; the first one has signed', 'sealed	An envelope that everyone signed, sealed and ready to download', 'sealing-failed	An envelope that everyone signed but whose sealing failed; it can be retried', 'endpoint-disabled	A webhook endpoint that the service disabled after seven days without a success', 'mandate-active	A standing authorisation that its grantor signed'); Live = ''; Files = '' } }
          '--snapshot' { return @{ Words = @(); Live = ''; Files = 'json' } }
        }
      }
      'esign emulator sign' {
        switch -CaseSensitive -Exact ($flag) {
          '--value' { return @{ Words = @(); Live = ''; Files = '' } }
          '--field' { return @{ Words = @(); Live = ''; Files = '' } }
          '--signature' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator decline' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator delegate' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator clock advance' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Words = @('next'); Live = ''; Files = '' } }
        }
      }
      'esign emulator inbox' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--kind' { return @{ Words = @('invitation', 'completed', 'voided', 'mandate', 'delegated', 'revoked'); Live = ''; Files = '' } }
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator inbox list' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--kind' { return @{ Words = @('invitation', 'completed', 'voided', 'mandate', 'delegated', 'revoked'); Live = ''; Files = '' } }
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator inbox wait' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--subject' { return @{ Words = @(); Live = ''; Files = '' } }
          '--kind' { return @{ Words = @('invitation', 'completed', 'voided', 'mandate', 'delegated', 'revoked'); Live = ''; Files = '' } }
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--after' { return @{ Words = @(); Live = ''; Files = '' } }
          '--max-wait' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator inbox open' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator trigger' {
        switch -CaseSensitive -Exact ($flag) {
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
        }
      }
      'esign emulator log deliveries' {
        switch -CaseSensitive -Exact ($flag) {
          '--endpoint' { return @{ Words = @(); Live = ''; Files = '' } }
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator log events' {
        switch -CaseSensitive -Exact ($flag) {
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator log requests' {
        switch -CaseSensitive -Exact ($flag) {
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator fault operation' {
        switch -CaseSensitive -Exact ($flag) {
          '--code' { return @{ Words = @('unauthenticated	The credential is absent, unreadable, unknown, wrong or revoked; the service does not say which.', 'forbidden	The plan does not grant this operation, or the plan cannot be established.', 'insufficient_scope	The key is valid but lacks the scope that this operation requires.', 'not_found	The resource does not exist, is archived or deleted, or your organisation or a test key cannot access it.', 'invalid_request	The request is malformed: its shape, a value out of range, an unreadable file, or a text tag that cannot be placed.', 'rate_limited	The rate limit of the key or the limit on drafts is reached, or a batch has more rows than the rate limit allows.', 'internal_error	The service failed.', 'service_unavailable	A renderer that the service depends on does not answer; nothing was created and no allowance was spent.', 'idempotency_key_required	The operation takes an Idempotency-Key and none was sent.', 'idempotency_key_reused	The Idempotency-Key was already used for a different request.', 'request_in_progress	The first request with this Idempotency-Key is still running.', 'template_archived	The template was retired.', 'template_unusable	The template cannot produce an envelope.', 'template_has_no_fields	The template has no fields, so nobody could sign anything.', 'recipient_role_unknown	A recipient names a role that the template does not declare; roles are matched by exact name.', 'recipient_role_missing	A role with fields has no recipient.', 'recipient_role_duplicated	Two recipients share a role that is not a cc.', 'value_subject_unknown	A value names a subject that the template does not declare.', 'value_address_unknown	No field of the template has this subject and data key.', 'value_not_writable	The address names only fields that a caller may not fill, such as a signature.', 'value_not_lockable	The title and company of a signer cannot be locked.', 'locked_answer_missing	A locked, required field, or a locked question with a minimum, has no answer.', 'locked_answer_unusable	A locked answer is one that the field rejects, or a question is answered more often than it allows.', 'cannot_be_drawn	A text contains a character that cannot be drawn into the PDF.', 'send_allowance_exhausted	The allowance of the Free plan is used up for this month.', 'test_key_cannot_send	A test key may send only sandbox envelopes, and e-mail only members of the organisation and confirmed addresses.', 'test_key_cannot_read_documents	A test key may read documents and drafts of sandbox envelopes only.', 'test_key_cannot_mint	A test key may mint signing URLs for sandbox envelopes only.', 'test_key_cannot_edit_templates	A test key may not name template fields.', 'draft_not_available	The envelope is still a draft, or the document has already been sealed.', 'recipient_not_yet_turn	It is not yet the turn of this recipient.', 'envelope_not_sent	The envelope is not out for signature, so it cannot be voided.', 'authorisation_not_revocable	Only an active standing authorisation can be revoked.', 'precondition_required	The template is changed only with If-Match naming its current ETag.', 'template_changed	The template changed since it was read.', 'witness_is_permanent	A saved witness cannot be changed.', 'field_unknown	The template has no field with this id.', 'brand_unknown	The id names no live brand of the organisation; an archived one does not count.', 'api_key_owner_removed	The person who owns this key was removed from the organisation.', 'envelope_not_draft	The envelope was sent already, so it cannot be sent again.', 'authorisation_not_cancellable	Only an authorisation that is still `invited` can be cancelled.', 'envelope_not_open	The envelope is not open for signing.', 'recipient_not_embedded	The recipient was not created with `embedded: true` and signs through the link in the invitation.', 'recipient_already_acted	The recipient has already signed, declined or delegated.'); Live = ''; Files = '' } }
          '--http-status' { return @{ Words = @(); Live = ''; Files = '' } }
          '--delay' { return @{ Words = @(); Live = ''; Files = '' } }
          '--stuck-for' { return @{ Words = @(); Live = ''; Files = '' } }
          '--probability' { return @{ Words = @(); Live = ''; Files = '' } }
          '--count' { return @{ Words = @(); Live = ''; Files = '' } }
          '--seed' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator fault deliveries' {
        switch -CaseSensitive -Exact ($flag) {
          '--duplicate' { return @{ Words = @(); Live = ''; Files = '' } }
          '--reorder' { return @{ Words = @(); Live = ''; Files = '' } }
          '--delay' { return @{ Words = @(); Live = ''; Files = '' } }
          '--drop' { return @{ Words = @(); Live = ''; Files = '' } }
          '--lose-answer' { return @{ Words = @(); Live = ''; Files = '' } }
          '--wrong-signature' { return @{ Words = @(); Live = ''; Files = '' } }
          '--clock-skew' { return @{ Words = @(); Live = ''; Files = '' } }
          '--seed' { return @{ Words = @(); Live = ''; Files = '' } }
          '--count' { return @{ Words = @(); Live = ''; Files = '' } }
          '--endpoint' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator snapshot' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'json' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'json' } }
          '--seed-file' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
        }
      }
      'esign emulator decline-grant' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator redeliver' {
        switch -CaseSensitive -Exact ($flag) {
          '--endpoint' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator export-test' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--runner' { return @{ Words = @('vitest', 'pytest'); Live = ''; Files = '' } }
        }
      }
      'esign emulator allow-origin' {
        switch -CaseSensitive -Exact ($flag) {
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign emulator ca' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign dev' {
        switch -CaseSensitive -Exact ($flag) {
          '--forward-to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--allow-origin' { return @{ Words = @(); Live = ''; Files = '' } }
          '--write-env' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--ack' { return @{ Words = @('early', 'app'); Live = ''; Files = '' } }
        }
      }
      'esign demo' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'folders' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'folders' } }
        }
      }
      'esign webhook register' {
        switch -CaseSensitive -Exact ($flag) {
          '--url' { return @{ Words = @(); Live = ''; Files = '' } }
          '--event' { return @{ Words = @('envelope.sent	Left draft; invitations are going out.', 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.', 'envelope.declined	Somebody refused. Terminal.', 'envelope.voided	The sender withdrew it. Terminal.', 'envelope.expired	The deadline passed before everybody acted. Terminal.', 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.', 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.', 'recipient.completed	One recipient signed or approved; recipient_id says who.'); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign webhook list' {
        switch -CaseSensitive -Exact ($flag) {
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign webhook update' {
        switch -CaseSensitive -Exact ($flag) {
          '--url' { return @{ Words = @(); Live = ''; Files = '' } }
          '--event' { return @{ Words = @('envelope.sent	Left draft; invitations are going out.', 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.', 'envelope.declined	Somebody refused. Terminal.', 'envelope.voided	The sender withdrew it. Terminal.', 'envelope.expired	The deadline passed before everybody acted. Terminal.', 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.', 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.', 'recipient.completed	One recipient signed or approved; recipient_id says who.'); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign webhook rotate' {
        switch -CaseSensitive -Exact ($flag) {
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--verify-with' { return @{ Words = @(); Live = ''; Files = '' } }
          '--old-secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--verify-for' { return @{ Words = @(); Live = ''; Files = '' } }
          '--header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--ca-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign webhook check' {
        switch -CaseSensitive -Exact ($flag) {
          '--max-failures' { return @{ Words = @(); Live = ''; Files = '' } }
          '--format' { return @{ Words = @('text', 'prometheus'); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign webhook verify' {
        switch -CaseSensitive -Exact ($flag) {
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--previous-secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--body' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--at' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign webhook certify' {
        switch -CaseSensitive -Exact ($flag) {
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--previous-secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--acted-url' { return @{ Words = @(); Live = ''; Files = '' } }
          '--fail-header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--rule' { return @{ Words = @('no_redirect	The URL does not redirect, because the service does not follow redirects.', 'valid	A valid delivery gets a 2xx response.', 'in_time	It responds within 10 seconds, even to 10 deliveries at once.', 'every_event	Each event of the service gets a 2xx response.', 'raw_bytes	The signature is verified over the raw bytes, whatever the JSON formatting.', 'wrong_secret	A delivery signed with another secret is rejected.', 'partial_digest	A digest of which only a part is right is rejected.', 'no_signature	A delivery without a signature is rejected.', 'header_case	The name of the signature header is read in any case, since proxies write it in lower case.', 'two_signatures	A delivery with two signature headers is rejected.', 'malformed_signature	An invalid signature header is rejected with 4xx, not with 500.', 'stale	A delivery signed more than 300 seconds ago is rejected.', 'future	A delivery signed more than 300 seconds in the future is rejected.', 'within_window	A delivery up to 300 seconds old or in the future is accepted.', 'altered_body	A body that was altered after signing is rejected.', 'reserialised_body	A body that was re-serialized after signing is rejected.', 'altered_time	A time that was altered after signing is rejected.', 'rotation_new	After a rotation, v1 under the current secret is enough, even with an invalid v0.', 'rotation_unaware	Within a rotation, v0 is enough for a receiver that only knows the old secret.', 'rotation_old	Within a rotation, v0 under the previous secret is enough.', 'rotation_forged	A v0 signed with an unknown secret is rejected.', 'duplicate	The same event gets a 2xx response again and is processed once.', 'two_recipients	The same event of two recipients is processed twice: what counts is the ID of the event.', 'forged_first	A forged delivery with the ID of an event does not keep the real one from being processed.', 'out_of_order	Events in the wrong order get a 2xx response.', 'failure_then_success	A retry is accepted after the first attempt failed.', 'unknown_event	An unknown event gets a 2xx response, so that it is not retried for 34 hours.', 'unknown_member	An unknown property is ignored.'); Live = ''; Files = '' } }
          '--junit' { return @{ Words = @(); Live = ''; Files = 'xml' } }
          '--header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--ca-file' { return @{ Words = @(); Live = ''; Files = 'pem|crt|cer' } }
        }
      }
      'esign webhook sign' {
        switch -CaseSensitive -Exact ($flag) {
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--previous-secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--body' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--at' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign event list' {
        switch -CaseSensitive -Exact ($flag) {
          '--event' { return @{ Words = @('envelope.sent	Left draft; invitations are going out.', 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.', 'envelope.declined	Somebody refused. Terminal.', 'envelope.voided	The sender withdrew it. Terminal.', 'envelope.expired	The deadline passed before everybody acted. Terminal.', 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.', 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.', 'recipient.completed	One recipient signed or approved; recipient_id says who.'); Live = ''; Files = '' } }
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign event replay' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--previous-secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--ca-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign event send' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--set' { return @{ Words = @('id=', 'event=', 'created_at=', 'retry_count=', 'envelope_id=', 'recipient_id=', 'uri='); Live = ''; Files = '' } }
          '--secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--previous-secret-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--ca-file' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign profile add' {
        switch -CaseSensitive -Exact ($flag) {
          '--signature-header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--completion-delivery-value' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign values new' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
        }
      }
      'esign values check' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Words = @(); Live = 'templates'; Files = 'json' } }
          '--recipient' { return @{ Words = @(); Live = ''; Files = '' } }
          '--to' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign authorisation create' {
        switch -CaseSensitive -Exact ($flag) {
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--grantor' { return @{ Words = @(); Live = ''; Files = '' } }
          '--entity-name' { return @{ Words = @(); Live = ''; Files = '' } }
          '--entity-number' { return @{ Words = @(); Live = ''; Files = '' } }
          '--purpose' { return @{ Words = @(); Live = ''; Files = '' } }
          '--valid-until' { return @{ Words = @(); Live = ''; Files = '' } }
          '--valid-for' { return @{ Words = @(); Live = ''; Files = '' } }
          '--valid-from' { return @{ Words = @(); Live = ''; Files = '' } }
          '--reference' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign authorization create' {
        switch -CaseSensitive -Exact ($flag) {
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--grantor' { return @{ Words = @(); Live = ''; Files = '' } }
          '--entity-name' { return @{ Words = @(); Live = ''; Files = '' } }
          '--entity-number' { return @{ Words = @(); Live = ''; Files = '' } }
          '--purpose' { return @{ Words = @(); Live = ''; Files = '' } }
          '--valid-until' { return @{ Words = @(); Live = ''; Files = '' } }
          '--valid-for' { return @{ Words = @(); Live = ''; Files = '' } }
          '--valid-from' { return @{ Words = @(); Live = ''; Files = '' } }
          '--reference' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign authorisation list' {
        switch -CaseSensitive -Exact ($flag) {
          '--status' { return @{ Words = @('invited', 'active', 'declined', 'expired_unsigned', 'cancelled', 'revoked', 'expired', 'invalidated'); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--reference' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expiring' { return @{ Words = @(); Live = ''; Files = '' } }
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
          '--cursor' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign authorization list' {
        switch -CaseSensitive -Exact ($flag) {
          '--status' { return @{ Words = @('invited', 'active', 'declined', 'expired_unsigned', 'cancelled', 'revoked', 'expired', 'invalidated'); Live = ''; Files = '' } }
          '--brand' { return @{ Words = @(); Live = ''; Files = '' } }
          '--reference' { return @{ Words = @(); Live = ''; Files = '' } }
          '--expiring' { return @{ Words = @(); Live = ''; Files = '' } }
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
          '--cursor' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign authorisation cancel' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign authorization cancel' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign authorisation revoke' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign authorization revoke' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Words = @(); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign pdf verify' {
        switch -CaseSensitive -Exact ($flag) {
          '--ca-file' { return @{ Words = @(); Live = ''; Files = 'pem|crt|cer' } }
          '--at' { return @{ Words = @(); Live = ''; Files = '' } }
          '--revision' { return @{ Words = @(); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
        }
      }
      'esign request list' {
        switch -CaseSensitive -Exact ($flag) {
          '--since' { return @{ Words = @(); Live = ''; Files = '' } }
          '--limit' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign api' {
        switch -CaseSensitive -Exact ($flag) {
          '--field' { return @{ Words = @(); Live = ''; Files = '' } }
          '-F' { return @{ Words = @(); Live = ''; Files = '' } }
          '--input' { return @{ Words = @(); Live = ''; Files = 'json' } }
          '--query' { return @{ Words = @(); Live = ''; Files = '' } }
          '--header' { return @{ Words = @(); Live = ''; Files = '' } }
          '--output' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'any' } }
          '--allow-problem' { return @{ Words = @('nobody_signs	no field is a signature', 'signs_under_two_headings	one role signs for two people', 'signature_line_without_field	a line to sign on was not read as a signature', 'tickbox_without_label	a tickbox has no words', 'question_of_two	two questions were read as one', 'key_of_several_people	one value fills the data of several people', 'unread_tag	text tags of another service stay printed', 'role_without_field	somebody has to act and has nothing to do'); Live = ''; Files = '' } }
          '--idempotency-key' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign agent setup' {
        switch -CaseSensitive -Exact ($flag) {
          '--client' { return @{ Words = @('claude', 'codex', 'cursor', 'gemini', 'vscode'); Live = ''; Files = '' } }
        }
      }
      'esign mcp' {
        switch -CaseSensitive -Exact ($flag) {
          '--tools' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign embed' {
        switch -CaseSensitive -Exact ($flag) {
          '--port' { return @{ Words = @(); Live = ''; Files = '' } }
          '--max-wait' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
      'esign spec adopt' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
        }
      }
      'esign spec prove' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '-o' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
          '--allow' { return @{ Words = @('send'); Live = ''; Files = '' } }
          '--template' { return @{ Words = @(); Live = 'templates'; Files = '' } }
        }
      }
      'esign spec rule' {
        switch -CaseSensitive -Exact ($flag) {
          '--about' { return @{ Words = @('listTemplates', 'createTemplate', 'getTemplate', 'listTemplatePeople', 'decideTemplatePerson', 'applyTemplatePerson', 'renameTemplateField', 'renameTemplateFields', 'createNamingRun', 'acceptNamingRun', 'createEnvelope', 'createOneOffEnvelope', 'createEnvelopeBatch', 'getEnvelope', 'sendEnvelope', 'voidEnvelope', 'listEnvelopeDocuments', 'getEnvelopeDraft', 'getDocumentPage', 'mintSigningUrl', 'registerWebhook', 'listWebhooks', 'getWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'createAuthorisation', 'listAuthorisations', 'getAuthorisation', 'cancelAuthorisation', 'revokeAuthorisation', 'getSpecification', 'unauthenticated', 'forbidden', 'insufficient_scope', 'not_found', 'invalid_request', 'rate_limited', 'internal_error', 'service_unavailable', 'idempotency_key_required', 'idempotency_key_reused', 'request_in_progress', 'template_archived', 'template_unusable', 'template_has_no_fields', 'recipient_role_unknown', 'recipient_role_missing', 'recipient_role_duplicated', 'value_subject_unknown', 'value_address_unknown', 'value_not_writable', 'value_not_lockable', 'locked_answer_missing', 'locked_answer_unusable', 'cannot_be_drawn', 'send_allowance_exhausted', 'test_key_cannot_send', 'test_key_cannot_read_documents', 'test_key_cannot_mint', 'test_key_cannot_edit_templates', 'draft_not_available', 'recipient_not_yet_turn', 'envelope_not_sent', 'authorisation_not_revocable', 'precondition_required', 'template_changed', 'witness_is_permanent', 'field_unknown', 'brand_unknown', 'api_key_owner_removed', 'envelope_not_draft', 'authorisation_not_cancellable', 'envelope_not_open', 'recipient_not_embedded', 'recipient_already_acted', 'envelope.sent', 'envelope.completed', 'envelope.declined', 'envelope.voided', 'envelope.expired', 'envelope.sealed', 'envelope.sealing_failed', 'recipient.completed', 'api', 'api_key', 'authorisation', 'delivery', 'envelope', 'error', 'event', 'field', 'person', 'recipient', 'signing_url', 'specification', 'template', 'webhook'); Live = ''; Files = '' } }
          '--section' { return @{ Words = @(); Live = ''; Files = '' } }
          '--basis' { return @{ Words = @('described', 'assumed'); Live = ''; Files = '' } }
        }
      }
      'esign forget' {
        switch -CaseSensitive -Exact ($flag) {
          '--envelope' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
          '--person' { return @{ Words = @(); Live = ''; Files = '' } }
          '--older-than' { return @{ Words = @(); Live = ''; Files = '' } }
        }
      }
    }
  }

  # Answers in the same way what the argument of a command is: its path and its number, or a star.
  $argumentOf = {
    param([string]$place)
    switch -CaseSensitive -Exact ($place) {
      'esign template create *' { return @{ Words = @(); Live = ''; Files = 'pdf|docx' } }
      'esign template get 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template show 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template wizard 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template edit 1' { return @{ Words = @(); Live = 'templates'; Files = 'yaml|yml' } }
      'esign template prepare 1' { return @{ Words = @(); Live = ''; Files = 'pdf|docx' } }
      'esign template people 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template decide 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template apply 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template fields 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template rename 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template rename-all 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template propose 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template accept 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template rehearse 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template preview 1' { return @{ Words = @(); Live = 'templates'; Files = 'pdf|docx' } }
      'esign template types 1' { return @{ Words = @(); Live = 'templates'; Files = 'json' } }
      'esign template pull 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template diff 1' { return @{ Words = @(); Live = ''; Files = 'yaml|yml' } }
      'esign template push 1' { return @{ Words = @(); Live = ''; Files = 'yaml|yml' } }
      'esign template copy-names 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template copy-names 2' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template clone 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign template inspect *' { return @{ Words = @(); Live = ''; Files = 'pdf|docx' } }
      'esign envelope one-off *' { return @{ Words = @(); Live = ''; Files = 'pdf|docx' } }
      'esign envelope send 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope show 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope get 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope wait 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope watch *' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope void 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope correct 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope documents 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope draft 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope download 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope reconcile 1' { return @{ Words = @(); Live = ''; Files = 'any' } }
      'esign envelope nudge 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope evidence 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope signing-url 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign envelope run 1' { return @{ Words = @(); Live = ''; Files = 'json' } }
      'esign emulator sign 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign emulator decline 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign emulator delegate 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign emulator trigger 1' { return @{ Words = @('envelope.sent	Left draft; invitations are going out.', 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.', 'envelope.declined	Somebody refused. Terminal.', 'envelope.voided	The sender withdrew it. Terminal.', 'envelope.expired	The deadline passed before everybody acted. Terminal.', 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.', 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.', 'recipient.completed	One recipient signed or approved; recipient_id says who.'); Live = ''; Files = '' } }
      'esign emulator fault operation 1' { return @{ Words = @('seal', 'renderer', 'mail', 'listTemplates', 'createTemplate', 'getTemplate', 'listTemplatePeople', 'decideTemplatePerson', 'applyTemplatePerson', 'renameTemplateField', 'renameTemplateFields', 'createNamingRun', 'acceptNamingRun', 'createEnvelope', 'createOneOffEnvelope', 'createEnvelopeBatch', 'getEnvelope', 'sendEnvelope', 'voidEnvelope', 'listEnvelopeDocuments', 'getEnvelopeDraft', 'getDocumentPage', 'mintSigningUrl', 'registerWebhook', 'listWebhooks', 'getWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'createAuthorisation', 'listAuthorisations', 'getAuthorisation', 'cancelAuthorisation', 'revokeAuthorisation', 'getSpecification'); Live = ''; Files = '' } }
      'esign emulator fault clear 1' { return @{ Words = @('operations', 'deliveries', 'seal', 'renderer', 'mail', 'listTemplates', 'createTemplate', 'getTemplate', 'listTemplatePeople', 'decideTemplatePerson', 'applyTemplatePerson', 'renameTemplateField', 'renameTemplateFields', 'createNamingRun', 'acceptNamingRun', 'createEnvelope', 'createOneOffEnvelope', 'createEnvelopeBatch', 'getEnvelope', 'sendEnvelope', 'voidEnvelope', 'listEnvelopeDocuments', 'getEnvelopeDraft', 'getDocumentPage', 'mintSigningUrl', 'registerWebhook', 'listWebhooks', 'getWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'createAuthorisation', 'listAuthorisations', 'getAuthorisation', 'cancelAuthorisation', 'revokeAuthorisation', 'getSpecification'); Live = ''; Files = '' } }
      'esign emulator scenario load 1' { return @{ Words = @('half-signed	An envelope with two signers; the first one has signed', 'sealed	An envelope that everyone signed, sealed and ready to download', 'sealing-failed	An envelope that everyone signed but whose sealing failed; it can be retried', 'endpoint-disabled	A webhook endpoint that the service disabled after seven days without a success', 'mandate-active	A standing authorisation that its grantor signed'); Live = ''; Files = '' } }
      'esign emulator restore 1' { return @{ Words = @(); Live = ''; Files = 'json' } }
      'esign emulator requeue 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign emulator export-test 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign dev init 1' { return @{ Words = @('express', 'fastify', 'next', 'node', 'fastapi', 'flask', 'csharp', 'go', 'java', 'php', 'ruby'); Live = ''; Files = '' } }
      'esign event send 1' { return @{ Words = @('envelope.sent	Left draft; invitations are going out.', 'envelope.completed	Everybody who had to act has acted; the sealed document does not exist yet.', 'envelope.declined	Somebody refused. Terminal.', 'envelope.voided	The sender withdrew it. Terminal.', 'envelope.expired	The deadline passed before everybody acted. Terminal.', 'envelope.sealed	Every document is sealed with its certificate of completion. One per envelope.', 'envelope.sealing_failed	Sealing gave up on a document; a later envelope.sealed is the later truth.', 'recipient.completed	One recipient signed or approved; recipient_id says who.'); Live = ''; Files = '' } }
      'esign profile use 1' { return @{ Words = @(); Live = 'profiles'; Files = '' } }
      'esign profile show 1' { return @{ Words = @(); Live = 'profiles'; Files = '' } }
      'esign profile get 1' { return @{ Words = @(); Live = 'profiles'; Files = '' } }
      'esign profile remove 1' { return @{ Words = @(); Live = 'profiles'; Files = '' } }
      'esign values new 1' { return @{ Words = @(); Live = 'templates'; Files = '' } }
      'esign values check 1' { return @{ Words = @(); Live = ''; Files = 'csv|tsv|ndjson|jsonl|json|yaml|yml' } }
      'esign pdf verify *' { return @{ Words = @(); Live = ''; Files = 'pdf' } }
      'esign api *' { return @{ Words = @('listTemplates', 'createTemplate', 'getTemplate', 'listTemplatePeople', 'decideTemplatePerson', 'applyTemplatePerson', 'renameTemplateField', 'renameTemplateFields', 'createNamingRun', 'acceptNamingRun', 'createEnvelope', 'createOneOffEnvelope', 'createEnvelopeBatch', 'getEnvelope', 'sendEnvelope', 'voidEnvelope', 'listEnvelopeDocuments', 'getEnvelopeDraft', 'getDocumentPage', 'mintSigningUrl', 'registerWebhook', 'listWebhooks', 'getWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'createAuthorisation', 'listAuthorisations', 'getAuthorisation', 'cancelAuthorisation', 'revokeAuthorisation', 'getSpecification'); Live = ''; Files = '' } }
      'esign embed 1' { return @{ Words = @(); Live = 'envelopes'; Files = '' } }
      'esign explain 1' { return @{ Words = @('unauthenticated', 'forbidden', 'insufficient_scope', 'not_found', 'invalid_request', 'rate_limited', 'internal_error', 'service_unavailable', 'idempotency_key_required', 'idempotency_key_reused', 'request_in_progress', 'template_archived', 'template_unusable', 'template_has_no_fields', 'recipient_role_unknown', 'recipient_role_missing', 'recipient_role_duplicated', 'value_subject_unknown', 'value_address_unknown', 'value_not_writable', 'value_not_lockable', 'locked_answer_missing', 'locked_answer_unusable', 'cannot_be_drawn', 'send_allowance_exhausted', 'test_key_cannot_send', 'test_key_cannot_read_documents', 'test_key_cannot_mint', 'test_key_cannot_edit_templates', 'draft_not_available', 'recipient_not_yet_turn', 'envelope_not_sent', 'authorisation_not_revocable', 'precondition_required', 'template_changed', 'witness_is_permanent', 'field_unknown', 'brand_unknown', 'api_key_owner_removed', 'envelope_not_draft', 'authorisation_not_cancellable', 'envelope_not_open', 'recipient_not_embedded', 'recipient_already_acted', 'draft', 'sent', 'partially_signed', 'completed', 'voided', 'declined', 'expired', 'sealed', 'pending', 'signed', 'delegated', 'invited', 'active', 'expired_unsigned', 'cancelled', 'revoked', 'invalidated', 'envelope.sent', 'envelope.completed', 'envelope.declined', 'envelope.voided', 'envelope.expired', 'envelope.sealed', 'envelope.sealing_failed', 'recipient.completed', 'purpose.draft-emails-nobody', 'purpose.one-template-for-both', 'purpose.key-kinds', 'purpose.test-key-sandbox', 'purpose.specification-public', 'purpose.no-change-of-draft', 'purpose.no-longer-deadline', 'purpose.no-organisation-email', 'purpose.json-both-ways', 'purpose.capabilities', 'template.properties', 'template.id-name-created', 'template.documents', 'template.pages', 'template.roles', 'template.rename-omits-hint', 'template.subjects', 'template.questions', 'template.fields-flat', 'template.coverage', 'template.warnings', 'template.newest-first', 'field.properties', 'field.type', 'field.label', 'field.required', 'field.role', 'field.subject-null', 'field.data-key-null', 'field.question', 'field.options', 'field.tier', 'field.rect', 'field.context', 'field.cells', 'field.rename-omits', 'field.data-key-grammar', 'field.data-key-core', 'field.data-key-subject', 'field.data-key-kept', 'template.gap-warning-items', 'template.gap-question-items', 'field.gap-cells', 'field.gap-values', 'authorisation.gap-objects', 'person.properties', 'person.id', 'person.quotes', 'person.place', 'person.proposed', 'person.decisions', 'person.fields', 'person.current', 'envelope.properties', 'envelope.template-null', 'envelope.title', 'envelope.sent-at', 'envelope.expires-null', 'envelope.expires-utc', 'envelope.recipients-order', 'recipient.id', 'recipient.two-roles', 'recipient.properties', 'recipient.delivered-null', 'recipient.delivered-read', 'recipient.delivered-send', 'recipient.embedded', 'recipient.external-ref', 'recipient.request-properties', 'webhook.properties', 'webhook.url', 'webhook.events-never-empty', 'webhook.brand-routes', 'webhook.brand-no-isolation', 'webhook.active', 'webhook.consecutive-failures', 'webhook.last-success', 'webhook.last-failure', 'webhook.disabled', 'webhook.secret-once', 'authorisation.properties', 'authorisation.number', 'authorisation.status', 'authorisation.sandbox', 'authorisation.brand-as-granted', 'authorisation.intended-use', 'authorisation.validity', 'authorisation.invite-expires', 'authorisation.granted-at', 'authorisation.cancellation', 'authorisation.revocation', 'authorisation.invalidation', 'authorisation.applied-count', 'authorisation.in-flight', 'authorisation.no-evidence', 'state.names', 'state.sealing-apart', 'state.send', 'state.send-allowance', 'state.void', 'state.void-signatures-stay', 'state.complete', 'state.decline', 'state.expire', 'state.sealed-once', 'state.sealing-gives-up', 'state.void-refused', 'state.gap-partially-signed', 'state.closed-renders', 'state.delegated', 'state.recipient-observed', 'state.gap-recipient', 'url.first-get', 'url.second-get', 'url.expires', 'url.second-revokes-first', 'mandate.granted', 'mandate.ends-unsigned', 'mandate.revoke', 'mandate.expires', 'mandate.invalidated', 'mandate.revoke-again', 'mandate.not-revocable', 'mandate.gap-triggers', 'conventions.rate-headers', 'conventions.error-shape', 'conventions.one-404', 'conventions.json-bodies', 'decide.creates', 'decide.keys-stay', 'decide.removes-own', 'decide.recorded', 'decide.live-only', 'decide.person-id', 'decide.if-match', 'decide.if-match-stale', 'decide.body', 'decide.subject', 'decide.signer', 'decide.both', 'decide.both-fills', 'decide.mandate', 'decide.witness', 'decide.answer', 'decide.etag-form', 'decide.witness-permanent', 'decide.gap-names', 'apply.proposal', 'apply.gap-path', 'people.order', 'people.writes-nothing', 'people.both-keys', 'people.shape', 'rename.one', 'rename.live-scope', 'rename.field-unknown', 'rename.if-match', 'rename.if-match-stale', 'rename.stale-but-equal', 'rename.optional', 'rename.data-key-null', 'rename.data-key-refused', 'rename.label', 'rename.subject', 'rename.subject-fixed', 'rename.answer', 'accept.unchanged-only', 'accept.no-if-match', 'accept.no-overrides', 'accept.all', 'accept.high', 'accept.ids', 'accept.answer', 'create.key-required', 'create.body', 'create.recipients-order', 'create.reorder-differs', 'create.values', 'create.values-not-writable', 'create.send-default', 'create.expires-at', 'create.brand', 'create.brand-frozen', 'create.completion-delivery', 'create.201', 'create.replayed', 'create.gap-recipient-items', 'get.safe', 'get.test-key', 'get.routing-order', 'get.event-target', 'void.key-required', 'void.reason', 'void.reason-not-in-fingerprint', 'void.key-other-envelope', 'void.only-open', 'void.200', 'void.replay', 'void.old-link', 'mint.no-body', 'mint.recipient-id', 'mint.answer', 'mint.not-readable', 'mint.digest-only', 'mint.open', 'mint.embedded', 'mint.not-acted', 'mint.turn', 'mint.test-key', 'mint.framing', 'mint.origins-bare', 'mint.deny', 'mint.messages', 'mint.can-remint', 'mint.delegated', 'mint.expired-silent', 'mint.no-return-url', 'mint.messages-forgeable', 'draft.content', 'draft.snapshot', 'draft.position', 'draft.scope', 'draft.test-key', 'draft.pdf', 'draft.errors-json', 'draft.no-key', 'draft.not-available', 'draft.closed-renders', 'draft.404', 'register.url', 'register.events', 'register.duplicates', 'register.brand', 'register.no-key', 'register.secret', 'webhooks.list', 'webhooks.get', 'authorisations.get', 'authorisations.get-test-key', 'revoke.key', 'revoke.reason', 'revoke.answer', 'revoke.again', 'revoke.other-states', 'revoke.test-key', 'endpoints.gap-shapes', 'endpoints.batch-charge', 'endpoints.webhook-active', 'auth.bearer', 'auth.two-kinds', 'auth.hash-only', 'auth.scopes', 'auth.no-scopes-all', 'auth.scopes-fixed', 'auth.gap-scopes', 'auth.one-401', 'auth.401-no-rate-headers', 'auth.401-uncounted', 'auth.insufficient-scope', 'auth.plan', 'testkey.reads-status', 'testkey.no-rename', 'testkey.mint', 'testkey.documents', 'testkey.send', 'testkey.embedded-unchecked', 'testkey.live-authorisation', 'auth.owner-removed', 'auth.deliveries-signed', 'event.sent', 'event.completed', 'event.declined', 'event.voided', 'event.expired', 'event.sealed', 'event.sealing-failed', 'event.recipient-completed', 'event.none-for-mandates', 'event.test-same-endpoints', 'event.body', 'event.id-stable', 'event.retry-count', 'event.uri', 'event.gap-type', 'delivery.post-json', 'delivery.timeout', 'delivery.2xx', 'delivery.no-redirect', 'delivery.retried', 'delivery.after-answer', 'delivery.unordered', 'signature.header', 'signature.material', 'signature.tolerance', 'signature.constant-time', 'signature.v0-previous', 'ladder.attempts', 'ladder.drains', 'disable.seven-days', 'disable.recovery', 'disable.no-mail', 'error.shape', 'error.iff-key', 'error.5xx-without-key', 'error.closed-set', 'error.message-path', 'error.unauthenticated', 'error.forbidden', 'error.insufficient_scope', 'error.not_found', 'error.invalid_request', 'error.rate_limited', 'error.internal_error', 'error.service_unavailable', 'error.idempotency_key_required', 'error.idempotency_key_reused', 'error.request_in_progress', 'error.template_archived', 'error.template_unusable', 'error.template_has_no_fields', 'error.recipient_role_unknown', 'error.recipient_role_missing', 'error.recipient_role_duplicated', 'error.value_subject_unknown', 'error.value_address_unknown', 'error.value_not_writable', 'error.value_not_lockable', 'error.locked_answer_missing', 'error.locked_answer_unusable', 'error.cannot_be_drawn', 'error.send_allowance_exhausted', 'error.test_key_cannot_send', 'error.test_key_cannot_read_documents', 'error.test_key_cannot_mint', 'error.test_key_cannot_edit_templates', 'error.draft_not_available', 'error.recipient_not_yet_turn', 'error.envelope_not_sent', 'error.authorisation_not_revocable', 'error.precondition_required', 'error.template_changed', 'error.witness_is_permanent', 'error.field_unknown', 'error.brand_unknown', 'error.api_key_owner_removed', 'rate.headers', 'rate.values', 'rate.per-key', 'rate.reset', 'rate.retry-after', 'rate.remaining-zero', 'rate.refused-counts', 'rate.403-may-lack', 'rate.burst', 'rate.draft-ceilings', 'rate.draft-failed-charged', 'rate.draft-headers', 'rate.gap-draft-values', 'limits.idempotency-key', 'limits.void-reason', 'limits.revoke-reason', 'limits.expires-at', 'limits.signing-url', 'limits.webhook-numbers', 'limits.webhook-endpoints', 'limits.free-plan', 'limits.other-plans', 'limits.warnings', 'limits.data-key', 'limits.label', 'limits.subject-key', 'limits.names', 'limits.position', 'limits.gap-upload', 'version.path', 'version.number', 'version.codes-stable', 'version.closed-names', 'version.only-what-exists', 'version.gap-deprecation', 'uploads.base64', 'recipient.request-item', 'value.item', 'file.item', 'template.warning-item', 'template.question-item', 'conventions.lists', 'specification.path', 'one-off.operation', 'one-off.title', 'one-off.fields', 'one-off.key', 'one-off.converter', 'batch.operation', 'batch.row-alone', 'batch.no-error-key', 'batch.index', 'batch.charge-whole', 'batch.rows-max', 'batch.at-once', 'send.operation', 'send.empty-body', 'send.not-draft', 'documents.operation', 'documents.url', 'documents.scope', 'documents.test-key', 'documents.always-200', 'page.operation', 'page.spelling', 'page.documents', 'page.archived', 'page.scope', 'templates.list-operation', 'templates.limit', 'templates.cursor', 'templates.archived-absent', 'create-template.operation', 'create-template.name', 'create-template.unreadable', 'create-template.form-fields', 'create-template.converter', 'create-template.no-converter', 'create-template.test-key', 'get-template.operation', 'get-template.304', 'get-template.archived', 'get-template.etag-of-read', 'renames.operation', 'renames.all-or-nothing', 'renames.entries', 'renames.unknown', 'renames.stale-but-equal', 'naming.operation', 'naming.proposal-item', 'naming.changes-nothing', 'naming.live-accept', 'naming.unknown-proposal', 'apply.operation', 'apply.aliases', 'apply.empty-body', 'apply.if-match', 'apply.witness', 'decide.subject-key', 'decide.subject-label', 'decide.presence', 'decide.filled-by', 'decide.proposed-fits', 'webhook-update.operation', 'webhook-update.active', 'webhook-delete.operation', 'webhook-delete.drops-queue', 'webhook-rotate.operation', 'webhook-rotate.replaces', 'webhook-rotate.key', 'authorisation-create.operation', 'authorisation-create.valid-until', 'authorisation-create.invite-days', 'authorisation-create.test-address', 'authorisation-list.operation', 'authorisation-list.test-key', 'authorisation-cancel.operation', 'authorisation-cancel.again', 'authorisation-cancel.other-states', 'authorisation.end-objects', 'event.type-property', 'event.recipient-null', 'event.uri-path', 'event.signed-anew', 'status.envelope-not-sent', 'status.precondition-required', 'status.template-changed', 'status.witness-is-permanent', 'status.field-unknown', 'status.brand-unknown', 'status.api-key-owner-removed', 'state.partially-signed', 'state.recipient-states', 'key.scope', 'key.fingerprint', 'key.life', 'key.replays-first', 'rate.draft-values', 'scope.names', 'url.head', 'field.rect-rotated', 'create.title', 'key.format', 'practice.both-keys', 'practice.live-only-calls', 'practice.used-and-expired', 'practice.ladder-before-disable', 'practice.slow-2xx', 'practice.failed-not-final', 'practice.missing-headers', 'practice.retry-policies', 'practice.numbering', 'order.sequence', 'webhook.eleventh', 'create.template-id', 'create.no-fields-first', 'conventions.odd-ids', 'testkey.no-decision', 'mint.codes', 'field.core-namespaces', 'disable.window-start', 'rename.etag', 'batch.charge', 'text-tags.syntax', 'free-plan.month', 'drawn.where', 'retry-after.429', 'codes.by-status', 'key.success-only', 'value.two-or-odd', 'send.past-deadline', 'recipient.mandate-unfit', 'value.locked-unfit', 'value.unlocked-unfit', 'recipient.cc-role', 'role.signer-rest', 'decide.not-offered', 'mandate.signs-at-send', 'disable.queue-dropped', 'testkey.voids-live', 'revoke.any-script', 'rename.id-no-uuid', 'template.filled-pdf', 'template.signature-required', 'key.default-brand', 'signature.grace', 'refusal.order', 'signature.machine-time', 'key.printable', 'body.unknown-property', 'body.twice', 'body.no-type', 'query.unknown', 'instant.forms', 'text.blank', 'batch.wrong-shape', 'batch.rows-over', 'free-plan.pack', 'rate.unknown-plan', 'livekey.sandbox', 'testkey.void-mails', 'testkey.cc', 'mandate.stays-sent', 'text-tags.namespaces', 'webhook.url-length', 'webhook.ports', 'draft.file-name', 'delivery.broken-off', 'url.reasons', 'client.html-429', 'project.root', 'project.own-data', 'recipient.lengths', 'recipient.address', 'recipient.at-least-one', 'value.key-empty', 'file.name-length', 'placed-field.lengths', 'create-template.name-length', 'authorisation-create.lengths', 'decide.subject-key-required', 'A6', 'A7', 'A8', 'A13', 'A9', 'A10', 'A1', 'A2', 'A3', 'A4', 'A5', 'A11', 'A12', 'A0', 'A16', 'A18', 'A14', 'A15', 'A17', 'A19', 'no_redirect', 'valid', 'in_time', 'every_event', 'raw_bytes', 'wrong_secret', 'partial_digest', 'no_signature', 'header_case', 'two_signatures', 'malformed_signature', 'stale', 'future', 'within_window', 'altered_body', 'reserialised_body', 'altered_time', 'rotation_new', 'rotation_unaware', 'rotation_old', 'rotation_forged', 'duplicate', 'two_recipients', 'forged_first', 'out_of_order', 'failure_then_success', 'unknown_event', 'unknown_member', '400', '401', '402', '403', '404', '409', '412', '422', '428', '429', '500', '503', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '126', '127', '129', '130', '143'); Live = ''; Files = '' } }
      'esign error 1' { return @{ Words = @('unauthenticated	The credential is absent, unreadable, unknown, wrong or revoked; the service does not say which.', 'forbidden	The plan does not grant this operation, or the plan cannot be established.', 'insufficient_scope	The key is valid but lacks the scope that this operation requires.', 'not_found	The resource does not exist, is archived or deleted, or your organisation or a test key cannot access it.', 'invalid_request	The request is malformed: its shape, a value out of range, an unreadable file, or a text tag that cannot be placed.', 'rate_limited	The rate limit of the key or the limit on drafts is reached, or a batch has more rows than the rate limit allows.', 'internal_error	The service failed.', 'service_unavailable	A renderer that the service depends on does not answer; nothing was created and no allowance was spent.', 'idempotency_key_required	The operation takes an Idempotency-Key and none was sent.', 'idempotency_key_reused	The Idempotency-Key was already used for a different request.', 'request_in_progress	The first request with this Idempotency-Key is still running.', 'template_archived	The template was retired.', 'template_unusable	The template cannot produce an envelope.', 'template_has_no_fields	The template has no fields, so nobody could sign anything.', 'recipient_role_unknown	A recipient names a role that the template does not declare; roles are matched by exact name.', 'recipient_role_missing	A role with fields has no recipient.', 'recipient_role_duplicated	Two recipients share a role that is not a cc.', 'value_subject_unknown	A value names a subject that the template does not declare.', 'value_address_unknown	No field of the template has this subject and data key.', 'value_not_writable	The address names only fields that a caller may not fill, such as a signature.', 'value_not_lockable	The title and company of a signer cannot be locked.', 'locked_answer_missing	A locked, required field, or a locked question with a minimum, has no answer.', 'locked_answer_unusable	A locked answer is one that the field rejects, or a question is answered more often than it allows.', 'cannot_be_drawn	A text contains a character that cannot be drawn into the PDF.', 'send_allowance_exhausted	The allowance of the Free plan is used up for this month.', 'test_key_cannot_send	A test key may send only sandbox envelopes, and e-mail only members of the organisation and confirmed addresses.', 'test_key_cannot_read_documents	A test key may read documents and drafts of sandbox envelopes only.', 'test_key_cannot_mint	A test key may mint signing URLs for sandbox envelopes only.', 'test_key_cannot_edit_templates	A test key may not name template fields.', 'draft_not_available	The envelope is still a draft, or the document has already been sealed.', 'recipient_not_yet_turn	It is not yet the turn of this recipient.', 'envelope_not_sent	The envelope is not out for signature, so it cannot be voided.', 'authorisation_not_revocable	Only an active standing authorisation can be revoked.', 'precondition_required	The template is changed only with If-Match naming its current ETag.', 'template_changed	The template changed since it was read.', 'witness_is_permanent	A saved witness cannot be changed.', 'field_unknown	The template has no field with this id.', 'brand_unknown	The id names no live brand of the organisation; an archived one does not count.', 'api_key_owner_removed	The person who owns this key was removed from the organisation.', 'envelope_not_draft	The envelope was sent already, so it cannot be sent again.', 'authorisation_not_cancellable	Only an authorisation that is still `invited` can be cancelled.', 'envelope_not_open	The envelope is not open for signing.', 'recipient_not_embedded	The recipient was not created with `embedded: true` and signs through the link in the invitation.', 'recipient_already_acted	The recipient has already signed, declined or delegated.'); Live = ''; Files = '' } }
      'esign spec check 1' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
      'esign spec adopt 1' { return @{ Words = @(); Live = ''; Files = 'yaml|yml|json' } }
      'esign spec rule 1' { return @{ Words = @('purpose.draft-emails-nobody', 'purpose.one-template-for-both', 'purpose.key-kinds', 'purpose.test-key-sandbox', 'purpose.specification-public', 'purpose.no-change-of-draft', 'purpose.no-longer-deadline', 'purpose.no-organisation-email', 'purpose.json-both-ways', 'purpose.capabilities', 'template.properties', 'template.id-name-created', 'template.documents', 'template.pages', 'template.roles', 'template.rename-omits-hint', 'template.subjects', 'template.questions', 'template.fields-flat', 'template.coverage', 'template.warnings', 'template.newest-first', 'field.properties', 'field.type', 'field.label', 'field.required', 'field.role', 'field.subject-null', 'field.data-key-null', 'field.question', 'field.options', 'field.tier', 'field.rect', 'field.context', 'field.cells', 'field.rename-omits', 'field.data-key-grammar', 'field.data-key-core', 'field.data-key-subject', 'field.data-key-kept', 'template.gap-warning-items', 'template.gap-question-items', 'field.gap-cells', 'field.gap-values', 'authorisation.gap-objects', 'person.properties', 'person.id', 'person.quotes', 'person.place', 'person.proposed', 'person.decisions', 'person.fields', 'person.current', 'envelope.properties', 'envelope.template-null', 'envelope.title', 'envelope.sent-at', 'envelope.expires-null', 'envelope.expires-utc', 'envelope.recipients-order', 'recipient.id', 'recipient.two-roles', 'recipient.properties', 'recipient.delivered-null', 'recipient.delivered-read', 'recipient.delivered-send', 'recipient.embedded', 'recipient.external-ref', 'recipient.request-properties', 'webhook.properties', 'webhook.url', 'webhook.events-never-empty', 'webhook.brand-routes', 'webhook.brand-no-isolation', 'webhook.active', 'webhook.consecutive-failures', 'webhook.last-success', 'webhook.last-failure', 'webhook.disabled', 'webhook.secret-once', 'authorisation.properties', 'authorisation.number', 'authorisation.status', 'authorisation.sandbox', 'authorisation.brand-as-granted', 'authorisation.intended-use', 'authorisation.validity', 'authorisation.invite-expires', 'authorisation.granted-at', 'authorisation.cancellation', 'authorisation.revocation', 'authorisation.invalidation', 'authorisation.applied-count', 'authorisation.in-flight', 'authorisation.no-evidence', 'state.names', 'state.sealing-apart', 'state.send', 'state.send-allowance', 'state.void', 'state.void-signatures-stay', 'state.complete', 'state.decline', 'state.expire', 'state.sealed-once', 'state.sealing-gives-up', 'state.void-refused', 'state.gap-partially-signed', 'state.closed-renders', 'state.delegated', 'state.recipient-observed', 'state.gap-recipient', 'url.first-get', 'url.second-get', 'url.expires', 'url.second-revokes-first', 'mandate.granted', 'mandate.ends-unsigned', 'mandate.revoke', 'mandate.expires', 'mandate.invalidated', 'mandate.revoke-again', 'mandate.not-revocable', 'mandate.gap-triggers', 'conventions.rate-headers', 'conventions.error-shape', 'conventions.one-404', 'conventions.json-bodies', 'decide.creates', 'decide.keys-stay', 'decide.removes-own', 'decide.recorded', 'decide.live-only', 'decide.person-id', 'decide.if-match', 'decide.if-match-stale', 'decide.body', 'decide.subject', 'decide.signer', 'decide.both', 'decide.both-fills', 'decide.mandate', 'decide.witness', 'decide.answer', 'decide.etag-form', 'decide.witness-permanent', 'decide.gap-names', 'apply.proposal', 'apply.gap-path', 'people.order', 'people.writes-nothing', 'people.both-keys', 'people.shape', 'rename.one', 'rename.live-scope', 'rename.field-unknown', 'rename.if-match', 'rename.if-match-stale', 'rename.stale-but-equal', 'rename.optional', 'rename.data-key-null', 'rename.data-key-refused', 'rename.label', 'rename.subject', 'rename.subject-fixed', 'rename.answer', 'accept.unchanged-only', 'accept.no-if-match', 'accept.no-overrides', 'accept.all', 'accept.high', 'accept.ids', 'accept.answer', 'create.key-required', 'create.body', 'create.recipients-order', 'create.reorder-differs', 'create.values', 'create.values-not-writable', 'create.send-default', 'create.expires-at', 'create.brand', 'create.brand-frozen', 'create.completion-delivery', 'create.201', 'create.replayed', 'create.gap-recipient-items', 'get.safe', 'get.test-key', 'get.routing-order', 'get.event-target', 'void.key-required', 'void.reason', 'void.reason-not-in-fingerprint', 'void.key-other-envelope', 'void.only-open', 'void.200', 'void.replay', 'void.old-link', 'mint.no-body', 'mint.recipient-id', 'mint.answer', 'mint.not-readable', 'mint.digest-only', 'mint.open', 'mint.embedded', 'mint.not-acted', 'mint.turn', 'mint.test-key', 'mint.framing', 'mint.origins-bare', 'mint.deny', 'mint.messages', 'mint.can-remint', 'mint.delegated', 'mint.expired-silent', 'mint.no-return-url', 'mint.messages-forgeable', 'draft.content', 'draft.snapshot', 'draft.position', 'draft.scope', 'draft.test-key', 'draft.pdf', 'draft.errors-json', 'draft.no-key', 'draft.not-available', 'draft.closed-renders', 'draft.404', 'register.url', 'register.events', 'register.duplicates', 'register.brand', 'register.no-key', 'register.secret', 'webhooks.list', 'webhooks.get', 'authorisations.get', 'authorisations.get-test-key', 'revoke.key', 'revoke.reason', 'revoke.answer', 'revoke.again', 'revoke.other-states', 'revoke.test-key', 'endpoints.gap-shapes', 'endpoints.batch-charge', 'endpoints.webhook-active', 'auth.bearer', 'auth.two-kinds', 'auth.hash-only', 'auth.scopes', 'auth.no-scopes-all', 'auth.scopes-fixed', 'auth.gap-scopes', 'auth.one-401', 'auth.401-no-rate-headers', 'auth.401-uncounted', 'auth.insufficient-scope', 'auth.plan', 'testkey.reads-status', 'testkey.no-rename', 'testkey.mint', 'testkey.documents', 'testkey.send', 'testkey.embedded-unchecked', 'testkey.live-authorisation', 'auth.owner-removed', 'auth.deliveries-signed', 'event.sent', 'event.completed', 'event.declined', 'event.voided', 'event.expired', 'event.sealed', 'event.sealing-failed', 'event.recipient-completed', 'event.none-for-mandates', 'event.test-same-endpoints', 'event.body', 'event.id-stable', 'event.retry-count', 'event.uri', 'event.gap-type', 'delivery.post-json', 'delivery.timeout', 'delivery.2xx', 'delivery.no-redirect', 'delivery.retried', 'delivery.after-answer', 'delivery.unordered', 'signature.header', 'signature.material', 'signature.tolerance', 'signature.constant-time', 'signature.v0-previous', 'ladder.attempts', 'ladder.drains', 'disable.seven-days', 'disable.recovery', 'disable.no-mail', 'error.shape', 'error.iff-key', 'error.5xx-without-key', 'error.closed-set', 'error.message-path', 'error.unauthenticated', 'error.forbidden', 'error.insufficient_scope', 'error.not_found', 'error.invalid_request', 'error.rate_limited', 'error.internal_error', 'error.service_unavailable', 'error.idempotency_key_required', 'error.idempotency_key_reused', 'error.request_in_progress', 'error.template_archived', 'error.template_unusable', 'error.template_has_no_fields', 'error.recipient_role_unknown', 'error.recipient_role_missing', 'error.recipient_role_duplicated', 'error.value_subject_unknown', 'error.value_address_unknown', 'error.value_not_writable', 'error.value_not_lockable', 'error.locked_answer_missing', 'error.locked_answer_unusable', 'error.cannot_be_drawn', 'error.send_allowance_exhausted', 'error.test_key_cannot_send', 'error.test_key_cannot_read_documents', 'error.test_key_cannot_mint', 'error.test_key_cannot_edit_templates', 'error.draft_not_available', 'error.recipient_not_yet_turn', 'error.envelope_not_sent', 'error.authorisation_not_revocable', 'error.precondition_required', 'error.template_changed', 'error.witness_is_permanent', 'error.field_unknown', 'error.brand_unknown', 'error.api_key_owner_removed', 'rate.headers', 'rate.values', 'rate.per-key', 'rate.reset', 'rate.retry-after', 'rate.remaining-zero', 'rate.refused-counts', 'rate.403-may-lack', 'rate.burst', 'rate.draft-ceilings', 'rate.draft-failed-charged', 'rate.draft-headers', 'rate.gap-draft-values', 'limits.idempotency-key', 'limits.void-reason', 'limits.revoke-reason', 'limits.expires-at', 'limits.signing-url', 'limits.webhook-numbers', 'limits.webhook-endpoints', 'limits.free-plan', 'limits.other-plans', 'limits.warnings', 'limits.data-key', 'limits.label', 'limits.subject-key', 'limits.names', 'limits.position', 'limits.gap-upload', 'version.path', 'version.number', 'version.codes-stable', 'version.closed-names', 'version.only-what-exists', 'version.gap-deprecation', 'uploads.base64', 'recipient.request-item', 'value.item', 'file.item', 'template.warning-item', 'template.question-item', 'conventions.lists', 'specification.path', 'one-off.operation', 'one-off.title', 'one-off.fields', 'one-off.key', 'one-off.converter', 'batch.operation', 'batch.row-alone', 'batch.no-error-key', 'batch.index', 'batch.charge-whole', 'batch.rows-max', 'batch.at-once', 'send.operation', 'send.empty-body', 'send.not-draft', 'documents.operation', 'documents.url', 'documents.scope', 'documents.test-key', 'documents.always-200', 'page.operation', 'page.spelling', 'page.documents', 'page.archived', 'page.scope', 'templates.list-operation', 'templates.limit', 'templates.cursor', 'templates.archived-absent', 'create-template.operation', 'create-template.name', 'create-template.unreadable', 'create-template.form-fields', 'create-template.converter', 'create-template.no-converter', 'create-template.test-key', 'get-template.operation', 'get-template.304', 'get-template.archived', 'get-template.etag-of-read', 'renames.operation', 'renames.all-or-nothing', 'renames.entries', 'renames.unknown', 'renames.stale-but-equal', 'naming.operation', 'naming.proposal-item', 'naming.changes-nothing', 'naming.live-accept', 'naming.unknown-proposal', 'apply.operation', 'apply.aliases', 'apply.empty-body', 'apply.if-match', 'apply.witness', 'decide.subject-key', 'decide.subject-label', 'decide.presence', 'decide.filled-by', 'decide.proposed-fits', 'webhook-update.operation', 'webhook-update.active', 'webhook-delete.operation', 'webhook-delete.drops-queue', 'webhook-rotate.operation', 'webhook-rotate.replaces', 'webhook-rotate.key', 'authorisation-create.operation', 'authorisation-create.valid-until', 'authorisation-create.invite-days', 'authorisation-create.test-address', 'authorisation-list.operation', 'authorisation-list.test-key', 'authorisation-cancel.operation', 'authorisation-cancel.again', 'authorisation-cancel.other-states', 'authorisation.end-objects', 'event.type-property', 'event.recipient-null', 'event.uri-path', 'event.signed-anew', 'status.envelope-not-sent', 'status.precondition-required', 'status.template-changed', 'status.witness-is-permanent', 'status.field-unknown', 'status.brand-unknown', 'status.api-key-owner-removed', 'state.partially-signed', 'state.recipient-states', 'key.scope', 'key.fingerprint', 'key.life', 'key.replays-first', 'rate.draft-values', 'scope.names', 'url.head', 'field.rect-rotated', 'create.title', 'key.format', 'practice.both-keys', 'practice.live-only-calls', 'practice.used-and-expired', 'practice.ladder-before-disable', 'practice.slow-2xx', 'practice.failed-not-final', 'practice.missing-headers', 'practice.retry-policies', 'practice.numbering', 'order.sequence', 'webhook.eleventh', 'create.template-id', 'create.no-fields-first', 'conventions.odd-ids', 'testkey.no-decision', 'mint.codes', 'field.core-namespaces', 'disable.window-start', 'rename.etag', 'batch.charge', 'text-tags.syntax', 'free-plan.month', 'drawn.where', 'retry-after.429', 'codes.by-status', 'key.success-only', 'value.two-or-odd', 'send.past-deadline', 'recipient.mandate-unfit', 'value.locked-unfit', 'value.unlocked-unfit', 'recipient.cc-role', 'role.signer-rest', 'decide.not-offered', 'mandate.signs-at-send', 'disable.queue-dropped', 'testkey.voids-live', 'revoke.any-script', 'rename.id-no-uuid', 'template.filled-pdf', 'template.signature-required', 'key.default-brand', 'signature.grace', 'refusal.order', 'signature.machine-time', 'key.printable', 'body.unknown-property', 'body.twice', 'body.no-type', 'query.unknown', 'instant.forms', 'text.blank', 'batch.wrong-shape', 'batch.rows-over', 'free-plan.pack', 'rate.unknown-plan', 'livekey.sandbox', 'testkey.void-mails', 'testkey.cc', 'mandate.stays-sent', 'text-tags.namespaces', 'webhook.url-length', 'webhook.ports', 'draft.file-name', 'delivery.broken-off', 'url.reasons', 'client.html-429', 'project.root', 'project.own-data', 'recipient.lengths', 'recipient.address', 'recipient.at-least-one', 'value.key-empty', 'file.name-length', 'placed-field.lengths', 'create-template.name-length', 'authorisation-create.lengths', 'decide.subject-key-required'); Live = ''; Files = '' } }
      'esign completion 1' { return @{ Words = @('bash', 'zsh', 'fish', 'powershell'); Live = ''; Files = '' } }
      'esign completion install 1' { return @{ Words = @('bash', 'zsh', 'fish', 'powershell'); Live = ''; Files = '' } }
    }
  }

  # A word as it has to be typed: whatever PowerShell would read as more than text is quoted.
  $typed = {
    param([string]$text)
    if ($text -match '^[A-Za-z0-9_./\\:=+-]+$') { return $text }
    $quotes = "['" + [char]0x2018 + [char]0x2019 + [char]0x201A + [char]0x201B + ']'
    return "'" + ($text -replace $quotes, '$0$0') + "'"
  }

  # Offers a word with its description, if it begins with what is typed.
  $offer = {
    param([string]$prefix, [string]$text, [string]$about, [string]$begun)
    if (-not $text.StartsWith($begun, [System.StringComparison]::Ordinal)) { return }
    if ($about -eq '') { $about = $text }
    [System.Management.Automation.CompletionResult]::new($prefix + (& $typed $text), $text, 'ParameterValue', $about)
  }

  # Offers lines of a value, a tab and its description.
  $offerLines = {
    param([string]$prefix, $lines, [string]$begun)
    foreach ($line in $lines) {
      if ([string]::IsNullOrEmpty($line)) { continue }
      $parts = ([string]$line).Split([char[]]@([char]9), 2)
      $about = if ($parts.Length -gt 1) { $parts[1] } else { '' }
      & $offer $prefix $parts[0] $about $begun
    }
  }

  # What this machine knows at the moment: names of profiles, ids of envelopes and templates.
  $live = {
    param([string]$kind)
    $program = Get-Command -Name esign -CommandType @('Application', 'ExternalScript') -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -ne $program) { & $program completion values $kind 2>$null }
  }

  # Offers files, and folders to look into: those with the endings, all of them where there is none of these.
  $offerFiles = {
    param([string]$endings, [string]$begun)
    $all = @([System.Management.Automation.CompletionCompleters]::CompleteFilename($begun))
    $folders = @($all | Where-Object { $_.ResultType -eq 'ProviderContainer' })
    if ($endings -eq 'folders') { return $folders }
    $found = @($all | Where-Object { $_.ResultType -ne 'ProviderContainer' -and $_.ListItemText -match ('\.(?:' + $endings + ')$') })
    if ($endings -eq 'any' -or $found.Count -eq 0) { return $all }
    return $found + $folders
  }

  # Offers what a flag or an argument is.
  $offerGiven = {
    param([string]$prefix, $given, [string]$begun)
    & $offerLines $prefix $given.Words $begun
    if ($given.Live -ne '') { & $offerLines $prefix (& $live $given.Live) $begun }
    if ($given.Files -ne '' -and $prefix -eq '') { & $offerFiles $given.Files $begun }
  }

  $begun = [string]$wordToComplete
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
  $path = 'esign'
  $flag = ''
  $number = 0
  $plain = $false
  foreach ($element in $before) {
    $word = if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $element.Value } else { $element.Extent.Text }
    if ($flag -ne '') { $flag = ''; continue }
    if (-not $plain -and $word -ceq '--') { $plain = $true; continue }
    if (-not $plain -and $word.StartsWith('-')) {
      if (-not $word.Contains('=') -and $null -ne (& $valuesOf $path $word)) { $flag = $word }
    } elseif ($number -eq 0 -and $null -ne (& $placeOf "$path $word")) {
      $path = "$path $word"
    } else {
      $number = $number + 1
    }
  }

  $prefix = ''
  if ($flag -eq '' -and -not $plain -and $begun -match '^(--?[^=]+)=') {
    $flag = $Matches[1]
    $prefix = "$flag="
    $begun = $begun.Substring($prefix.Length)
  }
  if ($flag -ne '') {
    $given = & $valuesOf $path $flag
    if ($null -ne $given) { & $offerGiven $prefix $given $begun }
    return
  }

  $place = & $placeOf $path
  if (-not $plain -and $begun.StartsWith('-')) {
    & $offerLines '' $place.Flags $begun
    & $offerLines '' @('--profile	use this profile (ESIGN_PROFILE)', '--mode	use the live or the test key of the profile (ESIGN_MODE)', '--base-url	base URL of the service (ESIGN_BASE_URL)', '--api-key-file	read the API key from a file', '--api-key-stdin	read the API key from stdin', '--contract	contract file of the service (ESIGN_CONTRACT)', '--json	print JSON; select fields with --json=a,b', '--jq	filter the JSON with a jq expression', '--tsv	print a list as tab-separated rows', '--quiet	print only IDs, and no notes', '--yes	confirm all questions', '--no-input	never ask; a missing value is an error', '--debug	log requests to stderr, without bodies', '--debug-bodies	log bodies too, which contain personal data', '--color	use color (default: auto)', '--timeout	time limit of one attempt of a request', '--retry-for	time limit of all attempts (default: 5m; 0: try once)', '--help	show this help') $begun
    return
  }
  if ($number -eq 0) { & $offerLines '' $place.Words $begun }
  $given = & $argumentOf "$path $($number + 1)"
  if ($null -eq $given) { $given = & $argumentOf "$path *" }
  if ($null -ne $given) { & $offerGiven '' $given $begun }
}
