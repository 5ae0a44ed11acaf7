import { useStore } from '@nanostores/react';
import { emptyBox, type LoginState, login } from './identity.store.ts';
import { LoginBox } from './LoginBox.tsx';
import type { FormName } from './login-forms.ts';
import { returnPath } from './return-path.ts';

const untouched = (form: FormName): LoginState => ({ ...emptyBox(form), dialog: null });
const drawn: Record<FormName, LoginState> = {
  password: untouched('password'),
  sms: untouched('sms'),
  forgot: untouched('forgot'),
  register: untouched('register'),
  bang: untouched('bang'),
};

/** The login box on its store, for the page and for the dialog. `first` is what the server draws. */
export function BoundLoginBox({ heading, first }: { heading: 'h1' | null; first: FormName }) {
  const { actions } = login;
  const state = useStore(login.$state, { ssr: () => drawn[first] });
  return (
    <LoginBox
      state={state}
      heading={heading}
      onForm={actions.showForm}
      onValue={actions.setValue}
      onBlur={actions.checkValue}
      onAgreed={actions.setAgreed}
      onSendCode={() => void actions.sendCode()}
      onSubmit={() => void actions.submitForm()}
      onPanel={actions.showPanel}
      onPicture={() => void actions.newPicture()}
      onLeave={() => location.replace(returnPath(location.search, location.origin))}
    />
  );
}
