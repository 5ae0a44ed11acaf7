import { map } from 'nanostores';
import { addressQuery, stepTo } from '#client/address.ts';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { updateUser } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import {
  checkCodeDigits,
  checkPassword,
  checkPhone,
  type EditableProfile,
  type OwnProfile,
  plainPhone,
  SMS_COOLDOWN_S,
} from '#contract/identity.ts';
import { uploadFault, uploadFile } from '#kit/upload/upload-file.ts';

/** info: the supplement after registration, which is no tab among the others. */
export type SettingTab = 'profile' | 'password' | 'phone' | 'security' | 'devices' | 'verify' | 'notice' | 'privacy' | 'info';
const SETTING_TABS: readonly SettingTab[] = ['profile', 'password', 'phone', 'security', 'devices', 'verify', 'notice', 'privacy', 'info'];

/** Everything that the forms hold, by the names of the calls. */
export interface SettingValues extends EditableProfile {
  old_password: string;
  password: string;
  captcha: string;
  mobile: string;
  mobile_captcha: string;
}
export type SettingField = keyof SettingValues;

export interface SettingState {
  tab: SettingTab;
  profile: OwnProfile | null;
  failure: Failure | null;
  values: SettingValues;
  errors: Partial<Record<SettingField | 'form' | 'picture', string>>;
  /** What is under way. */
  busy: '' | 'profile' | 'picture' | 'password' | 'phone' | 'own_code' | 'bind_code';
  /** The password is proven by a code instead of the old one. */
  by_code: boolean;
  /** When the next code may be asked for, epoch ms. */
  send_again_at: { own: number; bind: number };
  /** The last code went to the sandbox phone. */
  sandbox: boolean;
}

const NO_SECRETS = { old_password: '', password: '', captcha: '', mobile: '', mobile_captcha: '' };
const EMPTY: SettingValues = { nickname: '', city: '', show_company: '', show_job: '', ...NO_SECRETS };

