import type { KindKey } from '#contract/kinds.ts';

/** What a keyword says of the kind that is meant, without naming it. What fits a kind better than others by much is shown all the same. */
const HINTS: ReadonlyArray<readonly [said: RegExp, kinds: readonly KindKey[], points?: number]> = [
  [/招聘|招人|兼职|求职|应聘|实习|岗位|工资|薪资|待遇|找工作/, ['job']],
  [/入门|新手|新人|零基础|教程|课程|网课|自学|学习|第一课|怎么学/, ['course', 'article', 'talk']],
  [/怎么|如何|怎样|技巧|经验|注意|避坑|心得|为什么|知识|攻略|要点|误区|省钱/, ['article', 'course', 'talk', 'salon'], 8],
  [/租/, ['resource']],
  [/供应商|厂家|服务商|团队|哪家|哪里有|多少钱|外包/, ['resource', 'supplier_case']],
  [/场地|会场|场馆/, ['resource']],
  [/招标|投标|竞标|甲方找|急找|找供应商/, ['demand']],
  [/效果图|海报|主视觉|源文件|矢量|背景图|kv|logo/, ['design']],
  [/现场|实拍|照片|影像|视频|花絮/, ['sample', 'resource_case', 'supplier_case']],
  [/搭建|施工|执行公司|会务公司|落地/, ['supplier_case', 'resource']],
  [/沙龙|报名|门票|线下|交流会|工作坊/, ['salon']],
];

const POINTS = 18;

/** Points of the kinds that a normalised keyword hints at, by key. */
export const kindsHinted = (text: string): ReadonlyMap<string, number> =>
  new Map(
    HINTS.toReversed().flatMap(([said, kinds, points = POINTS]) => (said.test(text) ? kinds.map((kind) => [kind, points] as const) : [])),
  );
