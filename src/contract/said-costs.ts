import { numberOf, scaleOf } from './number-words.ts';

/** What parts of an event cost, as briefs, quotes and people write it: 场地3.2万，餐饮 150元/人; tables of items and amounts. */

export interface SaidCost {
  name: string;
  /** Of one, where `per` says of what. */
  fen: number;
  per: '' | '人' | '桌';
}

export interface SaidCosts {
  costs: SaidCost[];
  /** What a table calls the sum of its rows. */
  total_fen: number | null;
}

const [CHARS_MOST, LINES_MOST, LINE_MOST, CLAUSE_MOST, NAME_MOST, COSTS_MOST] = [12_000, 400, 400, 60, 14, 40];
const FEN_MAX = 1e12;

const NUMBER = '(?<number>\\d{1,9}(?:\\.\\d{1,4})?|[一二两三四五六七八九十百千万]{1,8})';
const UNIT = '(?<unit>万元|万|w|千元|千|k|元|块钱|块)?';
const OF = '(?<one>每人|人均|每位|每个人)';
const OF_TABLE = '(?<table>每桌|一桌|单桌)';
const AMOUNT = `(?:[¥￥]|人民币|RMB)? ?(?:\\d{1,9}(?:\\.\\d{1,4})? ?万?元? ?[-~—–至到] ?)?${NUMBER} ?${UNIT}(?:整|左右|以内|之内|上下|封顶)?`;
const PER = '(?: ?(?:[/／] ?|每|一)(?:(?<behind>[人位])|(?<behind_table>桌)))?';
/** Of a clause without brackets, whose runs of spaces and colons are one space. */
const COST = new RegExp(
  `^(?:其中|包括|包含|另有|另|以及)? ?(?<name>[\\p{Script=Han}A-Za-z、/&+]{0,30}?)(?:的?(?:费用|费|预算|经费|报价|价格|金额|支出|成本|标准))? ?(?:(?:大约|大概|预计|预估|共计|控制在|不超过|不高于|上限|最多|约|为|是|共|按|需|要|花)){0,3} ?(?:${OF}|${OF_TABLE})? ?${AMOUNT}${PER}$`,
  'u',
);
const FOR = new RegExp(`^${NUMBER} ?${UNIT}(?:用于|用在|给|做|花在)(?<name>[\\p{Script=Han}A-Za-z]{2,10})$`, 'u');
const LABELLED = /^(?:[-*•·] ?|\d{1,2}[.、] ?)?([\p{Script=Han}]{2,8})[:：]/u;
const AMOUNT_ALONE = /^[¥￥]? ?\d{1,9}(?:\.\d{1,4})? ?(?:万元|万|元)$/;
/** No part of an event, or no amount that it costs. */
const NONE =
  /总|合计|共计|小计|预算|经费|定金|订金|尾款|首款|首付|余款|押金|保证金|预付|付款|付清|违约|罚|销售|营收|业绩|成交|门票|票价|售价|客单|收入|赞助|回款|融资|目标|去年|往年|上届|节省|优惠|减免|粉丝|曝光|阅读|播放|面积|人数|数量|价值|^(?:费用?|全部|整体|全场|项目|活动|年会|婚礼|价格|不?含税|税费?|税金|税点|服务费?|每人|单价|起|约|共)$/;
/** What events are made of. */
const PART =
  /场|餐|食|酒|茶|宴|菜|搭建|舞台|舞美|灯|音响|屏|LED|视频|设计|物料|礼|主持|司仪|演|节目|嘉宾|摄|录像|直播|车|交通|住|人员|人工|执行|安保|保险|花|布置|印刷|推广|宣传|媒体|妆|服装|道具|奖|设备|租|制作|费|运输|物流|保洁|医|翻译|同传|桌|帐篷|甜品|蛋糕|喜糖|婚|策划|背景|签到|游戏|互动|乐队|歌手|特效|无人机|邀请函/;
const HEADED = /(?:预算|费用|报价|经费|成本|支出)(?:明细|分项|分配|构成|拆分|清单|表|安排|如下)?[:：]?$|其中/;
const TITLED = /^([^:：]{2,10})[:：]/;
/** Of a bare number: below it may count something else. */
const [BARE_LEAST, BARE_ALONE] = [500, 3_000];
/** A line that is an entry of a list: others follow. */
const LISTED_MOST = 20;

