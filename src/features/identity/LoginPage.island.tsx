import { useLayoutEffect, useRef } from 'react';
import { BoundLoginBox } from './BoundLoginBox.tsx';
import { login } from './identity.store.ts';
import { FIELDS, type FieldName, type FormName } from './login-forms.ts';

/** The box of /login and /register. What was typed, or filled in by the browser, before hydration is taken over. */
export default function LoginPage({ form, least_age }: { form: FormName; least_age: number }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const typed: Partial<Record<FieldName, string>> = {};
    const left: FieldName[] = [];
    for (const name of FIELDS[form]) {
      const input = host.current?.querySelector<HTMLInputElement>(`input[name=${name}]`);
      if (!input?.value) continue;
      typed[name] = input.value;
      if (input !== document.activeElement) left.push(name);
    }
    login.actions.startPage(form, typed);
    for (const name of left) login.actions.checkValue(name);
  }, [form]);
  return (
    <div ref={host}>
      <BoundLoginBox heading="h1" first={form} least_age={least_age} />
    </div>
  );
}
