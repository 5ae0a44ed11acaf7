import { readFile } from 'node:fs/promises';
import type { AssistantSource } from '#contract/assistant.ts';
import { helpAbout } from '../search/index.ts';

const TEXTS = new URL('../../../content/help/', import.meta.url);
const ASKED_MOST = 30;
const [LINES_MOST, LINE_MOST, LINE_LEAST] = [4, 160, 12] as const;
/** What was bought here: 我买了方案能不能开发票. */
const OF_BUYING =
  /买[了过错的]|已买|下载[了过]|昵称|手机号(?:换|变|改)|发布(?:我|自己)|上传|审核|下架|付了|订单|成为(?:发布者|卖家|讲师)|你们|(?:自己|我)(?:写|做|画)的|放上[来去]/;
/** A question about an event, which may name points, members and refunds as well. */
const OF_EVENT =
  /活动|方案|策划|现场|布置|节目|年会|婚礼|发布会|展会|团建|嘉宾|商场|门店|供应商|合同|推荐|模板|场地|酒店|[定押]金|找|请(?!问)/;

/** Of a source that is a text of the help centre. */
export const HELP_KIND = '帮助';

export interface Help {
  text: string;
  sources: Omit<AssistantSource, 'cover'>[];
}

/**
 * What the help centre says where a question is about the site itself, quoted; null: it is about something else. `names_event`: it names an event;
 * `last`: the question before it that the help centre answered, with which 多久到账 goes on.
 */
export async function helpFor(
  question: string,
  { names_event = false, last }: { names_event?: boolean; last?: string } = {},
): Promise<Help | null> {
  const is_of_site = question.length <= ASKED_MOST && (OF_BUYING.test(question) || !(names_event || OF_EVENT.test(question)));
  const asked = is_of_site ? helpAbout(question) : [];
  const goes_on = is_of_site && asked.length === 0 && last !== undefined;
  const found = goes_on ? helpAbout(last) : asked;
  // of what the site alone has no work says anything
  if (found.length === 0 && question.length <= ASKED_MOST && !names_event && OF_SITE.test(question)) return anywhere(question);
  const parts = (await Promise.all(found.map(async ({ label, href }) => ({ label, href, lines: await linesOf(href, question, goes_on) }))))
    .filter(({ href, lines }, at, all) => lines.length > 0 && all.findIndex((one) => one.href === href) === at)
    .map((part, at) => ({ ...part, n: at + 1 }));
  return parts.length === 0 ? null : quoting(parts, '帮助中心里写着，以下是原文摘录，这一句不计次数。');
}

interface Part {
  n: number;
  label: string;
  href: string;
  lines: readonly string[];
}

function quoting(parts: readonly Part[], found: string): Help {
  const quoted = parts.map(({ n, label, lines }) => [`### ${label} [${n}]`, ...lines.map((line) => `- ${line} [${n}]`)].join('\n'));
  return {
    text: `这是网站使用的问题，${found}\n\n${quoted.join('\n\n')}\n\n打开帮助可以看全文；没有解决，请联系客服。`,
    sources: parts.map(({ n, label, href, lines }) => ({ n, id: 0, kind: HELP_KIND, title: label, path: href, excerpt: lines[0] ?? '' })),
  };
}

/** What only this site has. */
const OF_SITE =
  /猫币|卖家(?!具)|买家|补签|ai助手|助手(?:一天|每天|能|怎么|要钱|收费)|单买|会员和|绑定(?:微信|手机|邮箱|银行卡)|(?:微信|手机号?).{0,2}绑定|微信登录|(?:模板|作品|素材|字体|图片|方案|ppt).{0,4}(?:商用|商业使用)|能开店|开店卖|卖方案|问过的|聊天记录|历史记录|优惠码|站内信|我的(?:订单|作品|钱包|收藏|下载|积分|文件)|作品.{0,3}(?:修改|改[价名]|删除|撤[回下]|定价)|改价|实名|(?:ppt|方案|文件|模板|视频).{0,3}打不开/i;
/** Texts for everybody that say how the site is used. */
const GUIDES =
  'guideReaders guidePublishers publishing points problem vipIntroduce study guideDemands guideSuppliers guideOrganisers papers clientLinks contact'.split(
    ' ',
  );
