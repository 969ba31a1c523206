# Completion for esign; made by `esign completion bash`.

# Answers in `words` and `flags` what may follow the command in $1.
_esign_place() {
  words='' flags=''
  case "$1" in
    'esign') words='template envelope listen emulator dev demo webhook event login logout profile whoami doctor values authorisation authorization pdf request api agent mcp embed explain spec completion forget help' flags='--version' ;;
    'esign template') words='create list get show wizard edit prepare people decide apply fields rename rename-all propose accept rehearse preview types pull diff push copy-names clone inspect page' flags='' ;;
    'esign template create') words='' flags='--name --dry-run --strict --idempotency-key --require-new' ;;
    'esign template list') words='' flags='--since --limit --all --fail-empty --cursor' ;;
    'esign template get' | 'esign template show') words='' flags='--etag' ;;
    'esign template wizard') words='' flags='--plain --picture' ;;
    'esign template edit') words='' flags='--port --max-wait --no-open' ;;
    'esign template prepare') words='' flags='--output --force --fields --print-fields --brackets --as --one-off --port --max-wait --no-open' ;;
    'esign template people') words='' flags='' ;;
    'esign template decide') words='' flags='--decision --role-name --subject-key --subject-name --presence --filled-by --dry-run --strict --overwrite --if-match' ;;
    'esign template apply') words='' flags='--all --filled-by --dry-run --strict --overwrite --if-match' ;;
    'esign template fields') words='' flags='--unnamed --csv' ;;
    'esign template rename') words='' flags='--data-key --no-data-key --label --no-label --subject --no-subject --allow-shared --dry-run --strict --overwrite --if-match' ;;
    'esign template rename-all') words='' flags='--from --empty-removes --allow-shared --dry-run --strict --overwrite --if-match' ;;
    'esign template propose') words='' flags='--dry-run --strict' ;;
    'esign template accept') words='' flags='--all --high --proposal --dry-run --strict --overwrite --if-match' ;;
    'esign template rehearse') words='' flags='--strict --allow-problem --pictures --force' ;;
    'esign template preview') words='' flags='--output --format --page --open --force' ;;
    'esign template types') words='' flags='--format --output --force' ;;
    'esign template pull') words='' flags='--output --force' ;;
    'esign template diff') words='' flags='' ;;
    'esign template push') words='' flags='--prefer --allow-shared --dry-run --strict --overwrite --if-match' ;;
    'esign template copy-names') words='' flags='--min-confidence --dry-run --strict --overwrite --if-match' ;;
    'esign template clone') words='' flags='--from --to --again --output --force --dry-run' ;;
    'esign template inspect') words='' flags='' ;;
    'esign template page') words='' flags='--output --force' ;;
    'esign envelope') words='create one-off send list desk show get wait watch void correct documents draft download reconcile check nudge evidence signing-url rows plan run runs' flags='' ;;
    'esign envelope create') words='' flags='--template --recipient --value --values-file --lock --title --send --expires-at --expires-in --brand --allow-problem --completion-delivery --input --interactive --save --plain --people --rows --mapping --run --id-column --allow-duplicates --only-valid --results --shard --resend --replace --skip --old --dry-run --strict --idempotency-key --require-new' ;;
    'esign envelope one-off') words='' flags='--recipient --value --values-file --lock --title --field --send --expires-at --expires-in --brand --allow-problem --completion-delivery --input --dry-run --strict --idempotency-key --require-new' ;;
    'esign envelope send') words='' flags='--allow-problem --dry-run --strict --idempotency-key --require-new' ;;
    'esign envelope list') words='' flags='--status --waiting-for --late --search --sort --run --cached --since --limit --all --fail-empty' ;;
    'esign envelope desk') words='' flags='--late' ;;
    'esign envelope show') words='' flags='' ;;
    'esign envelope get') words='' flags='' ;;
    'esign envelope wait') words='' flags='--until --max-wait --past-sealing-failure' ;;
    'esign envelope watch') words='' flags='--max-wait' ;;
    'esign envelope void') words='' flags='--reason --dry-run --strict --idempotency-key --require-new' ;;
    'esign envelope correct') words='' flags='--recipient --value --values-file --lock --title --send --expires-at --expires-in --brand --allow-problem --completion-delivery --input --void --reason --interactive --plain --people --dry-run --strict --idempotency-key --require-new' ;;
    'esign envelope documents') words='' flags='' ;;
    'esign envelope draft') words='' flags='--position --output --force' ;;
    'esign envelope download') words='' flags='--position --ca-file --ids --run --all --file-name --mailto --no-verify --output --force' ;;
    'esign envelope reconcile') words='' flags='--id-column --status-column --map --max-age --only-listed --deliver-to --secret-file --previous-secret-file --header --ca-file --dry-run' ;;
    'esign envelope check') words='' flags='--ids --unsealed-after --undelivered-after --expires-within --waiting-longer-than --format --output' ;;
    'esign envelope nudge') words='' flags='--ids --run --all --waiting-longer-than --max-age --format --output --force' ;;
    'esign envelope evidence') words='' flags='--output --force --unfinished --ca-file' ;;
    'esign envelope signing-url') words='' flags='--print --dry-run --strict' ;;
    'esign envelope rows') words='' flags='--template --output --required --semicolons --force' ;;
    'esign envelope plan') words='' flags='--template --rows --mapping --run --id-column --allow-duplicates --recipient --value --values-file --lock --title --send --expires-at --expires-in --brand --allow-problem --completion-delivery --output --force' ;;
    'esign envelope run') words='' flags='--results --shard --resend --replace --skip --old --allow-problem --dry-run' ;;
    'esign envelope runs') words='' flags='--since --limit --all --fail-empty' ;;
    'esign envelope batch') words='' flags='--template --input --send --expires-at --expires-in --brand --allow-problem --completion-delivery --dry-run --strict --idempotency-key --require-new' ;;
    'esign listen') words='' flags='--forward-to --route --event --mine --ack --retries --no-resume --header --find-cause --no-find-cause --forward-ca-file --insecure-forward --secret-file --force --write-env --print-secret --fresh-secret --public-url --tunnel --tunnel-cmd --tunnel-address --port --poll --interval --expect --max-wait --envelope --any-envelope --junit --brand --keep --rotate --end-grace --prune --all-machines --no-reaper' ;;
    'esign emulator') words='start stop status open exec sign decline delegate clock inbox trigger log fault scenario reset snapshot restore grant decline-grant redeliver requeue export-test brands allow-origin ca' flags='' ;;
    'esign emulator start') words='' flags='--port --data --plan --strict --ask --rate-limit --seed --now --seed-file --smtp-forward --allow-origin --write-env --shared --detach' ;;
    'esign emulator stop') words='' flags='' ;;
    'esign emulator status') words='' flags='' ;;
    'esign emulator open') words='' flags='--print' ;;
    'esign emulator exec') words='' flags='--plan --strict --ask --rate-limit --seed --now --seed-file --restore --scenario --snapshot --no-snapshot --force' ;;
    'esign emulator sign') words='' flags='--value --field --signature --no-fill' ;;
    'esign emulator decline') words='' flags='--reason' ;;
    'esign emulator delegate') words='' flags='--to' ;;
    'esign emulator clock') words='show freeze run advance' flags='' ;;
    'esign emulator clock show') words='' flags='' ;;
    'esign emulator clock freeze') words='' flags='' ;;
    'esign emulator clock run') words='' flags='' ;;
    'esign emulator clock advance') words='' flags='--to' ;;
    'esign emulator inbox') words='list show get wait open' flags='--to --kind --envelope --print --since --limit --all --fail-empty' ;;
    'esign emulator inbox list') words='' flags='--to --kind --envelope --print --since --limit --all --fail-empty' ;;
    'esign emulator inbox show' | 'esign emulator inbox get') words='' flags='--html --print' ;;
    'esign emulator inbox wait') words='' flags='--to --subject --kind --envelope --after --max-wait --print' ;;
    'esign emulator inbox open') words='' flags='--to --print' ;;
    'esign emulator trigger') words='' flags='--envelope' ;;
    'esign emulator log') words='deliveries events requests' flags='' ;;
    'esign emulator log deliveries') words='' flags='--follow --endpoint --envelope --since --limit --all --fail-empty' ;;
    'esign emulator log events') words='' flags='--follow --envelope --since --limit --all --fail-empty' ;;
    'esign emulator log requests') words='' flags='--refused --follow --curl --har --since --limit --all --fail-empty' ;;
    'esign emulator fault') words='operation deliveries list release clear' flags='' ;;
    'esign emulator fault operation') words='' flags='--code --http-status --delay --reset --drop-after-commit --stuck --stuck-for --hold --probability --count --seed' ;;
    'esign emulator fault deliveries') words='' flags='--duplicate --reorder --delay --drop --lose-answer --wrong-signature --clock-skew --seed --count --endpoint' ;;
    'esign emulator fault list') words='' flags='' ;;
    'esign emulator fault release') words='' flags='' ;;
    'esign emulator fault clear') words='' flags='' ;;
    'esign emulator scenario') words='list load' flags='' ;;
    'esign emulator scenario list') words='' flags='' ;;
    'esign emulator scenario load') words='' flags='' ;;
    'esign emulator reset') words='' flags='--clock' ;;
    'esign emulator snapshot') words='' flags='--output --seed-file --seed-schema --force' ;;
    'esign emulator restore') words='' flags='' ;;
    'esign emulator grant') words='' flags='' ;;
    'esign emulator decline-grant') words='' flags='--reason' ;;
    'esign emulator redeliver') words='' flags='--failed --endpoint' ;;
    'esign emulator requeue') words='' flags='' ;;
    'esign emulator export-test') words='' flags='--output --runner --force' ;;
    'esign emulator brands') words='' flags='' ;;
    'esign emulator allow-origin') words='' flags='--brand --remove' ;;
    'esign emulator ca') words='' flags='--output --force' ;;
    'esign dev') words='init' flags='--forward-to --allow-origin --write-env --ack --ask --bodies --shared --no-write-env' ;;
    'esign dev init') words='' flags='' ;;
    'esign demo') words='' flags='--output' ;;
    'esign webhook') words='register list get show update rotate delete check verify certify sign' flags='' ;;
    'esign webhook register') words='' flags='--url --event --brand --secret-file --force --dry-run --strict' ;;
    'esign webhook list') words='' flags='--since --limit --all --fail-empty' ;;
    'esign webhook get' | 'esign webhook show') words='' flags='' ;;
    'esign webhook update') words='' flags='--url --event --brand --no-brand --enable --disable --dry-run --strict' ;;
    'esign webhook rotate') words='' flags='--secret-file --force --verify-with --old-secret-file --verify-for --header --ca-file --end-grace --dry-run --strict --idempotency-key --require-new' ;;
    'esign webhook delete') words='' flags='--dry-run --strict' ;;
    'esign webhook check') words='' flags='--max-failures --format --output --fail-empty' ;;
    'esign webhook verify') words='' flags='--secret-file --previous-secret-file --header --body --at' ;;
    'esign webhook certify') words='' flags='--secret-file --previous-secret-file --acted-url --fail-header --rule --junit --header --ca-file' ;;
    'esign webhook enable') words='' flags='--dry-run --strict' ;;
    'esign webhook disable') words='' flags='--dry-run --strict' ;;
    'esign webhook sign') words='' flags='--secret-file --previous-secret-file --body --at' ;;
    'esign event') words='list show get replay send' flags='' ;;
    'esign event list') words='' flags='--event --envelope --undelivered --refused --follow --since --limit --all --fail-empty' ;;
    'esign event show' | 'esign event get') words='' flags='--raw' ;;
    'esign event replay') words='' flags='--undelivered --cut-off --to --as-retry --secret-file --previous-secret-file --header --ca-file' ;;
    'esign event send') words='' flags='--to --envelope --set --secret-file --previous-secret-file --header --ca-file --dry-run' ;;
    'esign login') words='' flags='--insecure-storage --no-check' ;;
    'esign logout') words='' flags='' ;;
    'esign profile') words='add list use show get token remove' flags='' ;;
    'esign profile add') words='' flags='--use --force --insecure-storage --signature-header --completion-delivery-value' ;;
    'esign profile list') words='' flags='' ;;
    'esign profile use') words='' flags='' ;;
    'esign profile show' | 'esign profile get') words='' flags='' ;;
    'esign profile token') words='' flags='--print' ;;
    'esign profile remove') words='' flags='' ;;
    'esign whoami') words='' flags='--offline' ;;
    'esign doctor') words='' flags='--fix' ;;
    'esign values') words='new check' flags='' ;;
    'esign values new') words='' flags='--output --force' ;;
    'esign values check') words='' flags='--template --recipient' ;;
    'esign authorisation' | 'esign authorization') words='create list get show cancel revoke' flags='' ;;
    'esign authorisation create' | 'esign authorization create') words='' flags='--brand --grantor --entity-name --entity-number --purpose --valid-until --valid-for --valid-from --reference --dry-run --strict --idempotency-key --require-new' ;;
    'esign authorisation list' | 'esign authorization list') words='' flags='--status --brand --reference --expiring --since --limit --all --fail-empty --cursor' ;;
    'esign authorisation get' | 'esign authorisation show' | 'esign authorization get' | 'esign authorization show') words='' flags='' ;;
    'esign authorisation cancel' | 'esign authorization cancel') words='' flags='--reason --dry-run --strict --idempotency-key --require-new' ;;
    'esign authorisation revoke' | 'esign authorization revoke') words='' flags='--reason --dry-run --strict --idempotency-key --require-new' ;;
    'esign pdf') words='verify' flags='' ;;
    'esign pdf verify') words='' flags='--ca-file --at --revision --output --force --allow-untrusted' ;;
    'esign request') words='list show get resume' flags='' ;;
    'esign request list') words='' flags='--unsettled --since --limit --all --fail-empty' ;;
    'esign request show' | 'esign request get') words='' flags='' ;;
    'esign request resume') words='' flags='--all --old --close' ;;
    'esign api') words='' flags='--list --field --input --query --header --output --force --overwrite --allow-problem --print --dry-run --strict --idempotency-key --require-new' ;;
    'esign agent') words='setup' flags='' ;;
    'esign agent setup') words='' flags='--client --allow-writes --reset --check --undo --dry-run --fail-empty' ;;
    'esign mcp') words='' flags='--tools --allow-writes --allow-live' ;;
    'esign embed') words='' flags='--port --max-wait --open' ;;
    'esign explain') words='' flags='' ;;
    'esign error') words='' flags='' ;;
    'esign spec') words='show check adopt prove catalogue catalog' flags='' ;;
    'esign spec show') words='' flags='--service' ;;
    'esign spec check') words='' flags='--breaking' ;;
    'esign spec adopt') words='' flags='--output --force --use' ;;
    'esign spec prove') words='' flags='--output --force --allow --template --fresh' ;;
    'esign spec catalogue' | 'esign spec catalog') words='' flags='' ;;
    'esign spec rule') words='' flags='--about --section --basis' ;;
    'esign spec assumptions') words='' flags='' ;;
    'esign completion') words='install' flags='' ;;
    'esign completion install') words='' flags='--check --start-file --force' ;;
    'esign forget') words='' flags='--envelope --person --older-than --dry-run' ;;
    'esign help') words='template envelope listen emulator dev demo webhook event login logout profile whoami doctor values authorisation authorization pdf request api agent mcp embed explain spec completion forget commands global-options output exit-codes environment errors security text-tags bulk webhooks testing contract agents guides guide-integrate guide-operate guide-ci guide-webhooks guide-test guide-go-live guide-curl' flags='' ;;
    'esign help template') words='create list get show wizard edit prepare people decide apply fields rename rename-all propose accept rehearse preview types pull diff push copy-names clone inspect page' flags='' ;;
    'esign help envelope') words='create one-off send list desk show get wait watch void correct documents draft download reconcile check nudge evidence signing-url rows plan run runs' flags='' ;;
    'esign help emulator') words='start stop status open exec sign decline delegate clock inbox trigger log fault scenario reset snapshot restore grant decline-grant redeliver requeue export-test brands allow-origin ca' flags='' ;;
    'esign help dev') words='init' flags='' ;;
    'esign help webhook') words='register list get show update rotate delete check verify certify sign' flags='' ;;
    'esign help event') words='list show get replay send' flags='' ;;
    'esign help profile') words='add list use show get token remove' flags='' ;;
    'esign help values') words='new check' flags='' ;;
    'esign help authorisation' | 'esign help authorization') words='create list get show cancel revoke' flags='' ;;
    'esign help pdf') words='verify' flags='' ;;
    'esign help request') words='list show get resume' flags='' ;;
    'esign help agent') words='setup' flags='' ;;
    'esign help spec') words='show check adopt prove catalogue catalog' flags='' ;;
    'esign help completion') words='install' flags='' ;;
    *) return 1 ;;
  esac
}

