import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { KINDS } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { createCtx } from '#server/app/ctx.ts';
import { getItem, kindTerms } from '#server/modules/catalog/index.ts';
import { issueToken } from '#server/modules/identity/index.ts';
import { renderFile, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import type { BesideSite } from './beside-site.ts';
import { makePdf } from './documents.ts';
import { makePerson } from './people.ts';
import type { SiteWorld } from './site-world.ts';

/** Signed-in people whose own pages have something to show. */
export interface BusyPeople {
  /** Has bought `world.paid`, has an open order for another scheme. */
  buyer: string;
  /** Has the published schemes of the world, and one that waits for review. */
  publisher: string;
  reviewer: string;
}

/** Fills orders, the publisher's list and the review queue of a world. */
export async function fillPeople(beside: BesideSite, world: SiteWorld): Promise<BusyPeople> {
  const ok = async <T>(path: string, token: string | null, body: object): Promise<T> => {
    const answer = await beside.call<T>('POST', path, token, body);
    if (answer.body.code !== 0) throw new Error(`${path}: ${answer.body.msg}`);
    return answer.body.data;
  };
  const order = (token: string, id: number) => ok<Order>('/scheme/buy/order', token, { id, balance: 0, user_coupon_id: 0 });

  const buyer = await beside.person();
  const { orderid } = await order(buyer.token, world.paid);
  await ok('/sandbox/pay', null, { orderid, channel: 'wechat', result: 'success' });
  await order(buyer.token, world.schemes[3] as number);
  // open as long as the run takes, which on a slow machine is longer than a buyer has
  await beside.ctx().db.execute(sql`update orders set expires_at = now() + interval '1 day' where buyer_id = ${buyer.id} and status = 1`);

  await setSetting(beside.ctx(), 'work_review', 'hold');
  const own = createCtx(beside.booted.app, { kind: 'user', user_id: world.publisher_id, token_id: 0, roles: [], address: '' }, 'test');
  const file_id = await storeOriginal(own, { purpose: 'document', name: '城市音乐节.pdf', data: await makePdf({ pages: 3 }) });
  await renderFile(beside.ctx(), file_id);
  const { categories } = await kindTerms(beside.ctx(), KINDS.scheme);
  const form = { ...EMPTY_FORM, title: '城市音乐节执行方案', category_id: categories[0]?.id ?? null, price: '39', file_id, cover_page: 1 };
  const held = await submitItem(own, { kind: KINDS.scheme, draft_key: 'held', form: { ...form, price_type: 'paid', free_pages: 1 } });
  // the site may be drawing the pages itself, and asks only when it is done whether works are held
  for (let tries = 0; (await getItem(beside.ctx(), held.id))?.status !== 'reviewing'; tries++) {
    if (tries === 600) throw new Error('the work does not arrive at review');
    await wait(100);
  }

  const staff = await makePerson({ app: beside.booted.app, ctx: beside.ctx }, { roles: ['reviewer'] });
  return { buyer: buyer.token, publisher: (await issueToken(beside.ctx(), world.publisher_id)).token, reviewer: staff.token };
}
