import { PhoneCall, PhoneOff } from 'lucide-react';
import type { SandboxCall } from '#contract/sandbox.ts';
import { FormError } from '#ui/FormError.tsx';
import type { Loaded } from './sandbox.store.ts';

export interface CallAppProps {
  calls: Loaded<SandboxCall[]>;
  /** The call that goes on. */
  call: SandboxCall | null;
  onDial: (call: SandboxCall) => void;
  onHangUp: () => void;
}

/** Private numbers that the simulated phone can dial, and the call that rings. */
export function CallApp({ calls, call, onDial, onHangUp }: CallAppProps) {
  if (call) {
    return (
      <div role="status" className="grid justify-items-center gap-2 p-4 pt-16 text-center">
        <PhoneCall size={56} className="text-success" aria-hidden="true" />
        <p className="num mt-2 text-xl font-semibold">{call.x_number}</p>
        <p className="text-lg">通话中</p>
        <p className="num text-muted">
          {call.caller} 呼叫 {call.callee}
        </p>
        <p className="text-muted">{call.title}</p>
        <button type="button" className="btn btn-error mt-8" onClick={onHangUp}>
          <PhoneOff size={18} aria-hidden="true" />
          挂断
        </button>
      </div>
    );
  }
  return (
    <div className="grid gap-3 p-4">
      {calls.failure && <FormError className="text-xs text-error" failure={calls.failure} />}
      {calls.value?.length === 0 && (
        <div className="grid justify-items-center gap-2 py-12 text-center text-muted">
          <PhoneCall size={32} aria-hidden="true" />
          <p>没有可拨打的隐私号码</p>
          <p className="text-xs">在资源页解锁联系方式后，号码会出现在这里。</p>
        </div>
      )}
      <ul className="grid gap-2">
        {calls.value?.map((one) => (
          <li key={`${one.x_number}-${one.caller}`}>
            <button
              type="button"
              className="flex w-full items-center gap-3 rounded-2xl bg-base-100 p-4 text-left"
              onClick={() => onDial(one)}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{one.title}</span>
                <span className="num block truncate text-xs text-muted">
                  {one.x_number}，本机 {one.caller}
                </span>
              </span>
              <PhoneCall size={20} className="shrink-0 text-success" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
