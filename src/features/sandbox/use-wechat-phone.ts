import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { SandboxWechatPerson } from '#contract/sandbox.ts';

type Step = 'scan' | 'agree' | 'done' | 'cancelled';

const textOf = (error: unknown) => (error instanceof ApiError ? error.msg : '手机没有信号，请稍后再试');

/** What stands behind `wechat=` in a QR's address, or the text itself. */
export function stateOf(text: string): string {
  const trimmed = text.trim();
  return /[?&]wechat=([\w-]+)/.exec(trimmed)?.[1] ?? trimmed;
}

/** What the phone's WeChat does with a login's QR: scans it, agrees as somebody, or gives up. */
export function useWechatPhone(scanned: string) {
  const [login, setLogin] = useState(scanned);
  const [step, setStep] = useState<Step>('scan');
  const [people, setPeople] = useState<SandboxWechatPerson[]>([]);
  const [person, setPerson] = useState('');
  const [error, setError] = useState('');
  useEffect(() => {
    gateway('GET /sandbox/wechat', {}, SILENT)
      .then(({ list }) => list)
      .then(
        (list) => {
          setPeople(list);
          setPerson(list[0]?.key ?? '');
        },
        (failure: unknown) => setError(textOf(failure)),
      );
  }, []);
  useEffect(() => {
    if (login === '') return;
    gateway('POST /sandbox/wechat', { state: login, action: 'scan' }, SILENT).then(
      () => setStep('agree'),
      (failure: unknown) => setError(textOf(failure)),
    );
  }, [login]);
  const answer = async (action: 'confirm' | 'cancel') => {
    setError('');
    try {
      await gateway(
        'POST /sandbox/wechat',
        {
          state: login,
          action,
          ...(action === 'confirm' ? { person } : {}),
        },
        SILENT,
      );
      setStep(action === 'confirm' ? 'done' : 'cancelled');
    } catch (failure) {
      setError(textOf(failure));
    }
  };
  const scan = (text: string) => {
    setError('');
    setLogin(stateOf(text));
  };
  return { step, people, person, error, setPerson, scan, answer };
}
