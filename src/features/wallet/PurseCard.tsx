import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, failureOf, inOneLine, isLost } from '#client/api-error.ts';
import { createLoad } from '#client/load.store.ts';
import { newKey } from '#client/new-key.ts';
import { toastSuccess } from '#client/toast.ts';
import { DEPOSIT_RULE } from '#contract/offer.ts';
import { typedFen } from '#contract/typed-amount.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { fetchPurse, movePurse } from './purse-acts.ts';

/** A bidder's purse of deposits: filled and taken back, with the own offers that bind it. `missing`: of the offer that asks for it. */
export function PurseCard({ missing = 0, onMoved }: { missing?: number; onMoved(): void }) {
  const [own] = useState(() => createLoad(fetchPurse));
  const { data: purse, failure } = useStore(own.$state);
  const { load } = own.actions;
  const [amount, setAmount] = useState(missing > 0 ? String(missing) : '');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  useEffect(() => void load(), [load]);
  if (!purse) return failure ? <ErrorState {...failure} onRetry={() => void load()} /> : <Skeleton rows={1} row_class="h-24" />;
  const move = async (way: 'fill' | 'take') => {
    const yuan = (typedFen(amount) ?? 0) / 100;
    const [most, from] = way === 'fill' ? [purse.balance, '可用余额'] : [purse.free, '可取回'];
    const wrong = yuan > 0 ? yuan > most && `${from}只有 ¥${amountText(most)}` : '请填写金额，例如 2000，最多两位小数';
    setError(wrong || '');
    if (wrong || busy) return;
    setBusy(true);
    try {
      await movePurse(way, yuan, key.current);
      toastSuccess(way === 'fill' ? '已转入投标保证金' : '已取回到余额');
      [key.current] = [newKey(), setAmount('')];
      await load();
      onMoved();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      // what may have been done is asked for again as the same; after an answer the purse shows what was
      if (!isLost(failed)) {
        key.current = newKey();
        await load();
      }
      setError(inOneLine(failureOf(failed)).message);
    } finally {
      setBusy(false);
    }
  };
  const topUp = async () => {
    const { openTopUp } = await import('./open-top-up.tsx');
    if (await openTopUp(0, 'balance')) await load();
  };
  return (
    <section className="num mb-2 grid gap-2 rounded-field bg-ground p-4" aria-label="投标保证金">
      <p>
        共 <b>¥{amountText(purse.amount)}</b>，可取回 ¥{amountText(purse.free)}，占用中 ¥{amountText(purse.bound)}
      </p>
      <ul className="grid gap-1 text-sm empty:hidden" aria-label="占用保证金的投标">
        {purse.offers.map(({ id, title, path, deposit, until }) => (
          <li key={id}>
            <a className="quiet-link" href={path}>
              {title}
            </a>{' '}
            ¥{amountText(deposit)}，
            <span className="text-muted">{until > 0 ? `投标中，${timeText(until)} 截止后等待选定` : '已中选，合作结束后释放'}</span>
          </li>
        ))}
      </ul>
      <Form onSubmit={() => move('fill')}>
        <Field
          label="金额（元）"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          className="max-w-48"
          value={amount}
          error={error}
          hint={`可用余额 ¥${amountText(purse.balance)}`}
          onValue={(text) => {
            setAmount(text);
            setError('');
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={busy}>
            转入
          </Button>
          {missing === 0 && <Button onClick={() => void move('take')}>取回到余额</Button>}
          <Button look="ghost" onClick={() => void topUp()}>
            充值余额
          </Button>
        </div>
      </Form>
      <p className="text-xs text-muted">可以提前转入、多转一些，不针对某一份招标：流水里不会留下您何时投了哪份标。{DEPOSIT_RULE}</p>
    </section>
  );
}
