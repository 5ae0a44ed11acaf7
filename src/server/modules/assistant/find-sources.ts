import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import type { Ctx } from '../../app/ctx.ts';
import { LEAST, pairsOf } from '../../providers/assistant/passages.ts';
import type { AboutWord } from '../../providers/assistant/port.ts';
import { allKinds, namedItemsOf } from '../catalog/index.ts';
import { asksOfAny, worksAbout, worksAsked, worksMentioning } from '../search/index.ts';
import { type ReadWorks, rankWorks, readWorks } from './read-works.ts';

const SOURCES_MOST = 5;
/** Works whose lines are compared; of them those that the last answer named. */
const [CANDIDATES, NAMED_FIRST] = [28, 3] as const;

/** As works write it: 咋办, 咋写, 啥. */
const plainWords = (text: string): string =>
  text
    .replace(/(?:咋|怎么)(?:整|办|弄)|肿么办/g, '怎么办')
    .replace(/咋个?/g, '怎么')
    .replaceAll('啥', '什么')
    .replace(/新开张|开张/g, '开业');

/** What a tool looks for: what was typed into it, in words. */
const toolQuestion = (input: ToolInput): string =>
  ['activity', 'theme', 'goal', 'more', 'place', 'purpose'].map((key) => input[key] ?? '').join(' ');

/**
 * Published works about what was asked, with what of them anybody may read: introduction, own words and free pages, as the search indexes
 * them. Locked pages are never read, so no answer can reveal them. `earlier`: the questions before it in its branch, oldest first; `sought`: what was looked for
 * where they gave the question its subject; `shown`: works that the last answer named. `company_id`: whose works alone are read.
 */
export async function findSources(
  ctx: Ctx,
  of: {
    tool: ToolKey | '';
    question: string;
    input: ToolInput;
    earlier: readonly string[];
    shown: readonly number[];
    company_id: number | null;
  },
): Promise<ReadWorks & { sought: string; from: string; about: AboutWord[]; lists: boolean }> {
  const asked = of.tool === '' ? plainWords(of.question) : toolQuestion(of.input);
  // a job says nothing of how it is done
  const kinds = allKinds().filter(({ ends, key, noun }) => !ends && (key !== 'job' || asked.includes(noun)));
  const most = { kinds: kinds.map(({ code }) => code), limit: SOURCES_MOST };
  const among = of.company_id === null ? undefined : (await namedItemsOf(ctx, of.company_id)).map(({ id }) => id);
  const found = await worksAbout(ctx, asked, { ...most, among, earlier: of.earlier });
  const { subject, from } = found;
  const about = [...found.about, ...found.before];
  const sought = found.asked === asked ? '' : found.asked;
  const nothing = { shown: [], given: [], sought: '', from: '', about, lists: false };
  const read = (ids: readonly number[], words: readonly string[], fitting?: number) =>
    readWorks(ctx, ids, { words, fitting, of: of.company_id });
  const listed =
    of.tool === '' && !among
      ? await worksAsked(
          ctx,
          { text: asked, asked: found.asked, earlier: of.earlier },
          { kinds, limit: SOURCES_MOST, about: found.ids.slice(0, SOURCES_MOST) },
        )
      : null;
  if (listed) return { ...(await read(listed.ids, found.words, listed.fitting)), sought, from, about, lists: true };
  if (of.tool !== '') return { ...(await read(found.ids.slice(0, SOURCES_MOST), found.words)), sought, from, about, lists: false };
  const pairs = pairsOf(asked);
  const mentioned = among ? [] : await worksMentioning(ctx, { about, pairs, kinds: most.kinds, limit: CANDIDATES });
  const last = among ? [] : of.shown.slice(0, NAMED_FIRST);
  const ids = [...new Set([...last, ...found.ids, ...mentioned])].slice(0, CANDIDATES);
  const words = [...new Set([...about.flatMap((one) => [...one.words, ...one.parts]), ...found.words, ...pairs])];
  const ranked = await rankWorks(ctx, ids, {
    question: asked,
    about,
    words,
    found: found.ids,
    last,
    of: of.company_id,
    limit: SOURCES_MOST,
  });
  const own = about.flatMap(({ is, words: [word = '', ...names] }) => (is === 'own' && !asksOfAny(word) ? [word, ...names] : []));
  const is_said = ranked.given.some(({ title, text }) => own.some((word) => `${title} ${text}`.toLowerCase().includes(word)));
  // what no work says of the subject before is nothing of it
  const is_answered = ranked.given.some(({ passages: [line] = [] }) => (line?.score ?? 0) >= LEAST);
  return own.length > 0 && subject.length > 0 && !is_said && !is_answered ? nothing : { ...ranked, sought, from, about, lists: false };
}
