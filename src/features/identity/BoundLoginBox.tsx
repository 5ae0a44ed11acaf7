import { useStore } from '@nanostores/react';
import {
  $loginBox,
  checkValue,
  emptyBox,
  type LoginBoxState,
  sendCode,
  setAgreed,
  setValue,
  showForm,
  submitForm,
} from './identity.store.ts';
import { LoginBox } from './LoginBox.tsx';
import type { FormName } from './login-forms.ts';

const drawn: Record<FormName, LoginBoxState> = {
  password: emptyBox('password'),
  sms: emptyBox('sms'),
  forgot: emptyBox('forgot'),
  register: emptyBox('register'),
};

/** The login box on its store, for the page and for the dialog. `first` is what the server draws. */
export function BoundLoginBox({ heading, first }: { heading: 'h1' | null; first: FormName }) {
  const state = useStore($loginBox, { ssr: () => drawn[first] });
  return (
    <LoginBox
      state={state}
      heading={heading}
      onForm={showForm}
      onValue={setValue}
      onBlur={checkValue}
      onAgreed={setAgreed}
      onSendCode={() => void sendCode()}
      onSubmit={() => void submitForm()}
    />
  );
}
