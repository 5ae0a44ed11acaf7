import type { AnswerWish } from './port.ts';
import { figuresAsked, withoutNamed } from './sandbox-file-figures.ts';
import { rulesAsked } from './sandbox-file-rules.ts';
import { linesOfFile, type Source } from './sandbox-lines.ts';
import { sameWords } from './sandbox-names.ts';
import { FILE_FORMS, type Sought, scoreOf, soughtOf } from './sandbox-sought.ts';

/** Asks for what there is in a file, not for one line of it. */
const ASKS_ALL = /总结|概括|归纳|提炼|梳理|大意|要点|主要内容|[讲说写]了?些?什么/;
/** Asks for another text than the file's. */
const ASKS_TEXT = /整理成|改写|改成|翻译|生成|写[成一]|润色/;
/** What a file, or what it is about, is called when it is asked about. */
const FILE_NAMED = /^(?:活动|文件|文档|附件|简报|资料|内容|主要|总结|概括|归纳|提炼|梳理|大意|要点)$/;
/** Asked of whatever the question names, and never what it names. */
const ASKED_OF_ALL =
  /^(?:时间|日期|地点|地址|人数|价格|费用|合计|总共|一共|加起来|总计|总额|电话|尺寸|大小|什么|[在是]?哪里?|在哪里|哪[天儿年月项]|多少\S?|举[办行]|[几多谁]\S?|名[字称]|(?:[人来去到有要会能花吗总共位名个每项是]|参[加会与]|出席|到场|现场|大概|起来|平均|里?最)+)$/u;
/** Asked in other words than files say it; looked for where a line says it. */
const SAID_AS: ReadonlyArray<readonly [asked: RegExp, words: readonly string[]]> = [
  [/不能|不可以|不许|不准/, ['禁止', '严禁', '谢绝', '不得']],
  [/怎么[去到走]|路线/, ['交通', '地铁', '公交', '路线', '接送']],
  [/什么颜色|主色|色调/, ['主色', '色调', '颜色']],
  [/吃素|素食/, ['素食', '吃素']],
  [/什么时候交|几[月号]交|交稿|交方案|提交/, ['提交', '递交', '截止']],
  [/叫什么|什么名[字称]|主题是什么|什么主题/, ['活动名称', '项目名称', '主题']],
];
/** Who does it, or how large it is, is said of what is named alone. */
const OF_NAMED = /谁|哪位|什么人|多大|尺寸/;
const OF_NAME = /^(?:这个?|本次|此次)?(?:活动|项目|方案|会议?|文件)?的?(?:叫什么|名[字称]|主题)/;
const OF_DAY = /什么时候|几[月号]|哪[天日]|日期/;
const DAY = /\d ?月|\d ?[日号]|日期/;
/** Between them stand the words of a question that ask for something. */
const FUNCTION =
  /怎么[办样]?|如何|如果|多少|什么|[有是要能]没?不?[有是要能]|哪[里些个]|这个|那个|我们|[那呢谁吗吧几的了和与是在有要请]|[^\p{Script=Han}]/u;
const PAIR_LINES = 3;
/** Of a question, which may be long. */
const PAIRS_MOST = 24;
const [OUTLINE_MOST, OPENING, LINES_MOST] = [14, 3, 8];
/** So much of what the best line says of the question. */
const NEAR_BEST = 0.6;

/** What a file answers: lines of it under `found`; `open`: words that it says nothing of. */
export interface FileAnswer {
  found: string;
  lines: ReadonlyArray<{ source: Source; text: string }>;
  /** Nothing of what was asked is in it. */
  is_nothing: boolean;
  open: NonNullable<AnswerWish['about']>;
}

const likeWords = (word: string): string[] => sameWords(word.toUpperCase()).flatMap((one) => (one.length > 1 ? one.toLowerCase() : []));

