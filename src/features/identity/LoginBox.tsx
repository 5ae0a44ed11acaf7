import { KeyRound, MessageCircle } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import { ageText } from '#contract/consent.ts';
import { late } from '#kit/late.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { type LoginBoxState, login } from './identity.store.ts';
import { type FieldName, type FormName, fieldsOf, isFilled, type PanelName, registers } from './login-forms.ts';
import { PasswordField } from './PasswordField.tsx';
import { SandboxHint, SendCodeButton } from './SendCodeButton.tsx';

// who presses them downloads them
const WechatPanel = late(() => import('./WechatPanel.tsx'));
const InfoPanel = late(() => import('./InfoPanel.tsx'));

export interface LoginBoxProps {
  state: LoginBoxState;
  /** Heading level of the page it stands in; a dialog has its own title. */
  heading: 'h1' | null;
  onForm: (form: FormName) => void;
  onValue: (field: FieldName, value: string) => void;
  onBlur: (field: FieldName) => void;
  onAgreed: (agreed: boolean, what: 'agreed' | 'aged') => void;
  onSendCode: () => void;
  onSubmit: () => void;
  onPanel: (panel: PanelName) => void;
  onPicture: () => void;
  /** After the supplement, or without it. */
  onLeave: () => void;
}

const TITLE: Record<FormName | PanelName, string> = {
  ...{ password: '登录策猫', sms: '登录策猫', forgot: '重置密码', register: '注册策猫账号', bang: '绑定手机号' },
  ...{ weChat: '微信登录', info: '补充个人信息' },
};
const SUBMIT: Record<FormName, string> = {
  ...{ password: '登录', sms: '登录', forgot: '重置密码', register: '注册并登录', bang: '绑定并登录' },
};

/** What the box is about now: the dialog's title, too. */
export function loginTitle({ form, panel }: Pick<LoginBoxState, 'form' | 'panel'>): string {
  return TITLE[panel ?? form];
}

/** Login, WeChat, forgotten password, bound phone, supplement, registration: one page at a time, moved between by links (spec 4.2). */
export function LoginBox(props: LoginBoxProps) {
  const { state, heading, onForm, onPanel } = props;
  const { form, panel } = state;
  const box = useRef<HTMLDivElement>(null);
  const page = panel ?? (form === 'sms' ? 'password' : form);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    box.current?.querySelector('input')?.focus();
  }, [page]);
  return (
    <div ref={box}>
      {heading && <h1 className="mb-5 text-xl font-semibold">{TITLE[panel ?? form]}</h1>}
      {panel ? (
        <Suspense fallback={<p className="py-16 text-center text-muted">正在打开…</p>}>
          {panel === 'weChat' ? <WechatPanel /> : <InfoPanel onDone={props.onLeave} />}
        </Suspense>
      ) : form === 'password' || form === 'sms' ? (
        <Tabs
          label="登录方式"
          tabs={[
            { key: 'password', title: '密码登录' },
            { key: 'sms', title: '短信登录' },
          ]}
          current={form}
          onChange={onForm}
        >
          <FormBody {...props} />
        </Tabs>
      ) : (
        <FormBody {...props} />
      )}
      {panel !== 'info' && <Ways form={form} panel={panel} onForm={onForm} onPanel={onPanel} />}
    </div>
  );
}

