import { useState } from 'react';
import type { PublishedRow } from '#contract/publish.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { inputTime, timeOfInput } from '#ui/time-input.ts';

export interface ScheduleDialogProps {
  row: PublishedRow;
  onClose(): void;
  /** 0: at once, where nothing else is waited for. */
  onChoose(publish_at: number): void;
}

/** Sets, moves or clears the time at which a work appears. */
export function ScheduleDialog({ row, onClose, onChoose }: ScheduleDialogProps) {
  const [text, setText] = useState(inputTime(row.publish_at));
  const [error, setError] = useState('');
  const save = () => {
    const at = timeOfInput(text);
    if (at === null) setError('请选择发布时间');
    else if (at * 1000 <= Date.now()) setError('请选择现在以后的时间');
    else onChoose(at);
  };
  return (
    <Dialog open title="定时发布" width={400} onClose={onClose}>
      <p className="font-semibold">{row.title || '未命名作品'}</p>
      <div className="mt-3">
        <Field
          label="发布时间"
          type="datetime-local"
          className="num"
          value={text}
          error={error}
          hint="北京时间。需要审核的作品，通过后按此时间发布。"
          onValue={(text) => {
            setText(text);
            setError('');
          }}
        />
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {row.publish_at > 0 && (
          <Button look="ghost" onClick={() => onChoose(0)}>
            {row.status === 'scheduled' ? '取消定时并立即发布' : '取消定时'}
          </Button>
        )}
        <Button onClick={onClose}>关闭</Button>
        <Button look="primary" onClick={save}>
          保存
        </Button>
      </div>
    </Dialog>
  );
}