/** 账号设置: profile, password and phone of the signed-in reader; `?tab=` says which is shown. */
export function createSettings() {
  const $state = map<SettingState>({
    tab: 'profile',
    profile: null,
    failure: null,
    values: EMPTY,
    errors: {},
    busy: '',
    by_code: false,
    send_again_at: { own: 0, bind: 0 },
    sandbox: false,
  });
  const set = (change: Partial<SettingState>) => $state.set({ ...$state.get(), ...change });

  async function load(): Promise<void> {
    try {
      const profile = await gateway('GET /user/user/profile', {}, SILENT);
      const { nickname, city, show_company, show_job } = profile;
      set({ profile, failure: null, values: { ...EMPTY, nickname, city, show_company, show_job } });
      if (!profile.has_password) set({ by_code: true });
    } catch (error) {
      set({ failure: failureOf(error) });
    }
  }

  /** The tab of the address, or the one that is named. */
  function open(named?: SettingTab): void {
    if (named) choose(named);
    place();
    void load();
  }

  /** Shows the tab of the address. */
  function place(): void {
    const tab = addressQuery().get('tab') as SettingTab;
    set({ tab: SETTING_TABS.includes(tab) ? tab : 'profile' });
  }

  function choose(tab: SettingTab): void {
    set({ tab, errors: {}, values: { ...$state.get().values, ...NO_SECRETS } });
    stepTo({ tab: tab === 'profile' ? '' : tab });
  }

  function setValue(field: SettingField, value: string): void {
    const { values, errors } = $state.get();
    set({ values: { ...values, [field]: value }, errors: { ...errors, [field]: undefined, form: undefined } });
  }

  /** Runs one form; what the server says stands beside its field. */
  async function run(busy: SettingState['busy'], work: () => Promise<void>): Promise<void> {
    if ($state.get().busy !== '') return;
    set({ busy, errors: {} });
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ errors: formErrors(error) });
    } finally {
      set({ busy: '' });
    }
  }

  /** True when everything is right; else the fields say what is not. */
  function passes(errors: SettingState['errors']): boolean {
    const wrong = Object.fromEntries(Object.entries(errors).filter(([, text]) => text));
    set({ errors: wrong });
    return Object.keys(wrong).length === 0;
  }

  async function submitProfile(): Promise<void> {
    const { nickname, city, show_company, show_job } = $state.get().values;
    if (!passes({ nickname: nickname.trim() === '' ? '请输入昵称' : undefined } as SettingState['errors'])) return;
    await run('profile', async () => {
      updateUser(await gateway('PUT /user/user/profile', { nickname, city, show_company, show_job }, SILENT));
      const { profile } = $state.get();
      if (profile) set({ profile: { ...profile, nickname, city, show_company, show_job } });
      toastSuccess('资料已保存');
    });
  }

  /** Sends the cropped picture and makes it the reader's. */
  async function submitPicture(file: File): Promise<void> {
    await run('picture', async () => {
      try {
        const stored = await uploadFile(file, { purpose: 'cover', signal: new AbortController().signal, onProgress: () => undefined });
        const user = await gateway('POST /user/user/headimg', { file_id: stored.id }, SILENT);
        updateUser(user);
        const { profile } = $state.get();
        if (profile) set({ profile: { ...profile, headimgurl: user.headimgurl } });
        toastSuccess('头像已更新');
      } catch (error) {
        set({ errors: { picture: uploadFault(error).message } });
      }
    });
  }

  async function submitPassword(): Promise<void> {
    const { values, by_code } = $state.get();
    const { old_password, captcha, password } = values;
    const proof = by_code
      ? { captcha: checkCodeDigits(captcha) ?? undefined }
      : { old_password: old_password === '' ? '请输入原密码' : undefined };
    if (!passes({ ...proof, password: checkPassword(password) ?? undefined } as SettingState['errors'])) return;
    await run('password', async () => {
      await gateway(
        'POST /user/user/password',
        by_code ? { old_password: '', captcha, password } : { old_password, captcha: '', password },
        SILENT,
      );
      const { profile } = $state.get();
      set({ values: { ...$state.get().values, ...NO_SECRETS }, ...(profile ? { profile: { ...profile, has_password: true } } : {}) });
      toastSuccess('密码已修改，其他设备需要重新登录');
    });
  }

  async function submitPhone(): Promise<void> {
    const { captcha, mobile, mobile_captcha } = $state.get().values;
    const wrong = {
      captcha: checkCodeDigits(captcha) ?? undefined,
      mobile: checkPhone(mobile) ?? undefined,
      mobile_captcha: checkCodeDigits(mobile_captcha) ?? undefined,
    };
    if (!passes(wrong as SettingState['errors'])) return;
    await run('phone', async () => {
      const user = await gateway('POST /user/user/mobile', { captcha, mobile: plainPhone(mobile), mobile_captcha }, SILENT);
      updateUser(user);
      const { profile } = $state.get();
      set({ values: { ...$state.get().values, ...NO_SECRETS }, ...(profile ? { profile: { ...profile, account: user.account } } : {}) });
      toastSuccess('手机号已更换，请用新手机号登录');
    });
  }

  async function sendCode(to: 'own' | 'bind'): Promise<void> {
    const { mobile } = $state.get().values;
    const wrong = to === 'bind' ? checkPhone(mobile) : null;
    if (wrong) return set({ errors: { ...$state.get().errors, mobile: wrong } });
    await run(`${to}_code`, async () => {
      const { sandbox } =
        to === 'own'
          ? await gateway('POST /user/user/captcha', {}, SILENT)
          : await gateway('POST /api/userv2/sendCaptcha', { mobile: plainPhone(mobile), exist: 2, purpose: 'bind' }, SILENT);
      const again = Date.now() + SMS_COOLDOWN_S * 1000;
      set({ sandbox: sandbox === 1, send_again_at: { ...$state.get().send_again_at, [to]: again } });
      toastSuccess('验证码已发送');
    });
  }

  return {
    $state,
    actions: {
      open,
      place,
      load,
      choose,
      setValue,
      submitProfile,
      submitPicture,
      submitPassword,
      submitPhone,
      sendCode,
      proveByCode: (by_code: boolean) => set({ by_code, errors: {} }),
    },
  };
}

export type SettingActions = ReturnType<typeof createSettings>['actions'];