function FormBody({ state, onValue, onBlur, onAgreed, onSendCode, onSubmit, onPicture }: LoginBoxProps) {
  const { form, values, errors, busy, bind_new, picture, wechat } = state;
  const fields = fieldsOf(form, { bind_new, picture: picture !== null });
  const has = (field: FieldName) => fields.includes(field);
  return (
    <Form key={form} method="post" className="grid gap-1" onSubmit={onSubmit}>
      {form === 'bang' && wechat && (
        <p className="mb-3 rounded-field bg-tint px-3 py-2">
          微信“{wechat.person.nickname || '微信用户'}”还没有绑定手机号，绑定后可以直接扫码登录。
          {bind_new && '该手机号尚未注册，请设置密码。'}
        </p>
      )}
      <Field
        label="手机号"
        name="account"
        type="tel"
        inputMode="tel"
        autoComplete="username"
        placeholder="11 位手机号"
        maxLength={24}
        value={values.account}
        error={errors.account}
        onValue={(text) => onValue('account', text)}
        onBlur={() => onBlur('account')}
      />
      {has('captcha') && (
        <Field
          label="验证码"
          name="captcha"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="6 位短信验证码"
          maxLength={6}
          value={values.captcha}
          error={errors.captcha}
          hint={state.sandbox ? <SandboxHint /> : null}
          onValue={(text) => onValue('captcha', text)}
          onBlur={() => onBlur('captcha')}
          after={
            <SendCodeButton
              account={values.account}
              send_again_at={state.send_again_at[form] ?? 0}
              busy={busy === 'send'}
              onSend={onSendCode}
            />
          }
        />
      )}
      {has('password') && (
        <PasswordField
          label={form === 'password' ? '密码' : '设置密码'}
          placeholder="6-20 位密码"
          value={values.password}
          error={errors.password}
          is_new={form !== 'password'}
          onChange={(value) => onValue('password', value)}
          onBlur={() => onBlur('password')}
        />
      )}
      {picture && has('picture') && (
        <Field
          label="图中的字符"
          name="picture"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={8}
          placeholder="不区分大小写"
          value={values.picture}
          error={errors.picture}
          onValue={(text) => onValue('picture', text)}
          after={
            <button type="button" className="shrink-0" onClick={onPicture} aria-label="换一张图片">
              <img src={picture.image} width={126} height={44} alt="验证码图片" className="rounded-field border border-line" />
            </button>
          }
        />
      )}
      {registers(form, fields) && (
        <Tick name="agreed" on={values.agreed} error={errors.agreed} onTick={onAgreed}>
          我已阅读并同意
          <AgreementLink href="/about/registerAgreement">《注册协议》</AgreementLink>与
          <AgreementLink href="/about/privacy">《隐私政策》</AgreementLink>
        </Tick>
      )}
      {registers(form, fields) && state.least_age > 0 && (
        <Tick name="aged" on={values.aged} error={errors.aged} onTick={onAgreed}>
          {ageText(state.least_age)}
        </Tick>
      )}
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" size="lg" wide busy={busy === 'submit'} disabled={!isFilled(form, values, fields)}>
        {SUBMIT[form]}
      </Button>
    </Form>
  );
}

interface TickProps {
  name: 'agreed' | 'aged';
  on: boolean;
  error: string | undefined;
  onTick(on: boolean, name: 'agreed' | 'aged'): void;
  children: ReactNode;
}

function Tick({ name, on, error, onTick, children }: TickProps) {
  return (
    <div>
      <label className="flex items-start gap-2 text-xs text-muted">
        <input
          type="checkbox"
          name={name}
          className="checkbox checkbox-sm checkbox-primary"
          checked={on}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${name}-error` : undefined}
          onChange={(event) => onTick(event.target.checked, name)}
        />
        <span>{children}</span>
      </label>
      <FormError id={`${name}-error`} className="text-xs text-error">
        {error}
      </FormError>
    </div>
  );
}

function AgreementLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="text-base-content underline underline-offset-2" href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/** Where one can go from a form. */
interface WaysProps {
  form: FormName;
  panel: PanelName | null;
  onForm: (form: FormName) => void;
  onPanel: (panel: PanelName) => void;
}

function Ways({ form, panel, onForm, onPanel }: WaysProps) {
  const way = (to: FormName, text: ReactNode) => (
    <button type="button" className="py-1 text-primary hover:underline" onClick={() => onForm(to)}>
      {text}
    </button>
  );
  const back = panel === 'weChat' || form === 'bang' || form === 'register' || form === 'forgot';
  return (
    <>
      <p className="mt-4 flex flex-wrap justify-between gap-x-4 text-muted">
        {back ? (
          <span>
            {panel === 'weChat' || form === 'bang' ? '用手机号？' : form === 'register' ? '已有账号？' : '想起来了？'}
            {way('password', '返回登录')}
          </span>
        ) : (
          <>
            <span>还没有账号？{way('register', '立即注册')}</span>
            {way('forgot', '忘记密码')}
          </>
        )}
      </p>
      {!back && (
        <div className="mt-4 grid grid-cols-2 gap-2 border-t border-line pt-4">
          <Button icon={<MessageCircle size={18} aria-hidden="true" />} onClick={() => onPanel('weChat')}>
            微信登录
          </Button>
          <PasskeyButton />
        </div>
      )}
    </>
  );
}

/** Signs in by a key of this browser or of a phone beside it; what talks to the key is loaded with the press. */
function PasskeyButton() {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      const { passkeyLogin } = await import('./passkey-login.ts');
      const result = await passkeyLogin();
      if (result) login.actions.welcome(result, '登录成功');
    } catch (error) {
      toastError(error instanceof ApiError ? error.msg : '通行密钥登录没有完成，请重试或使用其他方式');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<KeyRound size={18} aria-hidden="true" />} busy={busy} onClick={() => void press()}>
      通行密钥
    </Button>
  );
}
