import { useState } from 'react';
import { EMPLOYEE_RIGHT_KEYS, EMPLOYEE_RIGHT_TEXTS, EMPLOYEE_RIGHTS, type EmployeeRight } from '#contract/employee.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';

interface RightsDialogProps {
  title: string;
  rights: readonly EmployeeRight[];
  /** Asks for the phone of the invited user. */
  with_mobile?: boolean;
  /** Null: done; else what is to be said. */
  onSave(rights: EmployeeRight[], mobile: string): Promise<string | null>;
  onSaved(): void;
  onClose(): void;
}

/** Which rights somebody gets, and who it is. */
export function RightsDialog({ title, rights: before, with_mobile = false, onSave, onSaved, onClose }: RightsDialogProps) {
  const [rights, setRights] = useState<readonly EmployeeRight[]>(before);
  const [mobile, setMobile] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const said = await onSave([...rights], mobile);
    setBusy(false);
    if (said !== null) return setWrong(said);
    onSaved();
    onClose();
  };
  return (
    <Dialog open title={title} width={480} onClose={onClose}>
      <Form className="grid gap-3" onSubmit={save}>
        {with_mobile && (
          <Field
            label="对方的手机号"
            type="tel"
            inputMode="tel"
            maxLength={13}
            required
            value={mobile}
            hint="对方需要已经注册"
            onValue={setMobile}
          />
        )}
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold">可以以企业名义做什么（可以都不选）</legend>
          {EMPLOYEE_RIGHT_KEYS.map((right) => (
            <label key={right} className="flex items-start gap-3 rounded-box border border-line p-3">
              <input
                type="checkbox"
                className="checkbox checkbox-sm mt-0.5"
                checked={rights.includes(right)}
                onChange={(event) => setRights(event.target.checked ? [...rights, right] : rights.filter((one) => one !== right))}
              />
              <span>
                <span className="block font-semibold">{EMPLOYEE_RIGHTS[right]}</span>
                <span className="text-xs text-muted">{EMPLOYEE_RIGHT_TEXTS[right]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <FormError>{wrong}</FormError>
        <Button type="submit" look="primary" busy={busy} wide>
          {with_mobile ? '发送邀请' : '保存权限'}
        </Button>
      </Form>
    </Dialog>
  );
}
