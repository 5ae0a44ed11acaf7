import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import { checkCode } from '#contract/identity.ts';
import { checkMail, type NoticeSettings } from '#contract/notice.ts';

export interface NoticeSettingsState {
  settings: NoticeSettings | null;
  failure: Failure | null;
  mail: string;
  code: string;
  /** A code went out to the address. */
  sent: boolean;
  errors: { mail?: string; code?: string; form?: string };
  busy: '' | 'save' | 'mail' | 'code';
}

/** How the reader wants to be notified of messages. */
export function createNoticeSettings() {
  const $state = map<NoticeSettingsState>({
    ...{ settings: null, failure: null, mail: '', code: '', sent: false, errors: {}, busy: '' },
  });
  const set = (change: Partial<NoticeSettingsState>) => $state.set({ ...$state.get(), ...change });

  async function load(): Promise<void> {
    try {
      set({
        // the form shows its errors itself
        settings: await gateway('GET /user/message/settings', {}, { silent: true }),
        failure: null,
      });
    } catch (error) {
      set({ failure: failureOf(error) });
    }
  }

  /** Runs one call; what the server says stands beside its field. True: it went well. */
  async function run(busy: NoticeSettingsState['busy'], work: () => Promise<NoticeSettings>): Promise<boolean> {
    if ($state.get().busy !== '') return false;
    set({ busy, errors: {} });
    try {
      set({ settings: await work() });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ errors: formErrors(error) });
      return false;
    } finally {
      set({ busy: '' });
    }
  }

  /** Saved at once, one choice at a time; a failure takes it back. */
  async function change(part: Partial<Pick<NoticeSettings, 'ways' | 'quiet_from' | 'quiet_to' | 'digest' | 'ask_rating'>>): Promise<void> {
    const { settings, busy } = $state.get();
    if (!settings || busy !== '') return;
    const next = { ...settings, ...part, ways: { ...settings.ways, ...part.ways } };
    set({ settings: next });
    const { ways, quiet_from, quiet_to, digest, ask_rating } = next;
    if (
      await run('save', () => gateway('PUT /user/message/settings', { ways, quiet_from, quiet_to, digest, ask_rating }, { silent: true }))
    )
      toastSuccess('已保存');
    else set({ settings });
  }

  async function sendCode(): Promise<void> {
    const { mail } = $state.get();
    const wrong = checkMail(mail);
    if (wrong) return set({ errors: { mail: wrong } });
    if (await run('mail', () => gateway('POST /user/message/mail', { mail: mail.trim() }, { silent: true }))) {
      set({ sent: true, code: '' });
      toastSuccess('验证码已发到邮箱');
    }
  }

  async function confirm(): Promise<void> {
    const { code } = $state.get();
    const wrong = checkCode(code);
    if (wrong) return set({ errors: { code: wrong } });
    if (await run('code', () => gateway('POST /user/message/mailConfirm', { code: code.trim() }, { silent: true }))) {
      set({ sent: false, mail: '', code: '' });
      toastSuccess('邮箱已确认');
    }
  }

  async function removeMail(): Promise<void> {
    if (await run('mail', () => gateway('POST /user/message/mail', { mail: '' }, { silent: true })))
      set({ sent: false, mail: '', code: '' });
  }

  return {
    $state,
    actions: {
      load,
      change,
      sendCode,
      confirm,
      removeMail,
      setMail: (mail: string) => set({ mail, errors: {} }),
      setCode: (code: string) => set({ code, errors: {} }),
    },
  };
}

export type NoticeSettingsActions = ReturnType<typeof createNoticeSettings>['actions'];
