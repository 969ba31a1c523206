import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { positionOf } from '../../cli/flags/identifier.js';
import { readId } from '../../cli/flags/identifier.js';
import { openInBrowser } from '../../cli/context/open-privately.js';
import { templateOrFile } from '../../cli/flags/template-id.js';
import { withDocuments } from '../../authoring/template/offline.js';
import { colourRoles, drawPage, type PreviewPage } from '../../authoring/template/preview-drawing.js';
import {
  placeFor,
  type PreviewFormat,
  sayWritten,
  writeHtml,
  writePictures,
  writtenPreview,
} from '../../authoring/template/preview-files.js';
import { sawFields } from '../../authoring/last-seen/remember.js';
import { type PreviewSource, previewOfFile, previewOfTemplate } from '../../authoring/template/preview-source.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface TemplatePreviewOptions {
  readonly source: string;
  readonly output?: string;
  readonly page?: string;
  readonly format?: PreviewFormat;
  readonly open?: boolean;
  readonly force?: boolean;
}

/** `esign template preview ID-OR-FILE`: the pages with their boxes numbered, to be looked at. */
export function templatePreviewCommand(context: Context): EsignCommand {
  return new EsignCommand('preview')
    .summary('Render the pages with numbered fields')
    .description(
      'Render the pages of a template, or of a PDF or Word file, with each field outlined in the color of its ' +
        'role and numbered. The result is one HTML file, or a PNG per page and a legend. A file is read on this ' +
        'machine, as by `template inspect`, and has the same numbers. A template comes from the service.',
    )
    .argument('<template-or-file>', 'ID or exact name of a template, or PDF or Word file; `-` is stdin', templateOrFile)
    .addOption(
      new Option('-o, --output <path>', '.html file, or folder for PNGs (default: in this folder); `-` is stdout'),
    )
    .addOption(
      new Option('--format <format>', 'output format (default: html, or png for a folder)').choices(['html', 'png']),
    )
    .addOption(new Option('--page <number>', 'render this page only, from 1').argParser(positionOf('page number')))
    .addOption(new Option('--open', 'open it in the browser'))
    .addOption(new Option('--force', 'overwrite an existing file'))
    .offers('template-or-file', { files: fileEndings.documents })
    .offers('--output', { files: ['html'] })
    .example('esign template preview lease.pdf', 'Write lease-preview.html without an upload.')
    .example('esign template preview 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 -o pages/', 'Render a template as PNGs.')
    .example('esign template preview lease.pdf --page 2 --open', 'Open page 2 in the browser.')
    .usesOperations('getTemplate', 'getDocumentPage')
    .prints(writtenPreview)
    .exits(serviceExitCodes)
    .action((source: string, options: Omit<TemplatePreviewOptions, 'source'>) =>
      runTemplatePreview(context, { ...options, source }),
    );
}

async function runTemplatePreview(context: Context, options: TemplatePreviewOptions): Promise<void> {
  const place = await placeFor(context, options);
  const client = readId(options.source) !== null ? await context.api() : null;
  const written = await withDocuments(context, async (engine) => {
    const source =
      client === null
        ? await previewOfFile(context, engine, options.source)
        : await previewOfTemplate(client, options.source);
    const wanted = pagesOf(source.pageCount, options.page);
    const roles = colourRoles(source.boxes);
    const progress = context.output.progress('Rendering the pages');
    const pages: PreviewPage[] = [];
    try {
      for (const page of wanted) pages.push(await drawPage(engine, source, roles, page));
    } finally {
      progress.stop();
    }
    if (place.format !== 'html') return await writePictures(context, place, source, pages, roles);
    const files = await writeHtml(context, place, source, pages, roles);
    if (source.template !== null) await remembered(context, source, source.template, wanted);
    return files;
  });
  await sayWritten(context, written);
  const [first] = written.files;
  if (options.open !== true || first === undefined) return;
  const { failed } = await openInBrowser(context, first, `Open it by hand: ${first}`);
  // A browser that stays is a good sign; one that cannot be started is gone within a moment.
  await Promise.race([failed, context.clock.sleep(1000, context.signal)]);
}

/** Its HTML shows the names of the fields on its pages; pictures show none. */
async function remembered(
  context: Context,
  { boxes }: PreviewSource,
  { body, etag }: NonNullable<PreviewSource['template']>,
  pages: readonly number[],
): Promise<void> {
  const shown = body.fields.filter((_, index) => boxes[index]?.places.some(({ page }) => pages.includes(page)));
  await sawFields(context, { body, etag }, { fields: shown, isTable: true });
}

function pagesOf(count: number, only: string | undefined): readonly number[] {
  if (only === undefined) return Array.from({ length: count }, (_, index) => index + 1);
  if (Number(only) <= count) return [Number(only)];
  throw new CommandFailure(4, 'not_found', `Page ${only} not found. The last page is ${count}.`);
}
