import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { exitCodeInBatch } from '../../sending/bulk/row-outcome.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, explainedBefore, UsageFailure } from '../../cli/failure/failure.js';
import { readRowsFile } from '../../cli/files/rows-file.js';
import { type Act, addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import type { BodyOf } from '../../contract/operations.js';
import type { BatchAnswer } from '../../contract/resources/envelope.js';
import { templateId } from '../../cli/flags/template-id.js';
import { checkSending } from '../../sending/envelope/check-sending.js';
import { copyDeliveryIn } from '../../sending/envelope/signed-copy.js';
import { remember } from '../../sending/envelope/view.js';
import {
  addCreateOptions,
  type Draft,
  listOf,
  type CreateOptions,
  sendingOf,
} from '../../sending/envelope/create-options.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface EnvelopeBatchOptions extends WriteOptions, CreateOptions {
  readonly template?: string;
  readonly input: string;
}

/** `esign envelope batch`: many envelopes from one template; each row succeeds or fails alone (A2). */
export function envelopeBatchCommand(context: Context): EsignCommand {
  const command = new EsignCommand('batch')
    .summary('Create many envelopes from one template')
    .description(
      'Create up to 600 envelopes from one template in one request. Each row succeeds or fails by itself and ' +
        'counts as one request. The file is CSV with columns such as `Tenant.name`, `Tenant.email` and ' +
        '`tenant.person.full_name`, or YAML or JSON with a list of rows or a whole request body.',
    )
    .addOption(new Option('--template <id>', 'ID or exact name of the template').argParser(templateId))
    .requiredOption('--input <file>', 'the rows; `-` is stdin');
  addCreateOptions(command);
  command
    .offers('--input', { files: fileEndings.rows })
    .example(
      'esign envelope batch --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --input tenants.csv',
      'Create a draft per row.',
    )
    .example(
      'esign envelope batch --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --input tenants.csv --send --yes',
      'Create and send them.',
    )
    .usesOperations('createEnvelopeBatch', 'getTemplate', 'listTemplatePeople')
    .prints({ of: 'createEnvelopeBatch', list: 'rows' })
    .exits(serviceExitCodes, 13)
    .action((options: EnvelopeBatchOptions) => runEnvelopeBatch(context, options));
  return addWriteOptions(command, 'takes key');
}

async function runEnvelopeBatch(context: Context, options: EnvelopeBatchOptions): Promise<void> {
  const body: Draft = {
    ...(await readRowsFile(context.files, options.input)),
    ...(options.template === undefined ? {} : { template_id: options.template }),
    ...(await sendingOf(context, options)),
  };
  if (!('template_id' in body)) {
    throw new UsageFailure('Missing --template.', {
      code: 'missing_option',
      hint: 'Example: --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
    });
  }
  if (options.dryRun !== true) await checkSending(context, 'createEnvelopeBatch', { body }, options);
  const done = await write(context, {
    operation: 'createEnvelopeBatch',
    // The client checks the body against its row and names the path of what is wrong.
    input: { body: body as BodyOf<'createEnvelopeBatch'> },
    options,
    act: bulkAct(body),
  });
  if (done === null) {
    const { refuseForeseen } = await import('../../sending/envelope/foresee.js');
    return await refuseForeseen(context, body, options);
  }
  await remember(
    context,
    done.body.rows.flatMap(({ envelope }) => envelope ?? []),
    done,
    copyDeliveryIn(body),
  );
  await showRows(context, done.body);
}

function bulkAct(body: Draft): Act {
  const rows = listOf(body, 'rows').length;
  return {
    what: `This ${body['send'] === true ? 'sends' : 'creates'} ${rows} ${rows === 1 ? 'envelope' : 'envelopes'}`,
    question: body['send'] === true ? 'Send them?' : 'Create them?',
  };
}

async function showRows(context: Context, body: BatchAnswer): Promise<void> {
  const { rows } = body;
  await context.output.result(body, {
    items: 'rows',
    ids: rows.flatMap(({ envelope }) => (envelope === undefined ? [] : [envelope.id])),
    table: {
      columns: ['ROW', 'ENVELOPE', 'STATUS', 'TITLE OR REASON'],
      rows: rows.map(({ index, envelope, error }) => [
        index + 1,
        envelope === undefined ? null : { id: envelope.id },
        { state: envelope?.status ?? 'failed' },
        envelope?.title ?? { sentence: `${error?.code ?? 'unknown'}: ${error?.message ?? ''}` },
      ]),
      empty: 'The service returned no rows.',
    },
  });
  const failed = rows.flatMap(({ index, error }) => (error === undefined ? [] : [{ index, ...error }]));
  const [first] = failed;
  if (first === undefined) return;
  const exits = new Set(failed.map(({ code }) => exitCodeInBatch(code)));
  // The exit code of a single create, as for a run of --rows.
  const alike = failed.length === rows.length && exits.size === 1;
  const others = failed.length === rows.length ? '' : '; the others were created';
  const message = `${failed.length} of ${pluralize(rows.length, 'row')} failed${others}.`;
  throw new CommandFailure(
    alike ? exitCodeInBatch(first.code) : 13,
    explainedBefore(alike ? first.code : 'part_failed'),
    message,
    {
      hint: 'Correct the failed rows and send them alone, with a new idempotency key.',
      details: { failed: failed.map(({ index, code, message: why }) => ({ index, code, message: why })) },
    },
  );
}
