import { Field } from '#ui/Field.tsx';
import { SandboxHint, SendCodeButton } from './SendCodeButton.tsx';

export interface CodeFieldProps {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  sandbox: boolean;
  /** The phone that gets it; one that is known to be right may be left out. */
  account?: string;
  send_again_at: number;
  busy: boolean;
  onChange: (value: string) => void;
  onSend: () => void;
}

/** A text message's code and the button that asks for it. */
export function CodeField(props: CodeFieldProps) {
  return (
    <Field
      label={props.label}
      name={props.name}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="6 位短信验证码"
      maxLength={6}
      value={props.value}
      error={props.error}
      hint={props.sandbox ? <SandboxHint /> : null}
      onValue={props.onChange}
      after={
        <SendCodeButton
          // any right phone: whose it is, is known to the server alone
          account={props.account ?? '13800000000'}
          send_again_at={props.send_again_at}
          busy={props.busy}
          onSend={props.onSend}
        />
      }
    />
  );
}
