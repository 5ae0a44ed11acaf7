import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { PLANNER_MAX, type PlannerEntry } from '#contract/workbench.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { inputTime, timeOfInput } from '#ui/time-input.ts';
import type { Faults, WorkbenchStore } from './workbench.store.ts';

interface EntryDialogProps {
  /** Null: a new one. */
  entry: PlannerEntry | null;
  /** Of a new one: when, unix seconds; 0: without a time. */
  day: number;
  bench: WorkbenchStore;
  onClose(): void;
}

/** A task or a date of one's own, new or changed. */
export function EntryDialog({ entry, day, bench, onClose }: EntryDialogProps) {
  const [title, setTitle] = useState(entry?.title ?? '');
  const [note, setNote] = useState(entry?.note ?? '');
  const [link, setLink] = useState(entry?.link ?? '');
  const [all_day, setAllDay] = useState(entry?.all_day === 1);
  const [when, setWhen] = useState(inputTime(entry?.at ?? day));
  const [faults, setFaults] = useState<Faults>(null);
  const [busy, setBusy] = useState(false);
  const end = async (call: () => Promise<Faults>, said: string) => {
    setBusy(true);
    const wrong = await call();
    setBusy(false);
    setFaults(wrong);
    if (wrong) return;
    toastSuccess(said);
    onClose();
  };
  const save = () => {
    if (title.trim() === '') return setFaults({ title: '请填写要做什么' });
    // a day alone begins at midnight
    const at = timeOfInput(all_day && when !== '' ? `${when.slice(0, 10)}T00:00` : when) ?? 0;
    const form = { id: entry?.id ?? 0, title: title.trim(), note, at, all_day: all_day && at > 0, link: link.trim() };
    void end(() => bench.actions.save(form), '已保存');
  };
  return (
    <Dialog open title={entry ? '修改待办' : '新建待办'} onClose={onClose}>
      <Form onSubmit={save}>
        <Field label="做什么" required maxLength={PLANNER_MAX.title} value={title} error={faults?.['title']} onValue={setTitle} />
        <Field
          label={all_day ? '日期' : '时间'}
          type={all_day ? 'date' : 'datetime-local'}
          value={all_day ? when.slice(0, 10) : when}
          error={faults?.['at']}
          hint="前一天与前一小时各提醒一次；不填时间则只是待办。"
          onValue={(text) => setWhen(all_day && text !== '' ? `${text}T09:00` : text)}
        />
        <label className="mb-3 flex items-center gap-2">
          <input type="checkbox" className="checkbox checkbox-sm" checked={all_day} onChange={(event) => setAllDay(event.target.checked)} />
          全天
        </label>
        <Field
          label="关联的页面"
          maxLength={PLANNER_MAX.link}
          placeholder="/receiveOrder/detail?id=1"
          value={link}
          error={faults?.['link']}
          onValue={setLink}
          after={
            entry?.link ? (
              <a className="btn" href={entry.link}>
                打开
              </a>
            ) : null
          }
        />
        <TextArea label="备注" error={faults?.['note']} rows={3} maxLength={PLANNER_MAX.note} value={note} onValue={setNote} />
        <FormError>{faults?.['form']}</FormError>
        <div className="flex justify-end gap-2">
          {entry && (
            <Button
              look="ghost"
              className="mr-auto"
              disabled={busy}
              onClick={() => void end(() => bench.actions.remove(entry.id), '已删除')}
            >
              删除
            </Button>
          )}
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            保存
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
