import { useState } from 'react';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { AI_MARK } from '#contract/assistant-text.ts';
import { type PaperTemplate, TEMPLATE_COLOUR, TEMPLATE_FOOTER_MAX, TEMPLATE_NAME_MAX } from '#contract/paper-template.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { type Logo, LogoField } from '#kit/upload/LogoField.tsx';
import { useLeaveWarning } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { loadTemplate, saveTemplate } from './paper-calls.ts';

const WHOSE: Readonly<Record<PaperTemplate['of'], string>> = {
  own: '现在用的是您自己的模板。',
  company: '现在用的是您所在企业的模板。在这里保存自己的之后，改用您自己的。',
  none: '还没有模板，导出的文件用默认样式。',
};

interface Draft {
  name: string;
  colour: string;
  footer: string;
  logo: Logo;
}
const PLAIN: Draft = { name: '', colour: TEMPLATE_COLOUR, footer: '', logo: { src: '' } };
const draftOf = ({ of, logo, name, colour, footer }: PaperTemplate): Draft =>
  of === 'own' ? { name, colour, footer, logo: { src: logo } } : PLAIN;
const isPlain = ({ name, colour, footer, logo }: Draft) => name + footer + logo.src === '' && colour === TEMPLATE_COLOUR;

/** How one's exported documents look: whose template is in force, what one's own says, and the head of a page. */
export function TemplateForm({ onSaved }: { onSaved?: () => void }) {
  const [stored, setStored] = useState<PaperTemplate | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [draft, setDraft] = useState(PLAIN);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const took = (template: PaperTemplate) => {
    setStored(template);
    setDraft(draftOf(template));
  };
  const load = async () => {
    setFailure(null);
    try {
      took(await loadTemplate());
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  useOwnLoad(load, stored !== null);
  useLeaveWarning(stored !== null && JSON.stringify(draft) !== JSON.stringify(draftOf(stored)));
  if (failure) return <ErrorState {...failure} onRetry={() => void load()} />;
  if (!stored) return <Skeleton rows={4} row_class="h-12" label="正在打开导出模板" />;
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = async ({ logo, ...words }: Draft) => {
    setBusy(true);
    setErrors({});
    try {
      took(await saveTemplate({ ...words, ...(logo.id === undefined ? {} : { logo_id: logo.id }) }));
      toastSuccess('已保存，之后导出的文件用新的样式');
      onSaved?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.keys(error.fields).length > 0 ? error.fields : { form: error.msg });
    } finally {
      setBusy(false);
    }
  };
  const restore = async () => {
    const about = '名称、标志、颜色和页脚都会去掉，之后导出的文件用所在企业的模板或默认样式。';
    if (await askSure({ title: '恢复默认样式', about, verb: '恢复默认' })) await save({ ...PLAIN, logo: { src: '', id: 0 } });
  };
  const shown = stored.of === 'company' && isPlain(draft) ? { ...stored, logo: { src: stored.logo } } : draft;
  return (
    <Form className="grid gap-1" onSubmit={() => void save(draft)}>
      <p className="mb-2 text-muted">{WHOSE[stored.of]}用于文档导出的 Word、PPT 和 Excel；企业账号的模板，员工没有自己的模板时也用它。</p>
      <div className="grid gap-x-3 sm:grid-cols-2">
        <Field
          label="名称"
          maxLength={TEMPLATE_NAME_MAX}
          placeholder="如：青禾策划"
          value={draft.name}
          error={errors['name']}
          onValue={(name) => change({ name })}
        />
        <Field
          label="页脚"
          maxLength={TEMPLATE_FOOTER_MAX}
          placeholder="如：联系电话、网址"
          value={draft.footer}
          error={errors['footer']}
          onValue={(footer) => change({ footer })}
        />
        <LogoField
          {...{ logo: draft.logo, busy, testid: 'template-logo', error: errors['logo_id'] }}
          onLogo={(logo) => change({ logo })}
          onBusy={setBusy}
          onError={(logo_id) => setErrors(logo_id === '' ? {} : { logo_id })}
        />
        <Field
          label="标题颜色"
          type="color"
          className="max-w-24 p-1"
          value={draft.colour}
          error={errors['colour']}
          onValue={(colour) => change({ colour })}
        />
      </div>
      <HeadOfPage {...shown} />
      {errors['form'] && <FormError className="text-error">{errors['form']}</FormError>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
        <Button disabled={busy || stored.of !== 'own'} onClick={() => void restore()}>
          恢复默认
        </Button>
      </div>
    </Form>
  );
}

/** Drawn as on paper, in both schemes of the site. */
function HeadOfPage(draft: Draft) {
  const { name, footer, logo } = draft;
  const color = isPlain(draft) ? '#222' : draft.colour;
  return (
    <figure>
      <figcaption className="mb-1 text-sm font-semibold">预览</figcaption>
      <div className="grid gap-3 rounded-box border border-line p-4" style={{ background: '#fff', color: '#222' }}>
        {name + logo.src !== '' && (
          <div className="flex min-h-9 items-center gap-2 text-sm break-all" style={{ color }}>
            {logo.src !== '' && <img src={logo.src} alt="" className="h-9 max-w-32 object-contain" />}
            {name}
          </div>
        )}
        <p className="text-base font-semibold" style={{ color }}>
          文档的标题
        </p>
        <p>正文从这里开始。</p>
        <p className="border-t border-line pt-2 text-xs break-all" style={{ color: '#5a6270' }}>
          {footer !== '' && `${footer} · `}模型写过的文档，页脚还有“{AI_MARK}”标识
        </p>
      </div>
    </figure>
  );
}
