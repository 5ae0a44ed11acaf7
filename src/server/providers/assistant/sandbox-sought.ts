import type { AboutWord, AnswerWish } from './port.ts';

/** A sum is asked for. */
export const TOTAL = /合计|总共|一共|总计|总额|总价|总费用|加起来/;
/** Words that only ask, and verbs that fit every subject. */
const ASKING =
  /^(?:[^车花灯酒歌菜奖茶]|要?(?:注意|准备|安排|参考|提前|开始|需要)|要[写看做用花办请交带填找]|一[般个下份套桌场次天件]|[大]?概|大约|左右|合适|比较好?|比例|按什么|人多|干[嘛啥]|搞啥|负责|分工|(?:先后)?顺序|个人|[坐要请配带]几[个人]?|.{0,2}多[大高宽远长厚重]|大功率|坐哪.?|时候|地方|环节|手续|事项|要点|方面|给我|我们|有[吗没]|还有|[再更]?(?:详细|具体|展开|继续|补充)(?:[点些说]|一[点些下])?|帮我|算一?下)$/u;
/** Questions whose answers have a form. An order may also stand in other words. */
const MONEY =
  /多少钱|什么价|够不够|够吗|[怎如][么何](?:收费|算钱)|(?:预算|费用|成本|经费|价格|红包|工资|收费|定金|押金|租金|票价|门票|会费)(?:要|是|收|付|给|大概|一般|大约)?多少|多少(?:预算|费用|经费|定金|押金|租金)|收多少|\d\s?[万千].{0,6}(?:能办|够)|(?:预算|费用|花费|经费|收费|价[格钱]|租金|报价)(?:呢|怎么[算定])?[\p{P}\s]*$/u;
/** 两千到五千 is money, 两千人 is not. */
const AMOUNT =
  /[\d一二两三四五六七八九十百千万]\s?(?:元|块(?:钱|(?!\p{Script=Han})))|(?<!第)[一二两三四五六七八九十]{1,2}[百千万](?=到|至|起|左右|以[内上下]|预算|[\p{P}\s]|$)/u;
/** What an event costs: 每人带一份五十元内的礼物 is none of it. */
const OF_ALL =
  /预算|费用|人均|每[人桌位场天](?:约|平均)?\s?[\d一二两三四五六七八九十百]|总|一共|合计|花|成本|报价|价|起[步，。]|起$|档|左右|不等|约 ?\d/;
const DURATION =
  /(?<![第\d:每全去]|(?<!提)前)(?:\d{1,3}|[一二两三四五六七八九十半]{1,3})(?:\s?[到至-]\s?(?:\d{1,3}|[一二两三四五六七八九十]{1,3}))?\s?(?:个月|个?星期|周|天|日|年)(?![的之])/;
