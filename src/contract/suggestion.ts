/** Groups of what is offered while a keyword is typed, in their order. */
export const SUGGESTION_GROUPS = { word: '搜索词', way: '缩小范围', work: '作品', publisher: '发布者' } as const;
export type SuggestionGroup = keyof typeof SUGGESTION_GROUPS;

export interface Suggestion {
  group: SuggestionGroup;
  text: string;
  /** What it leads to; a word is searched for instead. */
  href?: string;
  /** Of a work its kind, of a publisher how many works. */
  note?: string;
}
