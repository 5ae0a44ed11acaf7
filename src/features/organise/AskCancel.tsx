import { useState } from 'react';
import type { OrganisedSalon } from '#contract/organise.ts';
import { CANCEL_WHY_MAX } from '#contract/salon.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';

type Cancelled = Pick<OrganisedSalon, 'title' | 'sold'>;

/** Why a salon does not take place; null: its organiser thought better of it. */
export function askCancel(salon: Cancelled): Promise<string | null> {
  return openDialog<string | null>((close) => <AskCancel salon={salon} onDone={close} />);
}

function AskCancel({ salon, onDone }: { salon: Cancelled; onDone(why: string | null): void }) {
  const [why, setWhy] = useState('');
  const [count, setCount] = useState('');
  const [error, setError] = useState('');
  return (
    <Dialog open title="取消这场沙龙？" width={480} modal_only onClose={() => onDone(null)}>
      <Form
        className="grid gap-2"
        onSubmit={() => {
          if (why.trim() === '') setError('请填写取消的原因');
          else if (count.trim() !== String(salon.sold)) setError(`请输入有效票数 ${salon.sold} 以确认`);
          else onDone(why.trim());
        }}
      >
        <p className="font-semibold">{salon.title}</p>
        <p className="text-muted">
          <span className="num">{salon.sold}</span> 张有效票会全额退款，持票人会收到通知和原因。取消后不能恢复。
        </p>
        <TextArea
          label="取消的原因"
          required
          error={error}
          rows={3}
          maxLength={CANCEL_WHY_MAX}
          value={why}
          onValue={(text) => {
            setWhy(text);
            setError('');
          }}
        />
        <Field label={`输入有效票数（${salon.sold}）以确认`} inputMode="numeric" value={count} onValue={setCount} />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={() => onDone(null)}>不取消</Button>
          <Button look="primary" type="submit">
            取消并退款
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
