import { filledToolPath } from '#contract/assistant.ts';
import { findTool, type ToolInput, type ToolKey } from '#contract/assistant-tools.ts';
import type { AssistantOffer } from '#contract/outputs/assistant.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { numbersIn } from '../search/index.ts';
import { activityAsked } from './activities.ts';

const DATE = /(?:(\d{4})\s?年\s?)?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]/;
const DAY_MS = 86_400_000;
const DAYS_MOST = 365;
const OFFERS_MOST = 3;

interface ToolWords {
  tool: ToolKey;
  words: RegExp;
  /** Where it is to be made: alone they say too little. */
  made?: RegExp;
  /** Where a talk goes on. */
  near?: RegExp;
}

/** Words for what a tool makes. */
const TOOL_WORDS: readonly ToolWords[] = [
  { tool: 'outline', words: /大纲|提纲|纲要|框架|(?<!舞台|钢|木)结构/, made: /策划案|策划书|(?<!应急|安全|备选|备用|雨天|分配)方案/ },
  { tool: 'budget', words: /预算|费用|花费/, made: /报价[单表]|成本|开销|经费/, near: /多少钱/ },
  { tool: 'rundown', words: /流程|时间表|议程|日程|时间轴|时间线|节目单|run ?-?down/i, made: /环节表|环节安排/ },
  {
    tool: 'checklist',
    words: /(?<!费用|报价|预算)清单|待办|check ?-?list/i,
    made: /任务表|分工表|执行表|甘特图|倒排|工作计划/,
    near: /筹备/,
  },
  { tool: 'risks', words: /风险|预案/, made: /应急|隐患|(?:安全|备选|备用|雨天)方案/, near: /下雨/ },
  { tool: 'slogans', words: /口号|标语|slogan/i, made: /主题语|主题词|宣传语|广告语/ },
  { tool: 'email', words: /邮件|e-?mail/i, made: /信函|函件|封信/ },
  { tool: 'poster', words: /海报/, made: /宣传单|文案/ },
];

/** A word of making, close before what is to be made. */
const MAKES =
  /(?:做|(?<!系)列|写|(?<!演)出|(?<![安彩])排|拟|起草|生成|编|整理|制作|输出|[转改变]成|(?:来|要|想|定|拉|给我|安排|规划|设计|准备)(?:[一两三四五六七八九十几\d]{0,2}[份个张套版封条组句]))([^，。！？?]{0,24})$/;
const BY_FILE = /(?:根据|按照?|依据|依照|照着|参照|参考|基于|把|用|从)[^，。！？?]{0,6}(?:简报|文件|文档|附件|资料|需求|brief)/i;
/** Asked of it, not for it. */
const ASKS =
  /怎么|如何|怎样|多少|多久|哪|什么|谁|有没有|有哪|推荐|要不要|模板|范文|案例|课程|注意|技巧|为啥|找人|请人|呢|几[天个人]|说说|讲讲|看看|说一下|讲一下|告诉|总结|概括/;
const POLITE = /帮我|给我|替我|帮忙/;
const BARE = /^(?:请|来|要|活动|执行|应急|风险|筹备|主题|客户|宣传|一[份个]|的)*$/;
const BARE_END = /^(?:表|单|明细|预案|方案|一[份个下]|吧|文案|[，。！!\s])*$/;

/** Tools whose work a question asks to be made: 根据简报列一个大纲. None of a question about it: 预算怎么做. */
export function orderedTools(question: string): ToolKey[] {
  const by_file = BY_FILE.test(question);
  const asks = ASKS.test(question) || (/吗|能不能|可不可以/.test(question) && !POLITE.test(question));
  if (asks) return [];
  return TOOL_WORDS.flatMap(({ tool, words, made }) => {
    const found = words.exec(question) ?? made?.exec(question);
    if (!found) return [];
    const [before, behind] = [question.slice(0, found.index), question.slice(found.index + found[0].length)];
    const is_made = by_file || MAKES.test(before) || /^(?:表|单)?[^，。！？?]{0,4}(?:一[份个]|生成|列出来|做出来|写出来)/.test(behind);
    return is_made || (BARE.test(before) && BARE_END.test(behind)) ? [tool] : [];
  });
}

