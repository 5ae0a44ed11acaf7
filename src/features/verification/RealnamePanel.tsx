import { BadgeCheck, Clock } from 'lucide-react';
import { useRef } from 'react';
import { useLeaveWarning } from '#kit/use-typed.ts';
import { Answered } from '#ui/Answered.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { ProofField } from './ProofField.tsx';
import type { RealnameActions, RealnameState } from './realname.store.ts';

export interface RealnamePanelProps {
  state: RealnameState;
  actions: RealnameActions;
}

/** How one's own verification stands, with the form where there is something to send in. */
export function RealnamePanel({ state, actions }: RealnamePanelProps) {
  const { own, failure, sent } = state;
  if (failure) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!own) return <Skeleton rows={3} row_class="h-12" label="正在加载" />;
  if (own.status === 'approved' || own.status === 'reviewing') {
    const done = own.status === 'approved';
    const Icon = done ? BadgeCheck : Clock;
    return (
      <Answered by_form={sent} className="grid justify-items-center gap-2 py-4 text-center">
        <Icon size={48} className={done ? 'text-success' : 'text-gold-ink'} aria-hidden="true" />
        <p className="text-base font-semibold">{done ? '您已通过实名认证' : '资料审核中'}</p>
        <p className="num text-muted">
          {own.name} {own.idcard}
        </p>
        <p className="text-muted">
          {done ? `${timeText(own.decided_at)} 通过，现在可以发布需求。` : '一般在一个工作日内完成，结果会发到“我的消息”。'}
        </p>
      </Answered>
    );
  }
  if (own.status === 'rejected') {
    return (
      <Answered by_form={sent} className="grid justify-items-center gap-3 py-4 text-center">
        <p className="text-base font-semibold">实名认证未通过</p>
        <p className="rounded-box bg-ground px-4 py-2">原因：{own.reason}</p>
        <Button look="primary" onClick={actions.again}>
          重新提交
        </Button>
      </Answered>
    );
  }
  return <RealnameForm state={state} actions={actions} />;
}

function RealnameForm({ state, actions }: RealnamePanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const { name, idcard, proofs, errors, busy } = state;
  useLeaveWarning(name + idcard + proofs.front.preview + proofs.back.preview !== '');
  const submit = async () => {
    if (await actions.submit()) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Form ref={form} className="grid gap-1" onSubmit={submit}>
      <Field
        label="姓名"
        required
        autoComplete="name"
        maxLength={30}
        placeholder="与身份证一致"
        value={name}
        error={errors.name}
        onValue={(text) => actions.setValue('name', text)}
      />
      <Field
        label="身份证号码"
        required
        autoComplete="off"
        maxLength={24}
        placeholder="18 位身份证号码"
        value={idcard}
        error={errors.idcard}
        onValue={(text) => actions.setValue('idcard', text)}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">
          身份证照片<span className="text-error"> *</span>
        </legend>
        <div className="grid gap-3 sm:grid-cols-2">
          <ProofField
            label="身份证人像面"
            proof={proofs.front}
            error={errors.idcard_url}
            onChoose={(file) => actions.choose('front', file)}
          />
          <ProofField label="身份证国徽面" proof={proofs.back} onChoose={(file) => actions.choose('back', file)} />
        </div>
        <p className="text-xs text-muted">JPG 或 PNG，正反面各一张，每张最大 10 MB。</p>
      </fieldset>
      <p className="mt-2 text-xs text-muted">姓名、号码与照片加密保存，只用于核验身份；照片在认证有结果后按期删除，查看时带有水印。</p>
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" wide busy={busy} disabled={proofs.front.busy || proofs.back.busy}>
        提交认证
      </Button>
    </Form>
  );
}
