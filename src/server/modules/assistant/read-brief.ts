import type { ToolInput } from '#contract/assistant-tools.ts';
import { wholeSaid } from '#contract/number-words.ts';
import { REGIONS } from '#contract/regions.ts';
import { costLine, costsIn } from '#contract/said-costs.ts';
import { numbersIn } from '../search/index.ts';
import { activityIn, activityNear } from './activities.ts';
import { dateSaid, minutesSaid, timesSaid } from './said-times.ts';

/** What a brief says of an event, by the key of the field of the tools that takes it. What it does not say is not there. */

const READ_MOST = 12_000;
const [LINES_MOST, LINE_MOST] = [300, 400];
const [STEPS_MOST, WISHES_MOST, MORE_MOST, THEME_MOST] = [16, 8, 500, 60];

type Of =
  | 'activity'
  | 'name'
  | 'theme'
  | 'brand'
  | 'people'
  | 'total'
  | 'date'
  | 'start'
  | 'minutes'
  | 'city'
  | 'venue'
  | 'goal'
  | 'steps'
  | 'wishes'
  | 'points'
  | 'to'
  | 'refused'
  | 'beside'
  | 'none';

/** What stands before a colon, or in the cell before. */
const LABELS: Readonly<Record<Of, string>> = {
  activity: '活动类型 活动形式 活动性质 活动类别 类型',
  name: '活动名称 项目名称 活动名 项目名 名称 项目 活动',
  theme: '活动主题 年会主题 大会主题 主题 slogan',
  brand: '客户名称 品牌名称 公司名称 企业名称 主办单位 主办方 委托方 客户 品牌 公司 企业 甲方 主办 单位',
  people:
    '预计人数 活动人数 参会人数 参加人数 参与人数 到场人数 出席人数 来宾人数 宾客人数 嘉宾人数 活动规模 总人数 人数规模 参加人员 参与人员 参会人员 人数 规模 人员 宾客 来宾',
  total: '活动总预算 项目总预算 预算总额 预算金额 预算上限 总预算 活动预算 项目预算 费用预算 预算范围 总费用 总经费 预算 费用 经费',
  date: '活动时间 活动日期 举办时间 举办日期 举行时间 时间日期 日期时间 会议时间 婚礼日期 日期 时间',
  start: '活动开始时间 正式开始时间 开始时间 开场时间 开始',
  minutes: '活动总时长 活动时长 总时长 持续时间 时长',
  city: '举办城市 活动城市 所在城市 城市',
  venue: '活动地点 举办地点 活动场地 举办场地 会议地点 场地 地点 会场 场馆 地址',
  goal: '活动目标 活动目的 核心目标 项目目标 目标 目的',
  steps:
    '必须包含的环节 活动流程 活动环节 活动内容 活动安排 流程安排 环节安排 环节要求 主要环节 核心环节 必备环节 必须环节 初步流程 流程 环节 议程',
  wishes:
    '补充要求 其他要求 其它要求 特殊要求 特别要求 特别说明 具体要求 客户要求 活动要求 注意事项 特殊需求 其他需求 客户需求 风格要求 必须有 要求 需求 需要 备注 风格 希望 注意',
  points: '活动亮点 亮点 看点',
  to: '客户联系人 联系人 对接人 收件人',
  refused: '禁止事项 禁止内容 禁忌事项 禁忌 禁止 严禁 不允许 谢绝 避免',
  beside:
    '交通安排 交通方式 交通 住宿安排 住宿 餐饮安排 餐饮要求 餐饮 用餐 停车 接送 安保 安全要求 安全 医疗 保险 物料 伴手礼 礼品 搭建要求 搭建 舞台要求 舞台 灯光 音响 设备要求 设备 屏幕 大屏 摄影摄像 摄影 直播 宣传 媒体邀请 嘉宾邀请 主持人 主持 场地要求 场地条件 场地类型 雨天预案 雨天',
  none: '项目背景 活动背景 品牌背景 背景 受众 目标人群 目标客群 付款方式 付款 结算方式 发票 合同 报价要求 报价 提交要求 提交方式 提交 交付物 交付 评分标准 评标 联系电话 电话 手机 邮箱 截止时间 截止日期 截止 附件 说明 时间节点 进度 搭建时间 彩排时间 进场时间 撤场时间 预算明细 预算分配 费用明细 费用分项 费用说明 工作人员 供应商 其他 备选 天气',
};
const OF_LABEL = new Map(Object.entries(LABELS).flatMap(([of, all]) => all.split(' ').map((label) => [label, of as Of] as const)));
/** What may be a label within a line, with what stands in brackets behind it. */
const LABELLED = /(?<=^|[\s，,；;。、])([\p{Script=Han}A-Za-z]{2,10})(?:[（(]([^（()）]{1,12})[)）])? {0,3}[:：]/gu;
const LABEL_CELL = /^([\p{Script=Han}A-Za-z]{2,10})(?:[（(]([^（()）]{1,12})[)）])?[:：]?$/u;
const ofLabel = (label = ''): Of | undefined => OF_LABEL.get(label.toLowerCase().replace(/^(?:本次|此次|预计|拟定)/, ''));
/** 人数 240 at the beginning of a line. */
const SPACED = /^(人数|规模|总预算|预算|活动时间|时间|日期|开始时间|时长|活动地点|地点|场地|城市|活动名称|活动主题|主题) +(?=\S)/u;
const BULLET = /^(?:[-*•·●○▪■◆➢✓]|\d{1,2}[.、)）]|[（(]\d{1,2}[)）]|[①-⑳]|[（(][一二三四五六七八九十]{1,2}[)）])\s*/u;
const HEADING = /^(?:#{1,6} |第?[一二三四五六七八九十]{1,2}[、部章节])/u;
/** It says what somebody does, and names no event. */
const SENTENCE = /抵达|入住|举行|将于|将在|计划在|拟于|打算|需要|需在|我们|我司|负责|要求|请在|要办/;
/** A label that is none of ours ends a list of what is refused. */
const OTHER_LABEL = /^[\p{Script=Han}]{2,8}[:：]./u;
/** The heading of a column is no value. */
const COLUMN = /^(?:内容|说明|详情|信息|描述|具体内容|填写|要求|备注|负责人|负责)$/;
const [STEP_COLUMN, TIME_COLUMN] = [/^(?:环节|活动环节|环节名称|流程|议程|节目|事项|内容)$/, /^(?:时间|时段|起止|起止时间)$/];

/** What a cell or a line names that is nothing but a label. */
function labelOf(cell = ''): { of: Of; unit: string } | undefined {
  const [, label, unit = ''] = LABEL_CELL.exec(cell) ?? [];
  const of = ofLabel(label);
  return of && { of, unit };
}

interface Said {
  of: Of;
  /** In brackets behind the label: 万元. */
  unit: string;
  value: string;
}

interface Read {
  title: string;
  said: Said[];
  steps: string[];
  wishes: string[];
  points: string[];
  /** Lines that name nothing by a label. */
  prose: string[];
}

/** What a sentence says that is no list of parts. */
const NO_STEP = /预算|万元|人数|联系人|电话|。./;
const refused = (text: string): string =>
  /^(?:不|避免|勿)|禁|不得|谢绝|请勿|允许|可以/.test(text.trim()) ? text.trim() : `禁止${text.trim()}`;
/** One wish, whatever it consists of. */
const oneLine = (text: string): string => text.replace(/[\n。；;，,、]+/g, ' ').trim();

const cellsOf = (line: string): string[] | null => {
  const cells = line.replace(/^\||\|$/g, '').split(/\||\t/);
  return cells.length < 2 ? null : cells.map((cell) => cell.trim());
};

/** The brief part by part: what stands behind labels, lists under headings, tables, and the rest. */
function readLines(text: string): Read {
  const read: Read = { title: '', said: [], steps: [], wishes: [], points: [], prose: [] };
  let under = null as 'steps' | 'wishes' | 'points' | null;
  /** A list in bullets ends with them; null: its first line is to come. */
  let in_bullets: boolean | null = null;
  let is_bullet = false;
  let refuses = false;
  let table: string[][] = [];
  const take = (of: Of, unit: string, whole: string, label = '') => {
    refuses = of === 'refused';
    under = of === 'steps' || of === 'wishes' || of === 'points' ? of : refuses ? 'wishes' : null;
    in_bullets = whole === '' ? null : true;
    if (is_bullet && whole !== '') under = null;
    if (whole === '' || COLUMN.test(whole)) return;
    if (of !== 'total' && costsIn(`${label}：${whole}`).costs.length > 0 && !/[，。；]/.test(whole)) return;
    if (refuses) return void read.wishes.push(...whole.split(/[。；;]/).map(refused));
    if (of === 'beside') return void read.wishes.push(`${label.replace(/[（(:：].*/, '')}：${oneLine(whole)}`);
    if (of === 'none') return void read.prose.push(`${label}：${whole}`);
    if (of === 'wishes' || of === 'points') return void read[of].push(...whole.split(/[。；;]/));
    const [value = '', ...others] = whole.split('。');
    read.prose.push(...others.filter(Boolean));
    if (of === 'steps') return void read.steps.push(...listed(value));
    read.said.push({ of, unit, value });
    // 时间：12月20日，三百人
    if (/[，,]/.test(value)) read.prose.push(value.slice(value.search(/[，,]/) + 1));
  };
  const endTable = () => {
    readTable(table, read, take);
    table = [];
  };
  for (const raw of [...text.slice(0, READ_MOST).split('\n').filter(Boolean).slice(0, LINES_MOST), '']) {
    const line = raw.slice(0, LINE_MOST).replaceAll('**', '').replaceAll('　', ' ').trim();
    const cells = cellsOf(line);
    if (cells) {
      if (!cells.every((cell) => /^:?-*:?$/.test(cell))) table.push(cells);
      continue;
    }
    if (table.length > 0) endTable();
    if (line === '') continue;
    const is_heading = HEADING.test(line);
    is_bullet = BULLET.test(line);
    const bare = line
      .replace(HEADING, '')
      .replace(BULLET, '')
      .replace(/^[【[]([^【】[\]]{2,10})[】\]][:：]?/, '$1：')
      .trim();
    const alone = labelOf(bare);
    const is_begin = read.said.length === 0 && !under && !(alone && /steps|refused|beside|none/.test(alone.of));
    const is_lead = is_begin && (read.prose.length === 0 || (activityIn(bare) ?? activityNear(bare)) !== undefined);
    const is_title = read.title === '' && !is_bullet && !SENTENCE.test(bare) && (line.startsWith('#') || is_lead);
    if (is_title) read.title = bare;
    if (alone && !is_title) {
      take(alone.of, '', '');
      continue;
    }
    const whole = bare.replace(SPACED, '$1：');
    const found = [...whole.matchAll(LABELLED)].filter(([, label]) => ofLabel(label));
    if (found.length > 0) {
      const before = whole.slice(0, found[0]?.index ?? 0);
      if (before !== '') read.prose.push(before);
      for (const [at, match] of found.entries()) {
        const value = whole.slice(match.index + match[0].length, found[at + 1]?.index ?? whole.length).trim();
        take(ofLabel(match[1]) as Of, match[2] ?? '', value.replace(/[，,；;、。]{1,3}$/, ''), match[1]);
      }
    } else if (is_heading || /^[^，。]{1,12}[:：]$/.test(bare)) {
      under = null;
      if (is_heading) read.prose.push(bare);
    } else if (
      under &&
      !(refuses && OTHER_LABEL.test(bare)) &&
      bare.length <= 80 &&
      (in_bullets !== true || is_bullet) &&
      !(under === 'steps' && NO_STEP.test(bare))
    ) {
      in_bullets ??= is_bullet;
      read[under].push(...(under === 'steps' && !is_bullet ? listed(bare) : [refuses ? refused(bare) : bare]));
    } else {
      under = null;
      read.prose.push(bare);
    }
  }
  return read;
}

/** Rows of a label and its value, a row below labels, or the parts of the event row by row. */
function readTable(table: readonly string[][], read: Read, take: (of: Of, unit: string, value: string, label?: string) => void): void {
  const [head = [], ...rows] = table;
  const step = head.findIndex((cell) => STEP_COLUMN.test(cell));
  const time = head.findIndex((cell) => TIME_COLUMN.test(cell));
  if (step >= 0 && rows.length > 1 && (time >= 0 || !/内容/.test(head[step] ?? ''))) {
    read.steps.push(...rows.map((row) => [time >= 0 ? clockOf(row[time] ?? '') : '', row[step] ?? ''].filter(Boolean).join(' ')));
    return;
  }
  const first = rows[0] ?? [];
  const is_priced = head.some((cell) => /单价|数量|小计|金额|单位|^(?:预算|费用|报价|经费)(?:[（(]|$)/.test(cell));
  if (is_priced && rows.length > 1 && head.some((cell) => /^(?:项目|名称|内容|明细|条目|费用项目?|类目|类别)$/.test(cell))) return;
  if (head.filter((cell) => labelOf(cell)).length >= 2 && rows.length > 0 && first.every((cell) => !labelOf(cell))) {
    for (const [at, cell] of head.entries()) {
      const label = labelOf(cell);
      if (label) take(label.of, label.unit, first[at] ?? '', cell);
    }
    return;
  }
  for (const row of table.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1))) {
    const labels = row.filter((_cell, at) => at % 2 === 0);
    const is_pairs = row.length % 2 === 0 && labels.every((cell) => labelOf(cell));
    for (let at = 0; at < (is_pairs ? row.length : row.length > 3 || is_priced ? 0 : 1); at += 2) {
      const label = labelOf(row[at]);
      if (label) take(label.of, label.unit, row[at + 1] ?? '', row[at]);
    }
  }
}