function fenOf(number: string, unit: string | undefined): number | null {
  const of = numberOf(number);
  const fen = of === null ? 0 : Math.round(of * scaleOf(unit) * 100);
  return fen > 0 && fen <= FEN_MAX ? fen : null;
}

const AROUND = new Set('、/&+的和及 ');
/** Without what joins it to other words. */
function tidyName(name: string): string {
  let [from, to] = [0, name.length];
  while (from < to && AROUND.has(name[from] ?? '')) from++;
  while (to > from && AROUND.has(name[to - 1] ?? '')) to--;
  return name.slice(from, to).replace(/^餐标$/, '餐饮');
}

interface Found extends SaidCost {
  /** Without a unit. */
  bare: boolean;
}

function costOf(clause: string): Found | null {
  if (clause.length > CLAUSE_MOST) return null;
  const plain = clause.replaceAll(':', ' ').split(' ').filter(Boolean).join(' ');
  const { name = '', one, table, number = '', unit, behind, behind_table } = (FOR.exec(plain) ?? COST.exec(plain))?.groups ?? {};
  // 三 alone counts, 三万 is money
  if (number === '' || (unit === undefined && !/^\d/.test(number) && !/万/.test(number))) return null;
  const fen = fenOf(number, unit);
  const of_table = table ?? behind_table;
  const per = (one ?? behind) ? '人' : of_table ? '桌' : '';
  const tidy = tidyName(name) || (of_table ? '宴席' : '');
  if (fen === null || tidy === '' || tidy.length > NAME_MOST || NONE.test(tidy)) return null;
  return { name: tidy, fen, per, bare: unit === undefined && /^\d/.test(number) };
}

const clausesOf = (line: string): string[] =>
  line
    .replace(/[（(]([^（）()]*)[)）]/g, (_all, inner: string) =>
      /\d ?(?:万|元|千|块)/.test(inner) && !/^(?:不含|已含|含)/.test(inner) ? `，${inner}` : '',
    )
    .split(/[，,；;。！]|(?<=[\d万元块]) +(?![万千元块])(?=\p{Script=Han})|(?<=[万元块])[:：]/u)
    .flatMap((clause) => listed(clause.replace(/^[\s\-*•·]+|^\d{1,2}[.、)） ]+(?=\p{Script=Han})/u, '').trim()));

/** 场地3.2万、餐饮2.8万 are two, 灯光、音响、大屏5万 is one. */
function listed(clause: string): string[] {
  const parts: string[] = [];
  let names = '';
  for (const part of clause.split('、')) {
    if (/[\d万]/.test(part)) {
      parts.push(names + part);
      names = '';
    } else names = PART.test(part) && part.length <= 8 ? `${names}${part}、` : '';
  }
  return parts;
}

function costsOfLine(whole: string, headed: boolean): SaidCost[] {
  const [heading = '', title = ''] = TITLED.exec(whole) ?? [];
  const behind = whole.slice(heading.length);
  // 四大金刚：主持 3800 元，化妆 2600 元
  const is_group = title !== '' && clausesOf(behind).filter((clause) => costOf(clause) !== null).length > 1;
  const line = HEADED.test(title) || is_group ? behind : whole;
  const [, label] = LABELLED.exec(line) ?? [];
  // 摄影：双机位，1.2 万元
  const found = clausesOf(line).flatMap(
    (clause) => costOf(clause) ?? (label && AMOUNT_ALONE.test(clause) ? costOf(`${label} ${clause}`) : null) ?? [],
  );
  const is_list = headed || HEADED.test(title) || line.includes('其中') || found.some(({ name }) => PART.test(name));
  return found
    .filter(({ name, fen, bare }) => is_list && (!bare || (PART.test(name) && fen >= (headed ? BARE_LEAST : BARE_ALONE) * 100)))
    .map(({ bare: _bare, ...cost }) => cost);
}

const cellsOf = (line: string): string[] | null => {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/\||\t/);
  return cells.length < 2 ? null : cells.map((cell) => cell.trim());
};

