import { useState } from 'react';
import { checkReportContent, checkReportPhone, INFRINGES, isOwnMasked, REPORT_CONTENT_MAX, REPORT_REASONS } from '#contract/engagement.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { TextArea } from '#ui/TextArea.tsx';

export interface ReportForm {
  mobile: string;
  content: string;
}

export interface ReportDialogProps {
  /** The reader's own phone as the browser knows it: 138****0000. */
  own_mobile: string;
  /** Where a right holder complains in the form that the law gives. */
  notice_href: string;
  busy: boolean;
  /** The server's messages by field; `form` for everything else. */
  errors: Partial<Record<keyof ReportForm | 'form', string>>;
  onSubmit(form: ReportForm): void;
  onClose(): void;
}

/** Report form (shell spec 5): checked on blur and on submit. */
export function ReportDialog({ own_mobile, notice_href, busy, errors, onSubmit, onClose }: ReportDialogProps) {
  const [form, setForm] = useState<ReportForm>({ mobile: isOwnMasked(own_mobile) ? own_mobile : '', content: '' });
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState<Partial<Record<keyof ReportForm, string | null>>>({});
  const check = (name: keyof ReportForm) => {
    const wrong = name === 'mobile' ? checkReportPhone(form.mobile) : reason === '' ? checkReportContent(form.content) : null;
    setChecked((before) => ({ ...before, [name]: wrong }));
  };
  const submit = (box: HTMLFormElement) => {
    // a reason alone says enough, unless it is that there is another one
    const written = form.content.trim();
    const content = reason === '' ? written : [reason, written].filter(Boolean).join('：');
    const needs_text = reason === '' || reason === REPORT_REASONS.at(-1);
    const found = { mobile: checkReportPhone(form.mobile), content: checkReportContent(needs_text ? written : content) };
    setChecked(found);
    if (found.mobile || found.content) focusFirstError(box);
    else onSubmit({ mobile: form.mobile.trim(), content });
  };
  const change = (name: keyof ReportForm, value: string) => {
    setForm((before) => ({ ...before, [name]: value }));
    setChecked((before) => ({ ...before, [name]: null }));
  };
  return (
    <Dialog open title="举报" onClose={onClose} width={480}>
      <Form className="grid gap-2" onSubmit={submit}>
        <fieldset className="mb-2 grid gap-2">
          <legend className="mb-1 text-sm font-semibold">举报原因</legend>
          <div className="flex flex-wrap gap-2">
            {REPORT_REASONS.map((one) => (
              <label key={one} className="chip has-checked:border-primary has-checked:bg-tint has-checked:text-primary">
                <input
                  type="radio"
                  name="reason"
                  className="sr-only"
                  checked={reason === one}
                  onChange={() => {
                    setReason(one);
                    setChecked((before) => ({ ...before, content: null }));
                  }}
                />
                {one}
              </label>
            ))}
          </div>
          {reason === INFRINGES && (
            <p className="text-sm text-muted">
              您是权利人或受托人的，请
              <a className="link" href={notice_href}>
                提交侵权通知
              </a>
              ：材料齐全的先下架，并通知发布者。
            </p>
          )}
        </fieldset>
        <Field
          label="联系电话"
          required
          inputMode="tel"
          autoComplete="tel"
          hint={isOwnMasked(form.mobile) ? '您的注册手机号，可改为其他号码' : undefined}
          maxLength={24}
          placeholder="方便我们核实后联系您"
          value={form.mobile}
          error={checked.mobile ?? errors.mobile}
          onValue={(text) => change('mobile', text)}
          onBlur={() => check('mobile')}
        />
        <TextArea
          label="反馈内容"
          required={reason === '' || reason === REPORT_REASONS.at(-1)}
          error={checked.content ?? errors.content}
          rows={5}
          maxLength={REPORT_CONTENT_MAX}
          placeholder="请说明哪里有问题，例如侵权、内容与描述不符、无法打开"
          value={form.content}
          onValue={(text) => change('content', text)}
          onBlur={() => check('content')}
        />
        {errors.form ? <FormError className="text-error">{errors.form}</FormError> : null}
        <Button type="submit" look="primary" wide busy={busy}>
          提交举报
        </Button>
      </Form>
    </Dialog>
  );
}
