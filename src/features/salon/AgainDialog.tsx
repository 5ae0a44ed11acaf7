import { useState } from 'react';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import { toastSuccess } from '#client/toast.ts';
import { AGAIN_EVERY, AGAIN_MAX, type OwnSalon, type SavedSalon } from '#contract/salon.ts';
import { againDates } from '#contract/salon-time.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Select } from '#ui/Select.tsx';
import { askDemandGate } from '../verification/ask-demand-gate.ts';
import { holdAgain } from './own-salons.ts';

type Every = keyof typeof AGAIN_EVERY;

/** Holds an own salon again, once or by the week or month. @returns what was made; null: nothing */
export const askAgain = (salon: OwnSalon): Promise<SavedSalon[] | null> =>
  openDialog<SavedSalon[] | null>((close) => <AgainDialog salon={salon} close={close} />);

function AgainDialog({ salon: { id, title }, close }: { salon: OwnSalon; close(made: SavedSalon[] | null): void }) {
  const [form, setForm] = useState({ date: '', every: 'once' as Every, times: 4, send: false });
  const [key] = useState(newKey);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const { date, every, times, send } = form;
  const change = (patch: Partial<typeof form>) => setForm((before) => ({ ...before, ...patch }));
  const days = date === '' ? [] : againDates(date, every, times);
  const make = async () => {
    setBusy(true);
    setError(null);
    setFailure(null);
    try {
      if (send && !(await askDemandGate())) return;
      const { list } = await holdAgain({ id, key, ...form });
      toastSuccess(send ? `已提交 ${list.length} 场` : `已建 ${list.length} 份草稿`);
      close(list);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (!thrown.fields['date']) return setFailure(failureOf(thrown));
      setError(thrown.fields['date']);
      requestAnimationFrame(() => focusFirstError());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open title="再办一场" width={480} onClose={() => close(null)}>
      <Form className="grid gap-1" onSubmit={() => void make()}>
        <p className="font-semibold">{title}</p>
        <p className="mb-2 text-muted">标题、介绍、地点、议程、嘉宾、票种和图片都照抄，日期另定；早鸟截止随日期移动。</p>
        <div className="grid gap-x-3 sm:grid-cols-3">
          <Field
            label={every === 'once' ? '日期' : '第一场'}
            type="date"
            hint={every === 'once' && !send ? '可以以后再填' : undefined}
            error={error}
            value={date}
            onValue={(text) => change({ date: text })}
          />
          <Select
            label="重复"
            value={every}
            onValue={(chosen) => change({ every: chosen as Every })}
            options={Object.entries(AGAIN_EVERY)}
          />
          {every !== 'once' && (
            <Select
              label="共几场"
              value={times}
              onValue={(chosen) => change({ times: Number(chosen) })}
              options={Array.from({ length: AGAIN_MAX - 1 }, (_, n) => n + 2)}
            />
          )}
        </div>
        {days.length > 1 && <p className="num text-xs text-muted">{days.join('、')}</p>}
        <label className="flex items-center gap-2 py-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={send}
            onChange={(event) => change({ send: event.target.checked })}
          />
          直接提交，不先存为草稿
        </label>
        <FormError className="text-error empty:hidden" failure={failure} />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={() => close(null)}>取消</Button>
          <Button look="primary" type="submit" busy={busy}>
            {send ? '提交' : '建草稿'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