/** 换场四十分钟、两天两场 says nothing of how long before. */
const AHEAD = /提前|筹备|准备|预[订定约]|[周月天年日]前|截止|倒排|[要需留](?=[\d一二两三四五六七八九十半])/;
/** 多久办一次. */
const OFTEN = /(?:多久|多长时间|几[年月天]).{0,4}[一几]次/;
const EARLY = /提前(?:多久|几天|几个?[月周星])|多久.{0,2}(?:准备|开始|筹备|[预]?[订定约])/;
const NOT_LONG = /提前(?:多久|几天|几个?[月周星])|多久.{0,2}(?:准备|开始|筹备|[预]?[订定约])|(?:多久|多长时间|几[年月天]).{0,4}[一几]次/;
export const FORMS = [
  { asks: MONEY, is: 'own', holds: AMOUNT, alone: OF_ALL },
  {
    asks: /多少(?:[\p{P}\s]*$|(?!钱|预算|费用|经费)\p{Script=Han}{2})|几[个名位](?!人)\p{Script=Han}{2}/u,
    not: MONEY,
    beside: true,
    is: 'own',
    holds: /\d|[一二两三四五六七八九十百千万]/,
  },
  {
    asks: EARLY,
    is: 'own',
    holds: DURATION,
    with: AHEAD,
  },
  {
    asks: /什么时候|几月|几号|哪天/,
    not: EARLY,
    is: 'own',
    holds: /(?<![第\d:])(?:\d{1,4}|[一二两三四五六七八九十半]{1,3})\s?(?:个?月|周|天|小时|分钟)|提前|\d\s?[日号]/,
  },
  { asks: OFTEN, is: 'own', holds: /[每一两半\d]\s?[个]?[年月季周天].{0,8}[一两\d]?[次遍]/ },
  {
    asks: /多久|多长时间|几天|几分钟|几个?小时/,
    not: NOT_LONG,
    is: 'own',
    holds: /(?<![第\d:])(?:\d{1,4}|[一二两三四五六七八九十半]{1,3})\s?(?:个?月|周|天|小时|分钟)/,
  },
  { asks: /几点/, is: 'own', holds: /\d{1,2}:\d\d|[一二三四五六七八九十\d]{1,3}点/ },
  { asks: /谁(?:来)?(?:负责|管|做)|分工|谁去/, is: 'own', holds: /分工|负责|总控|专人/ },
  { asks: /送(?:点|些)?什么|送什么/, is: 'own', holds: /送.{0,4}礼|礼[物品]|纪念品|伴手礼|回礼/ },
  { asks: /注意(?:什么|哪些|事项)|要注意|忌讳|禁忌/, is: 'own', holds: /注意|不[要能得]|避免|忌|严禁/ },
  {
    asks: /比例|配比/,
    is: 'own',
    holds: /每.{1,8}[配一二两三四五六七八九十百\d]|\d ?比 ?\d|[一二三四五六七八九]比[一二三四五六七八九]|比例|[一二三四五六七八九]成|%/,
  },
  { asks: /玩(?:点|些)?什么/, is: 'own', holds: /游戏|玩/ },
  { asks: /吃(?:点|些)?什么/, is: 'own', holds: /[吃餐菜饭]|点心|水果/ },
  { asks: /喝(?:点|些)?什么/, is: 'own', holds: /[喝酒茶]|饮/ },
  { asks: /穿(?:点|些)?什么|怎么穿/, is: 'own', holds: /着装|服装|服饰|正装|礼服|穿/ },
  { asks: /带(?:点|些)?什么/, is: 'own', holds: /带|自备|装备/ },
  { asks: /[发给](?:点|些)?什么/, is: 'own', holds: /[发送赠]|礼|纪念/ },
  { asks: /怎么[坐站]|[坐站](?:哪|谁|什么)|座位|座次|站位/, is: 'own', holds: /[坐座站]|主桌|桌次/ },
  {
    asks: /要不要(?:报|办手续|审批|申请)|[要需用]报(?:批|备|公安)|报[批备]吗|手续|什么证|要审批/,
    is: 'own',
    holds: /报[批备公]|申请|许可|备案|审批|城管|派出所/,
  },
  {
    asks: /多[大高宽远长厚]|尺寸|几[寸米]|功率/,
    is: 'own',
    holds: /[\d一二两三四五六七八九十百半]\s?(?:平方)?(?:米|厘米|毫米|寸|千?瓦|兆)/,
  },
  { asks: /哪里|哪儿|什么地方/, is: 'own', holds: /路线|目的地|近郊|海边|[省市区县镇山湖岛]/ },
  { asks: /流程|顺序|怎么[安编]?排/, is: 'form', holds: /^(?:\S{1,4} )?\d{1,2}:\d\d / },
] as const;
/** The same in somebody's own file, which says what a line is before it. */
export const FILE_FORMS = [
  { asks: /多少钱|什么价|费用/, is: 'own', holds: /\d\s?万?元|\d\s?万|[价额费]：\s?\d/ },
  { asks: TOTAL, is: 'own', holds: /(?:合计|总计|总额|共计|总预算|总价)\D{0,8}\d/ },
  { asks: /什么时候|几月|几号|几点|哪天/, is: 'own', holds: /时间|日期|\d\s?月\s?\d|\d:\d\d/ },
  { asks: /哪里|在哪|什么地方/, is: 'own', holds: /[地场]点|地址|场地|会场/ },
  { asks: /多少人|几个人/, is: 'own', holds: /人数|\d\s?[人位名]/ },
  { asks: /谁|电话|怎么联系/, is: 'own', holds: /负责|联系人|姓名|电话|1\d{10}/ },
  { asks: /多大|尺寸|多[长宽高]/, is: 'own', holds: /\d\s?(?:米|厘米|毫米|平方|㎡|m|寸|×)/ },
  { asks: /不能|不可以|禁忌|避免|忌讳/, is: 'own', holds: /禁忌|不能|不得|不可|不要|避免|忌|严禁|不安排/ },
  { asks: /喝酒|酒水/, is: 'own', holds: /酒/ },
  { asks: /工钱|报酬|酬劳|工资|薪/, is: 'own', holds: /报酬|酬劳|工资|薪|工钱/ },
  { asks: /穿/, is: 'own', holds: /着装|服装|服饰|正装|礼服|穿/ },
] as const;
/** 多少桌: a number of these is asked for. */
const COUNTED =
  /(?:多少|几(?![点号月种]))(?:[个张](?=\p{Script=Han}))?(?<unit>(?!钱)\p{Script=Han})(?=$|[^\p{Script=Han}]|[一才合比左够呢吗的子])/u;
/** 20:10 桌桌有戏 is no number of tables. */
const NUMBERED = /(?:(?:^|[^:\d])\d{1,5}|[一二两三四五六七八九十百千]{1,6})\s?[多余]?(?<unit>\p{Script=Han})(?=(?<next>\p{Script=Han})?)/gu;
/** 三个人, 5 个算: of 个 what stands behind it is counted as well. */
const ANY_UNIT = /^个$/;
/** What these are is said by an amount as well: 人均在 400 到 1,000 元. */
const COST = /^(?:预算|费用|花费|经费)$/;
const PEOPLE = /^[人名位]$/;
const TABLES = /^桌$/;
const INVITES = /[请邀来]多少人/;
/** 赞助商 and 签到处 are of what stands before their last sign, 演出服 is not. */
const OF_WHO = /[人商师员者家方处台区表]$/;
/** The amount itself is asked for, not these words. */
const OF_MONEY = /^(?:收费|价格|价钱|费用|租金|算钱|一场|一次|一天|多少钱)$/;
export interface Sought {
  /** Empty: a form of answers. */
  word: string;
  is: AboutWord['is'] | 'form';
  heldBy(text: string): boolean;
  /** What fewer texts hold says more; 0: none does. */
  weight: number;
  /** Of a word whose parts are looked for, one of so many. */
  share: number;
  /** A number that counts only what stands beside it. */
  beside?: boolean;
  /** Every event has it. */
  of_any?: boolean;
  is_place?: boolean;
  /** A part of a word that no line says whole. */
  is_part?: boolean;
}

