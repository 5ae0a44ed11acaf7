import { RefreshCw } from 'lucide-react';
import type { Captcha } from '#contract/download.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';

export interface CaptchaDialogProps {
  /** Null while a picture is under way. */
  captcha: Captcha | null;
  value: string;
  error: string | null;
  busy: boolean;
  onChange(value: string): void;
  onRefresh(): void;
  onSubmit(): void;
  onClose(): void;
}

/** The download captcha (spec 4): stays until the code is right or the reader closes it; a press outside does not close. */
export function CaptchaDialog({ captcha, value, error, busy, onChange, onRefresh, onSubmit, onClose }: CaptchaDialogProps) {
  return (
    <Dialog open title="请完成验证" onClose={onClose} modal_only width={400}>
      <Form className="grid gap-2" onSubmit={onSubmit}>
        <p className="text-muted">您下载得有些频繁，输入图中的字符后继续下载。</p>
        <div className="flex items-center gap-2">
          {captcha ? (
            <img src={captcha.image} width={160} height={56} alt="验证码图片" className="rounded-lg border border-line" />
          ) : (
            <span className="skeleton h-14 w-40" aria-hidden="true" />
          )}
          <Button look="ghost" size="sm" icon={<RefreshCw size={16} aria-hidden="true" />} onClick={onRefresh} disabled={busy}>
            换一张
          </Button>
        </div>
        <Field
          label="验证码"
          value={value}
          error={error}
          maxLength={8}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="不区分大小写"
          onValue={onChange}
        />
        <Button type="submit" look="primary" wide busy={busy}>
          验证并下载
        </Button>
      </Form>
    </Dialog>
  );
}
