import { toastSuccess } from '#client/toast.ts';
import { OFFER_TABS, type OfferTab, type OwnOffers, offerNoun, offerPriceText } from '#contract/offer.ts';
import type { OwnOfferRow } from '#contract/outputs/offer.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { AgreementBox } from './AgreementBox.tsx';
import { askWithdraw, loadOwnOffers } from './offer-acts.ts';

const TABS = Object.keys(OFFER_TABS) as OfferTab[];
const load = ({ tab, page }: { tab: string; page: number }): Promise<OwnOffers> => loadOwnOffers(tab as OfferTab, page);

/** 我的报价, by group; what waits for the reader stands first. */
export default function MyOffersIsland() {
  const { list, state } = useOwnList(TABS, load);
  const counts = state.data?.counts;
  const tabs = TABS.map((key) => ({ key, title: `${OFFER_TABS[key]}${counts ? ` ${counts[key]}` : ''}` }));
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs label="报价与投标分组" tabs={tabs} current={state.tab} onChange={(tab) => list.actions.choose({ tab })}>
        <OwnListFrame
          state={state}
          list={list}
          keyOf={({ id }) => id}
          empty={{
            title:
              state.tab === 'agreed' ? '还没有达成的合作' : state.tab === 'ended' ? '没有已结束的报价与投标' : '还没有进行中的报价与投标',
            hint: '到需求大厅看看，为合适的需求报价，或参加投标。',
            children: (
              <a className="btn btn-primary" href="/demand">
                去看需求
              </a>
            ),
          }}
        >
          {(row) => <Row row={row} onChanged={() => void list.actions.reload()} />}
        </OwnListFrame>
      </Tabs>
    </div>
  );
}

function Row({ row, onChanged }: { row: OwnOfferRow; onChanged(): void }) {
  const { demand, agreement, asks } = row;
  const noun = offerNoun(row.is_tender);
  const withdraw = async () => {
    if (!(await askWithdraw(row.id, noun))) return;
    toastSuccess(`${noun}已撤回`);
    onChanged();
  };
  return (
    <article className="grid gap-3 py-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-base font-semibold">
            {demand.path === '' ? (
              demand.title
            ) : (
              <a className="quiet-link" href={`${demand.path}#offers`}>
                {demand.title}
              </a>
            )}
          </h2>
          <p className="num text-xs text-muted">
            {demand.state_text}
            {demand.closes_at > 0 && `，${timeText(demand.closes_at)} 截止`}；{timeText(row.updated_at)} 更新
          </p>
          {row.reason !== '' && !agreement && <p className="mt-1 text-sm">原因：{row.reason}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {asks !== '' && <span className="badge border-0 bg-gold-tint text-gold-ink">{asks}</span>}
          <span className="badge badge-soft">{row.state_text}</span>
          <b className="num text-primary">{offerPriceText(row.price, row.price_max)}</b>
          {row.can_withdraw && (
            <Button size="sm" onClick={() => void withdraw()}>
              撤回
            </Button>
          )}
        </div>
      </div>
      {agreement && <AgreementBox agreement={agreement} onChanged={onChanged} />}
    </article>
  );
}
