# Completion for esign; made by `esign completion bash`.

# Answers in `words`, `flags`, `files` and `live` what may follow the command in $1.
_esign_place() {
  words='' flags='' files=0 live=''
  case "$1" in
    'esign')
      words='template envelope values webhook authorisation authorization event request listen embed emulator pdf demo profile login logout whoami doctor api mcp error spec completion help'
      flags='--version'
      files=0 ;;
    'esign template')
      words='list get create inspect preview wizard people decide apply fields types rename rename-all pull diff push copy-names propose accept page'
      flags=''
      files=0 ;;
    'esign template list')
      words=''
      flags='--limit --cursor --all'
      files=0 ;;
    'esign template get')
      words=''
      flags=''
      files=0 live=templates ;;
    'esign template create')
      words=''
      flags='--name --dry-run --idempotency-key --require-new'
      files=1 ;;
    'esign template inspect')
      words=''
      flags=''
      files=1 ;;
    'esign template preview')
      words=''
      flags='--output --format --page --open --force'
      files=1 live=templates ;;
    'esign template wizard')
      words=''
      flags='--plain --picture'
      files=0 live=templates ;;
    'esign template people')
      words=''
      flags=''
      files=0 live=templates ;;
    'esign template decide')
      words=''
      flags='--decision --role-name --subject-key --subject-name --presence --filled-by --dry-run'
      files=0 live=templates ;;
    'esign template apply')
      words=''
      flags='--dry-run'
      files=0 live=templates ;;
    'esign template fields')
      words=''
      flags='--unnamed --csv'
      files=0 live=templates ;;
    'esign template types')
      words=''
      flags='--format --output --force'
      files=1 live=templates ;;
    'esign template rename')
      words=''
      flags='--data-key --no-data-key --label --no-label --subject --no-subject --dry-run'
      files=0 live=templates ;;
    'esign template rename-all')
      words=''
      flags='--from --empty-removes --dry-run'
      files=0 live=templates ;;
    'esign template pull')
      words=''
      flags='--output --force'
      files=0 live=templates ;;
    'esign template diff')
      words=''
      flags=''
      files=1 ;;
    'esign template push')
      words=''
      flags='--prefer --dry-run'
      files=1 ;;
    'esign template copy-names')
      words=''
      flags='--min-confidence --dry-run'
      files=0 live=templates ;;
    'esign template propose')
      words=''
      flags='--dry-run'
      files=0 live=templates ;;
    'esign template accept')
      words=''
      flags='--all --high --proposal --dry-run'
      files=0 live=templates ;;
    'esign template page')
      words=''
      flags='--output --force'
      files=0 ;;
    'esign envelope')
      words='create one-off batch plan apply list show wait watch get send void documents draft download evidence signing-url'
      flags=''
      files=0 ;;
    'esign envelope create')
      words=''
      flags='--template --recipient --value --values-file --lock --title --send --expires-at --expires-in --brand --completion-delivery --from-file --interactive --save --plain --rows --mapping --run --results --shard --batches --dry-run --idempotency-key --require-new'
      files=0 ;;
    'esign envelope one-off')
      words=''
      flags='--recipient --value --values-file --lock --title --field --send --expires-at --expires-in --brand --completion-delivery --from-file --dry-run --idempotency-key --require-new'
      files=1 ;;
    'esign envelope batch')
      words=''
      flags='--template --from-file --send --expires-at --expires-in --brand --completion-delivery --dry-run --idempotency-key --require-new'
      files=0 ;;
    'esign envelope plan')
      words=''
      flags='--template --rows --mapping --run --recipient --value --values-file --lock --title --send --expires-at --expires-in --brand --completion-delivery --output --force'
      files=0 ;;
    'esign envelope apply')
      words=''
      flags='--results --shard --batches --dry-run'
      files=0 ;;
    'esign envelope list')
      words=''
      flags='--status --limit --all --cached'
      files=0 ;;
    'esign envelope show')
      words=''
      flags=''
      files=0 live=envelopes ;;
    'esign envelope wait')
      words=''
      flags='--until --past-sealing-failure'
      files=0 live=envelopes ;;
    'esign envelope watch')
      words=''
      flags=''
      files=0 live=envelopes ;;
    'esign envelope get')
      words=''
      flags=''
      files=0 live=envelopes ;;
    'esign envelope send')
      words=''
      flags='--dry-run --idempotency-key --require-new'
      files=0 live=envelopes ;;
    'esign envelope void')
      words=''
      flags='--reason --dry-run --idempotency-key --require-new'
      files=0 live=envelopes ;;
    'esign envelope documents')
      words=''
      flags=''
      files=0 live=envelopes ;;
    'esign envelope draft')
      words=''
      flags='--position --output --force'
      files=0 live=envelopes ;;
    'esign envelope download')
      words=''
      flags='--position --ca --no-verify --output --force'
      files=0 live=envelopes ;;
    'esign envelope evidence')
      words=''
      flags='--output --force --unfinished --ca'
      files=0 live=envelopes ;;
    'esign envelope signing-url')
      words=''
      flags='--print --dry-run'
      files=0 live=envelopes ;;
    'esign values')
      words='check'
      flags=''
      files=0 ;;
    'esign values check')
      words=''
      flags='--template --recipient'
      files=1 ;;
    'esign webhook')
      words='register list get update enable disable delete rotate check verify sign certify'
      flags=''
      files=0 ;;
    'esign webhook register')
      words=''
      flags='--url --event --brand --secret-file --force --dry-run'
      files=0 ;;
    'esign webhook list')
      words=''
      flags=''
      files=0 ;;
    'esign webhook get')
      words=''
      flags=''
      files=0 ;;
    'esign webhook update')
      words=''
      flags='--url --event --brand --no-brand --dry-run'
      files=0 ;;
    'esign webhook enable')
      words=''
      flags='--dry-run'
      files=0 ;;
    'esign webhook disable')
      words=''
      flags='--dry-run'
      files=0 ;;
    'esign webhook delete')
      words=''
      flags='--dry-run'
      files=0 ;;
    'esign webhook rotate')
      words=''
      flags='--secret-file --force --verify-with --old-secret-file --verify-for --header --ca-file --dry-run --idempotency-key --require-new'
      files=0 ;;
    'esign webhook check')
      words=''
      flags='--max-failures --format --output'
      files=0 ;;
    'esign webhook verify')
      words=''
      flags='--secret-file --previous-secret-file --header --body --at'
      files=0 ;;
    'esign webhook sign')
      words=''
      flags='--secret-file --previous-secret-file --body --at'
      files=0 ;;
    'esign webhook certify')
      words=''
      flags='--secret-file --previous-secret-file --acted-url --fail-header --rule --junit --header --ca-file'
      files=0 ;;
    'esign authorisation' | 'esign authorization')
      words='create list get cancel revoke'
      flags=''
      files=0 ;;
    'esign authorisation create' | 'esign authorization create')
      words=''
      flags='--brand --grantor --entity-name --entity-number --use --valid-until --valid-for --valid-from --reference --dry-run --idempotency-key --require-new'
      files=0 ;;
    'esign authorisation list' | 'esign authorization list')
      words=''
      flags='--status --brand --reference --expiring --limit --cursor --all'
      files=0 ;;
    'esign authorisation get' | 'esign authorization get')
      words=''
      flags=''
      files=0 ;;
    'esign authorisation cancel' | 'esign authorization cancel')
      words=''
      flags='--reason --dry-run --idempotency-key --require-new'
      files=0 ;;
    'esign authorisation revoke' | 'esign authorization revoke')
      words=''
      flags='--reason --dry-run --idempotency-key --require-new'
      files=0 ;;
    'esign event')
      words='list show replay send'
      flags=''
      files=0 ;;
    'esign event list')
      words=''
      flags='--event --envelope --undelivered --refused --since --limit'
      files=0 ;;
    'esign event show')
      words=''
      flags='--raw'
      files=0 ;;
    'esign event replay')
      words=''
      flags='--undelivered --to --as-retry --secret-file --previous-secret-file --header --ca-file'
      files=0 ;;
    'esign event send')
      words=''
      flags='--to --envelope --set --secret-file --previous-secret-file --header --ca-file --dry-run'
      files=0 ;;
    'esign request')
      words='list show resume'
      flags=''
      files=0 ;;
    'esign request list')
      words=''
      flags='--unsettled --since --limit'
      files=0 ;;
    'esign request show')
      words=''
      flags=''
      files=0 ;;
    'esign request resume')
      words=''
      flags='--all --old --close'
      files=0 ;;
    'esign listen')
      words=''
      flags='--forward-to --route --event --ack --retries --header --forward-ca --insecure-forward --secret-file --force --print-secret --public-url --tunnel --tunnel-cmd --tunnel-address --port --poll --interval --expect --envelope --junit --brand --keep --rotate --prune --all-machines --no-reaper'
      files=0 ;;
    'esign embed')
      words=''
      flags='--port --open'
      files=0 live=envelopes ;;
    'esign emulator')
      words='start stop status reset exec snapshot restore scenario clock inbox sign decline delegate grant decline-grant fault trigger log redeliver brands ca requeue'
      flags=''
      files=0 ;;
    'esign emulator start')
      words=''
      flags='--port --data --plan --strict --seed --now --smtp-forward --detach'
      files=0 ;;
    'esign emulator stop')
      words=''
      flags=''
      files=0 ;;
    'esign emulator status')
      words=''
      flags=''
      files=0 ;;
    'esign emulator reset')
      words=''
      flags=''
      files=0 ;;
    'esign emulator exec')
      words=''
      flags='--plan --strict --seed --now --restore --scenario --snapshot --no-snapshot'
      files=0 ;;
    'esign emulator snapshot')
      words=''
      flags='--output --force'
      files=0 ;;
    'esign emulator restore')
      words=''
      flags=''
      files=1 ;;
    'esign emulator scenario')
      words='list load'
      flags=''
      files=0 ;;
    'esign emulator scenario list')
      words=''
      flags=''
      files=0 ;;
    'esign emulator scenario load')
      words=''
      flags=''
      files=0 ;;
    'esign emulator clock')
      words='show freeze run advance'
      flags=''
      files=0 ;;
    'esign emulator clock show')
      words=''
      flags=''
      files=0 ;;
    'esign emulator clock freeze')
      words=''
      flags=''
      files=0 ;;
    'esign emulator clock run')
      words=''
      flags=''
      files=0 ;;
    'esign emulator clock advance')
      words=''
      flags='--to'
      files=0 ;;
    'esign emulator inbox')
      words='list show wait open'
      flags=''
      files=0 ;;
    'esign emulator inbox list')
      words=''
      flags='--to --kind --envelope --print'
      files=0 ;;
    'esign emulator inbox show')
      words=''
      flags='--html --print'
      files=0 ;;
    'esign emulator inbox wait')
      words=''
      flags='--to --subject --kind --envelope --after --print'
      files=0 ;;
    'esign emulator inbox open')
      words=''
      flags='--to --print'
      files=0 ;;
    'esign emulator sign')
      words=''
      flags='--value --field --signature --no-fill'
      files=0 live=envelopes ;;
    'esign emulator decline')
      words=''
      flags='--reason'
      files=0 live=envelopes ;;
    'esign emulator delegate')
      words=''
      flags='--to'
      files=0 live=envelopes ;;
    'esign emulator grant')
      words=''
      flags=''
      files=0 ;;
    'esign emulator decline-grant')
      words=''
      flags='--reason'
      files=0 ;;
    'esign emulator fault')
      words='at operation deliveries list'
      flags=''
      files=0 ;;
    'esign emulator fault at')
      words=''
      flags='--code --status --hold --times --clear --release'
      files=0 ;;
    'esign emulator fault operation')
      words=''
      flags='--code --status --delay --reset --drop-after-commit --stuck --stuck-for --probability --count --seed --clear'
      files=0 ;;
    'esign emulator fault deliveries')
      words=''
      flags='--duplicate --reorder --delay --drop --lose-answer --wrong-signature --clock-skew --seed --count --endpoint --clear'
      files=0 ;;
    'esign emulator fault list')
      words=''
      flags=''
      files=0 ;;
    'esign emulator trigger')
      words=''
      flags='--envelope'
      files=0 ;;
    'esign emulator log')
      words='deliveries events requests'
      flags=''
      files=0 ;;
    'esign emulator log deliveries')
      words=''
      flags='--follow --endpoint --envelope'
      files=0 ;;
    'esign emulator log events')
      words=''
      flags='--envelope'
      files=0 ;;
    'esign emulator log requests')
      words=''
      flags='--refused --curl --har'
      files=0 ;;
    'esign emulator redeliver')
      words=''
      flags='--failed --endpoint'
      files=0 ;;
    'esign emulator brands')
      words=''
      flags=''
      files=0 ;;
    'esign emulator ca')
      words=''
      flags='--output --force'
      files=0 ;;
    'esign emulator requeue')
      words=''
      flags=''
      files=0 live=envelopes ;;
    'esign pdf')
      words='verify'
      flags=''
      files=0 ;;
    'esign pdf verify')
      words=''
      flags='--ca --at --allow-untrusted'
      files=1 ;;
    'esign demo')
      words=''
      flags='--out'
      files=0 ;;
    'esign profile')
      words='add list use show remove'
      flags=''
      files=0 ;;
    'esign profile add')
      words=''
      flags='--use --force --insecure-storage --signature-header --completion-delivery-value'
      files=0 ;;
    'esign profile list')
      words=''
      flags=''
      files=0 ;;
    'esign profile use')
      words=''
      flags=''
      files=0 live=profiles ;;
    'esign profile show')
      words=''
      flags=''
      files=0 live=profiles ;;
    'esign profile remove')
      words=''
      flags=''
      files=0 live=profiles ;;
    'esign login')
      words=''
      flags='--insecure-storage --no-check'
      files=0 ;;
    'esign logout')
      words=''
      flags=''
      files=0 ;;
    'esign whoami')
      words=''
      flags='--offline'
      files=0 ;;
    'esign doctor')
      words=''
      flags='--fix'
      files=0 ;;
    'esign api')
      words=''
      flags='--list --field --input --query --header --output --force --print --dry-run --idempotency-key --require-new'
      files=0 ;;
    'esign mcp')
      words=''
      flags='--allow-writes --allow-live'
      files=0 ;;
    'esign error')
      words=''
      flags=''
      files=0 ;;
    'esign spec')
      words='show check catalogue catalog assumptions'
      flags=''
      files=0 ;;
    'esign spec show')
      words=''
      flags='--service'
      files=0 ;;
    'esign spec check')
      words=''
      flags='--breaking --write'
      files=1 ;;
    'esign spec catalogue' | 'esign spec catalog')
      words=''
      flags=''
      files=0 ;;
    'esign spec assumptions')
      words=''
      flags=''
      files=0 ;;
    'esign completion')
      words='install bash zsh fish powershell'
      flags=''
      files=0 ;;
    'esign completion install')
      words='bash zsh fish powershell'
      flags='--check --start-file --force'
      files=0 ;;
    'esign completion bash')
      words=''
      flags=''
      files=0 ;;
    'esign completion zsh')
      words=''
      flags=''
      files=0 ;;
    'esign completion fish')
      words=''
      flags=''
      files=0 ;;
    'esign completion powershell')
      words=''
      flags=''
      files=0 ;;
    *) return 1 ;;
  esac
}