# Answers in `words`, `live` and `files` what the flag $2 of the command in $1 takes; fails when it takes no value.
_esign_value() {
  words='' live='' files=''
  case "$2" in
    --profile) live=profiles; return 0 ;;
    --mode) words='live test'; return 0 ;;
    --base-url) return 0 ;;
    --api-key-file) files='any'; return 0 ;;
    --contract) files='any'; return 0 ;;
    --jq) return 0 ;;
    --color) words='auto always never'; return 0 ;;
    --timeout) return 0 ;;
    --retry-for) return 0 ;;
  esac
  case "$1" in
    'esign template create') case "$2" in
    --name) return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign template list') case "$2" in
    --since) return 0 ;;
    --limit) return 0 ;;
    --cursor) return 0 ;;
    esac ;;
    'esign template wizard') case "$2" in
    --picture) words='kitty iterm2 sixel halves none'; return 0 ;;
    esac ;;
    'esign template edit') case "$2" in
    --port) return 0 ;;
    --max-wait) return 0 ;;
    esac ;;
    'esign template prepare') case "$2" in
    --output | -o) files='pdf'; return 0 ;;
    --fields) files='yaml|yml|json'; return 0 ;;
    --as) words='widgets tags'; return 0 ;;
    --port) return 0 ;;
    --max-wait) return 0 ;;
    esac ;;
    'esign template decide') case "$2" in
    --decision) words='subject signer both mandate_signed witness'; return 0 ;;
    --role-name) return 0 ;;
    --subject-key) return 0 ;;
    --subject-name) return 0 ;;
    --presence) words='required conditional'; return 0 ;;
    --filled-by) words='current own'; return 0 ;;
    --if-match) return 0 ;;
    esac ;;
    'esign template apply') case "$2" in
    --filled-by) words='current own'; return 0 ;;
    --if-match) return 0 ;;
    esac ;;
    'esign template rename') case "$2" in
    --data-key) return 0 ;;
    --label) return 0 ;;
    --subject) return 0 ;;
    --if-match) return 0 ;;
    esac ;;
    'esign template rename-all') case "$2" in
    --from) files='yaml|yml|json|csv'; return 0 ;;
    --if-match) return 0 ;;
    esac ;;
    'esign template accept') case "$2" in
    --proposal) return 0 ;;
    --if-match) return 0 ;;
    esac ;;
    'esign template rehearse') case "$2" in
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    --pictures) files='folders'; return 0 ;;
    esac ;;
    'esign template preview') case "$2" in
    --output | -o) files='html'; return 0 ;;
    --format) words='html png'; return 0 ;;
    --page) return 0 ;;
    esac ;;
    'esign template types') case "$2" in
    --format) words='ts schema'; return 0 ;;
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign template pull') case "$2" in
    --output | -o) files='yaml|yml'; return 0 ;;
    esac ;;
    'esign template push') case "$2" in
    --prefer) words='file service'; return 0 ;;
    --if-match) return 0 ;;
    esac ;;
    'esign template copy-names') case "$2" in
    --min-confidence) return 0 ;;
    --if-match) return 0 ;;
    esac ;;
    'esign template clone') case "$2" in
    --from) return 0 ;;
    --to) return 0 ;;
    --output | -o) files='folders'; return 0 ;;
    esac ;;
    'esign template page') case "$2" in
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign envelope create') case "$2" in
    --template) live=templates; return 0 ;;
    --recipient | --to) return 0 ;;
    --value) return 0 ;;
    --values-file) files='yaml|yml|json|csv'; return 0 ;;
    --lock) return 0 ;;
    --title) return 0 ;;
    --expires-at) return 0 ;;
    --expires-in) return 0 ;;
    --brand) return 0 ;;
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    --completion-delivery) words='service integrator'; return 0 ;;
    --input) files='yaml|yml|json'; return 0 ;;
    --save) files='json'; return 0 ;;
    --people) files='yaml|yml|json|csv'; return 0 ;;
    --rows) files='csv|tsv|ndjson|jsonl|json|yaml|yml'; return 0 ;;
    --mapping) files='yaml|yml|json'; return 0 ;;
    --run) return 0 ;;
    --id-column) return 0 ;;
    --results) files='ndjson'; return 0 ;;
    --shard) return 0 ;;
    --resend) words='changed'; return 0 ;;
    --replace) words='changed'; return 0 ;;
    --skip) return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign envelope one-off') case "$2" in
    --recipient | --to) return 0 ;;
    --value) return 0 ;;
    --values-file) files='yaml|yml|json|csv'; return 0 ;;
    --lock) return 0 ;;
    --title) return 0 ;;
    --field) return 0 ;;
    --expires-at) return 0 ;;
    --expires-in) return 0 ;;
    --brand) return 0 ;;
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    --completion-delivery) words='service integrator'; return 0 ;;
    --input) files='yaml|yml|json'; return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign envelope send') case "$2" in
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign envelope list') case "$2" in
    --status) words='draft sent partially_signed completed voided declined expired sealed'; return 0 ;;
    --waiting-for) return 0 ;;
    --search) return 0 ;;
    --sort) words='newest waiting'; return 0 ;;
    --run) return 0 ;;
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign envelope desk') case "$2" in
    --late) return 0 ;;
    esac ;;
    'esign envelope wait') case "$2" in
    --until) words='sent completed sealed voided declined expired signed:'; return 0 ;;
    --max-wait) return 0 ;;
    esac ;;
    'esign envelope watch') case "$2" in
    --max-wait) return 0 ;;
    esac ;;
    'esign envelope void') case "$2" in
    --reason) return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign envelope correct') case "$2" in
    --recipient | --to) return 0 ;;
    --value) return 0 ;;
    --values-file) files='yaml|yml|json|csv'; return 0 ;;
    --lock) return 0 ;;
    --title) return 0 ;;
    --expires-at) return 0 ;;
    --expires-in) return 0 ;;
    --brand) return 0 ;;
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    --completion-delivery) words='service integrator'; return 0 ;;
    --input) files='yaml|yml|json'; return 0 ;;
    --reason) return 0 ;;
    --people) files='yaml|yml|json|csv'; return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign envelope draft') case "$2" in
    --position) return 0 ;;
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign envelope download') case "$2" in
    --position) return 0 ;;
    --ca-file) files='pem|crt|cer'; return 0 ;;
    --ids) files='any'; return 0 ;;
    --run) return 0 ;;
    --file-name) return 0 ;;
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign envelope reconcile') case "$2" in
    --id-column) return 0 ;;
    --status-column) return 0 ;;
    --map) words='draft= sent= partially_signed= completed= voided= declined= expired= sealed='; return 0 ;;
    --max-age) return 0 ;;
    --deliver-to) return 0 ;;
    --secret-file) files='any'; return 0 ;;
    --previous-secret-file) files='any'; return 0 ;;
    --header) return 0 ;;
    --ca-file) files='any'; return 0 ;;
    esac ;;
    'esign envelope check') case "$2" in
    --ids) files='any'; return 0 ;;
    --unsealed-after) return 0 ;;
    --undelivered-after) return 0 ;;
    --expires-within) return 0 ;;
    --waiting-longer-than) return 0 ;;
    --format) words='text prometheus'; return 0 ;;
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign envelope nudge') case "$2" in
    --ids) files='any'; return 0 ;;
    --run) return 0 ;;
    --waiting-longer-than) return 0 ;;
    --max-age) return 0 ;;
    --format) words='mailto csv eml'; return 0 ;;
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign envelope evidence') case "$2" in
    --output | -o) files='zip'; return 0 ;;
    --ca-file) files='pem|crt|cer'; return 0 ;;
    esac ;;
    'esign envelope rows') case "$2" in
    --template) live=templates; return 0 ;;
    --output | -o) files='csv'; return 0 ;;
    esac ;;
    'esign envelope plan') case "$2" in
    --template) live=templates; return 0 ;;
    --rows) files='csv|tsv|ndjson|jsonl|json|yaml|yml'; return 0 ;;
    --mapping) files='yaml|yml|json'; return 0 ;;
    --run) return 0 ;;
    --id-column) return 0 ;;
    --recipient | --to) return 0 ;;
    --value) return 0 ;;
    --values-file) files='yaml|yml|json|csv'; return 0 ;;
    --lock) return 0 ;;
    --title) return 0 ;;
    --expires-at) return 0 ;;
    --expires-in) return 0 ;;
    --brand) return 0 ;;
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    --completion-delivery) words='service integrator'; return 0 ;;
    --output | -o) files='json'; return 0 ;;
    esac ;;
    'esign envelope run') case "$2" in
    --results) files='ndjson'; return 0 ;;
    --shard) return 0 ;;
    --resend) words='changed'; return 0 ;;
    --replace) words='changed'; return 0 ;;
    --skip) return 0 ;;
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    esac ;;
    'esign envelope runs') case "$2" in
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign envelope batch') case "$2" in
    --template) live=templates; return 0 ;;
    --input) files='csv|tsv|ndjson|jsonl|json|yaml|yml'; return 0 ;;
    --expires-at) return 0 ;;
    --expires-in) return 0 ;;
    --brand) return 0 ;;
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    --completion-delivery) words='service integrator'; return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign listen') case "$2" in
    --forward-to) return 0 ;;
    --route) return 0 ;;
    --event) words='envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed'; return 0 ;;
    --ack) words='early app'; return 0 ;;
    --retries) return 0 ;;
    --header) return 0 ;;
    --forward-ca-file) files='any'; return 0 ;;
    --secret-file) files='any'; return 0 ;;
    --write-env) files='any'; return 0 ;;
    --public-url) return 0 ;;
    --tunnel) words='none ngrok ngrok-sdk tailscale devtunnel cloudflared ssh://'; return 0 ;;
    --tunnel-cmd) return 0 ;;
    --tunnel-address) return 0 ;;
    --port) return 0 ;;
    --interval) return 0 ;;
    --expect) words='envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed'; return 0 ;;
    --max-wait) return 0 ;;
    --envelope) live=envelopes; return 0 ;;
    --junit) files='any'; return 0 ;;
    --brand) return 0 ;;
    esac ;;
    'esign emulator start') case "$2" in
    --port) return 0 ;;
    --data) files='folders'; return 0 ;;
    --plan) words='free paid'; return 0 ;;
    --rate-limit) return 0 ;;
    --seed) return 0 ;;
    --now) return 0 ;;
    --seed-file) files='yaml|yml|json'; return 0 ;;
    --smtp-forward) return 0 ;;
    --allow-origin) return 0 ;;
    --write-env) files='any'; return 0 ;;
    esac ;;
    'esign emulator exec') case "$2" in
    --plan) words='free paid'; return 0 ;;
    --rate-limit) return 0 ;;
    --seed) return 0 ;;
    --now) return 0 ;;
    --seed-file) files='yaml|yml|json'; return 0 ;;
    --restore) files='json'; return 0 ;;
    --scenario) words='half-signed sealed sealing-failed endpoint-disabled mandate-active'; return 0 ;;
    --snapshot) files='json'; return 0 ;;
    esac ;;
    'esign emulator sign') case "$2" in
    --value) return 0 ;;
    --field) return 0 ;;
    --signature) return 0 ;;
    esac ;;
    'esign emulator decline') case "$2" in
    --reason) return 0 ;;
    esac ;;
    'esign emulator delegate') case "$2" in
    --to) return 0 ;;
    esac ;;
    'esign emulator clock advance') case "$2" in
    --to) words='next'; return 0 ;;
    esac ;;
    'esign emulator inbox') case "$2" in
    --to) return 0 ;;
    --kind) words='invitation completed voided mandate delegated revoked'; return 0 ;;
    --envelope) live=envelopes; return 0 ;;
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign emulator inbox list') case "$2" in
    --to) return 0 ;;
    --kind) words='invitation completed voided mandate delegated revoked'; return 0 ;;
    --envelope) live=envelopes; return 0 ;;
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign emulator inbox wait') case "$2" in
    --to) return 0 ;;
    --subject) return 0 ;;
    --kind) words='invitation completed voided mandate delegated revoked'; return 0 ;;
    --envelope) live=envelopes; return 0 ;;
    --after) return 0 ;;
    --max-wait) return 0 ;;
    esac ;;
    'esign emulator inbox open') case "$2" in
    --to) return 0 ;;
    esac ;;
    'esign emulator trigger') case "$2" in
    --envelope) live=envelopes; return 0 ;;
    esac ;;
    'esign emulator log deliveries') case "$2" in
    --endpoint) return 0 ;;
    --envelope) live=envelopes; return 0 ;;
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign emulator log events') case "$2" in
    --envelope) live=envelopes; return 0 ;;
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign emulator log requests') case "$2" in
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign emulator fault operation') case "$2" in
    --code) words='unauthenticated forbidden insufficient_scope not_found invalid_request rate_limited internal_error service_unavailable idempotency_key_required idempotency_key_reused request_in_progress template_archived template_unusable template_has_no_fields recipient_role_unknown recipient_role_missing recipient_role_duplicated value_subject_unknown value_address_unknown value_not_writable value_not_lockable locked_answer_missing locked_answer_unusable cannot_be_drawn send_allowance_exhausted test_key_cannot_send test_key_cannot_read_documents test_key_cannot_mint test_key_cannot_edit_templates draft_not_available recipient_not_yet_turn envelope_not_sent authorisation_not_revocable precondition_required template_changed witness_is_permanent field_unknown brand_unknown api_key_owner_removed envelope_not_draft authorisation_not_cancellable envelope_not_open recipient_not_embedded recipient_already_acted'; return 0 ;;
    --http-status) return 0 ;;
    --delay) return 0 ;;
    --stuck-for) return 0 ;;
    --probability) return 0 ;;
    --count) return 0 ;;
    --seed) return 0 ;;
    esac ;;
    'esign emulator fault deliveries') case "$2" in
    --duplicate) return 0 ;;
    --reorder) return 0 ;;
    --delay) return 0 ;;
    --drop) return 0 ;;
    --lose-answer) return 0 ;;
    --wrong-signature) return 0 ;;
    --clock-skew) return 0 ;;
    --seed) return 0 ;;
    --count) return 0 ;;
    --endpoint) return 0 ;;
    esac ;;
    'esign emulator snapshot') case "$2" in
    --output | -o) files='json'; return 0 ;;
    --seed-file) files='yaml|yml|json'; return 0 ;;
    esac ;;
    'esign emulator decline-grant') case "$2" in
    --reason) return 0 ;;
    esac ;;
    'esign emulator redeliver') case "$2" in
    --endpoint) return 0 ;;
    esac ;;
    'esign emulator export-test') case "$2" in
    --output | -o) files='any'; return 0 ;;
    --runner) words='vitest pytest'; return 0 ;;
    esac ;;
    'esign emulator allow-origin') case "$2" in
    --brand) return 0 ;;
    esac ;;
    'esign emulator ca') case "$2" in
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign dev') case "$2" in
    --forward-to) return 0 ;;
    --allow-origin) return 0 ;;
    --write-env) files='any'; return 0 ;;
    --ack) words='early app'; return 0 ;;
    esac ;;
    'esign demo') case "$2" in
    --output | -o) files='folders'; return 0 ;;
    esac ;;
    'esign webhook register') case "$2" in
    --url) return 0 ;;
    --event) words='envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed'; return 0 ;;
    --brand) return 0 ;;
    --secret-file) files='any'; return 0 ;;
    esac ;;
    'esign webhook list') case "$2" in
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign webhook update') case "$2" in
    --url) return 0 ;;
    --event) words='envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed'; return 0 ;;
    --brand) return 0 ;;
    esac ;;
    'esign webhook rotate') case "$2" in
    --secret-file) files='any'; return 0 ;;
    --verify-with) return 0 ;;
    --old-secret-file) files='any'; return 0 ;;
    --verify-for) return 0 ;;
    --header) return 0 ;;
    --ca-file) files='any'; return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign webhook check') case "$2" in
    --max-failures) return 0 ;;
    --format) words='text prometheus'; return 0 ;;
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign webhook verify') case "$2" in
    --secret-file) files='any'; return 0 ;;
    --previous-secret-file) files='any'; return 0 ;;
    --header) return 0 ;;
    --body) files='any'; return 0 ;;
    --at) return 0 ;;
    esac ;;
    'esign webhook certify') case "$2" in
    --secret-file) files='any'; return 0 ;;
    --previous-secret-file) files='any'; return 0 ;;
    --acted-url) return 0 ;;
    --fail-header) return 0 ;;
    --rule) words='no_redirect valid in_time every_event raw_bytes wrong_secret partial_digest no_signature header_case two_signatures malformed_signature stale future within_window altered_body reserialised_body altered_time rotation_new rotation_unaware rotation_old rotation_forged duplicate two_recipients forged_first out_of_order failure_then_success unknown_event unknown_member'; return 0 ;;
    --junit) files='xml'; return 0 ;;
    --header) return 0 ;;
    --ca-file) files='pem|crt|cer'; return 0 ;;
    esac ;;
    'esign webhook sign') case "$2" in
    --secret-file) files='any'; return 0 ;;
    --previous-secret-file) files='any'; return 0 ;;
    --body) files='any'; return 0 ;;
    --at) return 0 ;;
    esac ;;
    'esign event list') case "$2" in
    --event) words='envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed'; return 0 ;;
    --envelope) live=envelopes; return 0 ;;
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign event replay') case "$2" in
    --to) return 0 ;;
    --secret-file) files='any'; return 0 ;;
    --previous-secret-file) files='any'; return 0 ;;
    --header) return 0 ;;
    --ca-file) files='any'; return 0 ;;
    esac ;;
    'esign event send') case "$2" in
    --to) return 0 ;;
    --envelope) live=envelopes; return 0 ;;
    --set) words='id= event= created_at= retry_count= envelope_id= recipient_id= uri='; return 0 ;;
    --secret-file) files='any'; return 0 ;;
    --previous-secret-file) files='any'; return 0 ;;
    --header) return 0 ;;
    --ca-file) files='any'; return 0 ;;
    esac ;;
    'esign profile add') case "$2" in
    --signature-header) return 0 ;;
    --completion-delivery-value) return 0 ;;
    esac ;;
    'esign values new') case "$2" in
    --output | -o) files='yaml|yml|json'; return 0 ;;
    esac ;;
    'esign values check') case "$2" in
    --template) live=templates files='json'; return 0 ;;
    --recipient | --to) return 0 ;;
    esac ;;
    'esign authorisation create' | 'esign authorization create') case "$2" in
    --brand) return 0 ;;
    --grantor) return 0 ;;
    --entity-name) return 0 ;;
    --entity-number) return 0 ;;
    --purpose) return 0 ;;
    --valid-until) return 0 ;;
    --valid-for) return 0 ;;
    --valid-from) return 0 ;;
    --reference) return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign authorisation list' | 'esign authorization list') case "$2" in
    --status) words='invited active declined expired_unsigned cancelled revoked expired invalidated'; return 0 ;;
    --brand) return 0 ;;
    --reference) return 0 ;;
    --expiring) return 0 ;;
    --since) return 0 ;;
    --limit) return 0 ;;
    --cursor) return 0 ;;
    esac ;;
    'esign authorisation cancel' | 'esign authorization cancel') case "$2" in
    --reason) return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign authorisation revoke' | 'esign authorization revoke') case "$2" in
    --reason) return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign pdf verify') case "$2" in
    --ca-file) files='pem|crt|cer'; return 0 ;;
    --at) return 0 ;;
    --revision) return 0 ;;
    --output | -o) files='any'; return 0 ;;
    esac ;;
    'esign request list') case "$2" in
    --since) return 0 ;;
    --limit) return 0 ;;
    esac ;;
    'esign api') case "$2" in
    --field | -F) return 0 ;;
    --input) files='json'; return 0 ;;
    --query) return 0 ;;
    --header) return 0 ;;
    --output | -o) files='any'; return 0 ;;
    --allow-problem) words='nobody_signs signs_under_two_headings signature_line_without_field tickbox_without_label question_of_two key_of_several_people unread_tag role_without_field'; return 0 ;;
    --idempotency-key) return 0 ;;
    esac ;;
    'esign agent setup') case "$2" in
    --client) words='claude codex cursor gemini vscode'; return 0 ;;
    esac ;;
    'esign mcp') case "$2" in
    --tools) return 0 ;;
    esac ;;
    'esign embed') case "$2" in
    --port) return 0 ;;
    --max-wait) return 0 ;;
    esac ;;
    'esign spec adopt') case "$2" in
    --output | -o) files='yaml|yml|json'; return 0 ;;
    esac ;;
    'esign spec prove') case "$2" in
    --output | -o) files='yaml|yml|json'; return 0 ;;
    --allow) words='send'; return 0 ;;
    --template) live=templates; return 0 ;;
    esac ;;
    'esign spec rule') case "$2" in
    --about) words='listTemplates createTemplate getTemplate listTemplatePeople decideTemplatePerson applyTemplatePerson renameTemplateField renameTemplateFields createNamingRun acceptNamingRun createEnvelope createOneOffEnvelope createEnvelopeBatch getEnvelope sendEnvelope voidEnvelope listEnvelopeDocuments getEnvelopeDraft getDocumentPage mintSigningUrl registerWebhook listWebhooks getWebhook updateWebhook deleteWebhook rotateWebhookSecret createAuthorisation listAuthorisations getAuthorisation cancelAuthorisation revokeAuthorisation getSpecification unauthenticated forbidden insufficient_scope not_found invalid_request rate_limited internal_error service_unavailable idempotency_key_required idempotency_key_reused request_in_progress template_archived template_unusable template_has_no_fields recipient_role_unknown recipient_role_missing recipient_role_duplicated value_subject_unknown value_address_unknown value_not_writable value_not_lockable locked_answer_missing locked_answer_unusable cannot_be_drawn send_allowance_exhausted test_key_cannot_send test_key_cannot_read_documents test_key_cannot_mint test_key_cannot_edit_templates draft_not_available recipient_not_yet_turn envelope_not_sent authorisation_not_revocable precondition_required template_changed witness_is_permanent field_unknown brand_unknown api_key_owner_removed envelope_not_draft authorisation_not_cancellable envelope_not_open recipient_not_embedded recipient_already_acted envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed api api_key authorisation delivery envelope error event field person recipient signing_url specification template webhook'; return 0 ;;
    --section) return 0 ;;
    --basis) words='described assumed'; return 0 ;;
    esac ;;
    'esign forget') case "$2" in
    --envelope) live=envelopes; return 0 ;;
    --person) return 0 ;;
    --older-than) return 0 ;;
    esac ;;
  esac
  return 1
}

