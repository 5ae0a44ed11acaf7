import type { OwnPage, WalletAccount, WalletLine } from '#contract/center.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { countLines, findLines } from './repo.ts';
import { lineTitle } from './rules.ts';

/** What moved on one account of the signed-in user, the newest first; amounts in yuan. */
export async function walletLines(
  ctx: Ctx,
  { account, page, limit }: { account: WalletAccount; page: number; limit: number },
): Promise<OwnPage<WalletLine>> {
  const user_id = requireUser(ctx);
  const rows = await findLines(ctx.db, user_id, account, (page - 1) * limit, limit);
  const list = rows.map(({ id, reason, reference, amount, created_at }) => ({
    id,
    title: lineTitle(reason, account, amount),
    reference,
    amount: amount / 100,
    created_at: unixSeconds(created_at),
  }));
  return { list, total: await countLines(ctx.db, user_id, account), page, limit };
}
