import type { ToolInput } from '#contract/assistant-tools.ts';

/** What was typed into the form of a tool, as the templates of the sandbox read it. */

export const numberOf = (input: ToolInput, key: string, otherwise: number): number => Number(input[key]) || otherwise;
export const named = (input: ToolInput): string => input['theme'] || input['activity'] || '活动';
export const ofActivity = <T>(table: Readonly<Record<string, T>>, input: ToolInput): T => table[input['activity'] ?? ''] ?? table['年会']!;

const KIND = /^活动类型[:：](\S{2,12})$/mu;
/** What a brief calls the event, where it has no template; ''. */
export const kindOf = (input: ToolInput): string => KIND.exec(input['more'] ?? '')?.[1] ?? '';
/** Said behind titles: the template is that of another activity. */
export const byTemplate = (input: ToolInput): string => (kindOf(input) === '' ? '' : `（参照${input['activity'] || '年会'}模板）`);

const NAMES_KIND = /(?:[会节展礼赛]|仪式|市集|沙龙|派对|快闪|团建|典礼|开业|晚宴)$/;
/** With what it is, where its name does not say it. */
export function titled(input: ToolInput): string {
  const kind = kindOf(input) || input['activity'] || '';
  return NAMES_KIND.test(named(input)) || named(input).includes(kind) ? named(input) : `${named(input)}${kind}`;
}

const VENUE = /^场地[:：](.+)$/mu;
export const venueOf = (input: ToolInput): string => VENUE.exec(input['more'] ?? '')?.[1]?.trim() ?? '';
/** What is asked for without the type of the event; its venue is one wish, or none where it stands elsewhere. */
export const asksOf = (input: ToolInput, venue: boolean): string =>
  (input['more'] ?? '').replace(KIND, '').replace(VENUE, (line) => (venue ? line.replace(/[。；;，,、]+/g, ' ') : ''));