/** Lines that hold what is asked; sums and extremes of its tables; the whole in short where that is asked. */
export function readFile(
  { question, about: all = [], ordered = [] }: Pick<AnswerWish, 'question' | 'about' | 'ordered'>,
  files: readonly Source[],
): FileAnswer {
  const lines = files.flatMap((source) => linesOfFile(source).map((line) => ({ source, ...line })));
  // what the beginning of a file gave its question is asked of no line
  const said = all.filter(({ words }) => words.some((word) => question.toLowerCase().includes(word.toLowerCase())));
  const about = said
    .filter(({ is, words: [word = ''] }) => is !== 'beside' && !FILE_NAMED.test(word))
    .map((one) => ({ ...one, words: [...one.words, ...likeWords(one.words[0] ?? '')] }))
    .concat(
      SAID_AS.filter(([asks, words]) => asks.test(question) && lines.some(({ text }) => words.some((word) => text.includes(word)))).map(
        ([, words]) => ({ words: [...words], parts: [], is: 'own' as const }),
      ),
    );
  const texts = lines.map(({ text }) => [text, text, text]);
  const named = soughtOf({ about, question }, texts, FILE_FORMS);
  const core = named.filter(({ is }) => is === 'own');
  // a line on 彩排 answers 彩排时间, not any time
  const asked_things = core.filter(({ word }) => word !== '' && !ASKED_OF_ALL.test(word));
  // 客户沙龙的尾款 of a file on 客户沙龙 asks of 尾款
  const heading = titlesOf(files, lines)[0]?.text.toLowerCase() ?? '';
  const beside_title = asked_things.filter(({ word }) => !heading.includes(word.toLowerCase()));
  const things = beside_title.some(({ weight }) => weight > 0) ? beside_title : asked_things;
  const is_held = [things, core, named].find((some) => some.length > 0)?.some(({ weight }) => weight > 0) ?? false;
  const near_by = things.length > 0 && OF_NAMED.test(question) ? named.filter(({ word, is }) => word !== '' && is === 'own') : named;
  const of_title = asked_things.filter((one) => !things.includes(one));
  const asked = is_held ? named.filter((one) => !of_title.includes(one)) : [...near_by, ...pairsOf(question, texts)];
  const rated = lines.map((one) => ({ ...one, score: scoreOf(one.text, asked) }));
  const best = Math.max(0, ...rated.map(({ score }) => score));
  const open = about.filter(({ words }) => !lines.some(({ text }) => words.some((word) => text.toLowerCase().includes(word))));
  const answer = (found: string, some: FileAnswer['lines'], is_nothing = false): FileAnswer => ({ found, lines: some, is_nothing, open });

  if (ordered.length > 0) {
    const found = `不另写${ordered.map((title) => `“${title}”`).join('和')}：请用它的工具按模板生成，文件里写明的已经填好。下面是文件的开头`;
    return { ...answer(found, lines.slice(0, OPENING), true), open: [] };
  }
  const rules = rulesAsked(
    question,
    said.flatMap(({ is, words: [word = ''] }) => (is === 'own' || is === 'event' ? word : [])),
    lines,
    files,
  );
  if (rules) return { ...rules, open: [] };
  const figures = figuresAsked(withoutNamed(question), files, lines, things);
  if (figures.length > 0) return answer('从您的文件里找到了这些内容', figures);
  if (OF_NAME.test(question) && !is_held) return answer('从您的文件里找到了标题', titlesOf(files, lines));
  if (ASKS_TEXT.test(question)) return answer('没有接入模型，不能改写或生成文字。下面按顺序摘录了您的文件', outlineOf(files, lines), true);
  if (best === 0 && (named.length === 0 || ASKS_ALL.test(question))) return answer('按顺序摘录了您的文件', outlineOf(files, lines));
  const of_named = OF_NAMED.test(question) && things.length > 0;
  // where what is named is held, a line that only has a number or a day answers nothing
  const worded = is_held && things.some(({ weight }) => weight > 0) ? (of_named ? things : core.filter(({ word }) => word !== '')) : [];
  const dated = worded.length === 0 && OF_DAY.test(question) && rated.some(({ text }) => DAY.test(text));
  const near = rated.filter(
    ({ score, text }) =>
      score > 0 &&
      score >= best * NEAR_BEST &&
      (worded.length === 0 || worded.some(({ heldBy }) => heldBy(text))) &&
      (!dated || DAY.test(text)),
  );
  // each question has its line: 什么时候、在哪里
  const others = (of_named || (worded.length > 0 && /多少|几/.test(question) && !OF_DAY.test(question)) ? [] : core)
    .filter(({ word, heldBy }) => word === '' && !near.some(({ text }) => heldBy(text)))
    .flatMap(({ heldBy }) => rated.filter(({ text }) => heldBy(text)).toSorted((a, b) => b.score - a.score)[0] ?? []);
  const telling = rated.filter((one) => near.includes(one) || others.includes(one)).slice(0, LINES_MOST);
  if (telling.length === 0)
    return answer('没有找到含有这些字的内容（换个说法可能有，这次不计次数），下面是文件的开头', lines.slice(0, OPENING), true);
  const wordsOf = (some: readonly Sought[]) => some.flatMap(({ word }) => (ASKED_OF_ALL.test(word) ? [] : word || [])).join('、');
  const [missing, held] = [wordsOf(core), wordsOf(named.filter(({ weight }) => weight > 0))];
  if (is_held || missing === '') return answer('从您的文件里找到了这些内容', telling);
  return answer(`没有找到直接写“${missing}”的文字，只找到${held === '' ? '接近的' : `提到“${held}”的`}`, telling);
}

/** The first heading of a file, else how it begins. */
const titlesOf = (files: readonly Source[], lines: ReadonlyArray<{ source: Source; text: string }>) =>
  files.slice(0, 1).flatMap((source) => {
    const heading = /^#{1,6} (.+)$/m.exec(source.text)?.[1]?.trim();
    return heading ? [{ source, text: heading }] : lines.filter((one) => one.source === source).slice(0, 1);
  });

function outlineOf(files: readonly Source[], lines: ReadonlyArray<{ source: Source; text: string }>) {
  const each = Math.ceil(OUTLINE_MOST / files.length);
  return files.flatMap((source) => lines.filter((one) => one.source === source).slice(0, each));
}

/** Neighbouring characters of a question that few lines hold, where none of its words is found. */
function pairsOf(question: string, lines: ReadonlyArray<readonly string[]>): Sought[] {
  const said = question.split(FUNCTION).flatMap((part) => [...part].map((_sign, at) => part.slice(at, at + 2)));
  const about = [...new Set(said)]
    .filter((pair) => pair.length === 2 && !FILE_NAMED.test(pair))
    .slice(0, PAIRS_MOST)
    .map((pair) => ({ words: [pair], parts: [], is: 'weak' as const }));
  const few = about.filter(({ words: [pair = ''] }) => lines.filter(([line = '']) => line.includes(pair)).length <= PAIR_LINES);
  return soughtOf({ about: few, question: '' }, lines, []).map((one) => ({ ...one, word: '' }));
}
