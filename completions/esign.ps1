# Completion for esign; made by `esign completion powershell`.

Register-ArgumentCompleter -Native -CommandName 'esign' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  # Answers what may follow the command in $path; nothing when there is no such command.
  $placeOf = {
    param([string]$path)
    switch -CaseSensitive -Exact ($path) {
      'esign' { return @{ Words = @('template	Documents with roles and fields, made once', 'envelope	One sending of a document to named people', 'values	Values for envelopes in files, checked beforehand', 'webhook	Endpoints that receive signed events', 'authorisation	Standing authority to sign under a brand', 'authorization	Standing authority to sign under a brand', 'event	Deliveries received here, and events made by hand', 'request	Writes sent from here, and settling those cut off', 'listen	Receive deliveries here, verified, and forward them', 'embed	A host page around the signing page, and what it is told', 'emulator	The whole service on this machine', 'pdf	Sealed PDFs, judged offline', 'demo	The main job on a real form, step by step', 'profile	Named addresses and keys of the service', 'login	Store an API key', 'logout	Forget the keys of a profile', 'whoami	Which address and key are used, and why', 'doctor	What is wrong between here and the service', 'api	Call any operation, JSON in and JSON out', 'mcp	The operations as tools of an agent', 'error	What an error code means, and what to do', 'spec	The machine-readable description of the service', 'completion	Completion of command lines by Tab', 'help	Show the help of a command'); Flags = @('--version	show the version'); Files = $false; Live = '' } }
      'esign template' { return @{ Words = @('list	List the templates', 'get	Show one template', 'create	Create a template from PDF or Word files', 'inspect	Tell what would be found in PDF or Word files', 'preview	Draw the pages with their boxes numbered', 'wizard	Decide the people and name the fields, step by step', 'people	List the people found on a template', 'decide	Decide who a person on the form is', 'apply	Apply the service''s own proposal for a person', 'fields	List the fields of a template', 'types	Write the types of a template''s values and recipients', 'rename	Rename one field', 'rename-all	Rename many fields at once', 'pull	Write the names of a template to a YAML file', 'diff	Compare a file of names with the service', 'push	Write the changes of a file of names', 'copy-names	Take over the names of another version of a form', 'propose	Have the service propose names', 'accept	Accept proposals of a naming run', 'page	Fetch one page of a document as a PDF'); Flags = @(); Files = $false; Live = '' } }
      'esign template list' { return @{ Words = @(); Flags = @('--limit	how many at a time (1 to 100)', '--cursor	go on after this id', '--all	read every page'); Files = $false; Live = '' } }
      'esign template get' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'templates' } }
      'esign template create' { return @{ Words = @(); Flags = @('--name	what to call it; the first file''s name otherwise (at most 200 characters)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $true; Live = '' } }
      'esign template inspect' { return @{ Words = @(); Flags = @(); Files = $true; Live = '' } }
      'esign template preview' { return @{ Words = @(); Flags = @('--output	an .html file, or a folder for PNGs; in this folder otherwise; `-` is stdout', '--format	html unless -o is a folder', '--page	only this page, from 1', '--open	open it in the browser', '--force	overwrite a file that is there already'); Files = $true; Live = 'templates' } }
      'esign template wizard' { return @{ Words = @(); Flags = @('--plain	numbered questions and nothing drawn, for screen readers', '--picture	how pages are shown; guessed otherwise'); Files = $false; Live = 'templates' } }
      'esign template people' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'templates' } }
      'esign template decide' { return @{ Words = @(); Flags = @('--decision	who the person is', '--role-name	the signing role; for all but `subject` (at most 200 characters)', '--subject-key	the subject; for `subject` and `both` (at most 100 characters)', '--subject-name	what the subject is called (at most 200 characters)', '--presence	whether the person is always on the form', '--filled-by	for `both`: who fills the details', '--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = 'templates' } }
      'esign template apply' { return @{ Words = @(); Flags = @('--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = 'templates' } }
      'esign template fields' { return @{ Words = @(); Flags = @('--unnamed	only fields that could have an address and have none', '--csv	write CSV, to be edited and given to `template rename-all`'); Files = $false; Live = 'templates' } }
      'esign template types' { return @{ Words = @(); Flags = @('--format	what to write', '--output	where to write it; stdout otherwise', '--force	overwrite a file that is there already'); Files = $true; Live = 'templates' } }
      'esign template rename' { return @{ Words = @(); Flags = @('--data-key	the key that values are written to (at most 100 characters)', '--no-data-key	take the data key away', '--label	what the sender reads beside the box (at most 200 characters)', '--no-label	take the label away', '--subject	the subject whose data it holds (at most 100 characters)', '--no-subject	make it the signer''s own', '--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = 'templates' } }
      'esign template rename-all' { return @{ Words = @(); Flags = @('--from	the names; `-` is stdin', '--empty-removes	in CSV, let an empty cell take the name away', '--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = 'templates' } }
      'esign template pull' { return @{ Words = @(); Flags = @('--output	where to write it; stdout unless told', '--force	give up edits that were not pushed, or overwrite another file'); Files = $false; Live = 'templates' } }
      'esign template diff' { return @{ Words = @(); Flags = @(); Files = $true; Live = '' } }
      'esign template push' { return @{ Words = @(); Flags = @('--prefer	which side stands where both changed the same', '--dry-run	print the request, key masked, and send nothing'); Files = $true; Live = '' } }
      'esign template copy-names' { return @{ Words = @(); Flags = @('--min-confidence	how sure a match must be to be taken unasked', '--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = 'templates' } }
      'esign template propose' { return @{ Words = @(); Flags = @('--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = 'templates' } }
      'esign template accept' { return @{ Words = @(); Flags = @('--all	every proposal and every person', '--high	only proposals of high confidence, and no person', '--proposal	one proposal; may be repeated', '--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = 'templates' } }
      'esign template page' { return @{ Words = @(); Flags = @('--output	where to write the PDF; `-` is stdout', '--force	overwrite a file that is there already'); Files = $false; Live = '' } }
      'esign envelope' { return @{ Words = @('create	Create an envelope from a template, and perhaps send it', 'one-off	Create an envelope from files, without a template', 'batch	Create many envelopes from one template', 'plan	Write down what a bulk run will send, without sending it', 'apply	Send exactly what a plan says', 'list	List the envelopes that this machine knows', 'show	Tell how an envelope stands', 'wait	Wait until an envelope has come so far', 'watch	Tell every change of some envelopes', 'get	Show one envelope', 'send	Send a draft', 'void	Withdraw a sent envelope', 'documents	List the documents of an envelope', 'draft	Render a document as it stands, stamped DRAFT', 'download	Fetch the sealed PDFs', 'evidence	Collect what proves how an envelope came about', 'signing-url	Mint a signing URL for an embedded recipient'); Flags = @(); Files = $false; Live = '' } }
      'esign envelope create' { return @{ Words = @(); Flags = @('--template	the template', '--recipient	one person, in routing order; may be repeated; also job_title, company, embedded, external_ref and standing_authorisation_id', '--value	fill a field beforehand; `.key=text` for the signer''s own; may be repeated', '--values-file	values as YAML, JSON or CSV; `-` is stdin', '--lock	forbid the signer to change a value; may be repeated', '--title	what signers see naming it; the template''s name otherwise (at most 200 characters)', '--send	send it at once; a draft is created otherwise', '--expires-at	deadline, with its zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	the brand; the default one otherwise', '--completion-delivery	who mails the sealed PDF at completion', '--from-file	the whole request body as YAML or JSON, `-` is stdin; flags add to it', '--interactive	ask for what is missing: template, people and values, role by role', '--save	with --interactive: keep the answers in a file for --from-file', '--plain	with --interactive: questions as plain lines, for screen readers', '--rows	an envelope for each row: CSV with columns such as Tenant.email, NDJSON, YAML or JSON; `-` is stdin', '--mapping	what the columns are when they have other names: YAML or JSON with lines such as `Tenant.email: E-mail`', '--run	tells this run from others with the same rows, which are sent anew; the CI job otherwise', '--results	where each row''s end is written down, to resume from; beside the rows otherwise', '--shard	send the k-th of n parts of the rows: for machines that share one key', '--batches	send rows in batches, as large as the key''s minute has room for', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign envelope one-off' { return @{ Words = @(); Flags = @('--recipient	one person, in routing order; may be repeated; also job_title, company, embedded, external_ref and standing_authorisation_id', '--value	fill a field beforehand; `.key=text` for the signer''s own; may be repeated', '--values-file	values as YAML, JSON or CSV; `-` is stdin', '--lock	forbid the signer to change a value; may be repeated', '--title	what signers see naming it (at most 200 characters)', '--field	a box, in fractions of the page; also document, label, required, data_key, subject and options; may be repeated', '--send	send it at once; a draft is created otherwise', '--expires-at	deadline, with its zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	the brand; the default one otherwise', '--completion-delivery	who mails the sealed PDF at completion', '--from-file	the rest of the request body as YAML or JSON; flags add to it', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $true; Live = '' } }
      'esign envelope batch' { return @{ Words = @(); Flags = @('--template	the template', '--from-file	the rows; `-` is stdin (YAML or JSON)', '--send	send it at once; a draft is created otherwise', '--expires-at	deadline, with its zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	the brand; the default one otherwise', '--completion-delivery	who mails the sealed PDF at completion', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign envelope plan' { return @{ Words = @(); Flags = @('--template	the template', '--rows	the rows: CSV, NDJSON, YAML or JSON as for `envelope create`', '--mapping	what the columns are when they have other names: YAML or JSON with lines such as `Tenant.email: E-mail`', '--run	tells this run from others with the same rows, which are sent anew; the CI job otherwise', '--recipient	one person, in routing order; may be repeated; also job_title, company, embedded, external_ref and standing_authorisation_id', '--value	fill a field beforehand; `.key=text` for the signer''s own; may be repeated', '--values-file	values as YAML, JSON or CSV; `-` is stdin', '--lock	forbid the signer to change a value; may be repeated', '--title	what signers see naming it, where a row has no title; the template''s name otherwise (at most 200 characters)', '--send	send it at once; a draft is created otherwise', '--expires-at	deadline, with its zone: 2026-12-01T17:00:00+02:00', '--expires-in	deadline from now: 14d, 34h1m', '--brand	the brand; the default one otherwise', '--completion-delivery	who mails the sealed PDF at completion', '--output	the plan; its owner''s alone, since it names people', '--force	overwrite a file that is there already'); Files = $false; Live = '' } }
      'esign envelope apply' { return @{ Words = @(); Flags = @('--results	where each row''s end is written down, to resume from; beside the rows otherwise', '--shard	send the k-th of n parts of the rows: for machines that share one key', '--batches	send rows in batches, as large as the key''s minute has room for', '--dry-run	print the requests, key masked, and send nothing'); Files = $false; Live = '' } }
      'esign envelope list' { return @{ Words = @(); Flags = @('--status	only those in this state: draft, sent, partially_signed, completed, voided, declined, expired, sealed; repeat it for several', '--limit	at most so many; 20 otherwise', '--all	every one, also those that the service does not show to this key', '--cached	ask the service nothing: show them as they were last seen'); Files = $false; Live = '' } }
      'esign envelope show' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'envelopes' } }
      'esign envelope wait' { return @{ Words = @(); Flags = @('--until	sent, completed, sealed, signed:ROLE, voided, declined or expired', '--past-sealing-failure	go on waiting although sealing gave up: support can queue it again'); Files = $false; Live = 'envelopes' } }
      'esign envelope watch' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'envelopes' } }
      'esign envelope get' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'envelopes' } }
      'esign envelope send' { return @{ Words = @(); Flags = @('--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = 'envelopes' } }
      'esign envelope void' { return @{ Words = @(); Flags = @('--reason	why; kept on the record (at most 500 characters)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = 'envelopes' } }
      'esign envelope documents' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'envelopes' } }
      'esign envelope draft' { return @{ Words = @(); Flags = @('--position	which document, from 1', '--output	where to write the PDF; `-` is stdout', '--force	overwrite a file that is there already'); Files = $false; Live = 'envelopes' } }
      'esign envelope download' { return @{ Words = @(); Flags = @('--position	only this document, from 1', '--ca	certificates of the only trusted authority, PEM; repeat it for several', '--no-verify	keep what comes, without looking at its seal', '--output	a file, or a folder that exists; `-` is stdout', '--force	overwrite a file that is there already'); Files = $false; Live = 'envelopes' } }
      'esign envelope evidence' { return @{ Words = @(); Flags = @('--output	a folder that is not there yet, or a .zip', '--force	overwrite a .zip that is there already', '--unfinished	also of an envelope that is not over or not sealed, without sealed PDFs', '--ca	certificates of the only trusted authority, PEM; repeat it for several'); Files = $false; Live = 'envelopes' } }
      'esign envelope signing-url' { return @{ Words = @(); Flags = @('--print	write the URL to stdout', '--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = 'envelopes' } }
      'esign values' { return @{ Words = @('check	Tell what would be refused about values, before they are sent'); Flags = @(); Files = $false; Live = '' } }
      'esign values check' { return @{ Words = @(); Flags = @('--template	the template, or a file that `template get ID --json` wrote; the one that the request names otherwise', '--recipient	judge the people too; one person, as for `envelope create`; may be repeated'); Files = $true; Live = '' } }
      'esign webhook' { return @{ Words = @('register	Register an endpoint', 'list	List the endpoints', 'get	Show one endpoint', 'update	Change an endpoint', 'enable	Switch an endpoint on again', 'disable	Switch an endpoint off', 'delete	Delete an endpoint', 'rotate	Replace the secret of an endpoint', 'check	Fail when an endpoint fails or is disabled', 'verify	Verify a captured delivery', 'sign	Sign a body as the service does', 'certify	Put a receiver through the delivery contract'); Flags = @(); Files = $false; Live = '' } }
      'esign webhook register' { return @{ Words = @(); Flags = @('--url	where events are delivered: https, reachable from the internet', '--event	an event to deliver; may be repeated: envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed', '--brand	only envelopes of this brand', '--secret-file	write the secret into a file that only you can read (0600)', '--force	overwrite that file', '--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = '' } }
      'esign webhook list' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign webhook get' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign webhook update' { return @{ Words = @(); Flags = @('--url	where events are delivered', '--event	an event to deliver; may be repeated: envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed', '--brand	only envelopes of this brand', '--no-brand	envelopes of every brand', '--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = '' } }
      'esign webhook enable' { return @{ Words = @(); Flags = @('--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = '' } }
      'esign webhook disable' { return @{ Words = @(); Flags = @('--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = '' } }
      'esign webhook delete' { return @{ Words = @(); Flags = @('--dry-run	print the request, key masked, and send nothing'); Files = $false; Live = '' } }
      'esign webhook rotate' { return @{ Words = @(); Flags = @('--secret-file	write the secret into a file that only you can read (0600)', '--force	overwrite that file', '--verify-with	probe this receiver under the old secret first, then the new', '--old-secret-file	the secret that is replaced; what --secret-file holds unless told', '--verify-for	how long the receiver may take to learn the new secret', '--header	add a header, such as a password; may be repeated', '--ca-file	certificate authorities to trust besides the usual ones (PEM)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign webhook check' { return @{ Words = @(); Flags = @('--max-failures	deliveries given up since the last success that are still fine', '--format	how to write it', '--output	write the Prometheus text into this file, whole or not at all'); Files = $false; Live = '' } }
      'esign webhook verify' { return @{ Words = @(); Flags = @('--secret-file	the secret of the endpoint, in a file; - for stdin', '--previous-secret-file	the secret before the last rotation, while it is in its 24 hours', '--header	the value of the signature header as received; repeat it when there were several', '--body	the raw body, to its last byte; - for stdin', '--at	judge the time as of then, with a zone; now unless told'); Files = $false; Live = '' } }
      'esign webhook sign' { return @{ Words = @(); Flags = @('--secret-file	the secret of the endpoint, in a file; - for stdin', '--previous-secret-file	the secret before the last rotation, while it is in its 24 hours', '--body	the body, signed byte for byte; - for stdin', '--at	the time to sign, with a zone; now unless told'); Files = $false; Live = '' } }
      'esign webhook certify' { return @{ Words = @(); Flags = @('--secret-file	the secret that the receiver holds, in a file; - for stdin', '--previous-secret-file	the secret before the last rotation, while it is in its 24 hours', '--acted-url	answers with the ids of the events acted on, as a JSON list', '--fail-header	a header on which your test build answers 5xx', '--rule	only this rule; may be repeated', '--junit	write a JUnit report too', '--header	add a header, such as a password; may be repeated', '--ca-file	certificate authorities to trust besides the usual ones (PEM)'); Files = $false; Live = '' } }
      'esign authorisation' { return @{ Words = @('create	Ask a grantor for a standing authorisation', 'list	List the standing authorisations', 'get	Show one standing authorisation', 'cancel	Cancel one that is not signed yet', 'revoke	Revoke one that is in force'); Flags = @(); Files = $false; Live = '' } }
      'esign authorization' { return @{ Words = @('create	Ask a grantor for a standing authorisation', 'list	List the standing authorisations', 'get	Show one standing authorisation', 'cancel	Cancel one that is not signed yet', 'revoke	Revoke one that is in force'); Flags = @(); Files = $false; Live = '' } }
      'esign authorisation create' { return @{ Words = @(); Flags = @('--brand	the brand it covers; an emulator''s: esign emulator brands', '--grantor	who signs the mandate; also job_title', '--entity-name	the company that the grantor signs for (at most 200 characters)', '--entity-number	its registration number (at most 200 characters)', '--use	what it is for; printed on the mandate (at most 1000 characters)', '--valid-until	until when, with its zone: 2027-12-01T00:00:00+02:00', '--valid-for	for how long from now: 365d', '--valid-from	from when; from the grant otherwise', '--reference	your own reference (at most 200 characters)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign authorization create' { return @{ Words = @(); Flags = @('--brand	the brand it covers; an emulator''s: esign emulator brands', '--grantor	who signs the mandate; also job_title', '--entity-name	the company that the grantor signs for (at most 200 characters)', '--entity-number	its registration number (at most 200 characters)', '--use	what it is for; printed on the mandate (at most 1000 characters)', '--valid-until	until when, with its zone: 2027-12-01T00:00:00+02:00', '--valid-for	for how long from now: 365d', '--valid-from	from when; from the grant otherwise', '--reference	your own reference (at most 200 characters)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign authorisation list' { return @{ Words = @(); Flags = @('--status	only those in this state', '--brand	only those of this brand', '--reference	only those with this reference of yours', '--expiring	only those in force that end within 30d, 12h ...; reads every page', '--limit	how many at a time (1 to 100)', '--cursor	go on after this id', '--all	read every page'); Files = $false; Live = '' } }
      'esign authorization list' { return @{ Words = @(); Flags = @('--status	only those in this state', '--brand	only those of this brand', '--reference	only those with this reference of yours', '--expiring	only those in force that end within 30d, 12h ...; reads every page', '--limit	how many at a time (1 to 100)', '--cursor	go on after this id', '--all	read every page'); Files = $false; Live = '' } }
      'esign authorisation get' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign authorization get' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign authorisation cancel' { return @{ Words = @(); Flags = @('--reason	why; recorded (at most 500 characters)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign authorization cancel' { return @{ Words = @(); Flags = @('--reason	why; recorded (at most 500 characters)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign authorisation revoke' { return @{ Words = @(); Flags = @('--reason	why; recorded, and shown to the grantor (at most 500 characters)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign authorization revoke' { return @{ Words = @(); Flags = @('--reason	why; recorded, and shown to the grantor (at most 500 characters)', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign event' { return @{ Words = @('list	List the deliveries received here', 'show	Show one delivery', 'replay	Deliver something once more', 'send	Make an event and deliver it'); Flags = @(); Files = $false; Live = '' } }
      'esign event list' { return @{ Words = @(); Flags = @('--event	only this event; may be repeated: envelope.sent, envelope.completed, envelope.declined, envelope.voided, envelope.expired, envelope.sealed, envelope.sealing_failed, recipient.completed', '--envelope	only those about this envelope', '--undelivered	only those that the app has not taken', '--refused	only those that did not verify', '--since	only those of the last 2h, 3d ...', '--limit	at most so many'); Files = $false; Live = '' } }
      'esign event show' { return @{ Words = @(); Flags = @('--raw	write the raw bytes of the body to stdout, and nothing else'); Files = $false; Live = '' } }
      'esign event replay' { return @{ Words = @(); Flags = @('--undelivered	everything that the app has not taken, as far as is known', '--to	the receiver; where it was forwarded to unless told', '--as-retry	count retry_count up, as the service does with another attempt', '--secret-file	the secret to sign with; that of the listener of this machine unless told', '--previous-secret-file	the secret before the last rotation, while it is in its 24 hours', '--header	add a header, such as a password; may be repeated', '--ca-file	certificate authorities to trust besides the usual ones (PEM)'); Files = $false; Live = '' } }
      'esign event send' { return @{ Words = @(); Flags = @('--to	the receiver; where the listener forwards to unless told', '--envelope	about this envelope', '--set	set a field of the body; := takes JSON; may be repeated', '--secret-file	the secret to sign with; that of the listener of this machine unless told', '--previous-secret-file	the secret before the last rotation, while it is in its 24 hours', '--header	add a header, such as a password; may be repeated', '--ca-file	certificate authorities to trust besides the usual ones (PEM)', '--dry-run	show what would be sent, and send nothing'); Files = $false; Live = '' } }
      'esign request' { return @{ Words = @('list	List the writes that this machine has sent', 'show	Show one write that this machine has sent', 'resume	Settle writes that were cut off'); Flags = @(); Files = $false; Live = '' } }
      'esign request list' { return @{ Words = @(); Flags = @('--unsettled	only those of which nobody knows how they ended', '--since	only those of the last 2h, 3d ...', '--limit	at most so many'); Files = $false; Live = '' } }
      'esign request show' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign request resume' { return @{ Words = @(); Flags = @('--all	every unsettled one', '--old	also one so old that the service may have forgotten its key, and do it twice', '--close	send nothing: you looked yourself, and it counts as settled'); Files = $false; Live = '' } }
      'esign listen' { return @{ Words = @(); Flags = @('--forward-to	the app that gets every event; a port alone means this machine', '--route	an app for some events; may be repeated, the first that fits counts', '--event	listen for these events only, such as envelope.*; may be repeated', '--ack	early: answer the service once the delivery is on the disk, and try the app from here for as long as it takes (the default: the service asks receivers to process after answering); app: give the service the app''s own status, within 8 s, to test your own handling of retries', '--retries	how often an app that answers no 2xx is tried again (10)', '--header	a header for the app; may be repeated', '--forward-ca	trust this certificate authority of the app', '--insecure-forward	take any certificate of the app', '--secret-file	write the endpoint''s secret into this file (0600), for the app', '--force	overwrite that file', '--print-secret	print the endpoint''s secret when ready', '--public-url	an address of your own that leads to --port on this machine', '--tunnel	none, cloudflared[:NAME], ngrok, tailscale[:PORT], devtunnel[:NAME] or ssh://user@host (ESIGN_TUNNEL); the best one that is set up otherwise', '--tunnel-cmd	any program that makes a tunnel: `x {port}`', '--tunnel-address	where that program prints its address: /pattern/ or .path[0]', '--port	the port to listen on; any free one otherwise', '--poll	no tunnel: read the envelopes made from this machine again and again, and make events of their changes; a failed sealing shows in no read, so envelope.sealing_failed never comes this way', '--interval	with --poll: how often (5s)', '--expect	end once these events of one envelope have come: 0; 10 when they cannot come any more, 12 after --timeout (60s)', '--envelope	expect them of this envelope; with --poll, follow it; may be repeated', '--junit	write what was expected, and the command, as JUnit XML', '--brand	only envelopes of this brand', '--keep	leave the endpoint at the end and go on with it next time', '--rotate	replace the secret of a kept endpoint at the start', '--prune	remove endpoints that listeners of this machine left behind, and end', '--all-machines	with --prune: those of other machines too that are disabled or idle for a day', '--no-reaper	start no process that cleans up should this one be killed'); Files = $false; Live = '' } }
      'esign embed' { return @{ Words = @(); Flags = @('--port	the port of the page; any free one otherwise', '--open	open the page in the browser'); Files = $false; Live = 'envelopes' } }
      'esign emulator' { return @{ Words = @('start	Start the service on this machine', 'stop	Stop it', 'status	Show where it runs', 'reset	Empty it', 'exec	Run a command with the service beside it', 'snapshot	Write everything it holds to a file', 'restore	Put a snapshot in the place of everything it holds', 'scenario	Make a state that a test begins with', 'clock	Show and move its clock', 'inbox	Read its mail', 'sign	Sign as a recipient', 'decline	Refuse as a recipient', 'delegate	Hand a recipient''s place to somebody else', 'grant	Sign a mandate as its grantor', 'decline-grant	Refuse a mandate as its grantor', 'fault	Fail on demand', 'trigger	Make an event happen', 'log	Show what happened', 'redeliver	Send a delivery again', 'brands	List its brands', 'ca	Export the certificate that its seals are verified with', 'requeue	Try a failed sealing again'); Flags = @(); Files = $false; Live = '' } }
      'esign emulator start' { return @{ Words = @(); Flags = @('--port	the port; 4747 otherwise, or any free one (0)', '--data	where everything is kept; a folder of this profile otherwise', '--plan	the plan of the organisation', '--strict	refuse webhook addresses on this machine, as the real service does', '--seed	make ids, keys and seals repeatable', '--now	start the clock there; it stands still until it is moved', '--smtp-forward	pass its mail on to this mail server too; the inbox keeps it', '--detach	leave it in the background'); Files = $false; Live = '' } }
      'esign emulator stop' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator status' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator reset' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator exec' { return @{ Words = @(); Flags = @('--plan	the plan of the organisation', '--strict	refuse webhook addresses on this machine, as the real service does', '--seed	make ids, keys and seals repeatable', '--now	start the clock there; it stands still until it is moved', '--restore	begin with a snapshot', '--scenario	begin with a scenario, which ESIGN_SCENARIO_ID names', '--snapshot	where to keep everything when the command fails; named after it', '--no-snapshot	keep nothing when the command fails'); Files = $false; Live = '' } }
      'esign emulator snapshot' { return @{ Words = @(); Flags = @('--output	where to write it; `-` is stdout', '--force	overwrite a file that is there already'); Files = $false; Live = '' } }
      'esign emulator restore' { return @{ Words = @(); Flags = @(); Files = $true; Live = '' } }
      'esign emulator scenario' { return @{ Words = @('list	List the scenarios', 'load	Make a scenario'); Flags = @(); Files = $false; Live = '' } }
      'esign emulator scenario list' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator scenario load' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator clock' { return @{ Words = @('show	Show the time', 'freeze	Stop the clock', 'run	Let the clock run', 'advance	Move the clock forward'); Flags = @(); Files = $false; Live = '' } }
      'esign emulator clock show' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator clock freeze' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator clock run' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator clock advance' { return @{ Words = @(); Flags = @('--to	until when, with its zone; or `next`, when the next thing falls due'); Files = $false; Live = '' } }
      'esign emulator inbox' { return @{ Words = @('list	List the mail', 'show	Show one mail', 'wait	Wait for a mail to somebody', 'open	Open the link of a mail in the browser'); Flags = @(); Files = $false; Live = '' } }
      'esign emulator inbox list' { return @{ Words = @(); Flags = @('--to	only mail to this address', '--kind	only this kind: invitation, completed, voided, mandate ...', '--envelope	only mail about this envelope', '--print	show signing links too; whoever has one can sign'); Files = $false; Live = '' } }
      'esign emulator inbox show' { return @{ Words = @(); Flags = @('--html	its HTML part alone', '--print	show signing links too; whoever has one can sign'); Files = $false; Live = '' } }
      'esign emulator inbox wait' { return @{ Words = @(); Flags = @('--to	the address that the mail goes to', '--subject	only mail with this in its subject', '--kind	only this kind: invitation, completed, voided, mandate ...', '--envelope	only mail about this envelope', '--after	only mail that came after this one', '--print	show its signing link too; whoever has it can sign'); Files = $false; Live = '' } }
      'esign emulator inbox open' { return @{ Words = @(); Flags = @('--to	the newest mail with a link to this address, instead of an id', '--print	print the link instead of opening it; whoever has it can sign'); Files = $false; Live = '' } }
      'esign emulator sign' { return @{ Words = @(); Flags = @('--value	answer a field; may be repeated', '--field	answer a field by its id; may be repeated', '--signature	the typed signature; the recipient''s name otherwise', '--no-fill	fill nothing; required boxes without an answer are refused'); Files = $false; Live = 'envelopes' } }
      'esign emulator decline' { return @{ Words = @(); Flags = @('--reason	why'); Files = $false; Live = 'envelopes' } }
      'esign emulator delegate' { return @{ Words = @(); Flags = @('--to	who signs instead'); Files = $false; Live = 'envelopes' } }
      'esign emulator grant' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator decline-grant' { return @{ Words = @(); Flags = @('--reason	why'); Files = $false; Live = '' } }
      'esign emulator fault' { return @{ Words = @('at	Fail at a point of the service', 'operation	Let requests of an operation go wrong', 'deliveries	Let deliveries go wrong', 'list	List the faults that are set'); Flags = @(); Files = $false; Live = '' } }
      'esign emulator fault at' { return @{ Words = @(); Flags = @('--code	answer with this error code', '--status	answer with this HTTP status and no error body', '--hold	keep the request running until --release', '--times	how many requests meet it; 1 otherwise', '--clear	take the faults of the point away; without one every fault, of whatever kind', '--release	let held requests go on'); Files = $false; Live = '' } }
      'esign emulator fault operation' { return @{ Words = @(); Flags = @('--code	answer with this error code', '--status	answer with this HTTP status, and without --code with no body', '--delay	wait so much real time first: 250ms, 5s', '--reset	reset the connection before anything has happened', '--drop-after-commit	do what was asked, then hang up without an answer', '--stuck	reset the connection, and leave the request in progress until --release', '--stuck-for	the same, until so much real time has passed', '--probability	strike each request with this chance; 1 otherwise', '--count	end after so many that were struck', '--seed	repeat a run', '--clear	take the faults of the operation, or of all, away'); Files = $false; Live = '' } }
      'esign emulator fault deliveries' { return @{ Words = @(); Flags = @('--duplicate	send it twice at once', '--reorder	hold it back until the next one to its endpoint has gone', '--delay	send it so much later: 5s, or 5s@0.2 with a chance', '--drop	do not send it; it counts as failed', '--lose-answer	lose the answer, so that what was taken comes again', '--wrong-signature	sign it with another secret', '--clock-skew	sign it for another time: 400s, -400s, or 400s@0.2', '--seed	repeat a run', '--count	end after so many attempts that were struck', '--endpoint	only deliveries to this endpoint', '--clear	take the faults of deliveries away'); Files = $false; Live = '' } }
      'esign emulator fault list' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator trigger' { return @{ Words = @(); Flags = @('--envelope	to this envelope, from wherever it stands; to a new one otherwise'); Files = $false; Live = '' } }
      'esign emulator log' { return @{ Words = @('deliveries	Show every attempt to deliver', 'events	List the events', 'requests	Show what reached the service, and why it was refused'); Flags = @(); Files = $false; Live = '' } }
      'esign emulator log deliveries' { return @{ Words = @(); Flags = @('--follow	go on until Ctrl-C with what comes', '--endpoint	only deliveries to this endpoint', '--envelope	only events of this envelope'); Files = $false; Live = '' } }
      'esign emulator log events' { return @{ Words = @(); Flags = @('--envelope	only events of this envelope'); Files = $false; Live = '' } }
      'esign emulator log requests' { return @{ Words = @(); Flags = @('--refused	only those that were refused', '--curl	as lines for a shell, which take the key from ESIGN_API_KEY', '--har	as HAR 1.2, which the developer tools of a browser open'); Files = $false; Live = '' } }
      'esign emulator redeliver' { return @{ Words = @(); Flags = @('--failed	all that failed, to endpoints that are active', '--endpoint	of an event or of --failed, only to this endpoint'); Files = $false; Live = '' } }
      'esign emulator brands' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign emulator ca' { return @{ Words = @(); Flags = @('--output	where to write it; stdout unless told', '--force	overwrite a file that is there already'); Files = $false; Live = '' } }
      'esign emulator requeue' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'envelopes' } }
      'esign pdf' { return @{ Words = @('verify	Tell whether a sealed PDF is genuine'); Flags = @(); Files = $false; Live = '' } }
      'esign pdf verify' { return @{ Words = @(); Flags = @('--ca	certificates of a trusted authority, PEM; repeat it for several', '--at	judge as of then, with a zone; refuses what was sealed later', '--allow-untrusted	exit 0 although the authority is not known, when everything else is right'); Files = $true; Live = '' } }
      'esign demo' { return @{ Words = @(); Flags = @('--out	where the PDFs go; made when it is missing'); Files = $false; Live = '' } }
      'esign profile' { return @{ Words = @('add	Add a profile', 'list	List the profiles', 'use	Choose the current profile', 'show	Show one profile', 'remove	Forget a profile and its keys'); Flags = @(); Files = $false; Live = '' } }
      'esign profile add' { return @{ Words = @(); Flags = @('--use	make it the current profile', '--force	replace a profile of that name', '--insecure-storage	keep the key in a file that only you can read, not in the keychain', '--signature-header	the name of the webhook signature header at this address', '--completion-delivery-value	what this service calls the completion delivery `service`'); Files = $false; Live = '' } }
      'esign profile list' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign profile use' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'profiles' } }
      'esign profile show' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'profiles' } }
      'esign profile remove' { return @{ Words = @(); Flags = @(); Files = $false; Live = 'profiles' } }
      'esign login' { return @{ Words = @(); Flags = @('--insecure-storage	keep the key in a file that only you can read, not in the keychain', '--no-check	store the key without trying it'); Files = $false; Live = '' } }
      'esign logout' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign whoami' { return @{ Words = @(); Flags = @('--offline	do not ask the service'); Files = $false; Live = '' } }
      'esign doctor' { return @{ Words = @(); Flags = @('--fix	close files to others, and remove what dead listeners and emulators left; says what it did'); Files = $false; Live = '' } }
      'esign api' { return @{ Words = @(); Flags = @('--list	list the operations', '--field	a member of the body; name:=value for JSON', '--input	the body as JSON from a file, or - for stdin', '--query	a member of the query', '--header	Idempotency-Key or If-Match', '--output	where a PDF goes, or - for stdout', '--force	overwrite the output file', '--print	print a signing URL; it is a credential for a legal act', '--dry-run	print the request, key masked, and send nothing', '--idempotency-key	repeat an earlier request with its key; `auto` derives one from the content and the CI job; a fresh one otherwise', '--require-new	fail (6) if the key was used before, instead of showing its answer'); Files = $false; Live = '' } }
      'esign mcp' { return @{ Words = @(); Flags = @('--allow-writes	offer the operations that change something too', '--allow-live	offer them with a live key too; goes with --allow-writes'); Files = $false; Live = '' } }
      'esign error' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign spec' { return @{ Words = @('show	Print the OpenAPI description', 'check	Compare the published description with ours', 'catalogue	Print every command, flag and schema as JSON', 'catalog	Print every command, flag and schema as JSON', 'assumptions	List what esign assumes about the service'); Flags = @(); Files = $false; Live = '' } }
      'esign spec show' { return @{ Words = @(); Flags = @('--service	fetch the description from the service; it needs no key'); Files = $false; Live = '' } }
      'esign spec check' { return @{ Words = @(); Flags = @('--breaking	count only what esign relies on, not what the service has besides', '--write	write the lines that mend it into the override file, and count what is left'); Files = $true; Live = '' } }
      'esign spec catalogue' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign spec catalog' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign spec assumptions' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign completion' { return @{ Words = @('install	Put the script where the shell finds it', 'bash	Print the script for bash', 'zsh	Print the script for zsh', 'fish	Print the script for fish', 'powershell	Print the script for PowerShell'); Flags = @(); Files = $false; Live = '' } }
      'esign completion install' { return @{ Words = @('bash	the shell; the one of SHELL otherwise', 'zsh	the shell; the one of SHELL otherwise', 'fish	the shell; the one of SHELL otherwise', 'powershell	the shell; the one of SHELL otherwise'); Flags = @('--check	write nothing; fail (9) unless it is there, loaded and of this version', '--start-file	add the line to the start file too, where it is needed', '--force	overwrite a script that esign did not make'); Files = $false; Live = '' } }
      'esign completion bash' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign completion zsh' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign completion fish' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
      'esign completion powershell' { return @{ Words = @(); Flags = @(); Files = $false; Live = '' } }
    }
  }

  # Answers what the flag of the command in $path takes; nothing when it takes no value.
  $valuesOf = {
    param([string]$path, [string]$flag)
    switch -CaseSensitive -Exact ($flag) {
      '--profile' { return @{ Kind = 'live'; Words = 'profiles' } }
      '--mode' { return @{ Kind = 'words'; Words = @('live', 'test') } }
      '--base-url' { return @{ Kind = 'anything'; Words = '' } }
      '--api-key-file' { return @{ Kind = 'files'; Words = '' } }
      '--jq' { return @{ Kind = 'anything'; Words = '' } }
      '--color' { return @{ Kind = 'words'; Words = @('auto', 'always', 'never') } }
      '--timeout' { return @{ Kind = 'anything'; Words = '' } }
    }
    switch -CaseSensitive -Exact ($path) {
      'esign template list' {
        switch -CaseSensitive -Exact ($flag) {
          '--limit' { return @{ Kind = 'anything'; Words = '' } }
          '--cursor' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign template create' {
        switch -CaseSensitive -Exact ($flag) {
          '--name' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign template preview' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Kind = 'anything'; Words = '' } }
          '-o' { return @{ Kind = 'anything'; Words = '' } }
          '--format' { return @{ Kind = 'words'; Words = @('html', 'png') } }
          '--page' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign template wizard' {
        switch -CaseSensitive -Exact ($flag) {
          '--picture' { return @{ Kind = 'words'; Words = @('kitty', 'iterm2', 'sixel', 'halves', 'none') } }
        }
      }
      'esign template decide' {
        switch -CaseSensitive -Exact ($flag) {
          '--decision' { return @{ Kind = 'words'; Words = @('subject', 'signer', 'both', 'mandate_signed', 'witness') } }
          '--role-name' { return @{ Kind = 'anything'; Words = '' } }
          '--subject-key' { return @{ Kind = 'anything'; Words = '' } }
          '--subject-name' { return @{ Kind = 'anything'; Words = '' } }
          '--presence' { return @{ Kind = 'words'; Words = @('required', 'conditional') } }
          '--filled-by' { return @{ Kind = 'words'; Words = @('current', 'own') } }
        }
      }
      'esign template types' {
        switch -CaseSensitive -Exact ($flag) {
          '--format' { return @{ Kind = 'words'; Words = @('ts', 'schema') } }
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign template rename' {
        switch -CaseSensitive -Exact ($flag) {
          '--data-key' { return @{ Kind = 'anything'; Words = '' } }
          '--label' { return @{ Kind = 'anything'; Words = '' } }
          '--subject' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign template rename-all' {
        switch -CaseSensitive -Exact ($flag) {
          '--from' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign template pull' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign template push' {
        switch -CaseSensitive -Exact ($flag) {
          '--prefer' { return @{ Kind = 'words'; Words = @('file', 'service') } }
        }
      }
      'esign template copy-names' {
        switch -CaseSensitive -Exact ($flag) {
          '--min-confidence' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign template accept' {
        switch -CaseSensitive -Exact ($flag) {
          '--proposal' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign template page' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign envelope create' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Kind = 'live'; Words = 'templates' } }
          '--recipient' { return @{ Kind = 'anything'; Words = '' } }
          '--value' { return @{ Kind = 'anything'; Words = '' } }
          '--values-file' { return @{ Kind = 'files'; Words = '' } }
          '--lock' { return @{ Kind = 'anything'; Words = '' } }
          '--title' { return @{ Kind = 'anything'; Words = '' } }
          '--expires-at' { return @{ Kind = 'anything'; Words = '' } }
          '--expires-in' { return @{ Kind = 'anything'; Words = '' } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--completion-delivery' { return @{ Kind = 'words'; Words = @('service', 'integrator') } }
          '--from-file' { return @{ Kind = 'files'; Words = '' } }
          '--save' { return @{ Kind = 'files'; Words = '' } }
          '--rows' { return @{ Kind = 'files'; Words = '' } }
          '--mapping' { return @{ Kind = 'files'; Words = '' } }
          '--run' { return @{ Kind = 'anything'; Words = '' } }
          '--results' { return @{ Kind = 'files'; Words = '' } }
          '--shard' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign envelope one-off' {
        switch -CaseSensitive -Exact ($flag) {
          '--recipient' { return @{ Kind = 'anything'; Words = '' } }
          '--value' { return @{ Kind = 'anything'; Words = '' } }
          '--values-file' { return @{ Kind = 'files'; Words = '' } }
          '--lock' { return @{ Kind = 'anything'; Words = '' } }
          '--title' { return @{ Kind = 'anything'; Words = '' } }
          '--field' { return @{ Kind = 'anything'; Words = '' } }
          '--expires-at' { return @{ Kind = 'anything'; Words = '' } }
          '--expires-in' { return @{ Kind = 'anything'; Words = '' } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--completion-delivery' { return @{ Kind = 'words'; Words = @('service', 'integrator') } }
          '--from-file' { return @{ Kind = 'files'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign envelope batch' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Kind = 'live'; Words = 'templates' } }
          '--from-file' { return @{ Kind = 'files'; Words = '' } }
          '--expires-at' { return @{ Kind = 'anything'; Words = '' } }
          '--expires-in' { return @{ Kind = 'anything'; Words = '' } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--completion-delivery' { return @{ Kind = 'words'; Words = @('service', 'integrator') } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign envelope plan' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Kind = 'live'; Words = 'templates' } }
          '--rows' { return @{ Kind = 'files'; Words = '' } }
          '--mapping' { return @{ Kind = 'files'; Words = '' } }
          '--run' { return @{ Kind = 'anything'; Words = '' } }
          '--recipient' { return @{ Kind = 'anything'; Words = '' } }
          '--value' { return @{ Kind = 'anything'; Words = '' } }
          '--values-file' { return @{ Kind = 'files'; Words = '' } }
          '--lock' { return @{ Kind = 'anything'; Words = '' } }
          '--title' { return @{ Kind = 'anything'; Words = '' } }
          '--expires-at' { return @{ Kind = 'anything'; Words = '' } }
          '--expires-in' { return @{ Kind = 'anything'; Words = '' } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--completion-delivery' { return @{ Kind = 'words'; Words = @('service', 'integrator') } }
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign envelope apply' {
        switch -CaseSensitive -Exact ($flag) {
          '--results' { return @{ Kind = 'files'; Words = '' } }
          '--shard' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign envelope list' {
        switch -CaseSensitive -Exact ($flag) {
          '--status' { return @{ Kind = 'anything'; Words = '' } }
          '--limit' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign envelope wait' {
        switch -CaseSensitive -Exact ($flag) {
          '--until' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign envelope send' {
        switch -CaseSensitive -Exact ($flag) {
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign envelope void' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign envelope draft' {
        switch -CaseSensitive -Exact ($flag) {
          '--position' { return @{ Kind = 'anything'; Words = '' } }
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign envelope download' {
        switch -CaseSensitive -Exact ($flag) {
          '--position' { return @{ Kind = 'anything'; Words = '' } }
          '--ca' { return @{ Kind = 'files'; Words = '' } }
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign envelope evidence' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Kind = 'anything'; Words = '' } }
          '-o' { return @{ Kind = 'anything'; Words = '' } }
          '--ca' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign values check' {
        switch -CaseSensitive -Exact ($flag) {
          '--template' { return @{ Kind = 'live'; Words = 'templates' } }
          '--recipient' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign webhook register' {
        switch -CaseSensitive -Exact ($flag) {
          '--url' { return @{ Kind = 'anything'; Words = '' } }
          '--event' { return @{ Kind = 'anything'; Words = '' } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--secret-file' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign webhook update' {
        switch -CaseSensitive -Exact ($flag) {
          '--url' { return @{ Kind = 'anything'; Words = '' } }
          '--event' { return @{ Kind = 'anything'; Words = '' } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign webhook rotate' {
        switch -CaseSensitive -Exact ($flag) {
          '--secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--verify-with' { return @{ Kind = 'anything'; Words = '' } }
          '--old-secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--verify-for' { return @{ Kind = 'anything'; Words = '' } }
          '--header' { return @{ Kind = 'anything'; Words = '' } }
          '--ca-file' { return @{ Kind = 'files'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign webhook check' {
        switch -CaseSensitive -Exact ($flag) {
          '--max-failures' { return @{ Kind = 'anything'; Words = '' } }
          '--format' { return @{ Kind = 'words'; Words = @('text', 'prometheus') } }
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign webhook verify' {
        switch -CaseSensitive -Exact ($flag) {
          '--secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--previous-secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--header' { return @{ Kind = 'anything'; Words = '' } }
          '--body' { return @{ Kind = 'files'; Words = '' } }
          '--at' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign webhook sign' {
        switch -CaseSensitive -Exact ($flag) {
          '--secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--previous-secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--body' { return @{ Kind = 'files'; Words = '' } }
          '--at' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign webhook certify' {
        switch -CaseSensitive -Exact ($flag) {
          '--secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--previous-secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--acted-url' { return @{ Kind = 'anything'; Words = '' } }
          '--fail-header' { return @{ Kind = 'anything'; Words = '' } }
          '--rule' { return @{ Kind = 'anything'; Words = '' } }
          '--junit' { return @{ Kind = 'files'; Words = '' } }
          '--header' { return @{ Kind = 'anything'; Words = '' } }
          '--ca-file' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign authorisation create' {
        switch -CaseSensitive -Exact ($flag) {
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--grantor' { return @{ Kind = 'anything'; Words = '' } }
          '--entity-name' { return @{ Kind = 'anything'; Words = '' } }
          '--entity-number' { return @{ Kind = 'anything'; Words = '' } }
          '--use' { return @{ Kind = 'anything'; Words = '' } }
          '--valid-until' { return @{ Kind = 'anything'; Words = '' } }
          '--valid-for' { return @{ Kind = 'anything'; Words = '' } }
          '--valid-from' { return @{ Kind = 'anything'; Words = '' } }
          '--reference' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign authorization create' {
        switch -CaseSensitive -Exact ($flag) {
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--grantor' { return @{ Kind = 'anything'; Words = '' } }
          '--entity-name' { return @{ Kind = 'anything'; Words = '' } }
          '--entity-number' { return @{ Kind = 'anything'; Words = '' } }
          '--use' { return @{ Kind = 'anything'; Words = '' } }
          '--valid-until' { return @{ Kind = 'anything'; Words = '' } }
          '--valid-for' { return @{ Kind = 'anything'; Words = '' } }
          '--valid-from' { return @{ Kind = 'anything'; Words = '' } }
          '--reference' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign authorisation list' {
        switch -CaseSensitive -Exact ($flag) {
          '--status' { return @{ Kind = 'words'; Words = @('invited', 'active', 'declined', 'expired_unsigned', 'cancelled', 'revoked', 'expired', 'invalidated') } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--reference' { return @{ Kind = 'anything'; Words = '' } }
          '--expiring' { return @{ Kind = 'anything'; Words = '' } }
          '--limit' { return @{ Kind = 'anything'; Words = '' } }
          '--cursor' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign authorization list' {
        switch -CaseSensitive -Exact ($flag) {
          '--status' { return @{ Kind = 'words'; Words = @('invited', 'active', 'declined', 'expired_unsigned', 'cancelled', 'revoked', 'expired', 'invalidated') } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
          '--reference' { return @{ Kind = 'anything'; Words = '' } }
          '--expiring' { return @{ Kind = 'anything'; Words = '' } }
          '--limit' { return @{ Kind = 'anything'; Words = '' } }
          '--cursor' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign authorisation cancel' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign authorization cancel' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign authorisation revoke' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign authorization revoke' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Kind = 'anything'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign event list' {
        switch -CaseSensitive -Exact ($flag) {
          '--event' { return @{ Kind = 'anything'; Words = '' } }
          '--envelope' { return @{ Kind = 'live'; Words = 'envelopes' } }
          '--since' { return @{ Kind = 'anything'; Words = '' } }
          '--limit' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign event replay' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Kind = 'anything'; Words = '' } }
          '--secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--previous-secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--header' { return @{ Kind = 'anything'; Words = '' } }
          '--ca-file' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign event send' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Kind = 'anything'; Words = '' } }
          '--envelope' { return @{ Kind = 'live'; Words = 'envelopes' } }
          '--set' { return @{ Kind = 'anything'; Words = '' } }
          '--secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--previous-secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--header' { return @{ Kind = 'anything'; Words = '' } }
          '--ca-file' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign request list' {
        switch -CaseSensitive -Exact ($flag) {
          '--since' { return @{ Kind = 'anything'; Words = '' } }
          '--limit' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign listen' {
        switch -CaseSensitive -Exact ($flag) {
          '--forward-to' { return @{ Kind = 'anything'; Words = '' } }
          '--route' { return @{ Kind = 'anything'; Words = '' } }
          '--event' { return @{ Kind = 'anything'; Words = '' } }
          '--ack' { return @{ Kind = 'words'; Words = @('early', 'app') } }
          '--retries' { return @{ Kind = 'anything'; Words = '' } }
          '--header' { return @{ Kind = 'anything'; Words = '' } }
          '--forward-ca' { return @{ Kind = 'files'; Words = '' } }
          '--secret-file' { return @{ Kind = 'files'; Words = '' } }
          '--public-url' { return @{ Kind = 'anything'; Words = '' } }
          '--tunnel' { return @{ Kind = 'anything'; Words = '' } }
          '--tunnel-cmd' { return @{ Kind = 'anything'; Words = '' } }
          '--tunnel-address' { return @{ Kind = 'anything'; Words = '' } }
          '--port' { return @{ Kind = 'anything'; Words = '' } }
          '--interval' { return @{ Kind = 'anything'; Words = '' } }
          '--expect' { return @{ Kind = 'anything'; Words = '' } }
          '--envelope' { return @{ Kind = 'live'; Words = 'envelopes' } }
          '--junit' { return @{ Kind = 'files'; Words = '' } }
          '--brand' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign embed' {
        switch -CaseSensitive -Exact ($flag) {
          '--port' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator start' {
        switch -CaseSensitive -Exact ($flag) {
          '--port' { return @{ Kind = 'anything'; Words = '' } }
          '--data' { return @{ Kind = 'folders'; Words = '' } }
          '--plan' { return @{ Kind = 'words'; Words = @('free', 'paid') } }
          '--seed' { return @{ Kind = 'anything'; Words = '' } }
          '--now' { return @{ Kind = 'anything'; Words = '' } }
          '--smtp-forward' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator exec' {
        switch -CaseSensitive -Exact ($flag) {
          '--plan' { return @{ Kind = 'words'; Words = @('free', 'paid') } }
          '--seed' { return @{ Kind = 'anything'; Words = '' } }
          '--now' { return @{ Kind = 'anything'; Words = '' } }
          '--restore' { return @{ Kind = 'files'; Words = '' } }
          '--scenario' { return @{ Kind = 'anything'; Words = '' } }
          '--snapshot' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign emulator snapshot' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign emulator clock advance' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator inbox list' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Kind = 'anything'; Words = '' } }
          '--kind' { return @{ Kind = 'anything'; Words = '' } }
          '--envelope' { return @{ Kind = 'live'; Words = 'envelopes' } }
        }
      }
      'esign emulator inbox wait' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Kind = 'anything'; Words = '' } }
          '--subject' { return @{ Kind = 'anything'; Words = '' } }
          '--kind' { return @{ Kind = 'anything'; Words = '' } }
          '--envelope' { return @{ Kind = 'live'; Words = 'envelopes' } }
          '--after' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator inbox open' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator sign' {
        switch -CaseSensitive -Exact ($flag) {
          '--value' { return @{ Kind = 'anything'; Words = '' } }
          '--field' { return @{ Kind = 'anything'; Words = '' } }
          '--signature' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator decline' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator delegate' {
        switch -CaseSensitive -Exact ($flag) {
          '--to' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator decline-grant' {
        switch -CaseSensitive -Exact ($flag) {
          '--reason' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator fault at' {
        switch -CaseSensitive -Exact ($flag) {
          '--code' { return @{ Kind = 'anything'; Words = '' } }
          '--status' { return @{ Kind = 'anything'; Words = '' } }
          '--times' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator fault operation' {
        switch -CaseSensitive -Exact ($flag) {
          '--code' { return @{ Kind = 'anything'; Words = '' } }
          '--status' { return @{ Kind = 'anything'; Words = '' } }
          '--delay' { return @{ Kind = 'anything'; Words = '' } }
          '--stuck-for' { return @{ Kind = 'anything'; Words = '' } }
          '--probability' { return @{ Kind = 'anything'; Words = '' } }
          '--count' { return @{ Kind = 'anything'; Words = '' } }
          '--seed' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator fault deliveries' {
        switch -CaseSensitive -Exact ($flag) {
          '--duplicate' { return @{ Kind = 'anything'; Words = '' } }
          '--reorder' { return @{ Kind = 'anything'; Words = '' } }
          '--delay' { return @{ Kind = 'anything'; Words = '' } }
          '--drop' { return @{ Kind = 'anything'; Words = '' } }
          '--lose-answer' { return @{ Kind = 'anything'; Words = '' } }
          '--wrong-signature' { return @{ Kind = 'anything'; Words = '' } }
          '--clock-skew' { return @{ Kind = 'anything'; Words = '' } }
          '--seed' { return @{ Kind = 'anything'; Words = '' } }
          '--count' { return @{ Kind = 'anything'; Words = '' } }
          '--endpoint' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator trigger' {
        switch -CaseSensitive -Exact ($flag) {
          '--envelope' { return @{ Kind = 'live'; Words = 'envelopes' } }
        }
      }
      'esign emulator log deliveries' {
        switch -CaseSensitive -Exact ($flag) {
          '--endpoint' { return @{ Kind = 'anything'; Words = '' } }
          '--envelope' { return @{ Kind = 'live'; Words = 'envelopes' } }
        }
      }
      'esign emulator log events' {
        switch -CaseSensitive -Exact ($flag) {
          '--envelope' { return @{ Kind = 'live'; Words = 'envelopes' } }
        }
      }
      'esign emulator redeliver' {
        switch -CaseSensitive -Exact ($flag) {
          '--endpoint' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign emulator ca' {
        switch -CaseSensitive -Exact ($flag) {
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
        }
      }
      'esign pdf verify' {
        switch -CaseSensitive -Exact ($flag) {
          '--ca' { return @{ Kind = 'files'; Words = '' } }
          '--at' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign demo' {
        switch -CaseSensitive -Exact ($flag) {
          '--out' { return @{ Kind = 'folders'; Words = '' } }
        }
      }
      'esign profile add' {
        switch -CaseSensitive -Exact ($flag) {
          '--signature-header' { return @{ Kind = 'anything'; Words = '' } }
          '--completion-delivery-value' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
      'esign api' {
        switch -CaseSensitive -Exact ($flag) {
          '--field' { return @{ Kind = 'anything'; Words = '' } }
          '-F' { return @{ Kind = 'anything'; Words = '' } }
          '--input' { return @{ Kind = 'files'; Words = '' } }
          '--query' { return @{ Kind = 'anything'; Words = '' } }
          '--header' { return @{ Kind = 'anything'; Words = '' } }
          '--output' { return @{ Kind = 'files'; Words = '' } }
          '-o' { return @{ Kind = 'files'; Words = '' } }
          '--idempotency-key' { return @{ Kind = 'anything'; Words = '' } }
        }
      }
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

  $begun = [string]$wordToComplete
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
  $path = 'esign'
  $flag = ''
  foreach ($element in $before) {
    $word = if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $element.Value } else { $element.Extent.Text }
    if ($flag -ne '') { $flag = ''; continue }
    if ($word.StartsWith('-')) {
      if (-not $word.Contains('=') -and $null -ne (& $valuesOf $path $word)) { $flag = $word }
    } elseif ($null -ne (& $placeOf "$path $word")) {
      $path = "$path $word"
    }
  }

  $prefix = ''
  if ($flag -eq '' -and $begun -match '^(--?[^=]+)=') {
    $flag = $Matches[1]
    if ($null -eq (& $valuesOf $path $flag)) { return }
    $prefix = "$flag="
    $begun = $begun.Substring($prefix.Length)
  }
  if ($flag -ne '') {
    $given = & $valuesOf $path $flag
    switch -CaseSensitive -Exact ($given.Kind) {
      'files' { if ($prefix -eq '') { [System.Management.Automation.CompletionCompleters]::CompleteFilename($begun) } }
      'folders' { if ($prefix -eq '') { [System.Management.Automation.CompletionCompleters]::CompleteFilename($begun) } }
      'live' { & $offerLines $prefix (& $live $given.Words) $begun }
      'words' { & $offerLines $prefix $given.Words $begun }
    }
    return
  }

  $place = & $placeOf $path
  if ($begun.StartsWith('-')) {
    & $offerLines '' $place.Flags $begun
    & $offerLines '' @('--profile	the profile to use (ESIGN_PROFILE)', '--mode	which key of the profile to use (ESIGN_MODE)', '--base-url	the base address of the service (ESIGN_BASE_URL)', '--api-key-file	read the API key from a file', '--api-key-stdin	read the API key from stdin', '--json	write JSON; pick fields with --json=a,b', '--jq	filter the JSON with a jq expression', '--quiet	write ids only, and no notes', '--yes	answer every question with yes', '--no-input	ask nothing; a missing value is an error', '--debug	trace requests on stderr, secrets masked', '--color	colour the output', '--timeout	give up on a request after this long', '--help	show this help') $begun
    return
  }
  & $offerLines '' $place.Words $begun
  if ($place.Live -ne '') { & $offerLines '' (& $live $place.Live) $begun }
  if ($place.Files) { [System.Management.Automation.CompletionCompleters]::CompleteFilename($begun) }
}
