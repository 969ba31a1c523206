/**
 * What looks like an API key in any text: `live_` or `test_` and a long random part (A16), with whatever word stands
 * before it. Words in small letters, such as `test_run_of_may_2026` or the data key `household.live_in_partner_name`,
 * do not look like one. The first group is the kind.
 */
export const keyShape =
  /(?<![A-Za-z0-9])(live|test)_(?:(?=[a-z0-9_-]{0,200}[A-Z])[A-Za-z0-9_-]{20,}|(?=[a-z-]{0,200}\d)[a-z0-9-]{20,}[A-Za-z0-9_-]*)/g;
