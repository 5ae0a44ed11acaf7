import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { WECHAT_POLL_MS, WECHAT_STATES, type WechatPersonShown, type WechatQr, type WechatState } from '#contract/account.ts';
import type { LoginResult } from '#contract/identity.ts';

const stateOf = (code: number) => (Object.keys(WECHAT_STATES) as WechatState[]).find((key) => WECHAT_STATES[key] === code);

export interface WechatInput {
  /** Binds to the account that is signed in. */
  link: boolean;
  onLogin: (result: LoginResult) => void;
  onUnbound: (token: string, person: WechatPersonShown) => void;
}

/** Asks for a QR and polls it every two seconds until it leads somewhere. */
export function useWechat({ link, onLogin, onUnbound }: WechatInput) {
  const [qr, setQr] = useState<WechatQr | null>(null);
  const [state, setState] = useState<WechatState>('waiting');
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const arrived = useEffectEvent(onLogin);
  const unbound = useEffectEvent(onUnbound);

  useEffect(() => {
    // a new round is a new QR
    void round;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (token: string): Promise<void> => {
      if (over) return;
      try {
        const result = await gateway('GET /user/user/checkwechatlogin', { token }, SILENT);
        if (!over) arrived(result);
        return;
      } catch (error) {
        if (over) return;
        if (!(error instanceof ApiError)) throw error;
        const next = stateOf(error.code);
        if (next === 'unbound') return unbound(token, error.data as WechatPersonShown);
        if (next) setState(next);
        // a poll that fails on its way is asked again; what the server refuses permanently is shown
        else if (error.status >= 400 && error.status < 500 && error.status !== 429) return setFailure(error.msg);
        if (next === 'expired' || next === 'cancelled') return;
      }
      timer = setTimeout(() => void poll(token), WECHAT_POLL_MS);
    };
    const begin = async () => {
      setState('waiting');
      setFailure(null);
      setQr(null);
      try {
        const made = await gateway('POST /user/user/getwechatqrcode', { link: link ? 1 : 0 }, SILENT);
        if (over) return;
        setQr(made);
        timer = setTimeout(() => void poll(made.token), WECHAT_POLL_MS);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!over) setFailure(error.msg);
      }
    };
    void begin();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [link, round]);

  return { qr, state, failure, again: useCallback(() => setRound((n) => n + 1), []) };
}
