import { markup, type Html } from '../../html.js';

/** The input of a recipient who does not sign, and its problem. */
export interface OtherWays {
  readonly reason: string;
  readonly name: string;
  readonly email: string;
  /** Which of the two forms was invalid, and why. */
  readonly problem: { readonly of: 'reason' | 'name' | 'email'; readonly message: string } | null;
}

export const noOtherWay: OtherWays = { reason: '', name: '', email: '', problem: null };

/** The alternatives to signing: decline, or delegate. */
export function otherWays({ reason, name, email, problem }: OtherWays): Html {
  const problemOf = (of: 'reason' | 'name' | 'email'): Html | false =>
    problem?.of === of && markup`<p class="problem" id="problem-${of}">${problem.message}</p>`;
  const faulty = (of: 'reason' | 'name' | 'email'): Html | false =>
    problem?.of === of && markup` aria-invalid="true" aria-describedby="problem-${of}" autofocus`;
  const open = (...of: readonly string[]): Html | false => problem !== null && of.includes(problem.of) && markup` open`;
  return markup`<div class="other-ways" id="other-ways">
<details${open('reason')}><summary>Decline</summary>
<p class="hint">The sender sees your reason, and the envelope is closed for everyone.</p>
<label for="reason">Why do you decline?</label>
<textarea id="reason" name="reason" rows="3" maxlength="500"${faulty('reason')}>
${reason}</textarea>${problemOf('reason')}
<button name="act" value="decline" class="refuse" formnovalidate>Decline</button></details>
<details${open('name', 'email')}><summary>Delegate to another person</summary>
<p class="hint">They are asked in your place, and your own link stops working.</p>
<label for="name">Their name</label>
<input type="text" id="name" name="name" maxlength="200" autocomplete="off" value="${name}"${faulty('name')}>${problemOf('name')}
<label for="email">Their e-mail address</label>
<input type="email" id="email" name="email" maxlength="254" autocomplete="off" value="${email}"${faulty('email')}>${problemOf('email')}
<button name="act" value="delegate" class="quiet" formnovalidate>Delegate</button></details>
</div>`;
}
