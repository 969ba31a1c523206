import { Argument } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { appTemplates, type Framework, frameworks } from '../../cli/dev/frameworks.js';

/**
 * `esign dev init FRAMEWORK [FOLDER]`: a small app that creates, signs and follows an envelope, with its test; or a
 * receiver of webhooks in another language.
 */
export function devInitCommand(context: Context): EsignCommand {
  return new EsignCommand('init')
    .summary('Write a small app or a receiver to start from')
    .description(
      'Write a small app with embedded signing and a webhook receiver, and a test of it. For csharp, go, java, php ' +
        'and ruby, it is a webhook receiver alone, whose verifier is one file to copy into your app. Existing files are ' +
        'never overwritten: if one of the files exists, nothing is written. The app runs with `esign dev`, needs no other ' +
        'setup, and contains no secrets.',
    )
    .addArgument(
      new Argument('<framework>', 'framework of the app, or language of the receiver').choices([...frameworks]),
    )
    .argument('[folder]', 'folder of the app, created if missing', '.')
    .example('esign dev init express my-app', 'Write an app for Express into `my-app`.')
    .example('esign dev init flask', 'Write an app for Flask into this folder.')
    .example('esign dev init php receiver', 'Write a webhook receiver in PHP.')
    .prints((s) => s.object({ folder: s.text, files: s.list(s.text), next: s.list(s.text) }))
    .exits(localExitCodes)
    .action(async (framework: Framework, folder: string) => {
      const { writeApp } = await import('../../cli/dev/write-app.js');
      const { projectText } = await import('../../cli/docs-gen/agents-topic.js');
      await writeApp(context, framework, folder, projectText(appTemplates[framework]));
    });
}