/** The first clock of a cell, so that a step begins with it. */
const clockOf = (cell: string): string => timesSaid(cell)?.start ?? '';

/** Parts of a line of steps. */
const listed = (value: string): string[] => value.split(/[、；;，,。]|→|->|➔|➡/).map((part) => part.trim().replace(BULLET, ''));

const tidyList = (all: readonly string[], most: number): string[] => {
  const tidy = all
    .filter((one) => costsIn(one).costs.length === 0)
    .map((one) =>
      one
        .replace(/^[:：\s]+/, '')
        .replace(/(?:等环节|等|。|；|;|，|,)$/, '')
        .trim(),
    );
  return [...new Set(tidy.filter((one) => one.length > 1))].slice(0, most);
};

const CITIES = REGIONS.flatMap(({ name, cities }) => (cities.length === 0 ? [name] : cities.map((city) => city.name)))
  .map((name) => name.replace(/市$|特别行政区$/, ''))
  // names of districts as well, or of nothing else than a city
  .filter((name) => name.length <= 5 && !/^(?:朝阳|海南|吉林|通化|中山|南山|西安门)$/.test(name));
const cityIn = (text: string): string | undefined =>
  CITIES.map((name) => ({ name, at: text.indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0]?.name;

/** Where a city may stand in a sentence. */
const IN_CITY = /(?:在|于|赴|^|[，,。；;] ?)([\p{Script=Han}]{2,5})/gu;

/** Who works there is no guest; what one costs is no sum. */
const STAFF = /工作人员|执行(?:人员|团队|组)|主持人|志愿者|安保|服务员|礼仪小姐|演员|乐手|摄影师|每桌|每组|每车|每人|人均|一桌|供应商/;
const NUM = '(\\d{1,6}|[一二两三四五六七八九十百千]{1,7})';
const KIND =
  '(成年?人|大人|家长|员工|同事|职工|家属|嘉宾|客户|媒体|记者|观众|领导|代表|男宾|女宾|孩子|儿童|小孩|小朋友|学生|老师|教师|会员|经销商|居民|校友|业主|选手|评委|(?:[男女]方)?亲友|来宾|宾客|贵宾)';
const PARTS = new RegExp(
  `${NUM} ?(?:个|位|名|人)? ?(?:的)?${KIND}|${KIND} ?(?:约|大约|共)?[:：]? ?${NUM}(?![岁\\d一二两三四五六七八九十百千])(?! ?[家组桌台辆场套份支张款间队席个次])`,
  'gu',
);
const WHOLE = new RegExp(`(?:合计|总计|总人数|总共|一共|共计|共) ?(?:约|大约|为|是|有)?[:：]? ?${NUM} ?(?:人|位|名)`, 'u');

/** People of a sentence: what it calls the total, its parts together, or the number. */
function peopleOf(text: string): number | null {
  const whole = wholeSaid(WHOLE.exec(text)?.[1] ?? '');
  if (whole !== null) return whole;
  const [head = ''] = text.split(/其中|[（(]|包括|含/);
  const known = partsOf(head) ?? numbersIn(head).people ?? wholeSaid(head);
  return known ?? partsOf(text) ?? numbersIn(text).people;
}

function partsOf(text: string): number | null {
  const parts = [...text.matchAll(PARTS)].map(([, before, kind = '', behind_kind = '', behind]) => ({
    kind: kind + behind_kind,
    number: wholeSaid(before ?? behind ?? ''),
  }));
  const kinds = new Map(parts.flatMap(({ kind, number }) => (number === null ? [] : [[kind, number] as const])));
  return kinds.size < 2 ? null : [...kinds.values()].reduce((sum, one) => sum + one, 0);
}

/** Tables of ten are said to be an estimate. */
const TABLES = new RegExp(`(?!一桌)(?<![每第\\d一二两三四五六七八九十百千])${NUM} ?桌(?![子椅布花卡签面次])`, 'gu');
function guestsOf(text: string, read: (part: string) => number | null): string | null {
  const people = read(text.replace(TABLES, ''));
  const tables = people === null ? wholeSaid([...text.matchAll(TABLES)][0]?.[1] ?? '') : null;
  if (tables !== null && tables > 1) return `约${tables * 10}人（${tables}桌×10）`;
  return people === null ? null : String(people);
}

const clausesOf = (line: string): string[] => line.split(/[。；;，,！？!?]/).map((clause) => clause.trim());
/** Guests of prose: the first sentence that names them, without what it says of others. */
function peopleIn(prose: readonly string[]): number | null {
  for (const sentence of prose.flatMap((line) => line.split(/[。；;！？]/))) {
    const guests = clausesOf(sentence).filter((clause) => !STAFF.test(clause));
    const text = guests.join('，');
    const people =
      WHOLE.test(text) || partsOf(text) !== null ? peopleOf(text) : (guests.map((one) => numbersIn(one).people).find(Boolean) ?? null);
    if (people !== null) return people;
  }
  return null;
}

const SUM = /预算|费用|经费|总价|控制在|投入|花费/;
const NO_SUM = /人均|每人|每桌|单价|餐标|客单|其中|餐饮|搭建|场地费|定金|尾款|首款|付款|不含/;
/** Yuan of the whole. */
function totalOf(said: readonly Said[], prose: readonly string[]): number | null {
  for (const { unit, value } of said) {
    const [head = ''] = value.replace(/(?<=\d),(?=\d{3})/g, '').split(/其中|[（(；;，]/);
    if (NO_SUM.test(head)) continue;
    const whole = /^[\d.]+$/.test(head.trim()) ? Number(head) * (/万/.test(unit) ? 10_000 : 1) : null;
    const yuan = whole ?? yuanIn(/预算/.test(head) ? head : `预算${head}`) ?? wholeSaid(head);
    if (yuan !== null && yuan >= 1_000) return Math.round(yuan);
  }
  const clauses = prose.flatMap((line) => clausesOf(line.replace(/(?<=\d),(?=\d{3})/g, '')));
  const sums = clauses.filter((clause) => SUM.test(clause) && !NO_SUM.test(clause));
  const first = sums.toSorted((a, b) => Number(/总/.test(b)) - Number(/总/.test(a))).flatMap((clause) => yuanIn(clause) ?? [])[0];
  return first === undefined || first < 1_000 ? null : first;
}
function yuanIn(text: string): number | null {
  const { money_fen } = numbersIn(text);
  return money_fen === null ? null : Math.round(money_fen / 100);
}

const OUTSIDE = /户外|室外|露天|草坪|草地|沙滩|营地|露营/;
const INSIDE = /室内|宴会厅|会议厅|会议室|会议中心|礼堂|剧院|剧场|展厅|体育馆/;
const IN_RAIN = /雨|备选|备用|如遇|天气/;
function placeOf(lines: readonly string[]): string | undefined {
  const clauses = lines.flatMap(clausesOf).filter((clause) => !IN_RAIN.test(clause));
  const [out, inside] = [OUTSIDE, INSIDE].map((one) => clauses.some((clause) => one.test(clause)));
  return out && inside ? '室内与户外' : out ? '户外' : inside ? '室内' : undefined;
}

const OF_COMPANY =
  '集团|公司|科技|物流|银行|医院|学校|大学|中学|汽车|地产|置业|食品|医药|电器|传媒|教育|保险|证券|软件|能源|酒店|咖啡|服饰|家居|商贸|实业|股份';
const BRAND = new RegExp(
  `(?:^|[。，,；;\\s])(?:(?:我们|我司|客户|甲方|主办方|主办单位|委托方)[是为])?([\\p{Script=Han}A-Za-z0-9]{1,12}?(?:${OF_COMPANY}))(?=$|[\\p{P}\\s\\d]|计划|拟|将|准备|打算|想|要|的|年会|发布会|团建|周年|成立|举办)`,
  'u',
);
/** 嘉宾抵达前一天入住酒店 names no company. */
const NO_BRAND =
  /^(?:我|本|该|公司|今年|明年|贵|客户|这家|一家|某|为|由|请|在|于|需|要|有)|抵达|入住|下榻|前往|提前|安排|提供|位于|嘉宾|员工|来宾|宾客|客人|当[天日晚]|[一两前后]天|统一/;
const TITLE_END =
  /(?:项目|活动|策划|筹备|方案){0,2}(?:需求)?(?:简报|需求(?:书|说明|单)?|任务书|说明书?|要求|brief|资料|清单|预算表?|报价[单表]?|费用表?)(?:（[^（）]{0,12}）)?$/iu;
const EMPTY_TITLE = /^(?:\d{4}年?|年度|公司|企业|活动|项目|策划|客户|简报|需求|基本|概[况述]|背景|信息|情况|[店会\s\-—:：])*$/u;

/** Name of the event: as it is named, else of whom it is and what it is about. */
function themeOf(read: Read): string | undefined {
  const of = (key: Of) =>
    read.said
      .find((one) => one.of === key)
      ?.value.replace(/[《》“”"「」]/g, '')
      .trim();
  const told = read.prose.map((line) => BRAND.exec(line)?.[1] ?? '').find((one) => one !== '' && !NO_BRAND.test(one));
  const brand = (of('brand') ?? told)?.split(/[，,；;。（(]/)[0]?.trim();
  const short = brand?.replace(/(?:股份|有限|责任){0,3}公司$/, '') ?? '';
  const title = read.title.length > 40 || /[:：，,。|]|\d ?[人位名桌元万]/.test(read.title) ? '' : read.title.replace(TITLE_END, '').trim();
  const event = activityIn(title);
  const is_empty = EMPTY_TITLE.test(event ? title.replace(event.word, '') : title);
  const named = of('name')?.split(/[，,；;。]/)[0] ?? (is_empty ? undefined : title);
  const theme = named ?? of('theme')?.split(/[；;。]/)[0];
  if (theme === undefined || theme === '') return short === '' ? undefined : brand?.slice(0, THEME_MOST);
  const holds =
    short === '' ||
    theme.includes(short) ||
    [...short].some((_sign, at) => at + 4 <= short.length && theme.includes(short.slice(at, at + 4)));
  return (holds ? theme : `${short} ${theme}`).slice(0, THEME_MOST);
}

const WANTED = /^(?:一定|务必)|必须|务必|不要|不得|谢绝|禁止|希望有|需要有|要有|需安排|需要安排|希望/;
const OF_FIELD = /预算|费用|万元|人数|提交|报价|截止|方案/;
const OF_STEPS = /(?:流程|环节|议程)(?:大致)?(?:包括|包含|依次[是为]|有|为|是)[:：]?(.{2,200})$/u;

/** The activity of the tools; `kind`: what the brief calls it, where that is another that is nearest to it. */
function activityOf(read: Read, named: readonly Said[]): { activity?: string; kind?: string } {
  const first = [...named.map(({ value }) => value), read.title];
  const others = [...read.said.map(({ value }) => value), ...read.prose];
  const exact = (lines: readonly string[]) => lines.map((line) => activityIn(line)?.activity).find(Boolean);
  const near = (lines: readonly string[]) => lines.map(activityNear).find(Boolean);
  const own = exact(first);
  if (own !== undefined) return { activity: own };
  const nearest = near(first) ?? exact(others) ?? near(read.prose);
  if (typeof nearest === 'string') return { activity: nearest };
  const said = named.find(({ of, value }) => of === 'activity' && value.length <= 12)?.value;
  return nearest ? { activity: nearest.activity, kind: nearest.word } : said ? { kind: said } : {};
}

const COSTS_MOST = 24;
const COSTS_CHARS = 500;

/** The fields of tools that a brief fills. Lines of it are its lines; only its beginning is read. */
export function readBrief(text: string): ToolInput {
  const read = readLines(text);
  const { costs, total_fen } = costsIn(text);
  const of = (...keys: Of[]) => read.said.filter((one) => keys.includes(one.of));
  const { activity, kind } = activityOf(read, of('activity', 'name'));
  const sentences = read.prose.flatMap((line) => line.split(/[。！？]/));
  const told_steps = sentences.map((one) => OF_STEPS.exec(one)?.[1] ?? '').find((one) => one !== '');
  const steps = tidyList(read.steps.length > 0 ? read.steps : (told_steps ?? '').split(/[、；;，,]|以及|和/), STEPS_MOST);
  const wanted = sentences
    .filter((one) => !OF_STEPS.test(one))
    .flatMap(clausesOf)
    .filter((one) => WANTED.test(one) && !OF_FIELD.test(one));
  const venue = of('venue')[0]
    ?.value.split(/[；;。]/)[0]
    ?.trim();
  const lines = [
    ...(steps.length > 1 ? [`环节：${steps.join('、')}`] : []),
    ...(kind ? [`活动类型：${kind}`] : []),
    ...(venue ? [`场地：${venue}`] : []),
    ...tidyList([...(steps.length === 1 ? steps : []), ...read.wishes, ...wanted], WISHES_MOST),
  ];
  const dated = [...of('date').map(({ value }) => value), ...read.prose.flatMap(clausesOf)];
  const times = timesSaid(of('start')[0]?.value ?? '') ?? dated.map((one) => timesSaid(one)).find(Boolean) ?? timesSaid(steps[0] ?? '');
  const minutes =
    of('minutes').map(({ value }) => minutesSaid(`时长${value}`))[0] ?? times?.minutes ?? dated.map(minutesSaid).find(Boolean);
  const people =
    of('people')
      .map(({ value }) => guestsOf(value, peopleOf))
      .find((one) => one !== null) ??
    guestsOf([...read.prose, ...of('name', 'theme', 'activity').map(({ value }) => value)].join('\n'), (all) => peopleIn(all.split('\n')));
  const near = read.prose.flatMap((line) => [...line.matchAll(IN_CITY)].map(([, name = '']) => name));
  const city = [of('city')[0]?.value, venue, near.join(' '), ...of('date').map(({ value }) => value)]
    .map((text) => cityIn(text ?? ''))
    .find(Boolean);
  const all: Record<string, string | undefined> = {
    ...{ activity, theme: themeOf(read), city, venue, place: placeOf([venue ?? '', ...read.wishes, ...read.prose, ...read.steps]) },
    people: people ?? undefined,
    total: String(totalOf(of('total'), read.prose) ?? (total_fen === null ? '' : Math.round(total_fen / 100))),
    costs: costs.slice(0, COSTS_MOST).map(costLine).join('\n').slice(0, COSTS_CHARS),
    date: dated.map(dateSaid).find(Boolean),
    ...{ start: times?.start, minutes: minutes === undefined ? undefined : String(minutes) },
    goal: of('goal')[0]?.value.slice(0, 100),
    more: lines.join('\n').slice(0, MORE_MOST),
    points: tidyList(read.points, WISHES_MOST).join('\n').slice(0, 300),
    to: of('to')[0]?.value.split(/[\s，,；;。\d（(]/)[0],
  };
  return Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}
