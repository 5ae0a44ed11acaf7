import { toastSuccess } from '#client/toast.ts';
import { CANCEL_REASONS, offerPriceText } from '#contract/offer.ts';
import type { Agreement } from '#contract/outputs/offer.ts';
import { PersonLine } from '#kit/PersonLine.tsx';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { askFirst, offerActs } from './offer-acts.ts';
import { askRating } from './RateDialog.tsx';
import { nextStage, plansFirst, Stages } from './Stages.tsx';

const DISPUTE_REASONS = ['交付与约定不符', '对方不回应', '对方要求加价', '对方拒绝验收'] as const;

/** What two agreed on, for one of them: how it stands and what may be done. */
export function AgreementBox({ agreement, onChanged }: { agreement: Agreement; onChanged(): void }) {
  const { id, other, own_done, other_done, rating, is_owner } = agreement;
  const after = (done: boolean, text: string) => {
    if (!done) return;
    toastSuccess(text);
    onChanged();
  };
  const rate = async () => after(await askRating(other.nickname, (stars, text) => offerActs.rate(id, stars, text)), '评价已提交');
  const unpaid = agreement.stages.reduce((sum, { state, price }) => sum + (state === 'asked' ? price : 0), 0);
  const unheld =
    agreement.stages.length === 0
      ? '还没有安排平台托管付款，完成后不能再安排。'
      : unpaid > 0
        ? `还有 ¥${amountText(unpaid)} 没有支付，完成后不能再通过平台支付。`
        : '';
  const finish = async () => {
    const done = await askFirst({
      title: '确认完成',
      about: `确认对方已经按约定完成；双方都确认后，合作完成并可以互评。${agreement.is_owner && agreement.held > 0 ? `托管的 ¥${amountText(agreement.held)} 会一并放给对方。` : ''}${unheld}`,
      verb: '确认完成',
      run: () => offerActs.done(id),
    });
    after(done, '已确认完成');
    // the second to confirm has ended it
    if (done && other_done) await rate();
  };
  const cancel = async () =>
    after(
      await askFirst({
        ...{ title: '取消合作', about: '对方会看到原因。需求重新进入选择，其余各份恢复有效。', verb: '取消合作', reasons: CANCEL_REASONS },
        run: (reason) => offerActs.cancel(id, reason),
      }),
      '合作已取消',
    );
  const dispute = async () =>
    after(
      await askFirst({
        ...{
          title: '提出争议',
          about: '平台会看到双方的约定与您填写的原因，处理结果通知双方。',
          verb: '提交争议',
          reasons: DISPUTE_REASONS,
        },
        run: (reason) => offerActs.dispute(id, reason),
      }),
      '争议已提交，平台会尽快处理',
    );
  return (
    <section className="rounded-lg border border-line bg-tint/50 p-4" aria-label="合作">
      <div className="flex flex-wrap items-center gap-3">
        <PersonLine person={other} />
        <span className="badge badge-soft">{agreement.state_text}</span>
        <b className="num ml-auto text-primary">{offerPriceText(agreement.price, agreement.price_max)}</b>
      </div>
      <dl className="num mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        <Line name="合作号" value={agreement.agree_no} />
        <Line name="达成时间" value={timeText(agreement.created_at)} />
        {agreement.deposit > 0 && <Line name="投标保证金" value={`占用${is_owner ? '对方' : '您'}的 ¥${amountText(agreement.deposit)}`} />}
        <Line name="您" value={own_done ? '已确认完成' : '未确认完成'} />
        <Line name="对方" value={other_done ? '已确认完成' : '未确认完成'} />
      </dl>
      {agreement.reason !== '' && (
        <p className="mt-2 text-sm text-muted">
          {agreement.by_me ? '您' : '对方或平台'}填写的原因：{agreement.reason}
        </p>
      )}
      {agreement.answer !== '' && <p className="mt-2 text-sm">平台处理：{agreement.answer}</p>}
      {rating.given && (
        <p className="mt-2 text-sm">
          您的评价：{rating.given.stars} 星 {rating.given.text}
        </p>
      )}
      {rating.received && (
        <p className="mt-2 text-sm">
          对方的评价：{rating.received.stars} 星 {rating.received.text}
        </p>
      )}
      <Stages agreement={agreement} onChanged={onChanged} />
      {agreement.deposit > 0 && (
        <p className="mt-2 text-xs text-muted">
          {is_owner
            ? '对方放弃履约时，可提出争议，由平台认定保证金是否赔付给您；您取消合作则退还对方。'
            : '保证金占用期间您不能自行取消：可请对方取消（保证金随即释放），或提出争议由平台处理。'}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {agreement.can_done && (
          <Button size="sm" look={nextStage(agreement) || plansFirst(agreement) ? 'outline' : 'primary'} onClick={() => void finish()}>
            确认完成
          </Button>
        )}
        {rating.can_rate && (
          <Button size="sm" look="primary" onClick={() => void rate()}>
            评价对方
          </Button>
        )}
        {agreement.can_cancel && (
          <Button size="sm" onClick={() => void cancel()}>
            取消合作
          </Button>
        )}
        {agreement.can_dispute && (
          <Button size="sm" look="ghost" onClick={() => void dispute()}>
            提出争议
          </Button>
        )}
      </div>
    </section>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-2">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 truncate">{value}</dd>
    </div>
  );
}
