import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import { meantWords } from '../../cli/flags/completion-hint.js';
import { scenarioMeanings, type ScenarioName } from '../../emulator/names.js';
import { control } from '../../cli/emulator/control.js';
import { controlAnswer, type CreatedScenario, type ScenarioList } from '../../cli/emulator/control-types.js';

interface ScenarioLoadOptions {
  readonly name: ScenarioName;
}

/** `esign emulator scenario`: initial states for tests. */
export function emulatorScenarioCommand(context: Context): EsignCommand {
  return new EsignCommand('scenario')
    .summary('Create test data for common states')
    .description('Create test data for common states, following the rules of the service. Existing data is kept.')
    .verbs(listCommand(context), emulatorScenarioLoadCommand(context));
}

function listCommand(context: Context): EsignCommand {
  return new EsignCommand('list')
    .summary('List the scenarios')
    .description('List the scenarios that the emulator can create.')
    .example('esign emulator scenario list', 'List all scenarios.')
    .prints(controlAnswer('scenarioList'))
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(async () => {
      const path = '/_emulator/scenarios';
      const body = await control<ScenarioList>(context, { method: 'GET', path });
      await context.output.result(body, {
        table: {
          columns: ['NAME', 'CREATES'],
          rows: body.data.map(({ name, about }) => [{ id: name }, { sentence: about }]),
          empty: '',
        },
        ids: body.data.map(({ name }) => name),
      });
    });
}

function emulatorScenarioLoadCommand(context: Context): EsignCommand {
  return new EsignCommand('load')
    .summary('Create a scenario')
    .description(
      'Create a scenario and print the ID of its envelope, endpoint or authorisation. Existing data is kept. With ' +
        '--mode test, envelopes and authorisations are created in the sandbox.',
    )
    .argument('<scenario>', Object.keys(scenarioMeanings).join(', '), readScenario)
    .offers('scenario', { words: meantWords(scenarioMeanings) })
    .example('esign emulator scenario load half-signed', 'Create an envelope that one of two signers has signed.')
    .example('id=$(esign emulator scenario load sealed -q)', 'Get the ID in a script.')
    .prints(controlAnswer('createdScenario'))
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((name: ScenarioName) => runScenarioLoad(context, { name }));
}

/** Reads the name of a scenario. Throws UsageFailure with the nearest name. */
export function readScenario(text: string): ScenarioName {
  if (isScenario(text)) return text;
  const names = Object.keys(scenarioMeanings);
  const close = nearest(text, names);
  throw new UsageFailure(`Unknown scenario "${text}".`, {
    code: 'invalid_value',
    hint: close === null ? `Use one of: ${names.join(', ')}.` : `Did you mean "${close}"?`,
  });
}

const isScenario = (text: string): text is ScenarioName => Object.hasOwn(scenarioMeanings, text);

async function runScenarioLoad(context: Context, { name }: ScenarioLoadOptions): Promise<void> {
  const { mode } = context.flags();
  const body = { name, ...(mode === undefined ? {} : { mode }) };
  const made = await control<CreatedScenario>(context, { method: 'POST', path: '/_emulator/scenarios', body });
  await context.output.result(made, { human: `${made.about}.`, details: [['Id', { id: made.id }]], ids: [made.id] });
}
