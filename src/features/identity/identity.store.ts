import { atom } from 'nanostores';
import { ApiError, gateway, SILENT } from '#client/gateway.ts';
import { $session, type LoginWanted, signIn } from '#client/session.ts';
import { CHANNEL_KEY, INVITER_KEY, RESET_KEY, readText, VISITOR_KEY, writeText } from '#client/storage.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { WechatPersonShown } from '#contract/account.ts';
import type { Captcha } from '#contract/download.ts';
import { NETWORK_FAILURE_TEXT, PLATFORM } from '#contract/envelope.ts';
import { type LoginResult, plainPhone, SMS_COOLDOWN_S } from '#contract/identity.ts';

import {
  CODE_OF,
  canSendCode,
  checkField,
  checkForm,
  EMPTY_VALUES,
  type FieldName,
  type FormErrors,
  type FormName,
  type FormValues,
  fieldsOf,
  isFilled,
  type PanelName,
  placeErrors,
  secondsLeft,
} from './login-forms.ts';
import { isStored, NOT_STORED } from './not-stored.ts';
import { channelOf, inviterOf, returnPath } from './return-path.ts';

export interface LoginBoxState {
  form: FormName;
  /** A page in place of the form. */
  panel: PanelName | null;
  /** The picture that guessing needs. */
  picture: Captcha | null;
  /** The WeChat that is to be bound; null: none. */
  wechat: { token: string; person: WechatPersonShown } | null;
  /** The phone that it is bound to has no account yet. */
  bind_new: boolean;
  values: FormValues;
  errors: FormErrors;
  /** What is under way; its button turns and takes no more presses. */
  busy: 'send' | 'submit' | null;
  /** When each form may ask for the next code, epoch ms (spec 4.2: 60 s per form). */
  send_again_at: Partial<Record<FormName, number>>;
  /** Messages arrive at the sandbox phone. */
  sandbox: boolean;
  /** Fields that held something since the form was shown: emptied, they say that they are required. */
  touched: Partial<Record<FieldName, boolean>>;
  /** The least age of who registers; 0: none is asked for. */
  least_age: number;
}

/** The box of this page, and the dialog that is open over it. */
export interface LoginState extends LoginBoxState {
  dialog: { reason: string | undefined } | null;
}

/** An untouched box. */
export function emptyBox(form: FormName, least_age = 0): LoginBoxState {
  return {
    ...{ form, panel: null, picture: null, wechat: null, bind_new: false },
    ...{ values: EMPTY_VALUES, errors: {}, busy: null, send_again_at: {}, sandbox: false, touched: {}, least_age },
  };
}

/** The demo says on every page that its messages arrive at a phone of its own. */
const isDemo = (): boolean => typeof document !== 'undefined' && document.documentElement.dataset['sms'] === 'sandbox';

/** What every page says of the least age. */
const leastAge = (): number => Number(document.documentElement.dataset['age'] ?? 0);