# Answers in `values` what the flag $2 of the command in $1 takes; fails when it takes no value.
_esign_value() {
  case "$2" in
    --profile) values='@profiles'; return 0 ;;
    --mode) values='live test'; return 0 ;;
    --base-url) values='@anything'; return 0 ;;
    --api-key-file) values='@files'; return 0 ;;
    --jq) values='@anything'; return 0 ;;
    --color) values='auto always never'; return 0 ;;
    --timeout) values='@anything'; return 0 ;;
  esac
  case "$1" in
    'esign template list') case "$2" in
    --limit) values='@anything'; return 0 ;;
    --cursor) values='@anything'; return 0 ;;
    esac ;;
    'esign template create') case "$2" in
    --name) values='@anything'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign template preview') case "$2" in
    --output | -o) values='@anything'; return 0 ;;
    --format) values='html png'; return 0 ;;
    --page) values='@anything'; return 0 ;;
    esac ;;
    'esign template wizard') case "$2" in
    --picture) values='kitty iterm2 sixel halves none'; return 0 ;;
    esac ;;
    'esign template decide') case "$2" in
    --decision) values='subject signer both mandate_signed witness'; return 0 ;;
    --role-name) values='@anything'; return 0 ;;
    --subject-key) values='@anything'; return 0 ;;
    --subject-name) values='@anything'; return 0 ;;
    --presence) values='required conditional'; return 0 ;;
    --filled-by) values='current own'; return 0 ;;
    esac ;;
    'esign template types') case "$2" in
    --format) values='ts schema'; return 0 ;;
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign template rename') case "$2" in
    --data-key) values='@anything'; return 0 ;;
    --label) values='@anything'; return 0 ;;
    --subject) values='@anything'; return 0 ;;
    esac ;;
    'esign template rename-all') case "$2" in
    --from) values='@files'; return 0 ;;
    esac ;;
    'esign template pull') case "$2" in
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign template push') case "$2" in
    --prefer) values='file service'; return 0 ;;
    esac ;;
    'esign template copy-names') case "$2" in
    --min-confidence) values='@anything'; return 0 ;;
    esac ;;
    'esign template accept') case "$2" in
    --proposal) values='@anything'; return 0 ;;
    esac ;;
    'esign template page') case "$2" in
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign envelope create') case "$2" in
    --template) values='@templates'; return 0 ;;
    --recipient) values='@anything'; return 0 ;;
    --value) values='@anything'; return 0 ;;
    --values-file) values='@files'; return 0 ;;
    --lock) values='@anything'; return 0 ;;
    --title) values='@anything'; return 0 ;;
    --expires-at) values='@anything'; return 0 ;;
    --expires-in) values='@anything'; return 0 ;;
    --brand) values='@anything'; return 0 ;;
    --completion-delivery) values='service integrator'; return 0 ;;
    --from-file) values='@files'; return 0 ;;
    --save) values='@files'; return 0 ;;
    --rows) values='@files'; return 0 ;;
    --mapping) values='@files'; return 0 ;;
    --run) values='@anything'; return 0 ;;
    --results) values='@files'; return 0 ;;
    --shard) values='@anything'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign envelope one-off') case "$2" in
    --recipient) values='@anything'; return 0 ;;
    --value) values='@anything'; return 0 ;;
    --values-file) values='@files'; return 0 ;;
    --lock) values='@anything'; return 0 ;;
    --title) values='@anything'; return 0 ;;
    --field) values='@anything'; return 0 ;;
    --expires-at) values='@anything'; return 0 ;;
    --expires-in) values='@anything'; return 0 ;;
    --brand) values='@anything'; return 0 ;;
    --completion-delivery) values='service integrator'; return 0 ;;
    --from-file) values='@files'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign envelope batch') case "$2" in
    --template) values='@templates'; return 0 ;;
    --from-file) values='@files'; return 0 ;;
    --expires-at) values='@anything'; return 0 ;;
    --expires-in) values='@anything'; return 0 ;;
    --brand) values='@anything'; return 0 ;;
    --completion-delivery) values='service integrator'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign envelope plan') case "$2" in
    --template) values='@templates'; return 0 ;;
    --rows) values='@files'; return 0 ;;
    --mapping) values='@files'; return 0 ;;
    --run) values='@anything'; return 0 ;;
    --recipient) values='@anything'; return 0 ;;
    --value) values='@anything'; return 0 ;;
    --values-file) values='@files'; return 0 ;;
    --lock) values='@anything'; return 0 ;;
    --title) values='@anything'; return 0 ;;
    --expires-at) values='@anything'; return 0 ;;
    --expires-in) values='@anything'; return 0 ;;
    --brand) values='@anything'; return 0 ;;
    --completion-delivery) values='service integrator'; return 0 ;;
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign envelope apply') case "$2" in
    --results) values='@files'; return 0 ;;
    --shard) values='@anything'; return 0 ;;
    esac ;;
    'esign envelope list') case "$2" in
    --status) values='@anything'; return 0 ;;
    --limit) values='@anything'; return 0 ;;
    esac ;;
    'esign envelope wait') case "$2" in
    --until) values='@anything'; return 0 ;;
    esac ;;
    'esign envelope send') case "$2" in
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign envelope void') case "$2" in
    --reason) values='@anything'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign envelope draft') case "$2" in
    --position) values='@anything'; return 0 ;;
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign envelope download') case "$2" in
    --position) values='@anything'; return 0 ;;
    --ca) values='@files'; return 0 ;;
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign envelope evidence') case "$2" in
    --output | -o) values='@anything'; return 0 ;;
    --ca) values='@files'; return 0 ;;
    esac ;;
    'esign values check') case "$2" in
    --template) values='@templates'; return 0 ;;
    --recipient) values='@anything'; return 0 ;;
    esac ;;
    'esign webhook register') case "$2" in
    --url) values='@anything'; return 0 ;;
    --event) values='@anything'; return 0 ;;
    --brand) values='@anything'; return 0 ;;
    --secret-file) values='@files'; return 0 ;;
    esac ;;
    'esign webhook update') case "$2" in
    --url) values='@anything'; return 0 ;;
    --event) values='@anything'; return 0 ;;
    --brand) values='@anything'; return 0 ;;
    esac ;;
    'esign webhook rotate') case "$2" in
    --secret-file) values='@files'; return 0 ;;
    --verify-with) values='@anything'; return 0 ;;
    --old-secret-file) values='@files'; return 0 ;;
    --verify-for) values='@anything'; return 0 ;;
    --header) values='@anything'; return 0 ;;
    --ca-file) values='@files'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign webhook check') case "$2" in
    --max-failures) values='@anything'; return 0 ;;
    --format) values='text prometheus'; return 0 ;;
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign webhook verify') case "$2" in
    --secret-file) values='@files'; return 0 ;;
    --previous-secret-file) values='@files'; return 0 ;;
    --header) values='@anything'; return 0 ;;
    --body) values='@files'; return 0 ;;
    --at) values='@anything'; return 0 ;;
    esac ;;
    'esign webhook sign') case "$2" in
    --secret-file) values='@files'; return 0 ;;
    --previous-secret-file) values='@files'; return 0 ;;
    --body) values='@files'; return 0 ;;
    --at) values='@anything'; return 0 ;;
    esac ;;
    'esign webhook certify') case "$2" in
    --secret-file) values='@files'; return 0 ;;
    --previous-secret-file) values='@files'; return 0 ;;
    --acted-url) values='@anything'; return 0 ;;
    --fail-header) values='@anything'; return 0 ;;
    --rule) values='@anything'; return 0 ;;
    --junit) values='@files'; return 0 ;;
    --header) values='@anything'; return 0 ;;
    --ca-file) values='@files'; return 0 ;;
    esac ;;
    'esign authorisation create' | 'esign authorization create') case "$2" in
    --brand) values='@anything'; return 0 ;;
    --grantor) values='@anything'; return 0 ;;
    --entity-name) values='@anything'; return 0 ;;
    --entity-number) values='@anything'; return 0 ;;
    --use) values='@anything'; return 0 ;;
    --valid-until) values='@anything'; return 0 ;;
    --valid-for) values='@anything'; return 0 ;;
    --valid-from) values='@anything'; return 0 ;;
    --reference) values='@anything'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign authorisation list' | 'esign authorization list') case "$2" in
    --status) values='invited active declined expired_unsigned cancelled revoked expired invalidated'; return 0 ;;
    --brand) values='@anything'; return 0 ;;
    --reference) values='@anything'; return 0 ;;
    --expiring) values='@anything'; return 0 ;;
    --limit) values='@anything'; return 0 ;;
    --cursor) values='@anything'; return 0 ;;
    esac ;;
    'esign authorisation cancel' | 'esign authorization cancel') case "$2" in
    --reason) values='@anything'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign authorisation revoke' | 'esign authorization revoke') case "$2" in
    --reason) values='@anything'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
    'esign event list') case "$2" in
    --event) values='@anything'; return 0 ;;
    --envelope) values='@envelopes'; return 0 ;;
    --since) values='@anything'; return 0 ;;
    --limit) values='@anything'; return 0 ;;
    esac ;;
    'esign event replay') case "$2" in
    --to) values='@anything'; return 0 ;;
    --secret-file) values='@files'; return 0 ;;
    --previous-secret-file) values='@files'; return 0 ;;
    --header) values='@anything'; return 0 ;;
    --ca-file) values='@files'; return 0 ;;
    esac ;;
    'esign event send') case "$2" in
    --to) values='@anything'; return 0 ;;
    --envelope) values='@envelopes'; return 0 ;;
    --set) values='@anything'; return 0 ;;
    --secret-file) values='@files'; return 0 ;;
    --previous-secret-file) values='@files'; return 0 ;;
    --header) values='@anything'; return 0 ;;
    --ca-file) values='@files'; return 0 ;;
    esac ;;
    'esign request list') case "$2" in
    --since) values='@anything'; return 0 ;;
    --limit) values='@anything'; return 0 ;;
    esac ;;
    'esign listen') case "$2" in
    --forward-to) values='@anything'; return 0 ;;
    --route) values='@anything'; return 0 ;;
    --event) values='@anything'; return 0 ;;
    --ack) values='early app'; return 0 ;;
    --retries) values='@anything'; return 0 ;;
    --header) values='@anything'; return 0 ;;
    --forward-ca) values='@files'; return 0 ;;
    --secret-file) values='@files'; return 0 ;;
    --public-url) values='@anything'; return 0 ;;
    --tunnel) values='@anything'; return 0 ;;
    --tunnel-cmd) values='@anything'; return 0 ;;
    --tunnel-address) values='@anything'; return 0 ;;
    --port) values='@anything'; return 0 ;;
    --interval) values='@anything'; return 0 ;;
    --expect) values='@anything'; return 0 ;;
    --envelope) values='@envelopes'; return 0 ;;
    --junit) values='@files'; return 0 ;;
    --brand) values='@anything'; return 0 ;;
    esac ;;
    'esign embed') case "$2" in
    --port) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator start') case "$2" in
    --port) values='@anything'; return 0 ;;
    --data) values='@folders'; return 0 ;;
    --plan) values='free paid'; return 0 ;;
    --seed) values='@anything'; return 0 ;;
    --now) values='@anything'; return 0 ;;
    --smtp-forward) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator exec') case "$2" in
    --plan) values='free paid'; return 0 ;;
    --seed) values='@anything'; return 0 ;;
    --now) values='@anything'; return 0 ;;
    --restore) values='@files'; return 0 ;;
    --scenario) values='@anything'; return 0 ;;
    --snapshot) values='@files'; return 0 ;;
    esac ;;
    'esign emulator snapshot') case "$2" in
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign emulator clock advance') case "$2" in
    --to) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator inbox list') case "$2" in
    --to) values='@anything'; return 0 ;;
    --kind) values='@anything'; return 0 ;;
    --envelope) values='@envelopes'; return 0 ;;
    esac ;;
    'esign emulator inbox wait') case "$2" in
    --to) values='@anything'; return 0 ;;
    --subject) values='@anything'; return 0 ;;
    --kind) values='@anything'; return 0 ;;
    --envelope) values='@envelopes'; return 0 ;;
    --after) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator inbox open') case "$2" in
    --to) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator sign') case "$2" in
    --value) values='@anything'; return 0 ;;
    --field) values='@anything'; return 0 ;;
    --signature) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator decline') case "$2" in
    --reason) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator delegate') case "$2" in
    --to) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator decline-grant') case "$2" in
    --reason) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator fault at') case "$2" in
    --code) values='@anything'; return 0 ;;
    --status) values='@anything'; return 0 ;;
    --times) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator fault operation') case "$2" in
    --code) values='@anything'; return 0 ;;
    --status) values='@anything'; return 0 ;;
    --delay) values='@anything'; return 0 ;;
    --stuck-for) values='@anything'; return 0 ;;
    --probability) values='@anything'; return 0 ;;
    --count) values='@anything'; return 0 ;;
    --seed) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator fault deliveries') case "$2" in
    --duplicate) values='@anything'; return 0 ;;
    --reorder) values='@anything'; return 0 ;;
    --delay) values='@anything'; return 0 ;;
    --drop) values='@anything'; return 0 ;;
    --lose-answer) values='@anything'; return 0 ;;
    --wrong-signature) values='@anything'; return 0 ;;
    --clock-skew) values='@anything'; return 0 ;;
    --seed) values='@anything'; return 0 ;;
    --count) values='@anything'; return 0 ;;
    --endpoint) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator trigger') case "$2" in
    --envelope) values='@envelopes'; return 0 ;;
    esac ;;
    'esign emulator log deliveries') case "$2" in
    --endpoint) values='@anything'; return 0 ;;
    --envelope) values='@envelopes'; return 0 ;;
    esac ;;
    'esign emulator log events') case "$2" in
    --envelope) values='@envelopes'; return 0 ;;
    esac ;;
    'esign emulator redeliver') case "$2" in
    --endpoint) values='@anything'; return 0 ;;
    esac ;;
    'esign emulator ca') case "$2" in
    --output | -o) values='@files'; return 0 ;;
    esac ;;
    'esign pdf verify') case "$2" in
    --ca) values='@files'; return 0 ;;
    --at) values='@anything'; return 0 ;;
    esac ;;
    'esign demo') case "$2" in
    --out) values='@folders'; return 0 ;;
    esac ;;
    'esign profile add') case "$2" in
    --signature-header) values='@anything'; return 0 ;;
    --completion-delivery-value) values='@anything'; return 0 ;;
    esac ;;
    'esign api') case "$2" in
    --field | -F) values='@anything'; return 0 ;;
    --input) values='@files'; return 0 ;;
    --query) values='@anything'; return 0 ;;
    --header) values='@anything'; return 0 ;;
    --output | -o) values='@files'; return 0 ;;
    --idempotency-key) values='@anything'; return 0 ;;
    esac ;;
  esac
  return 1
}

