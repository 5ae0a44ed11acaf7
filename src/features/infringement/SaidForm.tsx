import { type ReactNode, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { COMPLAINANTS, INFRINGEMENT_MAX } from '#contract/infringement.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { inThisBrowser } from '#kit/saving-form.ts';
import { FilesField, type StoredFile } from '#kit/upload/FilesField.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { Faults } from './infringement-acts.ts';

/** Uploads that nothing uses go after a day. */
const FILES_MS = 20 * 3_600_000;

/** What is typed and not sent, in this browser until it is sent or its reader signs out. */
const typedIn = (draft: string) => inThisBrowser<Partial<SaidValues>>(`infringement-${draft}`);

export interface SaidValues {
  address: string;
  as: keyof typeof COMPLAINANTS;
  name: string;
  contact: string;
  content: string;
  identity_files: readonly StoredFile[];
  files: readonly StoredFile[];
}
export const NOTHING_SAID: SaidValues = { address: '', as: 'holder', name: '', contact: '', content: '', identity_files: [], files: [] };

interface SaidFormProps {
  /** Names the draft among those of this browser. */
  draft: string;
  initial: SaidValues;
  /** What is asked for beside the text and its proofs. `work`: '' asks for its address, null for nothing, else its title. */
  asks: { work: string | null; person: boolean };
  words: { content: string; content_hint: string; files: string; sworn: string; submit: string };
  note: ReactNode;
  onSend(values: SaidValues): Promise<Faults | null>;
  onCancel?: (() => void) | undefined;
}

const draftOf = (draft: string): Partial<SaidValues> => {
  const stored = typedIn(draft).read();
  if (!stored) return {};
  const { identity_files, files, ...said } = stored.form;
  return Date.now() - stored.edition < FILES_MS ? stored.form : said;
};

function keep(draft: string, form: SaidValues): void {
  try {
    typedIn(draft).save({ id: null, draft_key: '', edition: undefined, form });
  } catch (error) {
    // a browser without room has it until the page is left
    if (!(error instanceof ApiError)) throw error;
  }
}

/** A statement of one side with its proofs: what was typed outlives a reload and a refusal. */
export function SaidForm({ draft, initial, asks, words, note, onSend, onCancel }: SaidFormProps) {
  const [values, setValues] = useState<SaidValues>(() => ({ ...initial, ...draftOf(draft) }));
  const [sworn, setSworn] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [uploading, setUploading] = useState(0);
  const change = (part: Partial<SaidValues>) => {
    setValues((before) => {
      const next = { ...before, ...part };
      keep(draft, next);
      return next;
    });
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part) && name !== 'form')));
  };
  const send = async (box: HTMLFormElement) => {
    if (!sworn) {
      setFaults({ sworn: '请阅读并确认' });
      focusFirstError(box);
      return;
    }
    setBusy(true);
    const wrong = await onSend(values).finally(() => setBusy(false));
    if (wrong === null) return typedIn(draft).forget();
    setFaults({ ...wrong, ...(wrong['right_files'] ? { files: wrong['right_files'] } : {}) });
    focusFirstError(box);
  };
  const field = (name: 'address' | 'name' | 'contact' | 'content') => ({
    ...{ required: true, maxLength: INFRINGEMENT_MAX[name], value: values[name], error: faults[name] },
    onValue: (text: string) => change({ [name]: text }),
  });
  const proofs = (name: 'identity_files' | 'files') => ({
    ...{ required: true, most: INFRINGEMENT_MAX.files, files: values[name], error: faults[name] },
    onFiles: (files: readonly StoredFile[]) => change({ [name]: files }),
    onBusy: (is_busy: boolean) => setUploading((n) => n + (is_busy ? 1 : -1)),
  });
  return (
    <Form className="grid max-w-2xl gap-2" onSubmit={(box) => void send(box)}>
      <p className="text-muted">{note}</p>
      {asks.work && <p className="font-semibold break-words">《{asks.work}》</p>}
      {asks.work === '' && <Field label="作品网址" placeholder="粘贴作品页面的网址" {...field('address')} />}
      {asks.work !== null && (
        <Select
          label="您的身份"
          options={Object.entries(COMPLAINANTS)}
          value={values.as}
          error={faults['as']}
          onValue={(as) => change({ as: as as SaidValues['as'] })}
        />
      )}
      {asks.person && <Field label="姓名或名称" {...field('name')} />}
      {asks.person && <Field label="联系方式" hint="电话、邮箱或通信地址" {...field('contact')} />}
      <TextArea label={words.content} rows={6} placeholder={words.content_hint} {...field('content')} />
      {asks.work !== null && <FilesField label="身份证明（委托的另附授权书）" {...proofs('identity_files')} />}
      <FilesField label={words.files} {...proofs('files')} />
      <div>
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm mt-0.5"
            checked={sworn}
            aria-invalid={Boolean(faults['sworn'])}
            onChange={(event) => {
              setSworn(event.target.checked);
              setFaults(({ sworn: _, ...rest }) => rest);
            }}
          />
          <span>{words.sworn}</span>
        </label>
        <FormError className="text-xs text-error">{faults['sworn']}</FormError>
      </div>
      <FormError className="text-error">{faults['form']}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={uploading > 0}>
          {words.submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>取消</Button>}
      </div>
    </Form>
  );
}
