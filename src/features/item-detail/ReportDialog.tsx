import { useState } from 'react';
import { checkReportContent, checkReportPhone, REPORT_CONTENT_MAX } from '#contract/engagement.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field, FieldShell } from '#ui/Field.tsx';

export interface ReportForm {
  mobile: string;
  content: string;
}

export interface ReportDialogProps {
  busy: boolean;
  /** The server's messages by field; `form` for everything else. */
  errors: Partial<Record<keyof ReportForm | 'form', string>>;
  onSubmit(form: ReportForm): void;
  onClose(): void;
}

/** Report form (shell spec 5): checked on blur and on submit. */
export function ReportDialog({ busy, errors, onSubmit, onClose }: ReportDialogProps) {
  const [form, setForm] = useState<ReportForm>({ mobile: '', content: '' });
  const [checked, setChecked] = useState<Partial<Record<keyof ReportForm, string | null>>>({});
  const check = (name: keyof ReportForm) =>
    setChecked((before) => ({ ...before, [name]: name === 'mobile' ? checkReportPhone(form.mobile) : checkReportContent(form.content) }));
  const submit = () => {
    const found = { mobile: checkReportPhone(form.mobile), content: checkReportContent(form.content) };
    setChecked(found);
    if (!found.mobile && !found.content) onSubmit({ mobile: form.mobile.trim(), content: form.content.trim() });
  };
  const change = (name: keyof ReportForm, value: string) => {
    setForm((before) => ({ ...before, [name]: value }));
    setChecked((before) => ({ ...before, [name]: null }));
  };
  return (
    <Dialog open title="举报" onClose={onClose} width={480}>
      <form
        className="grid gap-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label="联系电话"
          required
          inputMode="tel"
          autoComplete="tel"
          maxLength={24}
          placeholder="方便我们核实后联系您"
          value={form.mobile}
          error={checked.mobile ?? errors.mobile ?? null}
          onChange={(event) => change('mobile', event.target.value)}
          onBlur={() => check('mobile')}
        />
        <FieldShell label="反馈内容" required error={checked.content ?? errors.content ?? null}>
          {(control) => (
            <textarea
              {...control}
              className="textarea w-full"
              rows={5}
              maxLength={REPORT_CONTENT_MAX}
              placeholder="请说明哪里有问题，例如侵权、内容与描述不符、无法打开"
              value={form.content}
              onChange={(event) => change('content', event.target.value)}
              onBlur={() => check('content')}
            />
          )}
        </FieldShell>
        {errors.form ? (
          <p role="alert" className="text-error">
            {errors.form}
          </p>
        ) : null}
        <Button type="submit" look="primary" wide busy={busy}>
          提交举报
        </Button>
      </form>
    </Dialog>
  );
}
