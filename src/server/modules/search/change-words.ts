import { WORD_LISTS, type WordChange, type WordList } from '#contract/search-console.ts';
import { type Ctx, inTransaction, requireVerb } from '../../app/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { changeSetting, getSetting, type Setting, suppose } from '../settings/index.ts';
import { judgeSoon } from './judged/judged.ts';
import { quietWords, synonymsSetting, tradeWords } from './settings.ts';

const SETTINGS: Readonly<Record<WordList, Setting<string[]>>> = { synonyms: synonymsSetting, trade: tradeWords, quiet: quietWords };

const changed = (lines: readonly string[], { add, remove }: WordChange): string[] => [
  ...new Set([...lines.filter((line) => !remove.includes(line)), ...add]),
];

/** Lists of words as they are. @throws AppError 403 */
export async function wordLists(ctx: Ctx): Promise<Record<WordList, string[]>> {
  requireVerb(ctx, 'search.see');
  const [synonyms, trade, quiet] = await Promise.all([
    getSetting(ctx, synonymsSetting),
    getSetting(ctx, tradeWords),
    getSetting(ctx, quietWords),
  ]);
  return { synonyms, trade, quiet };
}

/**
 * Lines come to lists and leave them; what another wrote meanwhile stays. The searches of every process know it within a minute.
 * @throws AppError 403, code 1 for lines that a list cannot hold
 */
export async function changeWords(ctx: Ctx, changes: readonly WordChange[]): Promise<void> {
  requireVerb(ctx, 'search.edit');
  await inTransaction(ctx, async (tx) => {
    for (const change of changes) {
      await changeSetting(tx, SETTINGS[change.list], (lines) => checked(change, changed(lines, change)));
    }
    await recordAudit(tx, 'search.words', 'search', { changes });
    tx.afterCommit(() => judgeSoon(tx, `修改${changes.map(({ list }) => WORD_LISTS[list].title).join('、')}`));
  });
}

/** The same caller where the lists were changed so. Nothing is stored. @throws AppError code 1 as above */
export async function supposeWords<C extends Ctx>(ctx: C, changes: readonly WordChange[]): Promise<C> {
  let supposed = ctx;
  for (const change of changes) {
    const setting = SETTINGS[change.list];
    supposed = suppose(supposed, setting, checked(change, changed(await getSetting(supposed, setting), change)));
  }
  return supposed;
}

function checked({ list, add }: WordChange, lines: string[]): string[] {
  const { title, hint } = WORD_LISTS[list];
  const odd = add.find((line) => !SETTINGS[list].schema.safeParse([line]).success);
  if (odd !== undefined) throw invalid({ [list]: `“${odd}”不能加入${title}。${hint}` });
  if (!SETTINGS[list].schema.safeParse(lines).success) throw invalid({ [list]: `${title}太多了，请先删去一些` });
  return lines;
}
