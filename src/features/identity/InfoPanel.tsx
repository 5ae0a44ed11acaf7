import { useState } from 'react';
import { ApiError, formErrors } from '#client/api-error.ts';
import { checkProfile } from '#contract/identity.ts';
import { PROFILE_POINTS } from '#contract/points.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { shanghaiDay } from '#ui/time-text.ts';
import { supplement } from './supplement.ts';

const EMPTY = { nickname: '', birthday: '', sex: '', show_company: '', show_job: '' };
type Name = keyof typeof EMPTY;

/** The profile supplement, filled with what is known: all of it, or later. The first time brings 20 points. */
export default function InfoPanel({ known = {}, onDone }: { known?: Partial<typeof EMPTY>; onDone: () => void }) {
  const [values, setValues] = useState({ ...EMPTY, ...known });
  const [errors, setErrors] = useState<Partial<Record<Name | 'form', string>>>({});
  const [busy, setBusy] = useState(false);
  const is_first = !known.birthday;
  const change = (name: Name, value: string) => {
    setValues({ ...values, [name]: value });
    setErrors({ ...errors, [name]: undefined, form: undefined });
  };
  const submit = async () => {
    const profile = { ...values, sex: Number(values.sex) as 1 | 2 };
    const wrong = checkProfile(profile, shanghaiDay());
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || busy) return;
    setBusy(true);
    try {
      await supplement(profile);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(formErrors(error));
    } finally {
      setBusy(false);
    }
  };
  const text = (name: Exclude<Name, 'sex'>, label: string, type = 'text') => (
    <Field
      label={label}
      name={name}
      type={type}
      min={type === 'date' ? '1900-01-01' : undefined}
      value={values[name]}
      error={errors[name]}
      onValue={(text) => change(name, text)}
    />
  );
  return (
    <Form className="grid gap-1" onSubmit={submit}>
      <p className="mb-3 text-muted">{is_first && `补充完整送 ${PROFILE_POINTS} 积分。`}昵称会显示在您的作品和主页上，以后都可以修改。</p>
      {text('nickname', '昵称')}
      {text('birthday', '生日', 'date')}
      <fieldset className="mb-2 flex flex-wrap items-center gap-4">
        <legend className="mb-1 text-sm font-semibold">性别</legend>
        {(
          [
            ['1', '男'],
            ['2', '女'],
          ] as const
        ).map(([value, name]) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="radio"
              name="sex"
              className="radio radio-primary radio-sm"
              checked={values.sex === value}
              onChange={() => change('sex', value)}
            />
            {name}
          </label>
        ))}
        <FormError className="text-xs text-error">{errors.sex}</FormError>
      </fieldset>
      {text('show_company', '公司')}
      {text('show_job', '职位')}
      <FormError>{errors.form}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={Object.values(values).some((value) => value.trim() === '')}>
          {is_first ? '提交' : '保存'}
        </Button>
        <Button look="ghost" onClick={onDone}>
          {is_first ? '以后再说' : '返回'}
        </Button>
      </div>
    </Form>
  );
}
