import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { useSession } from '#client/use-session.ts';
import { type OfferPanel, offerNoun, offerPriceText } from '#contract/offer.ts';
import type { Offer } from '#contract/outputs/offer.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { askInChat } from '../chat/ask-in-chat.ts';
import { demand_moves } from '../demand/demand-moves.store.ts';
import { FittingPeople } from '../demand/FittingPeople.tsx';
import { AgreementBox } from './AgreementBox.tsx';
import { OfferCompare } from './OfferCompare.tsx';
import { OfferFiles, OfferWorks } from './OfferParts.tsx';
import { askWithdraw } from './offer-acts.ts';
import { NOTHING, offerPanelOf } from './offer-panel.store.ts';
import { VersionsLink } from './show-versions.tsx';
import { TenderNotes } from './TenderNotes.tsx';
import { TenderScoring } from './TenderScoring.tsx';

export interface OfferPanelIslandProps {
  demand_id: number;
  is_tender: boolean;
  /** As of when the page was made. */
  offer_num: number;
  /** Answers and additions that the page shows. */
  notes_num: number;
}

/** What of a demand's offers concerns the reader. Place it with `client:intent="signed-in"`. */
export default function OfferPanelIsland({ demand_id, is_tender, offer_num, notes_num }: OfferPanelIslandProps) {
  const { $state, actions } = offerPanelOf(demand_id);
  const { panel, failure } = useStore($state, { ssr: () => NOTHING });
  const user_id = useSession()?.user.id ?? 0;
  useEffect(() => actions.watch(user_id), [actions, user_id]);
  const noun = offerNoun(is_tender);
  // a cached page may not know of the reader's own offer yet
  const count = panel?.offer_num ?? offer_num;
  const onChanged = () => {
    demand_moves.actions.moved();
    void actions.load();
  };
  // what the card says of it is all that others have
  if (!is_tender && !panel?.is_owner && !panel?.own && !panel?.agreement && !failure) return null;
  return (
    <>
      <p className="num text-sm text-muted">
        {count > 0 ? `已有 ${count} 份${noun}` : `还没有${noun}`}；内容只有发布者{panel?.scoring?.judges_num ? '、评委' : ''}与{noun}
        人自己可见。
      </p>
      <div className="mt-4 grid gap-4 empty:hidden">
        {failure && <ErrorState {...failure} onRetry={() => void actions.load()} />}
        {panel?.is_tender && <TenderNotes panel={panel} shown={notes_num} onChanged={onChanged} />}
        {panel?.is_tender && <TenderScoring panel={panel} onChanged={onChanged} />}
        {panel?.agreement && <AgreementBox agreement={panel.agreement} onChanged={onChanged} />}
        {panel && (panel.is_owner ? <Owner panel={panel} onChanged={onChanged} /> : <Offerer panel={panel} onChanged={onChanged} />)}
      </div>
    </>
  );
}

function Owner({ panel, onChanged }: { panel: OfferPanel; onChanged(): void }) {
  const { offers, opens_at } = panel;
  const noun = offerNoun(panel.is_tender);
  if (offers.length === 0) return <FittingPeople demand_id={panel.demand_id} noun={noun} />;
  return (
    <>
      {opens_at > 0 && (
        <p className="num text-sm text-muted">
          已收到 {offers.length} 份密封投标，{timeText(opens_at)} 截止后自动开启。
        </p>
      )}
      <OfferCompare {...{ offers, noun, onChanged }} onAsk={({ person }) => void askAbout(panel.demand_id, person.id)} />
    </>
  );
}

/** An own offer; where it is made and changed is the card's. */
function Offerer({ panel, onChanged }: { panel: OfferPanel; onChanged(): void }) {
  const { own, demand_id } = panel;
  const noun = offerNoun(panel.is_tender);
  if (!own) return null;
  const withdraw = async (offer: Offer) => {
    if (!(await askWithdraw(offer.id, noun))) return;
    toastSuccess(`${noun}已撤回`);
    onChanged();
  };
  return (
    <>
      {own.state !== 'withdrawn' && <OwnOffer offer={own} noun={noun} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void askAbout(demand_id)}>与发布者沟通</Button>
        {own.can_withdraw && (
          <Button look="ghost" onClick={() => void withdraw(own)}>
            撤回{noun}
          </Button>
        )}
      </div>
    </>
  );
}

function OwnOffer({ offer, noun }: { offer: Offer; noun: string }) {
  const { id, now, state_text, reason, seen, versions_num, deposit } = offer;
  return (
    <section className="rounded-lg border border-line p-4" aria-label={`我的${noun}`}>
      <p className="flex flex-wrap items-center gap-2">
        <b className="num text-primary">{offerPriceText(now.price, now.price_max)}</b>
        <span className="badge badge-soft">{state_text}</span>
        <span className="num ml-auto text-xs text-muted">
          {timeText(now.created_at)}
          {now.sealed ? '' : seen ? '，对方已看' : '，对方未看'}
        </span>
      </p>
      {now.days > 0 && <p className="num mt-1 text-sm text-muted">{now.days} 天</p>}
      {now.text !== '' && <p className="mt-2 text-sm whitespace-pre-line">{now.text}</p>}
      <div className="mt-2 grid gap-2 text-sm">
        <OfferFiles files={now.files} />
        <OfferWorks works={now.works} />
        <VersionsLink id={id} count={versions_num} noun={noun} />
      </div>
      {now.seal_hash !== '' && <p className="num mt-2 text-xs break-all text-muted">密封指纹 {now.seal_hash}</p>}
      {deposit > 0 && <p className="num mt-2 text-sm">占用投标保证金 ¥{amountText(deposit)}</p>}
      {reason !== '' && <p className="mt-2 text-sm">原因：{reason}</p>}
    </section>
  );
}

/** Opens the conversation about a demand: with its owner, or of the owner with somebody who offered. */
const askAbout = (demand_id: number, other_id?: number): Promise<void> =>
  askInChat({ kind: 'demand', id: demand_id, ...(other_id === undefined ? {} : { other_id }) });
