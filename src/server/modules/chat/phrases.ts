import { CHAT_PHRASE_COMPANIES, type ChatPhrases } from '#contract/chat.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { countActive, employersOf } from '../employees/index.ts';
import { publicUsers } from '../identity/index.ts';
import { findPhrases, writePhrases } from './phrases.repo.ts';

/** Sentences that the reader says again and again, and those of companies that they work for now. */
export async function phrasesOf(ctx: Ctx): Promise<ChatPhrases> {
  const user_id = requireUser(ctx);
  const employers = await employersOf(ctx.db, user_id, CHAT_PHRASE_COMPANIES);
  const rows = await findPhrases(ctx.db, [user_id, ...employers]);
  const of = new Map(rows.map((row) => [row.owner_id, row]));
  const names = await publicUsers(ctx, employers);
  const companies = employers.flatMap((id) => {
    const list = of.get(id)?.list ?? [];
    return list.length === 0 ? [] : [{ name: names.get(id).nickname, list }];
  });
  const own = of.get(user_id);
  return { edition: own?.edition ?? 0, list: own?.list ?? [], companies, people: await countActive(ctx.db, user_id) };
}

/**
 * Puts the reader's sentences in the place of those of an edition; people of a company see its account's. Of several changes of one edition the
 * first is taken. @throws AppError code 1 for what is empty or there twice; 409 for another edition
 */
export async function setPhrases(ctx: Ctx, { edition, list }: { edition: number; list: readonly string[] }): Promise<ChatPhrases> {
  const owner_id = requireUser(ctx);
  const texts = list.map(plainText);
  if (texts.includes('')) throw invalid({ list: '常用语不能是空的' });
  if (new Set(texts).size < texts.length) throw invalid({ list: '已经有同样的常用语' });
  const written = await writePhrases(ctx.db, { owner_id, edition, list: texts, now: ctx.app.clock.now() });
  if (!written) throw conflict('常用语在别处改过了，已换成最新的，请再改一次');
  return phrasesOf(ctx);
}
