import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { agreementPdf } from '../support/agreement.js';

/** A script as a pipeline has it: `sh` that stops at the first failure, exit codes as documented, JSON read by `jq`. */

let program: BuiltProgram;
beforeAll(() => {
  program = builtProgram();
  writeFileSync(join(program.folder, 'agreement.pdf'), agreementPdf());
});
afterAll(() => program.remove());

const mainJob = `
# Runs a command that must end with the code given first; anything else ends the script.
ends() {
  wanted=$1; shift
  code=0
  "$@" >last.out 2>last.err || code=$?
  [ "$code" -eq "$wanted" ] || { echo "expected $wanted, got $code: $*" >&2; cat last.err >&2; exit 99; }
  # A failure is one JSON object on stderr; what was known before it may be on stdout, as JSON.
  if [ "$wanted" -ne 0 ]; then
    jq . last.out >/dev/null || exit 98
    [ "$(jq -s 'length' last.err)" -eq 1 ] || exit 97
    [ "$(jq '.error.exit_code' last.err)" -eq "$wanted" ] || exit 96
  fi
}

esign emulator start --detach --port 0 --json >ready.json
export ESIGN_PROFILE=local

ends 4 esign template get 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --json
ends 2 esign template create missing.pdf --json
ends 3 env ESIGN_API_KEY="$(jq -r '.live_key' ready.json | sed 's/.$/_/')" "$node" "$bin" template list --json

template=$(esign template create agreement.pdf --jq '.id')
envelope=$(esign envelope create --template "$template" --json \\
  --recipient 'role=Tenant,name=Thandi Mokoena,email=thandi@example.test' \\
  --recipient 'role=Landlord,name=Pieter van Wyk,email=pieter@example.test' | jq -r '.id')
[ "$(esign envelope get "$envelope" --json=status | jq -r '.status')" = draft ]

# A download before the seal is told apart by its code, and so is a wait that takes too long.
ends 6 esign envelope download "$envelope" -o early.pdf --json
[ ! -e early.pdf ]
esign envelope send "$envelope" --yes --json >sent.json
[ "$(jq -r '.status' sent.json)" = sent ]
esign envelope get "$envelope" --jq '.recipients[] | select(.status == "declined") | .name' > declined.txt
[ ! -s declined.txt ]
ends 12 esign envelope wait "$envelope" --until completed --max-wait 1s --json

for role in Tenant Landlord; do
  esign emulator sign "$envelope" "$role" --json >/dev/null
done
esign envelope wait "$envelope" --until completed --max-wait 90s --json >waited.json
esign emulator clock advance 2m --json >/dev/null
esign envelope wait "$envelope" --until sealed --max-wait 90s --json >/dev/null
esign envelope download "$envelope" -o sealed.pdf --json >downloaded.json
ends 2 esign envelope download "$envelope" -o sealed.pdf --json
esign pdf verify sealed.pdf --json >verified.json

# A changed file does not pass.
sed 's/Thandi/Thandy/' sealed.pdf >altered.pdf
printf 'x' >>altered.pdf
ends 9 esign pdf verify altered.pdf --json

# What is over cannot be voided.
ends 6 esign envelope void "$envelope" --reason late --yes --json
jq -n --arg envelope "$envelope" '{ envelope: $envelope, done: true }'
`;

it('drives the main job in sh -e by documented exit codes and JSON alone', async () => {
  const named = `node='${process.execPath}'; bin='${join(process.cwd(), 'bin', 'esign.js')}'\n`;
  const { code, stdout, stderr } = await program.shell(`${named}${mainJob}`);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ done: true });
  expect(readFileSync(join(program.folder, 'sealed.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
}, 240_000);
