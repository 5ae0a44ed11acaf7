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

/** Events without templates of their own, by the one that is nearest to them. */
const NEAR_BY: typeof ACTIVITY_BY = [
  ['婚礼', /订婚宴?|回门宴|求婚|金婚|银婚/g],
  ['生日派对', /满月宴?|百日宴|升学宴|谢师宴|派对/g],
  ['答谢晚宴', /(?:品鉴|品酒|品茗|私享|茶话|鸡尾酒|联谊|交流酒|招待|欢迎|庆功)(?:会|宴)|茶会|雅集|家宴|午宴/g],
  ['发布会', /(?:订货|推介|招商|首发|上市|见面|新闻|签约|说明)会|首映礼?|签约仪式/g],
  ['开业', /(?:奠基|揭牌|启动|启用|开工|开幕|落成|乔迁|开园)(?:仪式|典礼|活动)|乔迁/g],
  ['市集', /嘉年华|游园会?|庙会|集市|灯会|灯光节|美食节|啤酒节|文化节|音乐节|邻里节|社区[^，。；]{0,4}节|开放日/g],
  ['团建', /亲子(?:活动|运动会)|徒步|研学|夏令营|冬令营|露营|春游|秋游|拓展/g],
  ['展览', /画展|车展|书展|花展|巡展|特展|艺术展|作品展|成果展/g],
  ['论坛', /沙龙|讲座|培训|工作坊|分享会|交流会|座谈会|宣讲会|研习会|私董会|座谈|大会(?!堂)|例会|年中会|经销商会/g],
  ['年会', /颁奖(?:礼|典礼|晚会)|表彰会|迎新|春晚|晚会|毕业(?:典礼|晚会)|校庆|(?:周年)?庆典|周年庆|演唱会|庆祝/g],
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

/** What a line calls an event that has no template, and the activity whose template is the nearest. */
export function activityNear(line: string): { activity: string; word: string } | undefined {
  const found = NEAR_BY.flatMap(([activity, words]) =>
    [...line.matchAll(words)].map(({ 0: word, index }) => ({ activity, word, end: index + word.length })),
  );
  // what ends last is what it is: 校庆晚会
  return found.toSorted((a, b) => b.end - a.end || b.word.length - a.word.length)[0];
}
