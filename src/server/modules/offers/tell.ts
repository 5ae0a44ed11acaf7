import { demandPath } from '#contract/demand.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { emit } from '../../outbox/outbox.ts';
import type { DemandFacts } from '../demands/index.ts';
import { sendNotices } from '../notices/index.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** How many offers a demand has changed, or its tender was opened: pages that say so are to be made again. */
    'offers.changed': { demand_id: number };
  }
}

/** Where an owner finds own demands, also those that have no page any more. */
export const OWN_DEMANDS_PATH = '/personalCenter/myDemand';

/** One message about a demand to some people. `key`: the same key is the same message; `href`: where it leads, by default its offers. */
export async function tell(
  tx: TxCtx,
  user_ids: readonly number[],
  demand: Pick<DemandFacts, 'id'>,
  message: { key: string; title: string; content: string; href?: string },
): Promise<void> {
  await sendNotices(tx, user_ids, { topic: 'demand', href: `${demandPath(demand.id)}#offers`, ...message, item_id: demand.id });
}

export async function announceChange(tx: TxCtx, demand_id: number): Promise<void> {
  await emit(tx, 'offers.changed', { demand_id });
}
