import { labelOf, isRequired, type SigningEntry } from './boxes.js';
import { markup, type Html } from '../../html.js';

/** A signature or initials: typed, or drawn if the browser runs the script. */
export interface Mark {
  readonly text: string;
  readonly way: 'typed' | 'drawn';
  /** A PNG as base64; empty without one. */
  readonly image: string;
}

export interface SignatureState {
  readonly mark: Mark;
  /** The signer's name, as an example. */
  readonly example: string;
  readonly problem: string | null;
}

/** The input for a signature: typing, which always works, or drawing. */
export function signatureInput(entry: SigningEntry, { mark, example, problem }: SignatureState): Html {
  const { name } = entry;
  const note = entry.implied ? 'optional, from your signature' : isRequired(entry) ? null : 'optional';
  const faulty = problem !== null && markup` aria-invalid="true" aria-describedby="${problem}"`;
  const way = (value: Mark['way'], words: string): Html =>
    markup`<label><input type="radio" name="${name}_way" value="${value}"${mark.way === value && markup` checked`}>
<span>${words}</span></label>`;
  return markup`<fieldset class="signing">
<legend>${labelOf(entry)}${note !== null && markup` <span class="note">${note}</span>`}</legend>
<div class="ways with-script">${way('typed', 'Type')}${way('drawn', 'Draw')}</div>
<div class="typed">
<label for="${name}">${name === 'signature' ? 'Type your full name' : 'Type your initials'}
<span class="note">for example ${example}</span></label>
<input type="text" class="hand" id="${name}" name="${name}" maxlength="${name === 'signature' ? 200 : 12}"
 autocomplete="${name === 'signature' ? 'name' : 'off'}" value="${mark.text}"${faulty}>
</div>
<div class="drawn" hidden>
<p class="hint" id="${name}-how">Draw with a finger, a pen or the mouse. You can also type instead.</p>
<canvas class="pad" role="img" aria-label="${labelOf(entry)}, as drawn" aria-describedby="${name}-how"></canvas>
<button type="button" class="quiet clear">Clear</button>
<input type="hidden" name="${name}_image" value="${mark.image}">
</div>
</fieldset>`;
}