# Answers in the same way what the argument of a command is: its path and its number, or a star.
_esign_argument() {
  words='' live='' files=''
  case "$1" in
    'esign template create *') files='pdf|docx' ;;
    'esign template get 1' | 'esign template show 1') live=templates ;;
    'esign template wizard 1') live=templates ;;
    'esign template edit 1') live=templates files='yaml|yml' ;;
    'esign template prepare 1') files='pdf|docx' ;;
    'esign template people 1') live=templates ;;
    'esign template decide 1') live=templates ;;
    'esign template apply 1') live=templates ;;
    'esign template fields 1') live=templates ;;
    'esign template rename 1') live=templates ;;
    'esign template rename-all 1') live=templates ;;
    'esign template propose 1') live=templates ;;
    'esign template accept 1') live=templates ;;
    'esign template rehearse 1') live=templates ;;
    'esign template preview 1') live=templates files='pdf|docx' ;;
    'esign template types 1') live=templates files='json' ;;
    'esign template pull 1') live=templates ;;
    'esign template diff 1') files='yaml|yml' ;;
    'esign template push 1') files='yaml|yml' ;;
    'esign template copy-names 1') live=templates ;;
    'esign template copy-names 2') live=templates ;;
    'esign template clone 1') live=templates ;;
    'esign template inspect *') files='pdf|docx' ;;
    'esign envelope one-off *') files='pdf|docx' ;;
    'esign envelope send 1') live=envelopes ;;
    'esign envelope show 1') live=envelopes ;;
    'esign envelope get 1') live=envelopes ;;
    'esign envelope wait 1') live=envelopes ;;
    'esign envelope watch *') live=envelopes ;;
    'esign envelope void 1') live=envelopes ;;
    'esign envelope correct 1') live=envelopes ;;
    'esign envelope documents 1') live=envelopes ;;
    'esign envelope draft 1') live=envelopes ;;
    'esign envelope download 1') live=envelopes ;;
    'esign envelope reconcile 1') files='any' ;;
    'esign envelope nudge 1') live=envelopes ;;
    'esign envelope evidence 1') live=envelopes ;;
    'esign envelope signing-url 1') live=envelopes ;;
    'esign envelope run 1') files='json' ;;
    'esign emulator sign 1') live=envelopes ;;
    'esign emulator decline 1') live=envelopes ;;
    'esign emulator delegate 1') live=envelopes ;;
    'esign emulator trigger 1') words='envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed' ;;
    'esign emulator fault operation 1') words='seal renderer mail listTemplates createTemplate getTemplate listTemplatePeople decideTemplatePerson applyTemplatePerson renameTemplateField renameTemplateFields createNamingRun acceptNamingRun createEnvelope createOneOffEnvelope createEnvelopeBatch getEnvelope sendEnvelope voidEnvelope listEnvelopeDocuments getEnvelopeDraft getDocumentPage mintSigningUrl registerWebhook listWebhooks getWebhook updateWebhook deleteWebhook rotateWebhookSecret createAuthorisation listAuthorisations getAuthorisation cancelAuthorisation revokeAuthorisation getSpecification' ;;
    'esign emulator fault clear 1') words='operations deliveries seal renderer mail listTemplates createTemplate getTemplate listTemplatePeople decideTemplatePerson applyTemplatePerson renameTemplateField renameTemplateFields createNamingRun acceptNamingRun createEnvelope createOneOffEnvelope createEnvelopeBatch getEnvelope sendEnvelope voidEnvelope listEnvelopeDocuments getEnvelopeDraft getDocumentPage mintSigningUrl registerWebhook listWebhooks getWebhook updateWebhook deleteWebhook rotateWebhookSecret createAuthorisation listAuthorisations getAuthorisation cancelAuthorisation revokeAuthorisation getSpecification' ;;
    'esign emulator scenario load 1') words='half-signed sealed sealing-failed endpoint-disabled mandate-active' ;;
    'esign emulator restore 1') files='json' ;;
    'esign emulator requeue 1') live=envelopes ;;
    'esign emulator export-test 1') live=envelopes ;;
    'esign dev init 1') words='express fastify next node fastapi flask csharp go java php ruby' ;;
    'esign event send 1') words='envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed' ;;
    'esign profile use 1') live=profiles ;;
    'esign profile show 1' | 'esign profile get 1') live=profiles ;;
    'esign profile remove 1') live=profiles ;;
    'esign values new 1') live=templates ;;
    'esign values check 1') files='csv|tsv|ndjson|jsonl|json|yaml|yml' ;;
    'esign pdf verify *') files='pdf' ;;
    'esign api *') words='listTemplates createTemplate getTemplate listTemplatePeople decideTemplatePerson applyTemplatePerson renameTemplateField renameTemplateFields createNamingRun acceptNamingRun createEnvelope createOneOffEnvelope createEnvelopeBatch getEnvelope sendEnvelope voidEnvelope listEnvelopeDocuments getEnvelopeDraft getDocumentPage mintSigningUrl registerWebhook listWebhooks getWebhook updateWebhook deleteWebhook rotateWebhookSecret createAuthorisation listAuthorisations getAuthorisation cancelAuthorisation revokeAuthorisation getSpecification' ;;
    'esign embed 1') live=envelopes ;;
    'esign explain 1') words='unauthenticated forbidden insufficient_scope not_found invalid_request rate_limited internal_error service_unavailable idempotency_key_required idempotency_key_reused request_in_progress template_archived template_unusable template_has_no_fields recipient_role_unknown recipient_role_missing recipient_role_duplicated value_subject_unknown value_address_unknown value_not_writable value_not_lockable locked_answer_missing locked_answer_unusable cannot_be_drawn send_allowance_exhausted test_key_cannot_send test_key_cannot_read_documents test_key_cannot_mint test_key_cannot_edit_templates draft_not_available recipient_not_yet_turn envelope_not_sent authorisation_not_revocable precondition_required template_changed witness_is_permanent field_unknown brand_unknown api_key_owner_removed envelope_not_draft authorisation_not_cancellable envelope_not_open recipient_not_embedded recipient_already_acted draft sent partially_signed completed voided declined expired sealed pending signed delegated invited active expired_unsigned cancelled revoked invalidated envelope.sent envelope.completed envelope.declined envelope.voided envelope.expired envelope.sealed envelope.sealing_failed recipient.completed purpose.draft-emails-nobody purpose.one-template-for-both purpose.key-kinds purpose.test-key-sandbox purpose.specification-public purpose.no-change-of-draft purpose.no-longer-deadline purpose.no-organisation-email purpose.json-both-ways purpose.capabilities template.properties template.id-name-created template.documents template.pages template.roles template.rename-omits-hint template.subjects template.questions template.fields-flat template.coverage template.warnings template.newest-first field.properties field.type field.label field.required field.role field.subject-null field.data-key-null field.question field.options field.tier field.rect field.context field.cells field.rename-omits field.data-key-grammar field.data-key-core field.data-key-subject field.data-key-kept template.gap-warning-items template.gap-question-items field.gap-cells field.gap-values authorisation.gap-objects person.properties person.id person.quotes person.place person.proposed person.decisions person.fields person.current envelope.properties envelope.template-null envelope.title envelope.sent-at envelope.expires-null envelope.expires-utc envelope.recipients-order recipient.id recipient.two-roles recipient.properties recipient.delivered-null recipient.delivered-read recipient.delivered-send recipient.embedded recipient.external-ref recipient.request-properties webhook.properties webhook.url webhook.events-never-empty webhook.brand-routes webhook.brand-no-isolation webhook.active webhook.consecutive-failures webhook.last-success webhook.last-failure webhook.disabled webhook.secret-once authorisation.properties authorisation.number authorisation.status authorisation.sandbox authorisation.brand-as-granted authorisation.intended-use authorisation.validity authorisation.invite-expires authorisation.granted-at authorisation.cancellation authorisation.revocation authorisation.invalidation authorisation.applied-count authorisation.in-flight authorisation.no-evidence state.names state.sealing-apart state.send state.send-allowance state.void state.void-signatures-stay state.complete state.decline state.expire state.sealed-once state.sealing-gives-up state.void-refused state.gap-partially-signed state.closed-renders state.delegated state.recipient-observed state.gap-recipient url.first-get url.second-get url.expires url.second-revokes-first mandate.granted mandate.ends-unsigned mandate.revoke mandate.expires mandate.invalidated mandate.revoke-again mandate.not-revocable mandate.gap-triggers conventions.rate-headers conventions.error-shape conventions.one-404 conventions.json-bodies decide.creates decide.keys-stay decide.removes-own decide.recorded decide.live-only decide.person-id decide.if-match decide.if-match-stale decide.body decide.subject decide.signer decide.both decide.both-fills decide.mandate decide.witness decide.answer decide.etag-form decide.witness-permanent decide.gap-names apply.proposal apply.gap-path people.order people.writes-nothing people.both-keys people.shape rename.one rename.live-scope rename.field-unknown rename.if-match rename.if-match-stale rename.stale-but-equal rename.optional rename.data-key-null rename.data-key-refused rename.label rename.subject rename.subject-fixed rename.answer accept.unchanged-only accept.no-if-match accept.no-overrides accept.all accept.high accept.ids accept.answer create.key-required create.body create.recipients-order create.reorder-differs create.values create.values-not-writable create.send-default create.expires-at create.brand create.brand-frozen create.completion-delivery create.201 create.replayed create.gap-recipient-items get.safe get.test-key get.routing-order get.event-target void.key-required void.reason void.reason-not-in-fingerprint void.key-other-envelope void.only-open void.200 void.replay void.old-link mint.no-body mint.recipient-id mint.answer mint.not-readable mint.digest-only mint.open mint.embedded mint.not-acted mint.turn mint.test-key mint.framing mint.origins-bare mint.deny mint.messages mint.can-remint mint.delegated mint.expired-silent mint.no-return-url mint.messages-forgeable draft.content draft.snapshot draft.position draft.scope draft.test-key draft.pdf draft.errors-json draft.no-key draft.not-available draft.closed-renders draft.404 register.url register.events register.duplicates register.brand register.no-key register.secret webhooks.list webhooks.get authorisations.get authorisations.get-test-key revoke.key revoke.reason revoke.answer revoke.again revoke.other-states revoke.test-key endpoints.gap-shapes endpoints.batch-charge endpoints.webhook-active auth.bearer auth.two-kinds auth.hash-only auth.scopes auth.no-scopes-all auth.scopes-fixed auth.gap-scopes auth.one-401 auth.401-no-rate-headers auth.401-uncounted auth.insufficient-scope auth.plan testkey.reads-status testkey.no-rename testkey.mint testkey.documents testkey.send testkey.embedded-unchecked testkey.live-authorisation auth.owner-removed auth.deliveries-signed event.sent event.completed event.declined event.voided event.expired event.sealed event.sealing-failed event.recipient-completed event.none-for-mandates event.test-same-endpoints event.body event.id-stable event.retry-count event.uri event.gap-type delivery.post-json delivery.timeout delivery.2xx delivery.no-redirect delivery.retried delivery.after-answer delivery.unordered signature.header signature.material signature.tolerance signature.constant-time signature.v0-previous ladder.attempts ladder.drains disable.seven-days disable.recovery disable.no-mail error.shape error.iff-key error.5xx-without-key error.closed-set error.message-path error.unauthenticated error.forbidden error.insufficient_scope error.not_found error.invalid_request error.rate_limited error.internal_error error.service_unavailable error.idempotency_key_required error.idempotency_key_reused error.request_in_progress error.template_archived error.template_unusable error.template_has_no_fields error.recipient_role_unknown error.recipient_role_missing error.recipient_role_duplicated error.value_subject_unknown error.value_address_unknown error.value_not_writable error.value_not_lockable error.locked_answer_missing error.locked_answer_unusable error.cannot_be_drawn error.send_allowance_exhausted error.test_key_cannot_send error.test_key_cannot_read_documents error.test_key_cannot_mint error.test_key_cannot_edit_templates error.draft_not_available error.recipient_not_yet_turn error.envelope_not_sent error.authorisation_not_revocable error.precondition_required error.template_changed error.witness_is_permanent error.field_unknown error.brand_unknown error.api_key_owner_removed rate.headers rate.values rate.per-key rate.reset rate.retry-after rate.remaining-zero rate.refused-counts rate.403-may-lack rate.burst rate.draft-ceilings rate.draft-failed-charged rate.draft-headers rate.gap-draft-values limits.idempotency-key limits.void-reason limits.revoke-reason limits.expires-at limits.signing-url limits.webhook-numbers limits.webhook-endpoints limits.free-plan limits.other-plans limits.warnings limits.data-key limits.label limits.subject-key limits.names limits.position limits.gap-upload version.path version.number version.codes-stable version.closed-names version.only-what-exists version.gap-deprecation uploads.base64 recipient.request-item value.item file.item template.warning-item template.question-item conventions.lists specification.path one-off.operation one-off.title one-off.fields one-off.key one-off.converter batch.operation batch.row-alone batch.no-error-key batch.index batch.charge-whole batch.rows-max batch.at-once send.operation send.empty-body send.not-draft documents.operation documents.url documents.scope documents.test-key documents.always-200 page.operation page.spelling page.documents page.archived page.scope templates.list-operation templates.limit templates.cursor templates.archived-absent create-template.operation create-template.name create-template.unreadable create-template.form-fields create-template.converter create-template.no-converter create-template.test-key get-template.operation get-template.304 get-template.archived get-template.etag-of-read renames.operation renames.all-or-nothing renames.entries renames.unknown renames.stale-but-equal naming.operation naming.proposal-item naming.changes-nothing naming.live-accept naming.unknown-proposal apply.operation apply.aliases apply.empty-body apply.if-match apply.witness decide.subject-key decide.subject-label decide.presence decide.filled-by decide.proposed-fits webhook-update.operation webhook-update.active webhook-delete.operation webhook-delete.drops-queue webhook-rotate.operation webhook-rotate.replaces webhook-rotate.key authorisation-create.operation authorisation-create.valid-until authorisation-create.invite-days authorisation-create.test-address authorisation-list.operation authorisation-list.test-key authorisation-cancel.operation authorisation-cancel.again authorisation-cancel.other-states authorisation.end-objects event.type-property event.recipient-null event.uri-path event.signed-anew status.envelope-not-sent status.precondition-required status.template-changed status.witness-is-permanent status.field-unknown status.brand-unknown status.api-key-owner-removed state.partially-signed state.recipient-states key.scope key.fingerprint key.life key.replays-first rate.draft-values scope.names url.head field.rect-rotated create.title key.format practice.both-keys practice.live-only-calls practice.used-and-expired practice.ladder-before-disable practice.slow-2xx practice.failed-not-final practice.missing-headers practice.retry-policies practice.numbering order.sequence webhook.eleventh create.template-id create.no-fields-first conventions.odd-ids testkey.no-decision mint.codes field.core-namespaces disable.window-start rename.etag batch.charge text-tags.syntax free-plan.month drawn.where retry-after.429 codes.by-status key.success-only value.two-or-odd send.past-deadline recipient.mandate-unfit value.locked-unfit value.unlocked-unfit recipient.cc-role role.signer-rest decide.not-offered mandate.signs-at-send disable.queue-dropped testkey.voids-live revoke.any-script rename.id-no-uuid template.filled-pdf template.signature-required key.default-brand signature.grace refusal.order signature.machine-time key.printable body.unknown-property body.twice body.no-type query.unknown instant.forms text.blank batch.wrong-shape batch.rows-over free-plan.pack rate.unknown-plan livekey.sandbox testkey.void-mails testkey.cc mandate.stays-sent text-tags.namespaces webhook.url-length webhook.ports draft.file-name delivery.broken-off url.reasons client.html-429 project.root project.own-data recipient.lengths recipient.address recipient.at-least-one value.key-empty file.name-length placed-field.lengths create-template.name-length authorisation-create.lengths decide.subject-key-required A6 A7 A8 A13 A9 A10 A1 A2 A3 A4 A5 A11 A12 A0 A16 A18 A14 A15 A17 A19 no_redirect valid in_time every_event raw_bytes wrong_secret partial_digest no_signature header_case two_signatures malformed_signature stale future within_window altered_body reserialised_body altered_time rotation_new rotation_unaware rotation_old rotation_forged duplicate two_recipients forged_first out_of_order failure_then_success unknown_event unknown_member 400 401 402 403 404 409 412 422 428 429 500 503 0 1 2 3 4 5 6 7 8 9 10 11 12 13 126 127 129 130 143' ;;
    'esign error 1') words='unauthenticated forbidden insufficient_scope not_found invalid_request rate_limited internal_error service_unavailable idempotency_key_required idempotency_key_reused request_in_progress template_archived template_unusable template_has_no_fields recipient_role_unknown recipient_role_missing recipient_role_duplicated value_subject_unknown value_address_unknown value_not_writable value_not_lockable locked_answer_missing locked_answer_unusable cannot_be_drawn send_allowance_exhausted test_key_cannot_send test_key_cannot_read_documents test_key_cannot_mint test_key_cannot_edit_templates draft_not_available recipient_not_yet_turn envelope_not_sent authorisation_not_revocable precondition_required template_changed witness_is_permanent field_unknown brand_unknown api_key_owner_removed envelope_not_draft authorisation_not_cancellable envelope_not_open recipient_not_embedded recipient_already_acted' ;;
    'esign spec check 1') files='yaml|yml|json' ;;
    'esign spec adopt 1') files='yaml|yml|json' ;;
    'esign spec rule 1') words='purpose.draft-emails-nobody purpose.one-template-for-both purpose.key-kinds purpose.test-key-sandbox purpose.specification-public purpose.no-change-of-draft purpose.no-longer-deadline purpose.no-organisation-email purpose.json-both-ways purpose.capabilities template.properties template.id-name-created template.documents template.pages template.roles template.rename-omits-hint template.subjects template.questions template.fields-flat template.coverage template.warnings template.newest-first field.properties field.type field.label field.required field.role field.subject-null field.data-key-null field.question field.options field.tier field.rect field.context field.cells field.rename-omits field.data-key-grammar field.data-key-core field.data-key-subject field.data-key-kept template.gap-warning-items template.gap-question-items field.gap-cells field.gap-values authorisation.gap-objects person.properties person.id person.quotes person.place person.proposed person.decisions person.fields person.current envelope.properties envelope.template-null envelope.title envelope.sent-at envelope.expires-null envelope.expires-utc envelope.recipients-order recipient.id recipient.two-roles recipient.properties recipient.delivered-null recipient.delivered-read recipient.delivered-send recipient.embedded recipient.external-ref recipient.request-properties webhook.properties webhook.url webhook.events-never-empty webhook.brand-routes webhook.brand-no-isolation webhook.active webhook.consecutive-failures webhook.last-success webhook.last-failure webhook.disabled webhook.secret-once authorisation.properties authorisation.number authorisation.status authorisation.sandbox authorisation.brand-as-granted authorisation.intended-use authorisation.validity authorisation.invite-expires authorisation.granted-at authorisation.cancellation authorisation.revocation authorisation.invalidation authorisation.applied-count authorisation.in-flight authorisation.no-evidence state.names state.sealing-apart state.send state.send-allowance state.void state.void-signatures-stay state.complete state.decline state.expire state.sealed-once state.sealing-gives-up state.void-refused state.gap-partially-signed state.closed-renders state.delegated state.recipient-observed state.gap-recipient url.first-get url.second-get url.expires url.second-revokes-first mandate.granted mandate.ends-unsigned mandate.revoke mandate.expires mandate.invalidated mandate.revoke-again mandate.not-revocable mandate.gap-triggers conventions.rate-headers conventions.error-shape conventions.one-404 conventions.json-bodies decide.creates decide.keys-stay decide.removes-own decide.recorded decide.live-only decide.person-id decide.if-match decide.if-match-stale decide.body decide.subject decide.signer decide.both decide.both-fills decide.mandate decide.witness decide.answer decide.etag-form decide.witness-permanent decide.gap-names apply.proposal apply.gap-path people.order people.writes-nothing people.both-keys people.shape rename.one rename.live-scope rename.field-unknown rename.if-match rename.if-match-stale rename.stale-but-equal rename.optional rename.data-key-null rename.data-key-refused rename.label rename.subject rename.subject-fixed rename.answer accept.unchanged-only accept.no-if-match accept.no-overrides accept.all accept.high accept.ids accept.answer create.key-required create.body create.recipients-order create.reorder-differs create.values create.values-not-writable create.send-default create.expires-at create.brand create.brand-frozen create.completion-delivery create.201 create.replayed create.gap-recipient-items get.safe get.test-key get.routing-order get.event-target void.key-required void.reason void.reason-not-in-fingerprint void.key-other-envelope void.only-open void.200 void.replay void.old-link mint.no-body mint.recipient-id mint.answer mint.not-readable mint.digest-only mint.open mint.embedded mint.not-acted mint.turn mint.test-key mint.framing mint.origins-bare mint.deny mint.messages mint.can-remint mint.delegated mint.expired-silent mint.no-return-url mint.messages-forgeable draft.content draft.snapshot draft.position draft.scope draft.test-key draft.pdf draft.errors-json draft.no-key draft.not-available draft.closed-renders draft.404 register.url register.events register.duplicates register.brand register.no-key register.secret webhooks.list webhooks.get authorisations.get authorisations.get-test-key revoke.key revoke.reason revoke.answer revoke.again revoke.other-states revoke.test-key endpoints.gap-shapes endpoints.batch-charge endpoints.webhook-active auth.bearer auth.two-kinds auth.hash-only auth.scopes auth.no-scopes-all auth.scopes-fixed auth.gap-scopes auth.one-401 auth.401-no-rate-headers auth.401-uncounted auth.insufficient-scope auth.plan testkey.reads-status testkey.no-rename testkey.mint testkey.documents testkey.send testkey.embedded-unchecked testkey.live-authorisation auth.owner-removed auth.deliveries-signed event.sent event.completed event.declined event.voided event.expired event.sealed event.sealing-failed event.recipient-completed event.none-for-mandates event.test-same-endpoints event.body event.id-stable event.retry-count event.uri event.gap-type delivery.post-json delivery.timeout delivery.2xx delivery.no-redirect delivery.retried delivery.after-answer delivery.unordered signature.header signature.material signature.tolerance signature.constant-time signature.v0-previous ladder.attempts ladder.drains disable.seven-days disable.recovery disable.no-mail error.shape error.iff-key error.5xx-without-key error.closed-set error.message-path error.unauthenticated error.forbidden error.insufficient_scope error.not_found error.invalid_request error.rate_limited error.internal_error error.service_unavailable error.idempotency_key_required error.idempotency_key_reused error.request_in_progress error.template_archived error.template_unusable error.template_has_no_fields error.recipient_role_unknown error.recipient_role_missing error.recipient_role_duplicated error.value_subject_unknown error.value_address_unknown error.value_not_writable error.value_not_lockable error.locked_answer_missing error.locked_answer_unusable error.cannot_be_drawn error.send_allowance_exhausted error.test_key_cannot_send error.test_key_cannot_read_documents error.test_key_cannot_mint error.test_key_cannot_edit_templates error.draft_not_available error.recipient_not_yet_turn error.envelope_not_sent error.authorisation_not_revocable error.precondition_required error.template_changed error.witness_is_permanent error.field_unknown error.brand_unknown error.api_key_owner_removed rate.headers rate.values rate.per-key rate.reset rate.retry-after rate.remaining-zero rate.refused-counts rate.403-may-lack rate.burst rate.draft-ceilings rate.draft-failed-charged rate.draft-headers rate.gap-draft-values limits.idempotency-key limits.void-reason limits.revoke-reason limits.expires-at limits.signing-url limits.webhook-numbers limits.webhook-endpoints limits.free-plan limits.other-plans limits.warnings limits.data-key limits.label limits.subject-key limits.names limits.position limits.gap-upload version.path version.number version.codes-stable version.closed-names version.only-what-exists version.gap-deprecation uploads.base64 recipient.request-item value.item file.item template.warning-item template.question-item conventions.lists specification.path one-off.operation one-off.title one-off.fields one-off.key one-off.converter batch.operation batch.row-alone batch.no-error-key batch.index batch.charge-whole batch.rows-max batch.at-once send.operation send.empty-body send.not-draft documents.operation documents.url documents.scope documents.test-key documents.always-200 page.operation page.spelling page.documents page.archived page.scope templates.list-operation templates.limit templates.cursor templates.archived-absent create-template.operation create-template.name create-template.unreadable create-template.form-fields create-template.converter create-template.no-converter create-template.test-key get-template.operation get-template.304 get-template.archived get-template.etag-of-read renames.operation renames.all-or-nothing renames.entries renames.unknown renames.stale-but-equal naming.operation naming.proposal-item naming.changes-nothing naming.live-accept naming.unknown-proposal apply.operation apply.aliases apply.empty-body apply.if-match apply.witness decide.subject-key decide.subject-label decide.presence decide.filled-by decide.proposed-fits webhook-update.operation webhook-update.active webhook-delete.operation webhook-delete.drops-queue webhook-rotate.operation webhook-rotate.replaces webhook-rotate.key authorisation-create.operation authorisation-create.valid-until authorisation-create.invite-days authorisation-create.test-address authorisation-list.operation authorisation-list.test-key authorisation-cancel.operation authorisation-cancel.again authorisation-cancel.other-states authorisation.end-objects event.type-property event.recipient-null event.uri-path event.signed-anew status.envelope-not-sent status.precondition-required status.template-changed status.witness-is-permanent status.field-unknown status.brand-unknown status.api-key-owner-removed state.partially-signed state.recipient-states key.scope key.fingerprint key.life key.replays-first rate.draft-values scope.names url.head field.rect-rotated create.title key.format practice.both-keys practice.live-only-calls practice.used-and-expired practice.ladder-before-disable practice.slow-2xx practice.failed-not-final practice.missing-headers practice.retry-policies practice.numbering order.sequence webhook.eleventh create.template-id create.no-fields-first conventions.odd-ids testkey.no-decision mint.codes field.core-namespaces disable.window-start rename.etag batch.charge text-tags.syntax free-plan.month drawn.where retry-after.429 codes.by-status key.success-only value.two-or-odd send.past-deadline recipient.mandate-unfit value.locked-unfit value.unlocked-unfit recipient.cc-role role.signer-rest decide.not-offered mandate.signs-at-send disable.queue-dropped testkey.voids-live revoke.any-script rename.id-no-uuid template.filled-pdf template.signature-required key.default-brand signature.grace refusal.order signature.machine-time key.printable body.unknown-property body.twice body.no-type query.unknown instant.forms text.blank batch.wrong-shape batch.rows-over free-plan.pack rate.unknown-plan livekey.sandbox testkey.void-mails testkey.cc mandate.stays-sent text-tags.namespaces webhook.url-length webhook.ports draft.file-name delivery.broken-off url.reasons client.html-429 project.root project.own-data recipient.lengths recipient.address recipient.at-least-one value.key-empty file.name-length placed-field.lengths create-template.name-length authorisation-create.lengths decide.subject-key-required' ;;
    'esign completion 1') words='bash zsh fish powershell' ;;
    'esign completion install 1') words='bash zsh fish powershell' ;;
    *) return 1 ;;
  esac
}

