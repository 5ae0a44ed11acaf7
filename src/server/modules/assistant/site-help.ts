import { readFile } from 'node:fs/promises';
import type { AssistantSource } from '#contract/assistant.ts';
import { helpAbout } from '../search/index.ts';

const TEXTS = new URL('../../../content/help/', import.meta.url);
const ASKED_MOST = 24;
const [LINES_MOST, LINE_MOST, LINE_LEAST] = [4, 160, 12] as const;
/** What was bought here: 我买了方案能不能开发票. */
const OF_BUYING = /买[了过错]|已买|下载了|付了|订单|成为(?:发布者|卖家|讲师)|你们|(?:自己|我)(?:写|做|画)的|放上[来去]/;
/** A question about an event, which may name points, members and refunds as well. */
const OF_EVENT = /活动|方案|策划|现场|布置|节目|年会|婚礼|发布会|展会|团建|嘉宾|商场|门店|供应商|合同|推荐|模板|场地|找|请(?!问)/;

export interface Help {
  text: string;
  sources: Omit<AssistantSource, 'cover'>[];
}

/** What the help centre says where a question is about the site itself, quoted; null: it is about something else. */
export async function helpFor(question: string): Promise<Help | null> {
  const is_of_site = question.length <= ASKED_MOST && (OF_BUYING.test(question) || !OF_EVENT.test(question));
  const found = is_of_site ? helpAbout(question) : [];
  if (found.length === 0) return null;
  const parts = await Promise.all(found.map(async ({ label, href }, at) => ({ n: at + 1, label, href, lines: await linesOf(href) })));
  const quoted = parts.map(({ n, label, lines }) => [`### ${label} [${n}]`, ...lines.map((line) => `- ${line} [${n}]`)].join('\n'));
  return {
    text: `这是网站使用的问题，帮助中心里写着，以下是原文摘录，这一句不计次数。\n\n${quoted.join('\n\n')}\n\n打开帮助可以看全文；没有解决，请联系客服。`,
    sources: parts.map(({ n, label, href, lines }) => ({ n, id: 0, kind: '帮助', title: label, path: href, excerpt: lines[0] ?? '' })),
  };
}

/** What a text of the help centre says of itself and its first lines, or those of its section, without marks. */
async function linesOf(href: string): Promise<string[]> {
  const [path = '', section = ''] = href.replace('/about/', '').split('#');
  const [head = '', ...body] = (await readFile(new URL(`${path}.md`, TEXTS), 'utf8')).split('\n---\n');
  const parts = body.join('\n').split(/^#{2,3} /m);
  const named = section === '' ? undefined : parts.find((part) => part.split('\n')[0]?.replace(/[、\s]/g, '') === section);
  const summary = /^summary: (.*)$/m.exec(head)?.[1] ?? '';
  return (named === undefined ? [summary, ...body.join('\n').split('\n')] : named.split('\n').slice(1))
    .filter((line) => !/^[#|<]/.test(line))
    .map((line) =>
      line
        .replace(/^(?:\d+\.|-)\s+/, '')
        .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
        .replaceAll('**', '')
        .trim(),
    )
    .filter((line) => line.length >= LINE_LEAST && !/下表/.test(line))
    .slice(0, LINES_MOST)
    .map((line) => (line.length > LINE_MOST ? `${line.slice(0, LINE_MOST)}…` : line));
}
