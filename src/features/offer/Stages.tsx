import { toastSuccess } from '#client/toast.ts';
import { OFFER_REASON_MAX, type StageAct } from '#contract/offer.ts';
import type { Agreement, AgreementStage } from '#contract/outputs/offer.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { endText } from '#ui/time-text.ts';
import { askFirst, offerActs } from './offer-acts.ts';
import { payStage } from './pay-stage.ts';

const ACTS: Readonly<Record<StageAct, { text: string; title: string; about: string; done: string }>> = {
  deliver: {
    ...{ text: '已交付', title: '确认已交付', done: '已通知对方确认' },
    about: '对方会收到通知，确认后款项放给您；对方一直没有操作的，到期自动放款。',
  },
  release: {
    ...{ text: '放款', title: '放款给对方', done: '已放款' },
    about: '确认对方已按约定交付。放款后款项进入对方的收益，不能再撤回。',
  },
  redo: {
    ...{ text: '请修改', title: '请对方修改', done: '已通知对方修改' },
    about: '写清要改什么。款项继续托管，自动放款的时间从对方再次交付起重新算。',
  },
  back: { text: '退回', title: '退回给对方', about: '这一阶段的款项按原路退回给对方，不能再撤回。', done: '已退回' },
};

/** The first stage that waits for this side. */
export const nextStage = ({ stages }: Agreement) => stages.find(({ can_pay, acts }) => can_pay || acts.some((name) => name !== 'back'));

/** What is not delivered yet may be released, but need not be. */
const comesNext = ({ state }: AgreementStage, name: StageAct): boolean => name !== 'redo' && (name !== 'release' || state === 'delivered');

/** Nothing is arranged yet: that comes before anybody confirms. */
export const plansFirst = ({ stages, can_plan, own_done, other_done }: Agreement): boolean =>
  can_plan && stages.length === 0 && !own_done && !other_done;

/** The stages in which the price of an agreement is paid, held by the platform until each is released. */
export function Stages({ agreement, onChanged }: { agreement: Agreement; onChanged(): void }) {
  const { stages, held, open, can_plan, is_owner, share_percent } = agreement;
  if (stages.length === 0 && !can_plan) return null;
  /** What stands first is what one does next. */
  const next = nextStage(agreement);
  const plan = async () => {
    const { showPlan } = await import('./show-plan.tsx');
    if (!(await showPlan(agreement))) return;
    toastSuccess('付款阶段已更新，对方会收到通知');
    onChanged();
  };
  const act = async (stage: AgreementStage, name: StageAct) => {
    const { title, about, text: verb } = ACTS[name];
    const subject = `${stage.title} ¥${amountText(stage.price)}`;
    const why = name === 'redo' ? { label: '修改意见', max: OFFER_REASON_MAX } : {};
    if (!(await askFirst({ title, about, verb, subject, ...why, run: (reason) => offerActs.stage(stage.id, name, reason) }))) return;
    toastSuccess(ACTS[name].done);
    onChanged();
  };
  return (
    <section className="mt-4 border-t border-line pt-3" aria-label="付款阶段">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-semibold max-sm:flex-1">付款阶段</h3>
        <p className="num flex-1 text-xs text-muted max-sm:order-last max-sm:basis-full">
          {held > 0 && `托管中 ¥${amountText(held)}。`}
          {stages.length === 0
            ? `款项可以分阶段由平台托管，交付并确认后才放给${is_owner ? '对方' : '您'}，出现争议由平台处理。`
            : open > 0 && `还可以安排 ¥${amountText(open)}。`}
          {!is_owner && `放款时收取 ${100 - share_percent}% 服务费。`}
        </p>
        {can_plan && (
          <Button size="sm" look={plansFirst(agreement) ? 'primary' : 'outline'} onClick={() => void plan()}>
            {stages.length === 0 ? '安排付款阶段' : '修改'}
          </Button>
        )}
      </div>
      {stages.length > 0 && (
        <ol className="divide-y divide-line">
          {stages.map((stage) => (
            <li key={stage.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <p className="min-w-0 flex-1 basis-40">
                {stage.title}
                <span className="num block text-xs text-muted">
                  {stage.state_text}
                  {stage.release_at > 0 && `，${endText(stage.release_at)} 后自动放款`}
                </span>
              </p>
              <b className="num">¥{amountText(stage.price)}</b>
              {stage.can_pay && (
                <Button
                  size="sm"
                  look={stage === next ? 'primary' : 'outline'}
                  aria-label={`支付 ${stage.title}`}
                  onClick={() => void payStage(stage).then((paid) => paid && onChanged())}
                >
                  支付
                </Button>
              )}
              {stage.acts.map((name) => (
                <Button
                  key={name}
                  size="sm"
                  look={name === 'back' ? 'ghost' : stage === next && comesNext(stage, name) ? 'primary' : 'outline'}
                  aria-label={`${ACTS[name].text} ${stage.title}`}
                  onClick={() => void act(stage, name)}
                >
                  {ACTS[name].text}
                </Button>
              ))}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