# Succeeds where the command in $1 takes another command line after "--".
_esign_runs() {
  case "$1" in
    'esign listen' | 'esign emulator exec' | 'esign dev') ;;
    *) return 1 ;;
  esac
}

# Answers in `typed` the words as they stand on the line up to the cursor: bash breaks them at ":" and "=" too. The
# number that bash gives the first part of each is in `parts`.
_esign_typed() {
  local line=${COMP_LINE:0:COMP_POINT} index word blank
  typed=() parts=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    blank=${line%%[![:space:]]*}
    line=${line#"$blank"}
    word=${COMP_WORDS[index]}
    if ((index == COMP_CWORD)); then word=$line; fi
    if ((index > 0)) && [[ $blank == '' ]]; then
      typed[${#typed[@]}-1]+=$word
    else
      typed+=("$word") parts+=("$index")
    fi
    line=${line#"$word"}
  done
}

# Adds the lines of stdin that begin with what is typed, as they are: nothing in them is expanded or split. What stands
# after a tab is shown beside them.
_esign_add() {
  local value about
  while IFS=$'\t' read -r value about; do
    if [[ $value == "$cur"* ]]; then COMPREPLY+=("$value") abouts+=("$about"); fi
  done
}

# Adds files, and folders to look into: those with the endings in $1, all of them where there is none of these.
_esign_files() {
  local value all=() found=() kind=-f cased=1
  compopt -o filenames 2>/dev/null
  if [[ $1 == folders ]]; then kind=-d; fi
  if shopt -q nocasematch; then cased=0; fi
  shopt -s nocasematch
  while IFS= read -r value; do
    all+=("$value")
    if [[ $value == *.* && "|$1|" == *"|${value##*.}|"* ]]; then found+=("$value"); fi
  done < <(compgen "$kind" -- "$cur")
  if ((cased)); then shopt -u nocasematch; fi
  if ((${#found[@]} > 0)); then
    for value in "${all[@]}"; do
      if [[ -d $value ]]; then found+=("$value"); fi
    done
    all=("${found[@]}")
  fi
  COMPREPLY+=("${all[@]}")
  named=1
}

# Adds what `words`, `live` and `files` say: of this machine names of profiles, ids of envelopes and templates.
_esign_offer() {
  local value
  if [[ $words != '' ]]; then COMPREPLY+=($(compgen -W "$words" -- "$cur")); fi
  if [[ $live != '' ]]; then
    while ((${#abouts[@]} < ${#COMPREPLY[@]})); do abouts+=(''); done
    # The latest first, as they come.
    compopt -o nosort 2>/dev/null
    _esign_add < <(command esign completion values "$live" 2>/dev/null)
  fi
  if [[ $files != '' ]]; then _esign_files "$files"; fi
}

# Bash puts what is answered in the place of what stands behind the last ":" or "=". Several are each shown with what
# it is; one that is left is answered alone, as it is typed.
_esign_finish() {
  local whole=$prefix$cur head='' part index mark
  for mark in : =; do
    if [[ $COMP_WORDBREAKS == *"$mark"* && $whole == *"$mark"* ]]; then
      part=${whole%"${whole##*"$mark"}"}
      if ((${#part} > ${#head})); then head=$part; fi
    fi
  done
  for ((index = 0; index < ${#COMPREPLY[@]}; index++)); do
    part=$prefix${COMPREPLY[index]}
    case "$part" in *[:=] | *://) compopt -o nospace 2>/dev/null ;; esac
    COMPREPLY[index]=${part#"$head"}
  done
  # Keys that put each answer in turn on the line ask with other types than Tab.
  if ((${#COMPREPLY[@]} < 2 || named)) || [[ ${COMP_TYPE-9} == 37 || ${COMP_TYPE-9} == 42 ]]; then return; fi
  for ((index = 0; index < ${#COMPREPLY[@]}; index++)); do
    if [[ ${abouts[index]-} == '' ]]; then continue; fi
    part="${COMPREPLY[index]}  -- ${abouts[index]}"
    COMPREPLY[index]=${part:0:${COLUMNS:-80}-1}
  done
}

# Completes a command line that begins with the word $1 of those typed: with bash-completion as it stands alone, else
# by commands and files.
_esign_command() {
  local value offset
  for offset in _comp_command_offset _command_offset; do
    if declare -F "$offset" >/dev/null; then
      "$offset" "${parts[$1]}"
      return
    fi
  done
  if (($1 == ${#typed[@]} - 1)); then
    compopt -o filenames 2>/dev/null
    while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -c -- "$cur"; compgen -d -- "$cur")
    named=1
  else
    _esign_files any
  fi
  _esign_finish
}

_esign() {
  local cur path=esign flag='' prefix='' words flags live files word index number=0 plain=0 named=0
  local typed=() parts=() abouts=()
  COMPREPLY=()
  _esign_typed
  cur=${typed[${#typed[@]}-1]}
  for ((index = 1; index < ${#typed[@]} - 1; index++)); do
    word=${typed[index]}
    if [[ $flag != '' ]]; then
      flag=''
    elif ((!plain)) && [[ $word == -- ]]; then
      plain=1
      if _esign_runs "$path"; then
        cur=${cur#[\'\"]}
        _esign_command $((index + 1))
        return
      fi
    elif ((!plain)) && [[ $word == -* ]]; then
      if [[ $word != *=* ]] && _esign_value "$path" "$word"; then flag=$word; fi
    elif ((number == 0)) && _esign_place "$path $word"; then
      path="$path $word"
    else
      number=$((number + 1))
    fi
  done
  if [[ $flag == '' && $cur == -*=* ]] && ((!plain)); then
    flag=${cur%%=*} prefix="${cur%%=*}=" cur=${cur#*=}
  fi
  cur=${cur#[\'\"]}
  if [[ $flag != '' ]]; then
    if _esign_value "$path" "$flag"; then _esign_offer; fi
  elif ((!plain)) && [[ $cur == -* ]]; then
    _esign_place "$path"
    COMPREPLY=($(compgen -W "$flags --profile --mode --base-url --api-key-file --api-key-stdin --contract --json --jq --tsv --quiet --yes --no-input --debug --debug-bodies --color --timeout --retry-for --help" -- "$cur"))
  else
    if ((number == 0)); then
      _esign_place "$path"
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
    fi
    if _esign_argument "$path $((number + 1))" || _esign_argument "$path *"; then _esign_offer; fi
  fi
  _esign_finish
}

complete -F _esign esign
