import { useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { DAY_PRICE_MAX, type DayMarkKey } from '#contract/freelance.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { DayGrid } from './DayGrid.tsx';
import { fetchDays, setDays } from './screen-calls.ts';

/** 档期: which days are free, and what one costs. */
export function MyDays() {
  const { data, failure, actions } = useOwnPage(fetchDays);
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-24" />;
  const mark = async (days: string[], to: DayMarkKey) => {
    if (busy) return;
    setBusy(true);
    const said = await actions.run(() => setDays({ days, mark: to })).finally(() => setBusy(false));
    if (said) toastError(said);
  };
  const price = typed ?? (data.price === 0 ? '' : String(data.price));
  const save = async () => {
    const yuan = Number(price || 0);
    const said = Number.isFinite(yuan) ? await actions.run(() => setDays({ price: yuan })) : `按天价格为 0 至 ${DAY_PRICE_MAX} 元`;
    setWrong(said);
    if (said === null) toastSuccess('已保存');
  };
  return (
    <div className="panel grid gap-4 p-4 sm:p-6">
      <p className="text-muted">
        标了空闲日期后，认证企业可以按日期找到您，能看到简历里的职位、城市和这里的价格，看不到姓名与联系方式。
        {data.is_found === 0 && (
          <>
            您还没有公开给“所有认证企业”的简历，公开一份后才会被找到。
            <a className="link" href="?tab=resumes">
              去公开简历
            </a>
          </>
        )}
      </p>
      <Form className="max-w-sm" onSubmit={save}>
        <Field
          label="按天价格（元）"
          inputMode="decimal"
          maxLength={9}
          placeholder="不填为面议"
          value={price}
          error={wrong}
          onValue={setTyped}
          after={<Button type="submit">保存</Button>}
        />
      </Form>
      <div aria-busy={busy} className={busy ? 'opacity-60' : ''}>
        <DayGrid days={data.days} today={data.today} onMark={(days, to) => void mark(days, to)} />
      </div>
    </div>
  );
}