/** The login box of a page; dialog and page show the same. */
export function createLogin() {
  const $state = atom<LoginState>({ ...emptyBox('password'), dialog: null });
  const set = (change: Partial<LoginState>) => $state.set({ ...$state.get(), ...change });
  let waiting: LoginWanted['done'][] = [];

  /** The page's box begins with what the reader already typed into the server's HTML. */
  function startPage(form: FormName, typed: Partial<Record<FieldName, string>>): void {
    set({ ...emptyBox(form, leastAge()), sandbox: isDemo(), values: { ...EMPTY_VALUES, ...typed } });
  }

  /** Opens the dialog. @returns false when it is open already: this caller shares the same login */
  function open(wanted: LoginWanted): boolean {
    waiting.push(wanted.done);
    const { dialog, send_again_at } = $state.get();
    if (dialog) return false;
    set({ ...emptyBox('password', leastAge()), sandbox: isDemo(), send_again_at, dialog: { reason: wanted.reason } });
    return true;
  }

  /** Closes the dialog; waiting callers receive the signed-in user, if any. */
  function close(): void {
    const session = $session.get();
    const told = waiting;
    waiting = [];
    set({ dialog: null });
    for (const done of told) done(session);
  }

  // also a login in another tab ends the waiting
  $session.listen((session) => {
    if (session && $state.get().dialog) close();
  });

  /** Moves to another form; the phone stays, codes do not: each is for one form only. */
  function showForm(form: FormName): void {
    const { values } = $state.get();
    set({ form, panel: null, errors: {}, sandbox: isDemo(), touched: {}, values: { ...values, captcha: '' } });
  }

  function showPanel(panel: PanelName): void {
    set({ panel, errors: {} });
  }

  /** The WeChat that scanned is not linked yet: a phone is asked for. */
  function bindWechat(token: string, person: WechatPersonShown): void {
    showForm('bang');
    set({ wechat: { token, person }, bind_new: false });
  }

  function setValue(field: FieldName, value: string): void {
    const { values, errors, touched } = $state.get();
    set({
      values: { ...values, [field]: value },
      touched: { ...touched, [field]: true },
      errors: { ...errors, [field]: undefined, form: undefined },
    });
  }

  function setAgreed(agreed: boolean, what: 'agreed' | 'aged' = 'agreed'): void {
    const { values, errors } = $state.get();
    set({ values: { ...values, [what]: agreed }, errors: { ...errors, [what]: undefined } });
  }

  /** On blur; an untouched field is left in peace. */
  function checkValue(field: FieldName): void {
    const { values, errors, touched } = $state.get();
    if (values[field] === '' && !touched[field]) return;
    set({ errors: { ...errors, [field]: checkField(field, values[field]) ?? errors[field] } });
  }

  async function sendCode(): Promise<void> {
    const { form, values, busy, send_again_at } = $state.get();
    if (form === 'password' || busy) return;
    const wrong = checkField('account', values.account);
    if (wrong) return set({ errors: { ...$state.get().errors, account: wrong } });
    if (!canSendCode(values.account, secondsLeft(send_again_at[form] ?? 0, Date.now()))) return;
    set({ busy: 'send', errors: {} });
    try {
      const { sandbox } = await (form === 'bang' ? sendBindCode(plainPhone(values.account)) : sendFor(form, plainPhone(values.account)));
      coolDown(form, SMS_COOLDOWN_S);
      set({ sandbox: sandbox === 1 });
      toastSuccess('验证码已发送');
    } catch (error) {
      const wait_s =
        error instanceof ApiError && error.status === 429 ? (error.data as { retry_after_s?: number } | null)?.retry_after_s : undefined;
      if (wait_s !== undefined && wait_s <= SMS_COOLDOWN_S) coolDown(form, wait_s);
      showFailure(form, error);
    } finally {
      set({ busy: null });
    }
  }

  function sendFor(form: Exclude<FormName, 'password' | 'bang'>, account: string): Promise<{ sandbox: 0 | 1 }> {
    const { purpose, exist } = CODE_OF[form];
    return gateway('POST /api/userv2/sendCaptcha', { mobile: account, exist, purpose }, SILENT);
  }

  /** The code of a phone that has an account, else of one that gets one: then a password is asked for as well. */
  async function sendBindCode(account: string): Promise<{ sandbox: 0 | 1 }> {
    try {
      const sent = await sendFor('sms', account);
      set({ bind_new: false });
      return sent;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 429 || error.fields['mobile'] === undefined) throw error;
      const sent = await sendFor('register', account);
      set({ bind_new: true });
      return sent;
    }
  }

  function coolDown(form: FormName, seconds: number): void {
    set({ send_again_at: { ...$state.get().send_again_at, [form]: Date.now() + seconds * 1000 } });
  }

  /** Sends the form that is shown. What was typed stays, whatever comes back. */
  async function submitForm(): Promise<void> {
    const { form, values, busy, bind_new, picture, least_age } = $state.get();
    const fields = fieldsOf(form, { bind_new, picture: picture !== null });
    if (busy || !isFilled(form, values, fields)) return;
    const errors = checkForm(form, values, fields, least_age);
    if (Object.keys(errors).length > 0) return set({ errors });
    set({ busy: 'submit', errors: {} });
    try {
      await send(form, { ...values, account: plainPhone(values.account), captcha: values.captcha.trim() });
    } catch (error) {
      showFailure(form, error);
      if (error instanceof ApiError && (error.data as { captcha?: number } | null)?.captcha === 1) await newPicture();
    } finally {
      set({ busy: null });
    }
  }

  /** Another picture; without one the next attempt is refused, and says why. */
  async function newPicture(): Promise<void> {
    const { values } = $state.get();
    try {
      set({ picture: (await gateway('GET /api/tools/captcha', {}, SILENT)).captcha, values: { ...values, picture: '' } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async function send(form: FormName, { account, captcha, password, picture }: FormValues): Promise<void> {
    if (form === 'password') {
      const key = $state.get().picture?.key;
      return welcome(
        await gateway(
          'POST /api/user/login',
          { account, password, ...(key ? { picture_key: key, picture } : {}), login_platform: PLATFORM },
          SILENT,
        ),
        '登录成功',
      );
    }
    if (form === 'bang') return sendBind(account, captcha, password);
    if (form === 'sms')
      return welcome(await gateway('POST /api/user/loginCaptcha', { account, captcha, login_platform: PLATFORM }, SILENT), '登录成功');
    if (form === 'register') {
      const web_channel_id = channelOf(location.search, location.origin, readText(CHANNEL_KEY));
      const invitorid = inviterOf(location.search, location.origin, readText(INVITER_KEY));
      return welcomeNew(
        await gateway(
          'POST /api/user/registered',
          { ...{ account, captcha, password, web_channel_id, invitorid, age: $state.get().least_age }, platform: PLATFORM },
          SILENT,
        ),
        '注册成功',
      );
    }
    await gateway('POST /api/user/resetPassword', { account, captcha, password }, SILENT);
    writeText(RESET_KEY, '1');
    toastSuccess('密码重置成功，其他设备都已退出登录');
    set({ ...emptyBox('password', $state.get().least_age), values: { ...EMPTY_VALUES, account } });
  }

  async function sendBind(account: string, captcha: string, password: string): Promise<void> {
    const { wechat, bind_new } = $state.get();
    if (!wechat) return;
    const result = await gateway(
      'POST /user/user/wechatbind',
      {
        ...{ token: wechat.token, account, captcha, nickname: wechat.person.nickname, headimgurl: wechat.person.headimgurl },
        ...(bind_new ? { password, age: $state.get().least_age } : {}),
        web_channel_id: channelOf(location.search, location.origin, readText(CHANNEL_KEY)),
        invitorid: inviterOf(location.search, location.origin, readText(INVITER_KEY)),
      },
      SILENT,
    );
    if (bind_new) welcomeNew(result, '注册成功');
    else welcome(result, '登录成功');
  }

  /** A new member on the login page who was on their way nowhere is asked for more. */
  function welcomeNew(result: LoginResult, text: string): void {
    writeText(INVITER_KEY, null);
    if (!$state.get().dialog && returnPath(location.search, location.origin) === '/') {
      document.documentElement.dataset['registered'] = '1';
      set({ panel: 'info' });
    }
    welcome(result, text);
  }

  function welcome(result: LoginResult, text: string): void {
    set({ values: EMPTY_VALUES });
    signIn({ token: result.token, user: result.userinfo });
    if (isStored()) toastSuccess(text);
    else toastError(NOT_STORED);
    if (result.userinfo.agree) void import('./ask-consents.tsx').then(({ askConsents }) => askConsents());
    const uuid = readText(VISITOR_KEY);
    // what this browser did before belongs to its reader now; nothing waits for it
    if (uuid) void gateway('POST /api/Burieddata/bind', { uuid }, { ...SILENT, background: true }).catch(() => undefined);
  }

  function showFailure(form: FormName, error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const text = error.status === 0 ? NETWORK_FAILURE_TEXT : error.msg;
    set({ errors: placeErrors(form, text, error.fields) });
  }

  return {
    $state,
    actions: {
      startPage,
      open,
      close,
      showForm,
      showPanel,
      bindWechat,
      welcome,
      newPicture,
      setValue,
      setAgreed,
      checkValue,
      sendCode,
      submitForm,
    },
  };
}

export const login = createLogin();
