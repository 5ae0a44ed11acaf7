import { Gift } from 'lucide-react';
import { useState } from 'react';
import { newKey } from '#client/new-key.ts';
import { type DrawResult, LUCK_PAGE, PRIZE_GOODS, USER_SEED_MAX } from '#contract/draw.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { endText } from '#ui/time-text.ts';
import { AddressForm } from './AddressForm.tsx';
import { drawOnce } from './draw-acts.ts';

export interface DrawDialogProps {
  orderid: string;
  /** Hash of the round's seed: published before the draw. */
  seed_hash: string;
  onClose(drawn: boolean): void;
}

const newSeed = () => newKey().slice(0, 13);

/** The lucky draw of an order: throw in a seed of one's own, see the prize, say where goods are sent. */
export function DrawDialog({ orderid, seed_hash, onClose }: DrawDialogProps) {
  const [seed, setSeed] = useState(newSeed);
  const [result, setResult] = useState<DrawResult | null>(null);
  const [addressing, setAddressing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const done = await drawOnce(orderid, seed.trim());
    setBusy(false);
    if (typeof done === 'string') setError(done);
    else setResult(done);
  };
  if (result && addressing) {
    return (
      <Dialog open title="填写收货地址" width={480} modal_only onClose={() => onClose(true)}>
        <AddressForm blind_id={result.blind_id} onSaved={() => onClose(true)} />
      </Dialog>
    );
  }
  if (result) return <Prize result={result} onAddress={() => setAddressing(true)} onClose={() => onClose(true)} />;
  return (
    <Dialog open title="会员抽奖" width={480} onClose={() => onClose(false)}>
      <Form onSubmit={submit}>
        <p className="mb-3 text-muted">感谢开通方案会员，您有一次抽奖机会。结果由平台种子与您的种子共同决定，结束后任何人都能验证。</p>
        <Field label="我的种子" hint="可以改成任意字母与数字" maxLength={USER_SEED_MAX} value={seed} error={error} onValue={setSeed} />
        <p className="mb-4 text-xs break-all text-muted">
          平台种子的哈希（抽奖前公布）：<span className="num">{seed_hash}</span>
        </p>
        <Button type="submit" look="primary" className="w-full" busy={busy}>
          立即抽奖
        </Button>
      </Form>
    </Dialog>
  );
}

function Prize({ result, onAddress, onClose }: { result: DrawResult; onAddress(): void; onClose(): void }) {
  const { prizeinfo, proof } = result;
  const is_goods = prizeinfo.type === PRIZE_GOODS;
  return (
    <Dialog open title="恭喜中奖" width={480} onClose={onClose}>
      <div className="grid justify-items-center gap-3 text-center">
        {prizeinfo.covers ? (
          <img src={prizeinfo.covers} alt="" className="max-h-40 rounded-box" />
        ) : (
          <Gift size={64} className="text-primary" aria-hidden="true" />
        )}
        <p className="text-lg font-semibold">{prizeinfo.title}</p>
        <p className="text-muted">
          {is_goods ? `请在 ${endText(prizeinfo.due_time)} 前填写收货地址` : `会员已到账，有效期至 ${endText(prizeinfo.due_time)}`}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          {is_goods ? (
            <Button look="primary" onClick={onAddress}>
              填写收货地址
            </Button>
          ) : null}
          <a className="btn" href="/personalCenter/myPrize">
            我的奖品
          </a>
        </div>
        <p className="num text-xs text-muted">
          第 {proof.round} 轮第 {proof.number} 次，编号 {proof.user}，
          <a className="link" href={LUCK_PAGE}>
            结束后可验证
          </a>
        </p>
      </div>
    </Dialog>
  );
}
