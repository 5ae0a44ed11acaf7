import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import type { SettingActions, SettingState } from './setting.store.ts';

const ASKED = ['nickname', 'birthday', 'sex', 'show_company', 'show_job'] as const;

/** What a new member tells of themselves; all of it, or later. */
export function InfoForm({ state, actions }: { state: SettingState; actions: SettingActions }) {
  const { values, errors, busy } = state;
  const text = (name: 'nickname' | 'birthday' | 'show_company' | 'show_job', label: string, type = 'text') => (
    <Field
      label={label}
      name={name}
      type={type}
      min={type === 'date' ? '1900-01-01' : undefined}
      value={values[name]}
      error={errors[name] ?? null}
      onChange={(event) => actions.setValue(name, event.target.value)}
    />
  );
  return (
    <form
      noValidate
      className="panel grid max-w-140 gap-1 p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void actions.submitInfo();
      }}
    >
      <h2 className="text-base font-semibold">欢迎加入策猫，补充一下个人信息</h2>
      <p className="mb-3 text-muted">昵称会显示在您的作品和主页上，以后都可以修改。</p>
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
              onChange={() => actions.setValue('sex', value)}
            />
            {name}
          </label>
        ))}
        <p role="alert" className="text-xs text-error">
          {errors.sex}
        </p>
      </fieldset>
      {text('show_company', '公司')}
      {text('show_job', '职位')}
      <p role="alert" className="min-h-5 text-xs text-error">
        {errors.form}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy === 'info'} disabled={ASKED.some((name) => values[name].trim() === '')}>
          提交
        </Button>
        <a className="btn btn-ghost" href="/">
          以后再说
        </a>
      </div>
    </form>
  );
}
