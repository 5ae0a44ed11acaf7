import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { emptyBox, type LoginState, login } from './identity.store.ts';
import { LoginBox } from './LoginBox.tsx';
import type { FormName } from './login-forms.ts';
import { returnPath } from './return-path.ts';

/** The login box on its store, for the page and for the dialog. `first` and `least_age` are what the server draws. */
export function BoundLoginBox({ heading, first, least_age = 0 }: { heading: 'h1' | null; first: FormName; least_age?: number }) {
  const { actions } = login;
  // one object for all renders: hydration compares
  const [drawn] = useState((): LoginState => ({ ...emptyBox(first, least_age), dialog: null }));
  const state = useStore(login.$state, { ssr: () => drawn });
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
