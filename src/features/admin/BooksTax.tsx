import { useState } from 'react';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Panel } from '#kit/console/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';
import { SelectBox } from '#ui/Select.tsx';
import { shanghaiDay } from '#ui/time-text.ts';
import type { BooksActions } from './books.store.ts';

const VOUCHER_MAX = 60;
const QUARTERS = 6;

/** The last quarters, the newest first. */
function lastQuarters(): string[] {
  const [year = 0, month = 0] = shanghaiDay().split('-').map(Number);
  const at = year * 4 + Math.floor((month - 1) / 3);
  return Array.from({ length: QUARTERS }, (_, back) => `${Math.floor((at - back) / 4)}Q${((at - back) % 4) + 1}`);
}

/** Tax that was withheld from publishers: what is owed, the list of a quarter, and that it was paid. */
export function BooksTax({ owed, actions }: { owed: number; actions: BooksActions }) {
  const quarters = lastQuarters();
  const [quarter, setQuarter] = useState(quarters[1] ?? '');
  const [asks, setAsks] = useState(false);
  const [amount, setAmount] = useState(String(owed));
  return (
    <Panel title="发布者的个人所得税">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <p className="num">
          代扣待缴 <b>¥{amountText(owed)}</b>
        </p>
        {owed > 0 && (
          <Button size="sm" look="primary" onClick={() => setAsks(true)}>
            登记已缴
          </Button>
        )}
        <SelectBox className="select w-28" aria-label="季度" value={quarter} options={quarters} onValue={setQuarter} />
        <Button size="sm" onClick={() => void actions.saveTax(quarter)}>
          导出申报清单
        </Button>
      </div>
      <p className="text-xs text-muted">清单含姓名与完整证件号码，导出会记入操作记录，请妥善保管。</p>
      {asks && (
        <ReasonDialog
          title="登记代扣个税已缴"
          verb="提交"
          about="按税务机关的完税凭证登记，须由另一位同事在审核台确认。"
          label="凭证号"
          max={VOUCHER_MAX}
          fields={<Field label="金额（元）" required inputMode="decimal" maxLength={12} value={amount} onValue={setAmount} />}
          onClose={() => setAsks(false)}
          onDo={(voucher) => actions.remit(Number(amount), voucher)}
        />
      )}
    </Panel>
  );
}
