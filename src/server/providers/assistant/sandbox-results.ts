import type { ResultOf, ToolResult } from '#contract/assistant-results.ts';
import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import type { GivenSource } from './port.ts';
import { budget } from './sandbox-budget.ts';
import { asksOf, byTemplate, kindOf, named, numberOf, ofActivity, titled, venueOf } from './sandbox-input.ts';
import { RISKS, RISKS_OF } from './sandbox-risks.ts';
import { sparing, stepsOf, type Wish, wishesOf } from './sandbox-wishes.ts';
import { AT_WORK, CHECKS, FAMILY, LINES, OWN_LINES, SEGMENTS, WORK } from './sandbox-words.ts';

/** Tools of the sandbox: templates of the trade, filled with what was typed and with passages of real works. */

const linesOf = (input: ToolInput, key: string): string[] =>
  (input[key] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isFamily = (input: ToolInput): boolean => FAMILY.activities.test(input['activity'] ?? '');

/** `whole` in parts by weight: whole numbers that sum to it, none below 1. */
function shared(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map(() => 1);
  for (let left = whole - parts.length; left > 0; left--) {
    const lacks = weights.map((weight, at) => (whole * weight) / sum - (parts[at] as number));
    const at = lacks.indexOf(Math.max(...lacks));
    parts[at] = (parts[at] as number) + 1;
  }
  return parts;
}

/** Of a clock: five minutes each, where every part has as many; the last takes what is left. */
const STEP = 5;
function sharedMinutes(whole: number, weights: readonly number[]): number[] {
  const steps = Math.floor(whole / STEP);
  if (steps < weights.length) return shared(whole, weights);
  const minutes = shared(steps, weights).map((part) => part * STEP);
  minutes.push((minutes.pop() as number) + (whole % STEP));
  return minutes;
}

/** Of a part that the activity has not. */
const USUAL_SHARE = 15;

/** The parts that were typed, each as the activity has it where it has it; else those of the activity, without those that are not wanted. */
function segmentsOf(input: ToolInput, wishes: readonly Wish[]) {
  const steps = stepsOf(input['more']);
  if (steps.length > 1)
    return steps.map(({ what }) => {
      const [, share = USUAL_SHARE, note = '', who = '执行组'] = ofActivity(SEGMENTS, input).find(([name]) => namesPart(name, what)) ?? [];
      return { what, share, note, who };
    });
  const all = ofActivity(SEGMENTS, input);
  const wanted = all.flatMap(([what, share, note, who]) => {
    const name = sparing(what, wishes);
    return name === '' ? [] : [{ what: name, share, note: sparing(note, wishes), who }];
  });
  return wanted.length > 0 ? wanted : all.map(([what, share, note, who]) => ({ what, share, note, who }));
}

function outline(input: ToolInput, sources: readonly GivenSource[]): ResultOf<'outline'> {
  const people = numberOf(input, 'people', 100);
  const where = input['city'] ? `${input['city']}，` : '';
  const wishes = wishesOf(asksOf(input, false), stepsOf(input['more']).length > 1);
  const venue = venueOf(input);
  const [first_goal, second_goal] = isFamily(input) ? FAMILY.goals : ['到场率不低于邀请人数的 85%', '会后三天内完成满意度回访与素材归档'];
  return {
    tool: 'outline',
    title: `${titled(input)}活动大纲${byTemplate(input)}`,
    lead: `${where}${people} 人规模。${input['goal'] ? `目标：${input['goal']}。` : ''}`,
    sections: [
      {
        heading: '一、目标与评价',
        points: [input['goal'] || `让 ${people} 位来宾记住一个画面、带走一句话`, first_goal, second_goal],
      },
      {
        heading: '二、主题与创意',
        points: [
          `主题围绕“${named(input)}”展开，主画面、签到、舞台与伴手礼用同一套视觉`,
          '设置一个所有人都能参与的动作，放在情绪最高点之前',
        ],
      },
      { heading: '三、流程框架', points: segmentsOf(input, wishes).map(({ what, note }) => (note === '' ? what : `${what}：${note}`)) },
      {
        heading: '四、场地与搭建',
        points: [
          ...(venue === '' ? [] : [`场地：${venue}`]),
          `使用面积不少于 ${Math.ceil(people * 1.8)} 平方米，主通道宽 2.4 米，安全出口不少于两处`,
          '舞台、灯光、音响、大屏在活动前一天完成联调',
          '签到区、物料区、休息区分开，轮椅可达全部区域',
        ],
      },
      { heading: '五、执行分工', points: (isFamily(input) ? FAMILY.work : WORK).map(([who, what]) => `${who}：${what}`) },
      {
        heading: '六、时间表',
        points: [
          'T-30 天：确定场地、主题与预算',
          'T-14 天：节目与物料定稿，发出邀请',
          'T-3 天：彩排脚本与应急预案确认',
          'T-1 天：搭建、联调、带机彩排',
          'T+3 天：结算、回访、归档',
        ],
      },
      ...(wishes.length > 0 ? [{ heading: '七、补充要求', points: wishes.map(({ text }) => text) }] : []),
      ...(sources.length > 0
        ? [{ heading: '可参考的站内作品', points: sources.slice(0, 4).map(({ n, kind, title }) => `${kind}《${title}》 [${n}]`) }]
        : []),
    ],
  };
}

/** A note of a row holds 300. */
const NOTE_MOST = 280;
const MEAL = /餐|食|菜|酒水|茶歇|过敏|忌口|清真/;

/** Of each part: up to the next where all say when they begin, else by their shares. */
function minutesOf(input: ToolInput, shares: readonly number[]): number[] {
  const whole = numberOf(input, 'minutes', 180);
  const times = stepsOf(input['more']).map(({ at }) => at);
  const lengths = times.map((at, nth) => (at === null ? 0 : (times[nth + 1] ?? (times[0] ?? 0) + whole) - at));
  return lengths.length > 1 && lengths.every((one) => one > 0) ? lengths : sharedMinutes(whole, shares);
}

function rundown(input: ToolInput): ResultOf<'rundown'> {
  const wishes = wishesOf(asksOf(input, true), stepsOf(input['more']).length > 1);
  const segments = segmentsOf(input, wishes);
  const minutes = minutesOf(
    input,
    segments.map(({ share }) => share),
  );
  const notes = segments.map(({ note }, at) => (at === 0 ? `按 ${numberOf(input, 'people', 100)} 人准备${note && `；${note}`}` : note));
  const added = segments.map((): string[] => []);
  for (const { text } of wishes) {
    const room = segments.flatMap(({ what, who }, at) =>
      [notes[at], ...(added[at] ?? []), text].join('；').length < NOTE_MOST ? [{ what, who, at }] : [],
    );
    const fitting = room.find(({ what, who }) => (MEAL.test(text) ? /餐饮/.test(who) : namesPart(what, text))) ?? room[0];
    if (fitting) added[fitting.at]?.push(text);
  }
  const rows = segments.map(({ what, who }, at) => {
    const more = (added[at] ?? []).join('；');
    const note = [notes[at], more && `${at === 0 ? '开始前落实' : '补充要求'}：${more}`].filter(Boolean).join('；');
    return { start: '', end: '', minutes: minutes[at] as number, what, who, note };
  });
  return { tool: 'rundown', title: `${named(input)}流程${byTemplate(input)}`, rows };
}

/** 抽奖 of 抽奖三轮. */
const namesPart = (what: string, text: string): boolean =>
  what.split(/[与和或、（）一二]/).some((part) => part.length > 1 && text.includes(part));

function slogans(input: ToolInput): ResultOf<'slogans'> {
  const count = numberOf(input, 'count', 8);
  const patterns = LINES[input['mood'] ?? ''] ?? LINES['大气']!;
  const all = [...new Set([...patterns.slice(0, 2), ofActivity(OWN_LINES, input), ...patterns, ...Object.values(LINES).flat()])];
  const chosen = all.filter((line) => !isFamily(input) || !AT_WORK.test(line.join(''))).slice(0, count);
  return {
    tool: 'slogans',
    title: `${titled(input)}主题口号`,
    lines: chosen.map(([pattern, note]) => ({ text: pattern.replaceAll('{主题}', named(input)), note })),
  };
}

/** Where a wish belongs; the first group takes the others. */
const CHECK_OF: ReadonlyArray<readonly [group: string, about: RegExp]> = [
  ['设计与节目', /设计|风格|颜色|主色|主题|视觉|画面|节目|主持|音乐|视频|环节|游戏|演出|表演|抽奖|颁奖/],
  ['邀请与供应商', /场地|户外|草坪|帐篷|雨|搭建|舞台|灯光|音响|大屏|餐|食|酒|车|住|酒店|摄影|摄像|嘉宾|花|礼/],
  ['现场', /签到|停车|引导|无障碍|轮椅|安保|急救|儿童|孩子|老人|直播/],
];

function checklist(input: ToolInput): ResultOf<'checklist'> {
  const days = numberOf(input, 'days', 30);
  const before = (share: number) => {
    const left = Math.round(days * share);
    return left === 0 ? '活动当天' : `活动前 ${left} 天`;
  };
  const wishes = wishesOf(asksOf(input, true));
  const own = (input['activity'] && CHECKS[input['activity']]) || [];
  const group = (title: string, due: string, items: ReadonlyArray<readonly [string, string]>) => ({
    title,
    items: [
      ...items,
      ...own.flatMap(([of, text, owner]) => (of === title ? [[text, owner] as const] : [])),
      ...wishes.flatMap(({ text, unwanted }) =>
        (unwanted === '' ? (CHECK_OF.find(([, about]) => about.test(text))?.[0] ?? '立项') : '设计与节目') === title
          ? [[`补充要求：${text}`, '执行'] as const]
          : [],
      ),
    ].map(([text, owner]) => ({ text, owner, due })),
  });
  const people = numberOf(input, 'people', 100);
  return {
    tool: 'checklist',
    title: `${named(input)}执行清单${byTemplate(input)}`,
    groups: [
      group('立项', before(1), [
        ['确认目标、预算与负责人', '项目经理'],
        ['场地踩点并签订合同', '执行'],
        ['向物业、消防、公安报备（按人数要求）', '执行'],
      ]),
      group('设计与节目', before(0.7), [
        ['主画面与延展定稿', '设计'],
        ['节目单与主持人确认', '导演'],
        [`${people} 份物料的打样与数量确认`, '物料'],
      ]),
      group('邀请与供应商', before(0.45), [
        ['发出邀请并登记回执', '邀约'],
        ['搭建、视听、餐饮合同全部签署', '采购'],
        ['车辆、住宿与保险', '执行'],
      ]),
      group('冲刺', before(0.1), [
        ['脚本、口播、字幕终稿', '导演'],
        ['物料进库清点', '物料'],
        ['现场分工会，对讲机编组', '总控'],
      ]),
      group('现场', before(0), [
        ['视听联调与带机彩排', '技术'],
        ['签到与动线检查', '执行'],
        ['开场前 30 分钟全员到岗', '总控'],
      ]),
      group('收尾', '活动后 3 天', [
        ['撤场与场地交接', '执行'],
        ['费用结算与票据', '财务'],
        ['照片、视频、数据归档，回访', '项目经理'],
      ]),
    ],
  };
}

/** A cell holds 300. */
const MEASURE_MOST = 280;

function risks(input: ToolInput): ResultOf<'risks'> {
  const wishes = wishesOf(asksOf(input, true));
  const on = new Set([
    ...(RISKS_OF[input['activity'] ?? ''] ?? []),
    ...(/户外/.test(input['place'] ?? '') ? ['outside'] : []),
    ...(numberOf(input, 'people', 100) >= 1_000 ? ['crowd'] : []),
    ...RISKS.flatMap(({ only, about }) => (only && wishes.some(({ asks }) => about?.test(asks)) ? only : [])),
  ]);
  const rows = RISKS.filter(({ only }) => only === undefined || on.has(only)).map(({ only: _only, about, ...row }) => ({ about, row }));
  const others: (typeof rows)[number]['row'][] = [];
  for (const { text, asks } of wishes) {
    const has_room = ({ measure }: { measure: string }) => measure.length + text.length < MEASURE_MOST;
    const fitting = rows.find(({ about, row }) => about?.test(asks) && has_room(row))?.row;
    const row = fitting ?? others.find(has_room);
    if (row) row.measure += `；${fitting ? '补充要求：' : ''}${text}`;
    else
      others.push({
        risk: '补充要求没有落实',
        chance: '中',
        effect: '与约定不符',
        measure: `逐项定下负责人与期限：${text}`,
        owner: '执行组',
      });
  }
  return {
    tool: 'risks',
    title: `${kindOf(input) || (input['activity'] ?? '活动')}风险预案${byTemplate(input)}`,
    rows: [...rows.map(({ row }) => row), ...others],
  };
}

function email(input: ToolInput): ResultOf<'email'> {
  const to = input['to'] || '您好';
  const project = named(input);
  const purpose = input['purpose'] ?? '提交方案';
  const points = linesOf(input, 'points');
  const opening: Record<string, string> = {
    提交方案: `《${project}》的方案已经完成，随信附上，请您审阅。`,
    确认需求: `感谢您对《${project}》的介绍。为了让方案更准确，想和您确认以下事项。`,
    报价说明: `《${project}》的报价已经整理好，随信附上明细，说明如下。`,
    变更与延期: `关于《${project}》，有一处变更需要提前告知您，给您带来不便，十分抱歉。`,
    催促确认: `《${project}》进入关键节点，有几项内容需要您确认后我们才能继续。`,
    结案致谢: `《${project}》已顺利结束，感谢您和团队的支持与信任。`,
  };
  const closing = purpose === '结案致谢' ? '期待下一次合作。' : '请您方便时回复，我们随时配合调整。';
  const body = [
    `${to}：`,
    input['tone'] === '亲切' ? '您好，近来一切都好！' : '您好！',
    opening[purpose] ?? opening['提交方案'],
    ...(points.length > 0 ? [points.map((point, at) => `${at + 1}. ${point}`).join('\n')] : []),
    ...(input['tone'] === '简短' ? [] : ['如果有不清楚的地方，我们可以安排一次 20 分钟的电话沟通。']),
    closing,
    '此致\n敬礼',
    '（署名、电话、日期）',
  ];
  return { tool: 'email', subject: `${purpose}：${project}`, body: body.join('\n\n') };
}

function poster(input: ToolInput): ResultOf<'poster'> {
  const [pattern] = (LINES[input['mood'] ?? ''] ?? LINES['大气']!)[0] as readonly [string, string];
  const points = linesOf(input, 'points').slice(0, 8);
  return {
    tool: 'poster',
    headline: named(input),
    subline: pattern.replaceAll('{主题}', named(input)).slice(0, 60),
    points: points.length > 0 ? points : ['（亮点待填：来宾能看到什么、得到什么）'],
    facts: [input['date'] ? `时间：${input['date']}` : '', input['place'] ? `地点：${input['place']}` : ''].filter((fact) => fact !== ''),
    action: '扫码了解详情',
  };
}

const makers: { [K in ToolKey]: (input: ToolInput, sources: readonly GivenSource[]) => ResultOf<K> } = {
  ...{ outline, budget, rundown, slogans, checklist, risks, email, poster },
};

export const sandboxResult = (tool: ToolKey, input: ToolInput, sources: readonly GivenSource[]): ToolResult => makers[tool](input, sources);
