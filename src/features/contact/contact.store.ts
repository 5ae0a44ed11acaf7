import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import {
  CONTACT_PLATFORM,
  CONTACT_TYPE,
  type ContactState,
  type ContactStep,
  checkCaller,
  contactStep,
  UNLOCK_PRESS_MS,
} from '#contract/contact.ts';
import { SMS_COOLDOWN_S } from '#contract/identity.ts';

export interface ContactView {
  /** short: coins are missing. */
  view: 'loading' | 'failed' | 'short' | Exclude<ContactStep, 'unlock'>;
  contact: ContactState | null;
  busy: boolean;
  failure: Failure | null;
  /** The form for another caller. */
  changing: boolean;
  mobile: string;
  mobile_error: string | null;
  /** Another phone than the account's is proven by a code to it; null: not asked for. */
  code: { captcha: string; captcha_error: string | null; send_again_at: number; sandbox: boolean } | null;
}

export interface Contacting {
  readonly $state: ReadableAtom<ContactView>;
  actions: {
    start(): Promise<void>;
    /** 'coin' and 'coupon': what pays. */
    unlock(by: 'coin' | 'coupon'): Promise<void>;
    /** With coupons at hand: not with one of them. */
    withoutCoupon(): void;
    askCaller(open: boolean): void;
    setMobile(mobile: string): void;
    checkMobile(): void;
    setCaptcha(captcha: string): void;
    sendCode(): Promise<void>;
    changeCaller(): Promise<void>;
  };
}

export interface ContactHooks {
  onUnlocked(by: 'free' | 'coin' | 'coupon'): void;
  /** Between 0 and 1: which of the two popups is shown. */
  chance?: () => number;
  /** Milliseconds of a clock that only goes on. */
  clock?: () => number;
}

/** One opening of the contact of a resource (spec 4, Contact unlock). */
export function createContact(
  rid: number,
  { onUnlocked, chance = Math.random, clock = () => performance.now() }: ContactHooks,
): Contacting {
  const $state = atom<ContactView>({
    ...{ view: 'loading', contact: null, busy: false, failure: null },
    ...{ changing: false, mobile: '', mobile_error: null, code: null },
  });
  const set = (change: Partial<ContactView>) => $state.set({ ...$state.get(), ...change });
  let pressed_at = Number.NEGATIVE_INFINITY;

  const said = (error: unknown): Failure => failureOf(error, '加载失败，请稍后再试');

  async function unlock(by: 'free' | 'coin' | 'coupon'): Promise<void> {
    // spec 9: presses within two seconds are one
    const now = clock();
    if ($state.get().busy || now - pressed_at < UNLOCK_PRESS_MS) return;
    pressed_at = now;
    set({ busy: true, failure: null });
    try {
      const contact = await gateway(
        'GET /resource/ResourceCall/moneycall',
        { rid, type: CONTACT_TYPE, platform: CONTACT_PLATFORM, cache: false, use_coupon: by === 'coupon' ? 1 : 0 },
        SILENT,
      );
      set({ view: 'call', contact, busy: false });
      onUnlocked(by);
    } catch (error) {
      if (error instanceof ApiError && error.code === 8) {
        // answered: the next press is another one
        pressed_at = Number.NEGATIVE_INFINITY;
        return set({ view: 'short', busy: false });
      }
      const view = $state.get().view === 'loading' ? 'failed' : $state.get().view;
      set({ view, busy: false, failure: said(error) });
    }
  }

  return {
    $state,
    actions: {
      async start() {
        set({ view: 'loading', failure: null });
        try {
          const contact = await gateway(
            'GET /resource/ResourceCall/resourcecall',
            { rid, type: CONTACT_TYPE, platform: CONTACT_PLATFORM, cache: false },
            SILENT,
          );
          const step = contactStep(contact, chance());
          if (step === 'unlock') {
            set({ contact });
            await unlock('free');
          } else set({ view: step, contact });
        } catch (error) {
          set({ view: 'failed', failure: said(error) });
        }
      },
      unlock,
      withoutCoupon: () => set({ view: chance() < 0.5 ? 'popup_a' : 'popup_b', failure: null }),
      askCaller: (changing) => set({ changing, mobile: '', mobile_error: null, code: null }),
      setMobile: (mobile) => set({ mobile, mobile_error: null, code: null }),
      setCaptcha(captcha) {
        const { code } = $state.get();
        if (code) set({ code: { ...code, captcha, captcha_error: null } });
      },
      async sendCode() {
        const { mobile, contact, code, busy } = $state.get();
        if (busy || !contact || !code) return;
        set({ busy: true });
        try {
          const { sandbox } = await gateway(
            'POST /callrecode/call_recode/callercode',
            { mobile: mobile.trim(), bind_id: contact.bind_id },
            SILENT,
          );
          set({
            busy: false,
            code: { ...code, captcha_error: null, send_again_at: Date.now() + SMS_COOLDOWN_S * 1000, sandbox: sandbox === 1 },
          });
        } catch (error) {
          set({ busy: false, code: { ...code, captcha_error: said(error).message } });
        }
      },
      checkMobile: () => set({ mobile_error: checkCaller($state.get().mobile) }),
      async changeCaller() {
        const { mobile, contact, busy, code } = $state.get();
        const mobile_error = checkCaller(mobile);
        if (busy || !contact) return;
        if (mobile_error) return set({ mobile_error });
        set({ busy: true });
        try {
          const { caller_number, x_number } = await gateway(
            'POST /callrecode/call_recode/updatecall',
            { mobile: mobile.trim(), captcha: code?.captcha.trim() ?? '', bind_id: contact.bind_id },
            SILENT,
          );
          set({ contact: { ...contact, caller_number, x_number }, changing: false, busy: false });
        } catch (error) {
          const { fields, message } = said(error);
          if (fields['captcha'] === undefined) return set({ busy: false, mobile_error: message });
          const asked = code ?? { captcha: '', send_again_at: 0, sandbox: false };
          // the first refusal asks for the code, further ones say what is wrong with it
          set({ busy: false, code: { ...asked, captcha_error: code ? fields['captcha'] : null } });
        }
      },
    },
  };
}