const SAYS_LEAST = 2;

/** Lines of any guide that say the most of a question; where none says enough, whom to ask. */
async function anywhere(question: string): Promise<Help> {
  const found = await Promise.all(
    GUIDES.map(async (path) => {
      const text = await readFile(new URL(`${path}.md`, TEXTS), 'utf8');
      const label = /^title: (.*)$/m.exec(text)?.[1] ?? '';
      const lines = linesIn(text).map((line) => ({ line: plainText(line), says: shared(line, question) }));
      return { label, href: `/about/${path}`, lines: lines.filter(({ says }) => says >= SAYS_LEAST).toSorted((a, b) => b.says - a.says) };
    }),
  );
  const best = found.filter(({ lines }) => lines.length > 0).toSorted((a, b) => (b.lines[0]?.says ?? 0) - (a.lines[0]?.says ?? 0));
  const parts = best.slice(0, ANYWHERE_MOST).map(({ label, href, lines }, at) => ({
    n: at + 1,
    label,
    href,
    lines: lines.slice(0, ANYWHERE_MOST).map(({ line }) => shortened(line)),
  }));
  if (parts.length > 0) return quoting(parts, '以下是帮助中心里最接近的几句，不一定直接答到，这一句不计次数。');
  return quoting(
    [{ n: 1, label: '联系我们', href: '/about/contact', lines: ['客服可以查看您的订单与账户，把遇到的问题和订单号一起告诉客服'] }],
    '帮助中心里没有直接写到，请联系客服，这一句不计次数。',
  );
}
const ANYWHERE_MOST = 2;
const linesIn = (text: string): string[] =>
  (text.split('\n---\n').slice(1).join('\n') || text).split('\n').filter((line) => line.length >= LINE_LEAST && !/^[#|<]/.test(line));
const shortened = (line: string): string => (line.length > LINE_MOST ? `${line.slice(0, LINE_MOST)}…` : line);

/** Two signs that stand together in both. */
const shared = (line: string, question: string): number =>
  new Set(
    [...question.matchAll(/(?=(\p{Script=Han}{2}))/gu)]
      .map(([, pair = '']) => pair)
      .filter((pair) => !ASKS.test(pair) && line.includes(pair)),
  ).size;
const ASKS = /怎么|多少|什么|可以|能不|请问|[的了吗呢么]/;

/** Lines of a text of the help centre or of its section without marks, those that say the most of a question first chosen; `alone`: these alone. */
async function linesOf(href: string, question: string, alone: boolean): Promise<string[]> {
  const [path = '', section = ''] = href.replace('/about/', '').split('#');
  const [head = '', ...body] = (await readFile(new URL(`${path}.md`, TEXTS), 'utf8')).split('\n---\n');
  const parts = body.join('\n').split(/^#{2,3} /m);
  const named = section === '' ? undefined : parts.find((part) => part.split('\n')[0]?.replace(/[、\s]/g, '') === section);
  const summary = /^summary: (.*)$/m.exec(head)?.[1] ?? '';
  const found = (named === undefined ? parts : [named]).flatMap((part) => {
    const [title = '', ...lines] = part.split('\n');
    return lines
      .filter((line) => !/^[#|<]/.test(line))
      .map(plainText)
      .filter((line) => line.length >= LINE_LEAST && !/下表/.test(line))
      .map((line) => (/[？?]$/.test(title) ? `${title}${line}` : line))
      .map((line) => ({ line, says: shared(`${title} ${line}`, question) }));
  });
  // of a text about many matters those that say most of the question, of a section all that there is room for
  const most = Math.max(0, ...found.map(({ says }) => says));
  const is_chosen = alone || (named === undefined && most > 0);
  const begins = named === undefined && !alone && (most === 0 || shared(summary, question) > 0) ? [summary] : [];
  const chosen = found
    .map((one, at) => ({ ...one, at }))
    .filter(({ says }) => !is_chosen || (says > 0 && says * 2 > most))
    .toSorted((a, b) => b.says - a.says || a.at - b.at)
    .slice(0, LINES_MOST - begins.length)
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line);
  return [...begins, ...chosen].map(shortened);
}

const plainText = (line: string): string =>
  line
    .replace(/^(?:\d+\.|-)\s+/, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll('**', '')
    .trim();
