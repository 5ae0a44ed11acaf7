import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { BACK_PARCEL_MAX, RETURN_REASON_MAX } from '#contract/mall.ts';
import type { Redemption } from '#contract/outputs/mall.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Button } from '#ui/Button.tsx';
import { actOnRedemption, type RedemptionAct } from './own-redemptions.ts';

const TEXTS: Record<RedemptionAct, { title: string; about: string; done: string }> = {
  cancel: { title: '取消兑换', about: '取消后积分与库存立即退回。', done: '已取消，积分已退回' },
  receive: { title: '确认收货', about: '确认已经收到商品。', done: '已确认收货' },
  return: {
    title: '申请退货',
    about: '提交后请联系客服确认退回地址，寄出后填写退回的快递；客服收到商品后，积分退回原来的批次。每次兑换可申请一次。',
    done: '退货申请已提交',
  },
  parcel: { title: '填写退回的快递', about: '写上快递公司与单号，客服按它核对；处理之前可以修改。', done: '已保存' },
};

/** What its owner may do with a redemption; each is asked before it is done. */
export function RedemptionActs({ redemption, onDone }: { redemption: Redemption; onDone(): void }) {
  const [act, setAct] = useState<RedemptionAct | null>(null);
  const { can_cancel, can_receive, can_return } = redemption;
  return (
    <>
      {can_receive && (
        <Button size="sm" look="primary" onClick={() => setAct('receive')}>
          确认收货
        </Button>
      )}
      {can_return && (
        <Button size="sm" onClick={() => setAct('return')}>
          申请退货
        </Button>
      )}
      {can_cancel && (
        <Button size="sm" onClick={() => setAct('cancel')}>
          取消兑换
        </Button>
      )}
      {redemption.state === 'asked' && (
        <Button size="sm" look="primary" onClick={() => setAct('parcel')}>
          {redemption.back_parcel === '' ? '填写退回的快递' : '修改退回的快递'}
        </Button>
      )}
      {act && (
        <ActDialog
          act={act}
          of={redemption}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

function ActDialog({ act, of, onClose, onDone }: { act: RedemptionAct; of: Redemption; onClose(): void; onDone(): void }) {
  const { title, about, done } = TEXTS[act];
  const perform = async (reason: string) => {
    const wrong = await actOnRedemption(act, of.id, reason);
    if (wrong !== null) return wrong;
    toastSuccess(done);
    onDone();
    return null;
  };
  const asked =
    act === 'return'
      ? { max: RETURN_REASON_MAX, label: '退货原因' }
      : act === 'parcel'
        ? { max: BACK_PARCEL_MAX, label: '快递公司与单号', reason: of.back_parcel }
        : {};
  return <ReasonDialog title={title} about={about} verb={title} back="再想想" {...asked} onClose={onClose} onDo={perform} />;
}