/** `texts`: works, each as its title, its text and its lines; or lines of a file. */
export function soughtOf(
  { about = [], question }: Pick<AnswerWish, 'about' | 'question'>,
  texts: ReadonlyArray<readonly string[]>,
  forms: typeof FORMS | typeof FILE_FORMS | readonly [],
): Sought[] {
  /** LED 屏 is led屏. */
  const plains = new Map<string, string>();
  const plainOf = (text: string): string => {
    const known = plains.get(text) ?? text.toLowerCase().replace(/(?<=[a-z\d]) (?=\p{Script=Han})|(?<=\p{Script=Han}) (?=[a-z])/gu, '');
    plains.set(text, known);
    return known;
  };
  const lower = texts.map((of) => of.map((text) => text.toLowerCase()));
  const holds = (words: readonly string[]) => (text: string) => {
    const plain = plainOf(text);
    return words.some((word) => plain.includes(word));
  };
  // of a compound that no line says its parts are looked for
  const wordsOf = ({ words, parts }: AboutWord) => {
    const held = parts.filter((part) => lower.some(([title = '', text = '']) => title.includes(part) || text.includes(part)));
    return held.length === 0 || lower.some(([, , ...lines]) => lines.some(holds(words))) ? [words] : held.map((part) => [part]);
  };
  const is_of_money = forms === FORMS && MONEY.test(question);
  /** 赞助 of 赞助商, 主持 of 主持人. */
  const stemsOf = (word: string, parts: readonly string[]) =>
    OF_WHO.test(word) ? parts.filter((part) => part.length > 1 && word.startsWith(part) && word.length === part.length + 1) : [];
  const named = about.flatMap((one) =>
    wordsOf(one).flatMap((found, _at, all) => {
      const [word = ''] = found;
      const words = [...found, ...stemsOf(word, one.parts)];
      return ASKING.test(word) || (is_of_money && OF_MONEY.test(word))
        ? []
        : [
            {
              word,
              is: one.is,
              heldBy:
                COST.test(word) && forms === FORMS
                  ? (text: string) => holds(words)(text) || (AMOUNT.test(text) && OF_ALL.test(text))
                  : holds(words),
              share: 1 / all.length,
              ...(one.of_any && { of_any: true }),
              ...(one.is_place && { is_place: true }),
              ...(!one.words.includes(word) && !stemsOf(one.words[0] ?? '', one.parts).includes(word) && { is_part: true }),
            },
          ];
    }),
  );
  const is_alone = named.every(({ is }) => is !== 'own');
  const formed = forms
    .filter(({ asks, ...form }) => asks.test(question) && !('not' in form && form.not.test(question)))
    .map(({ is, holds: form, ...of }) => ({
      word: '',
      is,
      heldBy: (text: string) =>
        form.test(text) && (!('with' in of) || of.with.test(text)) && (!is_alone || !('alone' in of) || of.alone.test(text)),
      share: 1,
      ...('beside' in of && { beside: true }),
    }));
  const unit = COUNTED.exec(question)?.groups?.['unit'];
  // 5 到 15 桌 says how many are asked
  const isUnit = (one: string) =>
    one === unit || (PEOPLE.test(unit ?? '') && (PEOPLE.test(one) || (INVITES.test(question) && TABLES.test(one))));
  // 一位亲人 counts none
  const counts = (text: string) =>
    [...text.matchAll(NUMBERED)].some(({ 0: said, groups }) => {
      const { unit: one = '', next = '' } = groups ?? {};
      return (
        (isUnit(one) || (ANY_UNIT.test(one) && isUnit(next)) || (ANY_UNIT.test(unit ?? '') && PEOPLE.test(one))) && !/^一.$/u.test(said)
      );
    });
  const all = [...named, ...formed, ...(unit === undefined ? [] : [{ word: '', is: 'own' as const, heldBy: counts, share: 1 }])];
  return all.map((one) => {
    const held = texts.filter((of) => of.some(one.heldBy)).length;
    return { ...one, weight: held === 0 ? 0 : 1 - held / (texts.length + 1) };
  });
}

export const scoreOf = (text: string, sought: readonly Sought[]) =>
  sought.reduce((sum, { is, weight, heldBy }) => sum + (heldBy(text) ? weight * (is === 'beside' || is === 'weak' ? 1 : 2) : 0), 0);
