import { useId, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { checkReportContent, checkReportPhone, REPORT_CONTENT_MAX } from '#contract/engagement.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { TextArea } from '#ui/TextArea.tsx';

export interface FeedbackForm {
  mobile: string;
  content: string;
  /** A screen of what is wrong. */
  picture: File | null;
}

export type FeedbackErrors = Partial<Record<'mobile' | 'content' | 'form', string>>;

export interface FeedbackDialogProps {
  busy: boolean;
  errors: FeedbackErrors;
  onSubmit(form: FeedbackForm): void;
  onClose(): void;
}

/** Feedback about the site (shell spec 5): phone and text, checked on change of focus and on submit; members may add a picture. */
export function FeedbackDialog({ busy, errors, onSubmit, onClose }: FeedbackDialogProps) {
  const signed_in = useSession() !== null;
  const id = useId();
  const [form, setForm] = useState<FeedbackForm>({ mobile: '', content: '', picture: null });
  const [checked, setChecked] = useState<{ mobile?: string | null; content?: string | null }>({});
  const change = (part: Partial<FeedbackForm>) => setForm((before) => ({ ...before, ...part }));
  // from the first check on every change is checked too; no error shows for a phone that is still being typed
  const recheck = (name: 'mobile' | 'content', wrong: string | null) =>
    setChecked((before) => (before[name] === undefined ? before : { ...before, [name]: wrong }));
  const submit = () => {
    const found = { mobile: checkReportPhone(form.mobile), content: checkReportContent(form.content) };
    setChecked(found);
    if (!found.mobile && !found.content) onSubmit({ ...form, mobile: form.mobile.trim(), content: form.content.trim() });
  };
  return (
    <Dialog open title="意见反馈" onClose={onClose} width={480}>
      <Form className="grid gap-2" onSubmit={submit}>
        <Field
          label="联系电话"
          required
          inputMode="tel"
          autoComplete="tel"
          maxLength={24}
          placeholder="方便我们核实后联系您"
          value={form.mobile}
          error={checked.mobile ?? errors.mobile}
          onValue={(text) => {
            const mobile = text;
            change({ mobile });
            recheck('mobile', checkReportPhone(mobile));
          }}
          onBlur={() => setChecked((before) => ({ ...before, mobile: checkReportPhone(form.mobile) }))}
        />
        <TextArea
          label="反馈内容"
          required
          error={checked.content ?? errors.content}
          rows={5}
          maxLength={REPORT_CONTENT_MAX}
          placeholder="遇到的问题，或希望我们改进的地方"
          value={form.content}
          onValue={(text) => {
            const content = text;
            change({ content });
            recheck('content', checkReportContent(content));
          }}
          onBlur={() => setChecked((before) => ({ ...before, content: checkReportContent(form.content) }))}
        />
        {signed_in && (
          <div className="grid gap-1">
            <label htmlFor={id} className="text-sm font-semibold">
              截图（可不填）
            </label>
            <FilePicker
              id={id}
              accept="image/jpeg,image/png,image/webp"
              chosen={form.picture?.name}
              onFiles={([picture = null]) => change({ picture })}
            />
          </div>
        )}
        <FormError className="min-h-5 text-error">{errors.form}</FormError>
        <Button type="submit" look="primary" wide busy={busy}>
          提交反馈
        </Button>
      </Form>
    </Dialog>
  );
}
