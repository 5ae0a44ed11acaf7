import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { RETURN_REASON_MAX, type Redemption } from '#contract/mall.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { actOnRedemption, type RedemptionAct } from './redemption-acts.ts';

const TEXTS: Record<RedemptionAct, { title: string; about: string; done: string }> = {
  cancel: { title: '取消兑换', about: '取消后积分与库存立即退回。', done: '已取消，积分已退回' },
  receive: { title: '确认收货', about: '确认已经收到商品。', done: '已确认收货' },
  return: {
    title: '申请退货',
    about: '提交后请联系客服确认退回地址；客服收到商品后，积分退回原来的批次。每次兑换可申请一次。',
    done: '退货申请已提交',
  },
};

/** What its owner may do with a redemption; each is asked before it is done. */
export function RedemptionActs({ redemption, onDone }: { redemption: Redemption; onDone(): void }) {
  const [act, setAct] = useState<RedemptionAct | null>(null);
  const { id, can_cancel, can_receive, can_return } = redemption;
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
      {act && (
        <ActDialog
          act={act}
          id={id}
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

function ActDialog({ act, id, onClose, onDone }: { act: RedemptionAct; id: number; onClose(): void; onDone(): void }) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { title, about, done } = TEXTS[act];
  const submit = async () => {
    if (act === 'return' && reason.trim() === '') return setError('请输入退货原因');
    setBusy(true);
    const wrong = await actOnRedemption(act, id, reason.trim());
    setBusy(false);
    if (wrong !== null) return setError(wrong);
    toastSuccess(done);
    onDone();
  };
  return (
    <Dialog open title={title} width={480} onClose={onClose}>
      <Form onSubmit={submit}>
        <p className="mb-3 text-muted">{about}</p>
        {act === 'return' ? (
          <TextArea label="退货原因" required error={error} rows={3} maxLength={RETURN_REASON_MAX} value={reason} onValue={setReason} />
        ) : (
          <FormError>{error}</FormError>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>再想想</Button>
          <Button type="submit" look="primary" busy={busy}>
            {title}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
