import type { ResultOf, ToolResult } from '#contract/assistant-results.ts';
import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import type { GivenSource } from './port.ts';
import { COSTS, LINES, RISKS, SEGMENTS, WORK } from './sandbox-words.ts';

/** Tools of the sandbox: templates of the trade, filled with what was typed and with passages of real works. */

const numberOf = (input: ToolInput, key: string, otherwise: number): number => Number(input[key]) || otherwise;
const named = (input: ToolInput): string => input['theme'] || input['activity'] || '活动';
const linesOf = (input: ToolInput, key: string): string[] =>
  (input[key] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** `whole` in parts by weight; whole numbers that sum to it, none below `least`. */
function shared(whole: number, weights: readonly number[], least: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const free = Math.max(0, whole - least * weights.length);
  const parts = weights.map((weight) => least + Math.floor((free * weight) / sum));
  const rest = whole - parts.reduce((all, part) => all + part, 0);
  // the longest takes what rounding left
  const longest = weights.indexOf(Math.max(...weights));
  parts[longest] = (parts[longest] as number) + rest;
  return parts;
}

function outline(input: ToolInput, sources: readonly GivenSource[]): ResultOf<'outline'> {
  const people = numberOf(input, 'people', 100);
  const where = input['city'] ? `${input['city']}，` : '';
  const activity = input['activity'] ?? '活动';
  const rounds = SEGMENTS[activity] ?? SEGMENTS['年会']!;
  return {
    tool: 'outline',
    title: `${named(input)}${named(input).includes(activity) ? '' : activity}活动大纲`,
    lead: `${where}${people} 人规模。${input['goal'] ? `目标：${input['goal']}。` : ''}`,
    sections: [
      {
        heading: '一、目标与评价',
        points: [
          input['goal'] || `让 ${people} 位来宾记住一个画面、带走一句话`,
          '到场率不低于邀请人数的 85%',
          '会后三天内完成满意度回访与素材归档',
        ],
      },
      {
        heading: '二、主题与创意',
        points: [
          `主题围绕“${named(input)}”展开，主画面、签到、舞台与伴手礼用同一套视觉`,
          '设置一个所有人都能参与的动作，放在情绪最高点之前',
        ],
      },
      { heading: '三、流程框架', points: rounds.map(([what, , note]) => `${what}：${note}`).slice(0, 10) },
      {
        heading: '四、场地与搭建',
        points: [
          `使用面积不少于 ${Math.ceil(people * 1.8)} 平方米，主通道宽 2.4 米，安全出口不少于两处`,
          '舞台、灯光、音响、大屏在活动前一天完成联调',
          '签到区、物料区、休息区分开，轮椅可达全部区域',
        ],
      },
      { heading: '五、执行分工', points: WORK.map(([who, what]) => `${who}：${what}`) },
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
      ...(linesOf(input, 'more').length > 0
        ? [
            {
              heading: '七、补充要求',
              points: linesOf(input, 'more')
                .slice(0, 8)
                .map((line) => line.slice(0, 200)),
            },
          ]
        : []),
      ...(sources.length > 0
        ? [{ heading: '可参考的站内作品', points: sources.slice(0, 4).map(({ n, kind, title }) => `${kind}《${title}》 [${n}]`) }]
        : []),
    ],
  };
}

/** Of the budget's total: service and tax come on top of the sum, and the whole stays within it. */
const SUM_SHARE = (100 * 100) / (108 * 106);

function budget(input: ToolInput): ResultOf<'budget'> {
  const people = numberOf(input, 'people', 100);
  const total_fen = numberOf(input, 'total', 100_000) * 100;
  const sum_fen = Math.floor(total_fen * SUM_SHARE) - 2;
  const shares = COSTS[input['activity'] ?? ''] ?? COSTS['年会']!;
  const rows = shares.map(([group, item, share, unit, spec]) => {
    const quantity =
      unit === '人' ? people : unit === '桌' ? Math.ceil(people / 10) : unit === '名' ? Math.max(2, Math.ceil(people / 50)) : 1;
    const price_fen = Math.max(0, Math.floor((sum_fen * share) / 1_000 / quantity / 100) * 100);
    return { group, item, spec, quantity, unit: unit === '名' ? '人' : unit, price_fen, amount_fen: price_fen * quantity };
  });
  const spent = rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
  const rest = sum_fen - spent;
  rows.push({ group: '其他', item: '机动备用金', spec: '现场增补与不可预见', quantity: 1, unit: '项', price_fen: rest, amount_fen: rest });
  return {
    tool: 'budget',
    title: `${named(input)}预算表（${people} 人）`,
    rows,
    ...{ subtotal_fen: 0, service_fen: 0, tax_fen: 0, total_fen: 0 },
    note: '单价按常见行情估算，签约前请以供应商报价为准。',
  };
}

function rundown(input: ToolInput): ResultOf<'rundown'> {
  const segments = SEGMENTS[input['activity'] ?? ''] ?? SEGMENTS['年会']!;
  const minutes = shared(
    numberOf(input, 'minutes', 180),
    segments.map(([, share]) => share),
    1,
  );
  return {
    tool: 'rundown',
    title: `${named(input)}流程`,
    rows: segments.map(([what, , note, who], at) => ({ start: '', end: '', minutes: minutes[at] as number, what, who, note })),
  };
}

function slogans(input: ToolInput): ResultOf<'slogans'> {
  const count = numberOf(input, 'count', 8);
  const patterns = LINES[input['mood'] ?? ''] ?? LINES['大气']!;
  const other = Object.values(LINES).flat();
  const chosen = [...new Set([...patterns, ...other])].slice(0, count);
  return {
    tool: 'slogans',
    title: `${named(input)}主题口号`,
    lines: chosen.map(([pattern, note]) => ({ text: pattern.replaceAll('{主题}', named(input)), note })),
  };
}

function checklist(input: ToolInput): ResultOf<'checklist'> {
  const days = numberOf(input, 'days', 30);
  const before = (share: number) => {
    const left = Math.round(days * share);
    return left === 0 ? '活动当天' : `活动前 ${left} 天`;
  };
  const group = (title: string, due: string, items: ReadonlyArray<readonly [string, string]>) => ({
    title,
    items: items.map(([text, owner]) => ({ text, owner, due })),
  });
  const people = numberOf(input, 'people', 100);
  return {
    tool: 'checklist',
    title: `${named(input)}执行清单`,
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

function risks(input: ToolInput): ResultOf<'risks'> {
  const outside = (input['place'] ?? '').includes('户外');
  const crowd = numberOf(input, 'people', 100) >= 1_000;
  return {
    tool: 'risks',
    title: `${input['activity'] ?? '活动'}风险预案`,
    rows: RISKS.filter(({ only }) => only === undefined || (only === 'outside' ? outside : crowd)).map(({ only: _only, ...row }) => row),
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
  const points = linesOf(input, 'points').slice(0, 6);
  return {
    tool: 'poster',
    headline: named(input),
    subline: pattern.replaceAll('{主题}', named(input)).slice(0, 60),
    points: points.length > 0 ? points : ['现场互动，人人可参与', '限量伴手礼，先到先得'],
    facts: [input['date'] ? `时间：${input['date']}` : '', input['place'] ? `地点：${input['place']}` : ''].filter((fact) => fact !== ''),
    action: '扫码报名，名额有限',
  };
}

const makers: { [K in ToolKey]: (input: ToolInput, sources: readonly GivenSource[]) => ResultOf<K> } = {
  ...{ outline, budget, rundown, slogans, checklist, risks, email, poster },
};

export const sandboxResult = (tool: ToolKey, input: ToolInput, sources: readonly GivenSource[]): ToolResult => makers[tool](input, sources);
