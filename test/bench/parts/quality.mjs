// Not times but what is recognised: boxes of real forms, and names carried over. Only with `--only quality`.
import { measureCopyNames } from '../copy-names.mjs';
import { measureDetection } from '../detection.mjs';
import { measureMadeForms } from '../made-forms.mjs';
import { environmentIn } from '../processes.mjs';

export async function* measure({ folder }) {
  for (const text of await measureDetection()) yield { text };
  for (const text of await measureMadeForms(folder)) yield { text };
  for (const text of await measureCopyNames(environmentIn(folder))) yield { text };
}
