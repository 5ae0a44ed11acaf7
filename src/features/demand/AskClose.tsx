import { useState } from 'react';
import { DEMAND_WHY_MAX } from '#contract/demand.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';

const REASONS = ['已找到合适的人', '活动取消或改期', '预算有变化'];

/** Why a demand is closed; null: its owner thought better of it. */
export function askClose(title: string): Promise<string | null> {
  return openDialog<string | null>((close) => <AskClose title={title} onDone={close} />);
}

function AskClose({ title, onDone }: { title: string; onDone(why: string | null): void }) {
  const [why, setWhy] = useState('');
  const [error, setError] = useState('');
  return (
    <Dialog open title="关闭这条需求？" width={480} onClose={() => onDone(null)}>
      <Form
        className="grid gap-2"
        onSubmit={() => {
          if (why.trim() === '') setError('请填写关闭的原因');
          else onDone(why.trim());
        }}
      >
        <p className="font-semibold">{title}</p>
        <p className="text-muted">关闭后不再接受报价，报过价的人会收到通知和原因。之后可以重新开放。</p>
        <p className="flex flex-wrap gap-2">
          {REASONS.map((reason) => (
            <button key={reason} type="button" className="chip" onClick={() => setWhy(reason)}>
              {reason}
            </button>
          ))}
        </p>
        <TextArea
          label="关闭的原因"
          required
          error={error}
          rows={3}
          maxLength={DEMAND_WHY_MAX}
          value={why}
          onValue={(text) => {
            setWhy(text);
            setError('');
          }}
        />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={() => onDone(null)}>取消</Button>
          <Button look="primary" type="submit">
            关闭需求
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
