import type { Shaped, ShapeBlocks } from '../../contract/shape.js';

/**
 * How a receiver kept one rule. `title` is what a receiver must do, as a sentence. `skipped`: an input of the rule is
 * missing; the reason names the flag.
 */
export const ruleResult = (s: ShapeBlocks) =>
  s.object({
    rule: s.text,
    title: s.text,
    outcome: s.oneOf('pass', 'fail', 'skipped'),
    reason: s.text,
    milliseconds: s.number,
  });
export type RuleResult = Shaped<typeof ruleResult>;