/** By the key of the field that takes it; what was not said is not there. */
function saidIn(question: string, before: ToolInput): ToolInput {
  const { people, money_fen } = numbersIn(question);
  const activity = activityAsked(question, before['activity'] !== undefined);
  const place = ['户外', '室内'].find((one) => question.includes(one));
  const [date] = DATE.exec(question) ?? [];
  return {
    ...(activity === undefined ? {} : { activity }),
    ...(place === undefined ? {} : { place }),
    ...(people === null ? {} : { people: String(people) }),
    ...(money_fen === null ? {} : { total: String(Math.round(money_fen / 100)) }),
    ...(date === undefined ? {} : { date }),
  };
}

/** A day that there is, as it was said, and how many days are left until it comes next. */
function dayOf(said: string | undefined, now: Date): { date?: string; days?: string } {
  const [date, year, month, day] = DATE.exec(said ?? '') ?? [];
  if (date === undefined) return {};
  const today = Date.parse(shanghaiDay(now));
  const of = (y: number) => new Date(Date.UTC(y, Number(month) - 1, Number(day)));
  const this_year = new Date(today).getUTCFullYear();
  const next = year === undefined && of(this_year).getTime() < today ? of(this_year + 1) : of(Number(year ?? this_year));
  if (next.getUTCMonth() !== Number(month) - 1) return {};
  const days = (next.getTime() - today) / DAY_MS;
  return { date, ...(days >= 1 && days <= DAYS_MOST ? { days: String(days) } : {}) };
}

/** What a branch said up to a question, by the key of the field that takes it. */
export interface Said {
  question: string;
  own: ToolInput;
  /** The newest of each. */
  all: ToolInput;
  is_first: boolean;
}

/** `before`: of the turn before it; null: there is none. `briefs`: what its files say; the question goes before them, the first of them before others. */
export function saidAfter(before: Said | null, question: string, briefs: readonly ToolInput[], now: Date): Said {
  const { date, ...said }: ToolInput = Object.assign({}, ...briefs.toReversed(), saidIn(question, before?.all ?? {}));
  const own = { ...said, ...dayOf(date, now) };
  return { question, own, all: { ...before?.all, ...own }, is_first: before === null };
}

/**
 * Tools that go on from a question, filled in with what its branch said: first those whose work it asks to be made, then where it names people, a sum or
 * a day, asks for what a tool makes, or found nothing. None where neither a tool was asked for nor anything said that a form could take.
 */
export function offeredTools({ question, own, all, is_first }: Said, nothing: boolean): AssistantOffer[] {
  const ordered = orderedTools(question);
  if (Object.keys(all).length === 0 && ordered.length === 0) return [];
  const goes_on = own['people'] !== undefined || own['total'] !== undefined;
  const named = TOOL_WORDS.filter(({ words, near }) => words.test(question) || near?.test(question)).map(({ tool }) => tool);
  const asked = is_first && !goes_on ? [] : named;
  const general: ToolKey[] = goes_on || nothing ? ['outline', 'budget'] : [];
  const tools = new Set<ToolKey>([...ordered, ...asked, ...general, ...(own['date'] === undefined ? [] : (['checklist'] as const))]);
  return [...tools].slice(0, OFFERS_MOST).flatMap((key) => {
    const tool = findTool(key);
    if (!tool) return [];
    // the place of a poster is an address
    const { place, venue = all['city'], ...others } = all;
    const given = key === 'poster' ? { ...others, ...(venue === undefined ? {} : { place: venue }) } : all;
    const input = Object.fromEntries(Object.entries(given).filter(([field]) => tool.fields.some((one) => one.key === field)));
    return [{ tool: key, title: tool.title, path: filledToolPath(key, input), asked: ordered.includes(key) ? 1 : 0 }];
  });
}
