import { OPEN_STATES } from '#contract/demand.ts';
import { type App, type Ctx, createCtx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { type DemandFacts, demandOf, lockDemand, moveDemand } from '../demands/index.ts';
import { openContent, releaseKey, tenderKey } from './make-offer.ts';
import { offerFiles } from './offer-files.ts';
import { findBoard, findDueBoards, findOffering, findOffersOf, lockBoard, type OfferNow, setBoard, setVersion } from './repo.ts';
import { laterOf, TENDER } from './rules.ts';
import { beginMarking } from './scoring.ts';
import { releaseDue } from './stages.ts';
import { announceChange, tell } from './talk.ts';

const OPEN_JOB = 'offers.open';
const RELEASE_JOB = 'offers.release';

/** Each minute, tenders whose deadline has come; each hour, what was delivered days ago; files that no offer came to name. */
export function offerJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: OPEN_JOB }, OPEN_JOB);
  return [
    {
      name: OPEN_JOB,
      cron: '* * * * *',
      async run() {
        await openDueTenders(ctx);
      },
    },
    {
      name: RELEASE_JOB,
      cron: '10 * * * *',
      async run() {
        await releaseDue(createCtx(app, { kind: 'job', name: RELEASE_JOB }, RELEASE_JOB));
      },
    },
    offerFiles.job(app),
  ];
}

const BATCH = 50;

/**
 * Opens the sealed offers of every tender whose deadline has come. Idempotent, two at once open each once. @returns how many tenders
 * @throws after all were tried, when one could not be opened
 */
export async function openDueTenders(ctx: Ctx): Promise<number> {
  let opened = 0;
  const failures: unknown[] = [];
  for (const demand_id of await findDueBoards(ctx.db, ctx.app.clock.now(), BATCH)) {
    try {
      if (await openTender(ctx, demand_id)) opened++;
    } catch (error) {
      // one whose key is not handed out keeps no other sealed
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return opened;
}

/**
 * Opens one tender under the lock that its offers take: one that came before is opened with it, one that comes after is refused. A deadline
 * that was put off meanwhile is waited for. What was withdrawn, and versions that were replaced, stay sealed permanently.
 */
async function openTender(ctx: Ctx, demand_id: number): Promise<boolean> {
  const seen = await demandOf(ctx.db, demand_id);
  if (!seen) return false;
  // before the transaction: the keeper has connections of its own
  const key = isOver(seen, ctx.app.clock.now()) ? await releaseKey(ctx, demand_id) : '';
  return inTransaction(ctx, async (tx) => {
    const demand = await lockDemand(tx.db, demand_id);
    const board = await lockBoard(tx.db, demand_id);
    const now = tx.app.clock.now();
    if (!demand || !board.opens_at || board.opens_at > now) return false;
    if (key === '' || !isOver(demand, now)) {
      await setBoard(tx.db, demand_id, { opens_at: takesOffers(demand) ? demand.closes_at : null });
      return false;
    }
    const sealed = (await findOffersOf(tx.db, demand_id)).filter(isToOpen);
    for (const one of sealed) await openOne(tx, key, one);
    await setBoard(tx.db, demand_id, { opens_at: null, opened_at: now });
    if (demand.state === 'open' && sealed.length > 0) await moveDemand(tx, { id: demand_id, to: 'choosing', by: null, why: '已开标' });
    await tellOpened(tx, demand, sealed.length);
    await beginMarking(tx, demand);
    await announceChange(tx, demand_id);
    return true;
  });
}

const takesOffers = ({ state }: DemandFacts) => OPEN_STATES.includes(state);
/** What its owner closed is not opened: it may be taken up again with another deadline. */
const isOver = (demand: DemandFacts, now: Date) => takesOffers(demand) && demand.closes_at !== null && demand.closes_at <= now;

const isToOpen = ({ offer, now }: OfferNow) => offer.state !== 'withdrawn' && now.sealed !== '' && now.opened_at === null;

/** What cannot be opened stays in the record as that, and keeps none of the others closed. */
async function openOne(tx: TxCtx, key: string, { offer, now }: OfferNow): Promise<void> {
  const opened_at = tx.app.clock.now();
  try {
    const { price_fen, price_max_fen, days, text, files, work_ids } = openContent(key, offer, now.sealed);
    await setVersion(tx.db, now.id, { price_fen, price_max_fen, days, text, files, work_ids, opened_at });
  } catch (error) {
    tx.log.error({ err: error, offer_id: offer.id }, 'sealed offer cannot be opened');
    await setVersion(tx.db, now.id, { opened_at });
  }
}

async function tellOpened(tx: TxCtx, demand: DemandFacts, num: number): Promise<void> {
  await tell(tx, [demand.owner_id], demand, {
    key: `tender:${demand.id}:opened`,
    title: '招标已开标',
    content: num > 0 ? `「${demand.title}」收到的 ${num} 份投标已开启，请比较后选定。` : `「${demand.title}」截止时没有有效投标。`,
  });
  await tell(tx, await findOffering(tx.db, demand.id, ['made']), demand, {
    key: `tender:${demand.id}:opened`,
    title: '投标已开启',
    content: `「${demand.title}」已开标，开标记录已公开，请等待发布者选定。`,
  });
}

/** After a tender's deadline moved, or it was reopened: key and opening wait for the later of both. Idempotent. */
export async function followDeadline(ctx: Ctx, demand_id: number): Promise<void> {
  const seen = await demandOf(ctx.db, demand_id);
  const known = seen?.label_type === TENDER ? await findBoard(ctx.db, demand_id) : null;
  if (!seen?.closes_at || !known?.public_key || known.opened_at) return;
  const key = await tenderKey(ctx, demand_id, seen.closes_at);
  await inTransaction(ctx, async (tx) => {
    const demand = await lockDemand(tx.db, demand_id);
    const board = await lockBoard(tx.db, demand_id);
    if (!demand || board.opened_at || !takesOffers(demand)) return;
    const opens_at = laterOf(key.opens_at, demand.closes_at);
    if (opens_at.getTime() === board.opens_at?.getTime()) return;
    await setBoard(tx.db, demand_id, { opens_at });
    await announceChange(tx, demand_id);
  });
}
