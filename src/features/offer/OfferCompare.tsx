import { type ReactNode, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { AGREE_REASONS, DECLINE_REASONS, offerPriceText } from '#contract/offer.ts';
import type { Offer } from '#contract/outputs/offer.ts';
import { PersonLine } from '#kit/PersonLine.tsx';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { classNames } from '#ui/class-names.ts';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { OfferFiles, OfferWorks } from './OfferParts.tsx';
import { askFirst, offerActs } from './offer-acts.ts';
import { VersionsLink } from './show-versions.tsx';

const REPORT_REASONS = ['含有联系方式', '虚假报价', '内容与需求无关', '辱骂或骚扰'] as const;

export interface OfferCompareProps {
  offers: readonly Offer[];
  noun: string;
  onChanged(): void;
  onAsk(offer: Offer): void;
}

const ORDERS = [
  { key: 'usual', title: '候选在前' },
  { key: 'price', title: '报价从低' },
  { key: 'days', title: '天数从少' },
  { key: 'rating', title: '评分从高' },
  { key: 'new', title: '最新' },
] as const;
type Order = (typeof ORDERS)[number]['key'];
/** What has none comes last. */
const FIRST: Record<Order, (offer: Offer) => number> = {
  usual: () => 0,
  price: ({ now }) => now.price ?? Number.POSITIVE_INFINITY,
  days: ({ now }) => now.days || Number.POSITIVE_INFINITY,
  rating: ({ person }) => -person.rating.mean,
  new: ({ now }) => -now.created_at,
};
export const orderedOffers = (offers: readonly Offer[], order: Order): Offer[] =>
  // two without one are as they stood
  offers.toSorted((a, b) => FIRST[order](a) - FIRST[order](b) || 0);

/** Offers side by side for the owner: a table where there is room, cards to swipe where there is not. */
export function OfferCompare(props: OfferCompareProps) {
  const [order, setOrder] = useState<Order>('usual');
  const offers = orderedOffers(props.offers, order);
  const lowest = Math.min(...offers.map(({ now }) => now.price ?? Number.POSITIVE_INFINITY));
  return (
    <>
      {offers.length > 2 && <Chips label="排序" chips={ORDERS} current={order} onChoose={setOrder} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="hidden overflow-x-auto lg:block" tabIndex={0} aria-label={`${props.noun}对比`}>
        <table className="staff-table">
          <thead>
            <tr>
              <th scope="col">{props.noun}人</th>
              <th scope="col">报价与天数</th>
              <th scope="col">说明与附件</th>
              <th scope="col">状态与操作</th>
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => (
              <tr key={offer.id} className={classNames('align-top', offer.short_listed && 'bg-tint/50')}>
                <th scope="row" className="min-w-32 font-normal">
                  <PersonLine person={offer.person} />
                </th>
                <td className="num min-w-28">
                  <b className="text-primary">{offerPriceText(offer.now.price, offer.now.price_max)}</b>
                  {offer.now.price === lowest && offers.length > 1 && <span className="badge badge-soft badge-sm ml-1">最低</span>}
                  <p className="text-muted">{offer.now.days > 0 ? `${offer.now.days} 天` : '天数面议'}</p>
                </td>
                <td className="max-w-96 min-w-48">
                  <OfferSaid offer={offer} noun={props.noun} />
                </td>
                <td className="w-52 min-w-52">
                  <OfferState offer={offer} />
                  <div className="mt-2 flex flex-wrap gap-1">
                    <OfferActs {...props} offer={offer} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="-mx-4 side-by-side flex gap-3 overflow-x-auto px-4 pb-2 lg:hidden" aria-label={`${props.noun}对比`}>
        {offers.map((offer, at) => (
          <li key={offer.id} className={classNames('panel w-[85%] shrink-0 p-4', offer.short_listed && 'border-primary')}>
            <div className="flex items-start justify-between gap-2">
              <PersonLine person={offer.person} />
              <span className="num shrink-0 text-xs text-muted">
                {at + 1} / {offers.length}
              </span>
            </div>
            <p className="num mt-3 text-lg font-semibold text-primary">{offerPriceText(offer.now.price, offer.now.price_max)}</p>
            <p className="num text-sm text-muted">
              {offer.now.days > 0 ? `${offer.now.days} 天` : '天数面议'}
              {offer.now.price === lowest && offers.length > 1 && '，报价最低'}
            </p>
            <div className="mt-2">
              <OfferSaid offer={offer} noun={props.noun} />
            </div>
            <p className="mt-3">
              <OfferState offer={offer} />
            </p>
            <div className="mt-3 flex flex-wrap gap-2">
              <OfferActs {...props} offer={offer} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function OfferSaid({ offer: { id, now, versions_num }, noun }: { offer: Offer; noun: string }): ReactNode {
  if (now.sealed) return <p className="text-sm text-muted">密封中，截止后开启</p>;
  return (
    <div className="grid gap-2 text-sm">
      <p className="whitespace-pre-line">{now.text}</p>
      <OfferFiles files={now.files} />
      <OfferWorks works={now.works} />
      {versions_num > 1 && <p className="num text-xs text-muted">{timeText(now.created_at)} 修改</p>}
      <VersionsLink id={id} count={versions_num} noun={noun} />
    </div>
  );
}

function OfferState({ offer }: { offer: Offer }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <span className="badge badge-soft">{offer.short_listed && offer.state === 'made' ? '候选' : offer.state_text}</span>
      {!offer.seen && offer.state === 'made' && <span className="badge badge-sm border-0 bg-gold-tint text-gold-ink">新</span>}
      {offer.deposit > 0 && <span className="num text-xs text-muted">保证金 ¥{amountText(offer.deposit)}</span>}
    </span>
  );
}

function OfferActs({ offer, noun, onChanged, onAsk }: OfferCompareProps & { offer: Offer }) {
  const { id, now, person, can_decide, short_listed } = offer;
  const agree = async () => {
    const done = await askFirst({
      ...{ title: `选定这份${noun}`, verb: '确认选定' },
      about: `与 ${person.nickname} 按 ${offerPriceText(now.price, now.price_max)} 合作。选定后需求停止接受${noun}，其他${noun}人会收到通知。`,
      ...(now.seal_hash === '' ? {} : { reasons: AGREE_REASONS, label: '理由（写入公开记录）' }),
      run: (why) => offerActs.agree(id, now.no, why),
    });
    if (done) toastSuccess('已选定，可以安排付款阶段，与对方沟通后续');
    onChanged();
  };
  const decline = async () => {
    const about = '对方会收到您填写的原因。';
    if (await askFirst({ title: '不采用', about, verb: '确认不采用', reasons: DECLINE_REASONS, run: (why) => offerActs.decline(id, why) }))
      onChanged();
  };
  const report = async () => {
    const about = `举报后，审核员可以看到这一份${noun}的内容。`;
    const title = `举报${noun}`;
    if (await askFirst({ title, about, verb: '提交举报', reasons: REPORT_REASONS, run: (why) => offerActs.report(id, why) })) {
      toastSuccess('举报已提交');
    }
  };
  const short = async () => {
    try {
      await offerActs.short(id, !short_listed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.msg);
    }
    onChanged();
  };
  return (
    <>
      {can_decide && (
        <Button
          size="sm"
          look={short_listed ? 'primary' : 'outline'}
          aria-label={`选定 ${person.nickname} 的${noun}`}
          onClick={() => void agree()}
        >
          选定
        </Button>
      )}
      {person.id > 0 && (
        <Button size="sm" aria-label={`与 ${person.nickname} 沟通`} onClick={() => onAsk(offer)}>
          沟通
        </Button>
      )}
      {can_decide && (
        <>
          <Button size="sm" aria-pressed={short_listed} aria-label={`候选 ${person.nickname}`} onClick={() => void short()}>
            {short_listed ? '移出候选' : '候选'}
          </Button>
          <Button size="sm" look="ghost" aria-label={`不采用 ${person.nickname} 的${noun}`} onClick={() => void decline()}>
            不采用
          </Button>
        </>
      )}
      {!now.sealed && (
        <Button size="sm" look="ghost" aria-label={`举报 ${person.nickname} 的${noun}`} onClick={() => void report()}>
          举报
        </Button>
      )}
    </>
  );
}
