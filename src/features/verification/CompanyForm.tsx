import { useRef } from 'react';
import { COMPANY_MAX } from '#contract/verification.ts';
import { useLeaveWarning } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import type { CompanyActions, CompanyField, CompanyState } from './company.store.ts';
import { ProofField } from './ProofField.tsx';

const FIELDS: ReadonlyArray<{ key: CompanyField; label: string; max: number; placeholder: string; tel?: true }> = [
  { key: 'name', label: '企业名称', max: COMPANY_MAX.name, placeholder: '营业执照上的企业全称' },
  { key: 'licence', label: '统一社会信用代码', max: 24, placeholder: '18 位' },
  { key: 'legal_person', label: '法定代表人', max: COMPANY_MAX.legal_person, placeholder: '与营业执照一致' },
  { key: 'contact_name', label: '联系人', max: COMPANY_MAX.contact_name, placeholder: '审核时可能联系' },
  { key: 'contact_mobile', label: '联系电话', max: 24, placeholder: '11 位手机号码', tel: true },
];

export interface CompanyFormProps {
  state: CompanyState;
  actions: CompanyActions;
  onSent(): void;
}

/** What an enterprise sends in, the first time and again. */
export function CompanyForm({ state, actions, onSent }: CompanyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, proof, own, busy } = state;
  useLeaveWarning(state.changed);
  const submit = async () => {
    if (await actions.submit()) onSent();
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Form ref={form} className="grid max-w-140 gap-1" onSubmit={submit}>
      {FIELDS.map(({ key, label, max, placeholder, tel }) => (
        <Field
          key={key}
          label={label}
          required
          maxLength={max}
          placeholder={placeholder}
          inputMode={tel ? 'tel' : undefined}
          autoComplete={tel ? 'tel' : 'off'}
          value={values[key]}
          error={errors[key]}
          onValue={(text) => actions.setValue(key, text)}
        />
      ))}
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">
          营业执照<span className="text-error"> *</span>
        </legend>
        <div className="max-w-80">
          <ProofField
            label="营业执照照片"
            proof={proof}
            error={errors.licence_url}
            kept={own?.form.has_picture ?? false}
            onChoose={actions.choose}
          />
        </div>
        <p className="text-xs text-muted">JPG 或 PNG，最大 10 MB，四角完整、文字清晰。</p>
      </fieldset>
      <FormError>{errors.form}</FormError>
      <div>
        <Button type="submit" look="primary" busy={busy === 'submit'} disabled={proof.busy}>
          提交审核
        </Button>
      </div>
    </Form>
  );
}
