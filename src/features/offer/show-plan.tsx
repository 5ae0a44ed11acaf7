import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { STAGE_TITLE_MAX, STAGES_MAX } from '#contract/offer.ts';
import type { Agreement } from '#contract/outputs/offer.ts';
import { typedFen } from '#contract/typed-amount.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { amountText } from '#ui/price-text.ts';
import { offerActs } from './offer-acts.ts';

/** Ways in which planners are paid, in percent of what is left. */
const USUAL = [
  ['一次付清', [['全款', 100]]],
  [
    '首款与尾款',
    [
      ['首款', 30],
      ['尾款', 70],
    ],
  ],
  [
    '三期',
    [
      ['定金', 30],
      ['方案确认', 40],
      ['尾款', 30],
    ],
  ],
] as const;

interface Row {
  key: number;
  title: string;
  price: string;
}

let made = 0;
const row = (title: string, fen: number): Row => ({ key: ++made, title, price: fen > 0 ? String(fen / 100) : '' });

/** Asks in which stages the rest is paid. True: it was changed. */
export const showPlan = (agreement: Agreement): Promise<boolean> =>
  openDialog<boolean>((close) => <PlanDialog agreement={agreement} onClose={close} />);

function PlanDialog({ agreement: { id, stages, open }, onClose }: { agreement: Agreement; onClose(changed: boolean): void }) {
  const asked = stages.filter(({ state }) => state === 'asked');
  const paid = stages.length - asked.length;
  /** What no stage that is paid has, fen. */
  const left_fen = Math.round((open + asked.reduce((sum, { price }) => sum + price, 0)) * 100);
  const split = (parts: (typeof USUAL)[number][1]): Row[] => {
    const fens = parts.map(([, percent]) => Math.floor((left_fen * percent) / 10_000) * 100);
    // what does not divide is in the last one
    const rest = left_fen - fens.reduce((sum, fen) => sum + fen, 0);
    return parts.map(([title], at) => row(title, (fens[at] ?? 0) + (at === parts.length - 1 ? rest : 0)));
  };
  const [rows, setRows] = useState<Row[]>(() =>
    asked.length > 0 ? asked.map(({ title, price }) => row(title, Math.round(price * 100))) : split(USUAL[1][1]),
  );
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const fens = rows.map(({ price }) => typedFen(price) ?? 0);
  const sum_fen = fens.reduce((sum, fen) => sum + fen, 0);
  const lay = (next: Row[]) => {
    setRows(next);
    setError('');
  };
  const change = (key: number, next: Partial<Row>) => lay(rows.map((one) => (one.key === key ? { ...one, ...next } : one)));
  const save = async () => {
    const wrong = rows.findIndex(({ title }, at) => title.trim() === '' || (fens[at] ?? 0) <= 0);
    if (wrong >= 0) return setError(`第 ${wrong + 1} 个阶段请填写名称与金额`);
    if (sum_fen > left_fen) return setError(`合计超出约定价格 ¥${amountText((sum_fen - left_fen) / 100)}`);
    setBusy(true);
    try {
      await offerActs.plan(
        id,
        rows.map(({ title }, at) => ({ title: title.trim(), price: (fens[at] ?? 0) / 100 })),
      );
      onClose(true);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.msg : '没有保存成功，请再试一次');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open title="安排付款阶段" width={480} onClose={() => onClose(false)}>
      <Form className="grid gap-3" onSubmit={save}>
        <p className="num text-muted">
          约定价格还有 ¥{amountText(left_fen / 100)} 可以安排{paid > 0 && `，已支付的 ${paid} 个阶段不变`}。每个阶段支付后由平台托管。
        </p>
        <p className="flex flex-wrap gap-2">
          {USUAL.map(([title, parts]) => (
            <Button key={title} size="sm" onClick={() => lay(split(parts))}>
              {title}
            </Button>
          ))}
        </p>
        {rows.map((one, at) => (
          <div key={one.key} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <Field
                label={`第 ${at + 1} 个阶段`}
                maxLength={STAGE_TITLE_MAX}
                value={one.title}
                onValue={(title) => change(one.key, { title })}
              />
            </div>
            <div className="w-28">
              <Field label="金额（元）" inputMode="decimal" value={one.price} onValue={(price) => change(one.key, { price })} />
            </div>
            <Button
              size="sm"
              look="ghost"
              className="mb-7"
              aria-label={`删除第 ${at + 1} 个阶段`}
              onClick={() => lay(rows.filter(({ key }) => key !== one.key))}
            >
              删除
            </Button>
          </div>
        ))}
        <div className="flex items-center justify-between gap-2">
          <Button
            size="sm"
            disabled={paid + rows.length >= STAGES_MAX}
            onClick={() => lay([...rows, row('', Math.max(0, left_fen - sum_fen))])}
          >
            添加阶段
          </Button>
          <p className="num" role="status">
            合计 ¥{amountText(sum_fen / 100)}
          </p>
        </div>
        {error && <FormError className="text-error">{error}</FormError>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onClose(false)}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            保存
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
