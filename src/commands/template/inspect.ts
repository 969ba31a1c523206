import type { ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import type { Box, FoundPerson } from '../../document/read-document.js';
import { inspectionOf } from '../../authoring/template/inspect-view.js';
import { verdictOn } from '../../authoring/template/inspect-verdict.js';
import { type OfflineFile, readOffline, withDocuments } from '../../authoring/template/offline.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface TemplateInspectOptions {
  readonly files: readonly string[];
}

/** `esign template inspect FILE…`: what would be found in documents, before any upload. */
export function templateInspectCommand(context: Context): EsignCommand {
  return new EsignCommand('inspect')
    .summary('Find fields and people in PDF or Word files')
    .description(
      'Show what would be detected in PDF or Word files before you upload them: pages, people, fields with ' +
        'matching keys, questions, warnings, and why a file would be refused (exit 5). This works offline, without ' +
        'a key. The emulator reads uploads the same way; the real service may detect more or less. Word files need ' +
        'LibreOffice (`soffice`) on the PATH. For tags that add fields, see `esign help text-tags`.',
    )
    .argument('<file...>', 'PDF or Word file; `-` is stdin')
    .offers('file', { files: fileEndings.documents })
    .example('esign template inspect lease.pdf', 'Show people and fields, page by page.')
    .example(
      "esign template inspect lease.pdf --jq '.data[].fields[] | select(.suggested.key == null) | .label'",
      'List fields without a matching key.',
    )
    .example('esign template inspect *.pdf -q', 'List the files that would be accepted.')
    .prints(inspected)
    .exits([0, 1, 2, 5, 8, 130])
    .action((files: string[]) => runTemplateInspect(context, { files }));
}

/** What was found in each file, as `template create` would make it; `refused` says why a file would not be taken. */
const inspected = (s: ShapeBlocks) =>
  s.object({
    data: s.list(
      s.either(
        s.object({ file: s.text, refused: s.record(s.anything) }),
        s.object({
          file: s.text,
          refused: s.literalNull,
          page_count: s.count,
          verdict: s.object({
            form_fields: s.count,
            text_tags: s.count,
            seen: s.count,
            sure: s.count,
            doubtful: s.count,
            unnamed: s.count,
            look_at: s.list(s.count),
          }),
          pages: s.list(s.anything),
          people: s.list(s.anything),
          fields: s.list(s.anything),
          questions: s.list(s.anything),
          warnings: s.list(s.anything),
        }),
      ),
    ),
  });

async function runTemplateInspect(context: Context, { files }: TemplateInspectOptions): Promise<void> {
  if (files.filter((file) => file === '-').length > 1) throw new UsageFailure('Only one file can be `-` (stdin).');
  const read = await withDocuments(context, async (engine) => {
    const found: OfflineFile[] = [];
    for (const file of files) found.push(await readOffline(context, engine, file));
    return found;
  });
  const refused = read.flatMap((each) => (each.refused === null ? [] : [each.refused]));
  const human = await inspectionOf(read, context.output.columns);
  await context.output.result(
    { data: read.map(toJson) },
    {
      human,
      ids: read.filter((each) => each.refused === null).map(({ file }) => file),
    },
  );
  const [first] = refused;
  if (first === undefined) return;
  const message = refused.length === 1 ? first.message : `${refused.length} of ${read.length} files would be refused.`;
  throw new CommandFailure(5, 'invalid_request', message, {
    ...(refused.length === 1 && first.remedy !== null ? { hint: first.remedy } : {}),
    details: { refused: refused.map((each) => each.message) },
  });
}

function toJson({ file, document, refused }: OfflineFile): object {
  if (document === null) return { file, refused: { code: 'invalid_request', ...refused } };
  const { page_count, pages, boxes, questions, people, warnings } = document;
  return {
    file,
    refused: null,
    page_count,
    verdict: verdictOn(document),
    pages,
    people: people.map((person, index) => personJson(person, index)),
    fields: boxes.map((box, index) => fieldJson(box, index, people)),
    questions,
    warnings,
  };
}

/** Fields and people bear the numbers that the terminal and `template preview` show. */
function personJson({ boxes, ...person }: FoundPerson, index: number): object {
  return { number: index + 1, ...person, fields: boxes.map((box) => box + 1) };
}

function fieldJson({ person, ...box }: Box, index: number, people: readonly FoundPerson[]): object {
  return { number: index + 1, ...box, person: person === null ? null : (people[person]?.id ?? null) };
}
