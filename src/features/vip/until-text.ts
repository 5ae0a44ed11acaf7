import { isLifetime } from '#contract/membership.ts';
import { endText } from '#ui/time-text.ts';

/** The last day of a membership, or that it has none. */
export const untilText = (unix_s: number): string => (isLifetime(unix_s) ? '终身有效' : endText(unix_s));