# Adds the lines of stdin that begin with what is typed, as they are: nothing in them is expanded or split.
_esign_add() {
  local value rest
  while IFS=$'\t' read -r value rest; do
    if [[ $value == "$cur"* ]]; then COMPREPLY+=("$value"); fi
  done
}

# Adds what this machine knows at the moment: names of profiles, ids of envelopes and templates.
_esign_live() {
  _esign_add < <(command esign completion values "$1" 2>/dev/null)
}

_esign_paths() {
  local value
  compopt -o filenames 2>/dev/null
  while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen "$1" -- "$cur")
}

_esign() {
  local cur prev path word words flags files live values index skip
  cur=${COMP_WORDS[COMP_CWORD]}
  prev=${COMP_WORDS[COMP_CWORD-1]}
  # Bash breaks words at "=": put --flag=value together again.
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  path=esign skip=0
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if ((skip)); then skip=0; continue; fi
    if [[ $word == -* ]]; then
      if _esign_value "$path" "$word" && [[ ${COMP_WORDS[index+1]} != '=' ]]; then skip=1; fi
    elif _esign_place "$path $word"; then
      path="$path $word"
    fi
  done
  COMPREPLY=()
  if [[ $prev == -* ]] && _esign_value "$path" "$prev"; then
    case "$values" in
      @files) _esign_paths -f ;;
      @folders) _esign_paths -d ;;
      @profiles | @envelopes | @templates) _esign_live "${values#@}" ;;
      @anything) ;;
      *) COMPREPLY=($(compgen -W "$values" -- "$cur")) ;;
    esac
    return
  fi
  _esign_place "$path"
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags --profile --mode --base-url --api-key-file --api-key-stdin --json --jq --quiet --yes --no-input --debug --color --timeout --help" -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ $live != '' ]]; then _esign_live "$live"; fi
  if ((files)); then _esign_paths -f; fi
}

complete -F _esign esign
