import { ACTIVITIES } from '#contract/assistant-tools.ts';

/** Other words for an activity. */
const ACTIVITY_BY: ReadonlyArray<readonly [activity: string, words: RegExp]> = [
  ['生日派对', /生日|周岁宴|寿宴/],
  ['赛事', /马拉松|运动会|电竞|锦标赛|联赛/],
  ['展览', /展会|博览会|展销会/],
  ['婚礼', /婚宴/],
];
/** What a brief calls one of them; a question may ask for something else by these. */
const IN_BRIEF: typeof ACTIVITY_BY = [
  ['年会', /尾牙|年终(?:盛典|庆典|晚会|表彰|总结大会)|联欢会/],
  ['发布会', /发布活动|新品上市|上市活动/],
  ['团建', /拓展训练|拓展活动|家庭日|团队建设/],
  ['论坛', /峰会|研讨会|高峰会|行业大会/],
  ['开业', /剪彩/],
];
/** A part of other activities too: they say nothing where one is named. */
const PART_BY: typeof ACTIVITY_BY = [
  ['答谢晚宴', /晚宴|答谢|酒会/],
  ['赛事', /比赛/],
];

const activityBy = (table: typeof ACTIVITY_BY, text: string) => table.find(([, words]) => words.test(text))?.[0];

/** The activity that a question names; `known`: the talk has one already, of which 晚宴 may be a part. */
export const activityAsked = (question: string, known: boolean): string | undefined =>
  ACTIVITIES.find((one) => question.includes(one)) ??
  activityBy(ACTIVITY_BY, question) ??
  (known ? undefined : activityBy(PART_BY, question));

/** The activity that a line of a brief names first, by its name or another word for it. */
export function activityIn(line: string): { activity: string; word: string } | undefined {
  const named = (table: typeof ACTIVITY_BY) =>
    table.flatMap(([activity, words]) => {
      const found = words.exec(line);
      return found ? [{ activity, word: found[0], at: found.index }] : [];
    });
  const own = ACTIVITIES.map((activity) => ({ activity, word: activity, at: line.indexOf(activity) })).filter(({ at }) => at >= 0);
  const all = [...own, ...named([...ACTIVITY_BY, ...IN_BRIEF])].toSorted((a, b) => a.at - b.at);
  return all[0] ?? named(PART_BY)[0];
}