const ITEM_HEADS = [
  /^(?:费用|支出|报价)?(?:项目|名称|条目|明细|科目|项)(?:名称)?$|^品名$/,
  /^(?:内容|服务|服务内容|物料|事项|环节|板块|类目|类别|分类)$/,
];
const AMOUNT_HEADS = [/^(?:金额|小计|总价|合计|总额|费用小计)/, /^(?:预算|费用|报价|价格|经费)(?![项名明类])/];
const SUM_ROW = /合计|总计|总价|总额/;

/** Rows of items and what they cost. Null: the table says no amounts. */
function costsOfTable(table: readonly string[][]): SaidCosts | null {
  const head_at = table.findIndex((row) => row.some((cell) => AMOUNT_HEADS.some((one) => one.test(cell)) || /^单价/.test(cell)));
  const head = table[head_at] ?? [];
  const column = (heads: readonly RegExp[]) => heads.map((one) => head.findIndex((cell) => one.test(cell))).find((at) => at >= 0) ?? -1;
  const [item, amount] = [column(ITEM_HEADS), column(AMOUNT_HEADS)];
  const [price, count] = [column([/^单价/]), column([/^(?:数量|份数|个数)/])];
  if (item < 0 || item === amount || (amount < 0 && (price < 0 || count < 0))) return null;
  const in_wan = /万/.test(head[amount < 0 ? price : amount] ?? '') ? 10_000 : 1;
  const fenOfCell = (cell = ''): number => {
    const [, number = '', unit] = /^[¥￥]? ?(\d{1,9}(?:\.\d{1,4})?) ?(万元|万|元)?$/u.exec(cell) ?? [];
    return Math.round(Number(number || 0) * scaleOf(unit) * (unit === undefined ? in_wan : 1) * 100);
  };
  const said: SaidCosts = { costs: [], total_fen: null };
  for (const row of table.slice(head_at + 1)) {
    const fen = amount < 0 || !row[amount] ? fenOfCell(row[price]) * Number.parseFloat(row[count] ?? '0') : fenOfCell(row[amount]);
    if (!(fen > 0 && fen <= FEN_MAX)) continue;
    const name = tidyName(row[item] ?? '').slice(0, NAME_MOST);
    if (SUM_ROW.test(row.join(' '))) said.total_fen ??= fen;
    else if (name !== '' && !NONE.test(name)) said.costs.push({ name, fen: Math.round(fen), per: '' });
  }
  // a row below labels is no list
  return said.costs.length > 1 || said.total_fen !== null ? said : null;
}

/** Every cost of a text with its name, each name once. */
export function costsIn(text: string): SaidCosts {
  const found: SaidCost[] = [];
  let total_fen: number | null = null;
  let table: string[][] = [];
  let headed = false;
  const endTable = () => {
    const said = costsOfTable(table);
    total_fen ??= said?.total_fen ?? null;
    found.push(...(said ? said.costs : table.flatMap((row) => (row.length === 2 ? costsOfLine(row.join('：'), false) : []))));
    table = [];
  };
  const plain = text
    .slice(0, CHARS_MOST)
    .normalize('NFKC')
    .replaceAll('**', '')
    .replace(/(?<=\d),(?=\d{3})/g, '');
  for (const raw of [...plain.split('\n').slice(0, LINES_MOST), '']) {
    const line = raw.slice(0, LINE_MOST).trim();
    const cells = cellsOf(line);
    if (cells) {
      if (!cells.every((cell) => /^:?-*:?$/.test(cell))) table.push(cells);
      continue;
    }
    if (table.length > 0) endTable();
    const costs = costsOfLine(line.replace(/^#{1,6} /, ''), headed);
    found.push(...costs);
    headed = costs.length > 0 ? headed || line.length <= LISTED_MOST : HEADED.test(line);
  }
  const names = new Map<string, SaidCost>();
  // the same in words and in the table is one
  for (const cost of found) {
    const same = names.get(cost.name);
    if (!same || same.fen < cost.fen) names.set(cost.name, cost);
  }
  return { costs: [...names.values()].slice(0, COSTS_MOST), total_fen };
}

/** A cost as a line of a form, which reads as the same. */
export function costLine({ name, fen, per }: SaidCost): string {
  const amount = fen >= 1_000_000 && fen % 10_000 === 0 ? `${fen / 1_000_000}万元` : `${fen / 100}元`;
  return `${name} ${amount}${per === '' ? '' : `/${per}`}`;
}
