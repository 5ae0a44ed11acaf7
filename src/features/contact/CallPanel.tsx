import { PhoneCall, Smartphone } from 'lucide-react';
import type { ContactState } from '#contract/contact.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { timeText } from '#ui/time-text.ts';
import { CodeField } from '../identity/CodeField.tsx';
import type { Contacting, ContactView } from './contact.store.ts';

export interface CallPanelProps {
  state: ContactView;
  contact: ContactState;
  actions: Contacting['actions'];
}

/** The private number to dial, from which phone, and how to use another one. */
export function CallPanel({ state, contact, actions }: CallPanelProps) {
  return (
    <div className="grid gap-4">
      <div className="rounded-box bg-ground p-4 text-center">
        <p className="num text-muted">供应商 {contact.phone}</p>
        <p className="num mt-1 text-[28px] leading-tight font-semibold text-primary">{contact.x_number}</p>
        <a className="btn btn-primary mt-3" href={`tel:${contact.x_number}`}>
          <PhoneCall size={16} aria-hidden="true" />
          拨打隐私号码
        </a>
      </div>
      <p className="text-xs text-muted">{contact.tips_str}</p>
      {state.changing ? (
        <ChangeCaller state={state} actions={actions} />
      ) : (
        <p className="num flex flex-wrap items-center gap-x-3">
          本机号码 <b>{contact.caller_number}</b>
          <button type="button" className="link link-hover text-primary" onClick={() => actions.askCaller(true)}>
            更换
          </button>
        </p>
      )}
      <p className="num text-xs text-muted">{timeText(contact.expires_at)} 前有效，期间可随时再次拨打。</p>
      {contact.sandbox === 1 && (
        <p className="flex flex-wrap items-center gap-x-1 rounded-field bg-gold-tint px-3 py-2 text-xs text-gold-ink">
          <Smartphone size={14} className="shrink-0" aria-hidden="true" />
          演示环境不会真实拨号，
          <a className="underline underline-offset-2" href={`/sandbox?call=${contact.x_number}`} target="_blank" rel="noopener">
            打开模拟手机拨打
          </a>
        </p>
      )}
    </div>
  );
}

function ChangeCaller({ state, actions }: Pick<CallPanelProps, 'state' | 'actions'>) {
  return (
    <Form className="grid gap-1" onSubmit={actions.changeCaller}>
      <Field
        label="新的本机号码"
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={11}
        placeholder="11 位手机号"
        value={state.mobile}
        error={state.mobile_error}
        onValue={actions.setMobile}
        onBlur={actions.checkMobile}
      />
      {state.code && (
        <CodeField
          label="验证码"
          name="captcha"
          value={state.code.captcha}
          error={state.code.captcha_error ?? undefined}
          sandbox={state.code.sandbox}
          account={state.mobile}
          send_again_at={state.code.send_again_at}
          busy={state.busy}
          onChange={actions.setCaptcha}
          onSend={() => void actions.sendCode()}
        />
      )}
      <div className="flex gap-3">
        <Button type="submit" look="primary" busy={state.busy}>
          保存
        </Button>
        {/* before the field is left and says what is wrong with it */}
        <Button onMouseDown={(event) => event.preventDefault()} onClick={() => actions.askCaller(false)}>
          取消
        </Button>
      </div>
    </Form>
  );
}
