import type { Area } from '../engine/page-glyphs.js';
import type { Widget } from '../engine/page-widgets.js';
import type { BoxType } from '../read-document.js';
import { understood } from './dictionary/in-english.js';
import { comesBefore, plainWords } from './words.js';

const SIGNING_BLOCK = 90;
/** A box higher than this is for a text about signatures, not for one. */
const TALL = 75;

/** In points. */
const NEXT_ROW = 45;

/** Whether what is asked beside initials is a name: then the initials are the letters of the first names. */
export function isOfNames(initials: Area, beside: Area, words: string | null): boolean {
  const apart = Math.max(initials.top - beside.bottom, beside.top - initials.bottom);
  return apart < NEXT_ROW && /\b(sur|first |last )?names?\b|\btitle\b/u.test(understood(words ?? ''));
}

/** What the page says about a widget, beyond its own name and tooltip. */
export interface WidgetContext {
  readonly caption: string | null;
  /** Whether it stands at the foot of its page, where people put their initials. */
  readonly isOnFoot: boolean;
  /** Whether somebody's name is asked for right beside it. */
  readonly isAmongNames: boolean;
  /** Whether a currency stands right before it. */
  readonly isAmount: boolean;
  /** The places of the page's signatures: a plain "Date" beside one is the date of signing. */
  readonly signatures: readonly Area[];
}

/** What kind of answer a widget takes, from its field type, then from its name and tooltip, then from its caption. */
export function boxType(widget: Widget, around: WidgetContext): BoxType {
  const { caption } = around;
  switch (widget.kind) {
    case 'checkbox':
    case 'radio':
      return 'tickbox';
    case 'choice':
      return 'dropdown';
    case 'signature':
      return hasInitials(words(widget, caption)) && !isSignature(understood(caption ?? ''), widget)
        ? 'initials'
        : 'signature';
    case 'text':
      return textType(widget, around);
  }
}

function textType(widget: Widget, around: WidgetContext): BoxType {
  const { caption, isOnFoot, isAmongNames, isAmount, signatures } = around;
  const own = words(widget, null);
  const all = words(widget, caption);
  const signingBlock = signatures.some((signature) => isClose(signature, widget));
  const tellsOtherwise = /\b(date|name|address|phone|city|title|number|no)\b/u.test(own);
  const captionSigns = !tellsOtherwise && isSignature(understood(caption ?? ''), widget);
  // A name was left behind from the box beside it where a reader sees that a name is to be printed.
  const isPrinted = comesBefore(understood(caption ?? ''), /\bprint\b/u, /\bname\b/u);
  if (!isPrinted && (captionSigns || isSignature(own, widget))) return 'signature';
  const areSigned =
    signingBlock || isOnFoot || !isAmongNames || !/^initials( \d+)?$/u.test(understood(caption ?? '') || own);
  const initials = isAmount || isDate(understood(caption ?? '')) ? '' : own;
  if (areSigned && (hasInitials(initials) || (!tellsOtherwise && hasInitials(understood(caption ?? '')))))
    return 'initials';
  if (
    /\bdate (of )?(signed|signing|signature)\b|\bsign(ed|ing|ature) date\b|\bsigned on\b|\bdatum onderteken\b/u.test(
      all,
    )
  )
    return 'date_signed';
  if (signingBlock && /^(capacity|title|designation|position|hoedanigheid)$/u.test(understood(caption ?? '') || own))
    return 'signer_title';
  if (/\b(signer|signatory) e ?mail\b|\be ?mail (address )?of (the )?(signer|signatory)\b/u.test(all))
    return 'signer_email';
  if (/\b(signer|signatory) (job )?title\b|\b(title|capacity|designation) of (the )?(signer|signatory)\b/u.test(all))
    return 'signer_title';
  if (/\b(signer|signatory) company\b|\bcompany of (the )?(signer|signatory)\b/u.test(all)) return 'signer_company';
  if (/\b(signer|signatory) (full )?name\b|\b(full )?name of (the )?(signer|signatory)\b/u.test(all))
    return 'signer_name';
  if (signingBlock && /\bprint(ed)? (your )?name\b|\bname in print\b|\bname printed\b/u.test(all)) return 'signer_name';
  if (!isDate(isAmount ? understood(caption ?? '') : all)) return 'text';
  return signingBlock && /^(the )?(date|datum)$/u.test(understood(caption ?? '') || own) ? 'date_signed' : 'date';
}

function words(widget: Widget, caption: string | null): string {
  const name = plainWords(widget.name.split('.').at(-1) ?? '');
  return [name, understood(widget.tooltip ?? ''), understood(caption ?? '')].filter((part) => part !== '').join(' | ');
}

function isSignature(text: string, widget: Widget): boolean {
  if (/\b(date|name|place|title|capacity|address) of (the )?sign|\bsignature (date|name|place)\b/u.test(text))
    return false;
  if (isDueOnSigning(text)) return false;
  if (/\bsign (here|on)\b|\bsignature\b|\bhandtekening\b/u.test(text))
    return widget.bottom - widget.top < TALL && !/\b(date|printed|print|datum)\b/u.test(text);
  return false;
}

function hasInitials(text: string): boolean {
  return (
    /\binitials\b|\binitial here\b|\b(paraaf|parawe)\b/u.test(text) && !/\bmiddle\b|\bname\b|\bsurname\b/u.test(text)
  );
}

/** Whether plain words say that something is due when people sign, as "Deposit payable on signature" does. */
export const isDueOnSigning = (text: string): boolean =>
  !text.startsWith('date') &&
  /\p{L}{3} (on|upon|at|after|before|from|until) (the )?(date of )?(signature|signing)\b/u.test(text);

/** Whether plain words ask for a date. */
export function isDate(text: string): boolean {
  return (
    /\bdate[ds]?\b|\bdob\b|\bbirthday\b|\bdatum\b|\bgeboortedatum\b/u.test(text) &&
    !/\bup to date\b|\bupdate\b/u.test(text)
  );
}

function isClose(signature: Area, area: Area): boolean {
  const gap = Math.max(signature.top - area.bottom, area.top - signature.bottom, 0);
  return gap <= SIGNING_BLOCK / 2 && Math.abs(signature.left - area.left) < SIGNING_BLOCK * 6;
}
