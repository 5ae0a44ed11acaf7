import { DEMAND_STATE_TEXT } from '#contract/demand.ts';
import { offerPriceText } from '#contract/offer.ts';
import type { SealLine } from '#contract/outputs/offer.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { drawnFile } from '../../app/in-worker.ts';
import { shanghaiDay, shanghaiTimeText } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { yuan } from '../../kernel/money.ts';
import { workerTask } from '../../kernel/workers.ts';
import { demandOf } from '../demands/index.ts';
import { publicUsers } from '../identity/index.ts';
import { tenderNotes } from './clarify.ts';
import type { drawMinutes, Minutes } from './draw-minutes.ts';
import { findJudges } from './judges.repo.ts';
import { findBoard, findSeals } from './repo.ts';
import { markedTable, tenderScoring } from './scoring.ts';
import { sealLine } from './show-offers.ts';

const DRAW = workerTask<typeof drawMinutes>(new URL('./draw-minutes.ts', import.meta.url), 'drawMinutes');

const SEALED: Record<SealLine['state'], string> = {
  ...{ waiting: '未开启', opened: '已开启', replaced: '已被新版本替换，未开启', withdrawn: '已撤回，未开启', failed: '无法开启' },
};
const timeText = (at: Date): string => `${shanghaiDay(at).slice(0, 4)}年${shanghaiTimeText(at)}`;

/** @throws AppError 404 as `minutesOf`; as `Workers.run` */
export async function tenderMinutes(ctx: Ctx, demand_id: number): Promise<{ name: string; data: Uint8Array }> {
  const minutes = await minutesOf(ctx, demand_id);
  return { name: `${minutes.title}.pdf`, data: await drawnFile(ctx, DRAW, minutes) };
}

/**
 * What happened at the opening of a tender and afterwards. Owner and judges read all of it, judges the marks once all have handed in; who bid
 * reads no names and prices but their own: an offer is for its maker and the owner (0152).
 * @throws AppError 404 for anybody else, and before the opening
 */
export async function minutesOf(ctx: Ctx, demand_id: number): Promise<Minutes> {
  const user_id = requireUser(ctx);
  const [demand, board] = [await demandOf(ctx.db, demand_id), await findBoard(ctx.db, demand_id)];
  const scoring = demand && (await tenderScoring(ctx, demand, user_id));
  if (!demand || !board?.opened_at || !scoring?.has_minutes) throw notFound('没有这份记录');
  const sees_all = demand.owner_id === user_id || scoring.own !== null;
  const seals = await findSeals(ctx.db, demand_id);
  const people = await publicUsers(
    ctx,
    seals.map(({ offer }) => offer.user_id),
  );
  /** The number of what counts, by offer. */
  const numbers = new Map(seals.map(({ offer }, at) => [offer.id, at + 1]));
  const judges = (await findJudges(ctx.db, demand_id)).filter(({ state }) => state === 'in');
  const table = board.marked_at ? await markedTable(ctx, board, judges) : [];
  const own_ids = new Set(seals.filter(({ offer }) => offer.user_id === user_id).map(({ offer }) => offer.id));
  const parts: Minutes['parts'] = [
    {
      heading: '开标',
      rows: seals.map(({ offer, now }, at) => {
        const { no, state, hash } = sealLine({ offer, now }, at);
        const reads = state === 'opened' && (sees_all || own_ids.has(offer.id));
        const price = offerPriceText(yuan(now.price_fen), yuan(now.price_max_fen));
        const said = reads ? `，${people.get(offer.user_id).nickname}，${price}${now.days > 0 ? `，${now.days} 天` : ''}` : '';
        return { text: `第 ${no} 号，${SEALED[state]}${said}`, small: `提交 ${timeText(now.created_at)}　指纹 ${hash}` };
      }),
    },
    {
      heading: '评分',
      rows: table.map(({ offer_id, mean, spread, by_criterion, by_judge }, at) => ({
        text: `第 ${at + 1} 名：第 ${numbers.get(offer_id)} 号，${mean} 分（最大分差 ${spread}）`,
        small: [
          board.criteria.map(({ title, weight }, n) => `${title}（${weight}%）${by_criterion[n]}`).join('；'),
          ...(sees_all || own_ids.has(offer_id)
            ? by_judge.map(({ nickname, total, word }, n) => `${sees_all ? nickname : `评委 ${n + 1}`}：${total} 分${word && `，${word}`}`)
            : []),
        ].join('\n'),
      })),
    },
    {
      heading: '答疑、公告与过程',
      rows: (await tenderNotes(ctx, demand_id)).map(({ no, question, text, hash, at }) => ({
        text: `${no}. ${question === '' ? '' : `问：${question}\n答：`}${text}`,
        small: `${timeText(new Date(at * 1000))}　指纹 ${hash}`,
      })),
    },
  ];
  return {
    title: `开标与评标记录：${demand.title}`,
    about: `${timeText(board.opened_at)} 由系统在截止后自动开启，没有人操作。现在的状态：${DEMAND_STATE_TEXT[demand.state]}。每条过程的指纹接在前一条之后，改动任何一条，其后的都对不上。`,
    parts: parts.filter(({ rows }) => rows.length > 0),
  };
}
