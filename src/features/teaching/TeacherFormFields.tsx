import { useRef } from 'react';
import { TEACH_FIELDS, TEACHER_MAX } from '#contract/teaching.ts';
import { useLeaveWarning } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { type ApplicationState, type createApplication, SAMPLE_ACCEPT } from './application.store.ts';

interface FormProps {
  state: ApplicationState;
  actions: ReturnType<typeof createApplication>['actions'];
  /** An accepted teacher changes position and introduction alone. */
  profile_only: boolean;
  onCancel?(): void;
}

/** What an application asks for. */
export function TeacherFormFields({ state, actions, profile_only, onCancel }: FormProps) {
  const { form, errors, busy } = state;
  useLeaveWarning(state.changed || state.sending !== null);
  const submit = async () => {
    if (!(await actions.submit())) document.querySelector<HTMLElement>('#teacher-form [aria-invalid=true]')?.focus();
  };
  return (
    <Form id="teacher-form" className="grid gap-1" onSubmit={submit}>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {!profile_only && (
          <Field
            label="讲师姓名"
            required
            maxLength={TEACHER_MAX.name}
            autoComplete="name"
            value={form.name}
            error={errors.name}
            onValue={(text) => actions.change({ name: text })}
          />
        )}
        <Field
          label="职位或头衔"
          required
          maxLength={TEACHER_MAX.position}
          placeholder="例如：资深活动导演"
          value={form.position}
          error={errors.position}
          onValue={(text) => actions.change({ position: text })}
        />
        {!profile_only && (
          <Select
            label="领域"
            required
            error={errors.field}
            value={form.field}
            onValue={(chosen) => actions.change({ field: chosen })}
            none="请选择领域"
            options={TEACH_FIELDS}
          />
        )}
      </div>
      <TextArea
        label="个人介绍"
        required
        error={errors.introduction}
        hint={`${[...form.introduction].length}/${TEACHER_MAX.introduction}，做过哪些项目、能教什么，学员会看到`}
        rows={6}
        maxLength={TEACHER_MAX.introduction}
        value={form.introduction}
        onValue={(text) => actions.change({ introduction: text })}
      />
      {!profile_only && <Sample state={state} actions={actions} />}
      {!profile_only && (
        <div className="mb-2">
          <label className="flex items-start gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-sm mt-0.5"
              checked={form.agreed}
              aria-invalid={Boolean(errors.agreed)}
              onChange={(event) => actions.change({ agreed: event.target.checked })}
            />
            <span>我已阅读并同意上面的讲师约定，保证所讲内容是本人创作或已获得授权</span>
          </label>
          <FormError className="text-xs text-error">{errors.agreed}</FormError>
        </div>
      )}
      {errors.form && <FormError className="mb-2 text-error">{errors.form}</FormError>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {profile_only ? '保存' : '提交申请'}
        </Button>
        {onCancel && <Button onClick={onCancel}>取消</Button>}
      </div>
    </Form>
  );
}

function Sample({ state, actions }: Pick<FormProps, 'state' | 'actions'>) {
  const input = useRef<HTMLInputElement>(null);
  const { own, form, errors, sending, sample_name } = state;
  const kept = own !== null && form.sample_file_id !== null && form.sample_file_id === own.form.sample_file_id;
  return (
    <fieldset className="mb-2 grid gap-1">
      <legend className="text-sm font-semibold">样课（链接和文件至少填一项）</legend>
      <Field
        label="样课链接"
        type="url"
        maxLength={TEACHER_MAX.sample_link}
        placeholder="https://"
        value={form.sample_link}
        error={errors.sample_link}
        onValue={(text) => actions.change({ sample_link: text })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => input.current?.click()}>
          {sample_name ? '换一个文件' : '上传样课文件'}
        </Button>
        {sample_name && (
          <>
            <span className="min-w-0 truncate">{sample_name}</span>
            {sending !== null && <span className="num text-muted">{sending}%</span>}
            {kept && (
              <Button size="sm" look="ghost" onClick={actions.openSample}>
                下载
              </Button>
            )}
            <Button size="sm" look="ghost" onClick={actions.dropSample}>
              移除
            </Button>
          </>
        )}
        <span className="text-xs text-muted">PDF、Office 文档、ZIP 或 MP4 视频，只有审核员能看到</span>
      </div>
      <input
        ref={input}
        type="file"
        accept={SAMPLE_ACCEPT}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="sample"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) actions.chooseSample(file);
          event.target.value = '';
        }}
      />
      <FormError>{errors.sample_file_id}</FormError>
    </fieldset>
  );
}
