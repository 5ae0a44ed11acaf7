import { useStore } from '@nanostores/react';
import { Layers } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toastError, toastNote, toastSuccess } from '#client/toast.ts';
import { useOwnSession } from '#client/use-session.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { DEGREES, RESUME_TITLE_MAX, RESUME_VISIBILITIES, type ResumeParts, type ResumeVisibility } from '#contract/recruit.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { SaveLine, TwoTexts } from '#kit/SaveLine.tsx';
import { TagsInput } from '#kit/TagsInput.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { fetchOwnWorks, withWorks } from './own-works.ts';
import { ResumeFile } from './ResumeFile.tsx';
import { PartRows } from './ResumeRows.tsx';
import { ResumeWorks } from './ResumeWorks.tsx';
import { createResume } from './resume.store.ts';

const WHO: Record<ResumeVisibility, string> = {
  nobody: '不能投递，也没有人能看到',
  applied: '只有您投递的企业能看到',
  all: '认证企业可以按关键词找到，姓名和联系方式不显示，您能看到谁看过',
};

const asked = (name: 'id' | 'job'): number => Number(new URLSearchParams(location.search).get(name));

/** The form of a resume, part by part; it saves itself. `?id=` opens one. */
export default function ResumeEditor() {
  const [{ $state, actions }] = useState(() => createResume());
  const state = useStore($state);
  const { form, errors, save } = state;
  const { parts, contact } = form;
  useOwnSession();
  /** The job that somebody was applying for. */
  const [job, setJob] = useState(0);
  useEffect(() => {
    if (Number.isSafeInteger(asked('job'))) setJob(asked('job'));
  }, []);
  useOwnLoad(() => actions.open(Number.isSafeInteger(asked('id')) && asked('id') > 0 ? asked('id') : null), state.load === 'ready');
  const [filling, setFilling] = useState(false);
  const fill = async () => {
    setFilling(true);
    const works = await fetchOwnWorks().catch(() => null);
    setFilling(false);
    if (!works) return toastError('作品没有加载出来，请重试');
    // as it stands now: somebody may have typed meanwhile
    const { parts: now } = $state.get().form;
    const projects = withWorks(now.projects, works.list);
    const added = projects.length - now.projects.length;
    if (added === 0) return toastNote(works.list.length === 0 ? '您还没有已发布的作品' : '作品都已在项目经历里');
    actions.change({ parts: { ...now, projects } });
    toastSuccess(`填入了 ${added} 个项目，请补上角色与结果`);
  };
  if (state.load === 'loading') return <Skeleton rows={4} row_class="h-32" />;
  if (state.load === 'failed') return <ErrorState message="简历没有加载出来" onRetry={() => location.reload()} />;
  if (state.load === 'missing') {
    return (
      <div className="panel">
        <Empty title="没有找到这份简历" hint="它可能已被删除，或不属于当前账号。">
          <a className="btn btn-primary" href={JOB_PATHS.resumes}>
            我的简历
          </a>
        </Empty>
      </div>
    );
  }
  if (save.kind === 'conflict' && save.whole) return <TwoTexts acts={actions} />;
  const set = <K extends keyof ResumeParts>(key: K, value: ResumeParts[K]) => actions.change({ parts: { ...parts, [key]: value } });
  const person = (
    key: keyof ResumeParts['person'],
    label: string,
    more: { required?: boolean; placeholder?: string; max?: number } = {},
  ) => (
    <Field
      label={label}
      required={more.required ?? false}
      placeholder={more.placeholder ?? ''}
      maxLength={more.max ?? 20}
      value={parts.person[key]}
      error={errors[`person.${key}`]}
      onValue={(text) => set('person', { ...parts.person, [key]: text })}
    />
  );
  const wish = (key: keyof ResumeParts['wish'], label: string, placeholder: string, required = false) => (
    <Field
      label={label}
      required={required}
      placeholder={placeholder}
      maxLength={30}
      value={parts.wish[key]}
      error={errors[`wish.${key}`]}
      onValue={(text) => set('wish', { ...parts.wish, [key]: text })}
    />
  );
  const reach = (key: keyof typeof contact, label: string, type: string) => (
    <Field
      label={label}
      type={type}
      maxLength={key === 'mail' ? 100 : 30}
      autoComplete={key === 'mobile' ? 'tel' : key === 'mail' ? 'email' : 'off'}
      value={contact[key]}
      error={errors[`contact.${key}`]}
      onValue={(text) => actions.change({ contact: { ...contact, [key]: text } })}
    />
  );
  const finish = async () => {
    if (!(await actions.finish())) return document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    toastSuccess('简历已保存');
    location.assign(job > 0 ? `${JOB_PATHS.detail(job)}#apply` : JOB_PATHS.resumes);
  };
  return (
    <Form className="grid gap-4" onSubmit={finish}>
      <Section title="基本信息">
        <Field
          label="简历名称"
          maxLength={RESUME_TITLE_MAX}
          placeholder="只有您看到，例如：活动策划"
          value={form.title}
          onValue={(text) => actions.change({ title: text })}
        />
        <div className="grid gap-x-4 sm:grid-cols-2">
          {person('name', '姓名', { required: true })}
          {person('city', '所在城市')}
          {person('birth_year', '出生年份', { placeholder: '1995', max: 4 })}
          {person('years', '工作年限', { placeholder: '5 年' })}
        </div>
        <TextArea
          label="个人简介"
          rows={4}
          maxLength={1_000}
          value={parts.person.about}
          onValue={(text) => set('person', { ...parts.person, about: text })}
        />
      </Section>
      <Section title="联系方式" hint="投递后只给那家企业，之后可以收回。新简历先填账号的手机号，可以改。">
        <div className="grid gap-x-4 sm:grid-cols-3">
          {reach('mobile', '手机号', 'tel')}
          {reach('mail', '邮箱', 'email')}
          {reach('wechat', '微信', 'text')}
        </div>
      </Section>
      <Section title="求职意向">
        <div className="grid gap-x-4 sm:grid-cols-2">
          {wish('position', '期望职位', '活动策划经理', true)}
          {wish('city', '期望城市', '杭州')}
          {wish('salary', '期望薪资', '12000–15000 元')}
          {wish('work', '工作性质', '全职')}
          {wish('available', '到岗时间', '两周内')}
        </div>
      </Section>
      <PartRows
        title="工作经历"
        add="添加一段工作"
        rows={parts.experience}
        blank={{ company: '', position: '', from: '', to: '', text: '' }}
        fields={[
          { key: 'company', label: '公司' },
          { key: 'position', label: '职位' },
          { key: 'from', label: '开始', placeholder: '2021.03' },
          { key: 'to', label: '结束', placeholder: '不填为至今' },
          { key: 'text', label: '做了什么', long: true },
        ]}
        onChange={(rows) => set('experience', rows)}
      />
      <PartRows
        title="项目经历"
        add="添加一个项目"
        rows={parts.projects}
        blank={{ name: '', role: '', when: '', text: '' }}
        fields={[
          { key: 'name', label: '项目' },
          { key: 'role', label: '角色' },
          { key: 'when', label: '时间' },
          { key: 'text', label: '内容与结果', long: true },
        ]}
        onChange={(rows) => set('projects', rows)}
        under={({ work, ...row }, change) =>
          work && (
            <span className="flex min-w-0 flex-wrap items-center gap-2 text-xs text-muted">
              看简历的人可以点开作品《{work.title}》
              <Button size="sm" look="ghost" aria-label={`不链接《${work.title}》`} onClick={() => change(row)}>
                不链接
              </Button>
            </span>
          )
        }
        more={
          <Button size="sm" icon={<Layers size={14} aria-hidden="true" />} busy={filling} onClick={() => void fill()}>
            从我的作品填入
          </Button>
        }
      />
      <PartRows
        title="教育经历"
        add="添加一段教育"
        rows={parts.education}
        blank={{ school: '', degree: '', major: '', from: '', to: '' }}
        fields={[
          { key: 'school', label: '学校' },
          { key: 'major', label: '专业' },
          { key: 'degree', label: '学历', options: DEGREES },
          { key: 'from', label: '入学', placeholder: '2015.09' },
          { key: 'to', label: '毕业', placeholder: '2019.06' },
        ]}
        onChange={(rows) => set('education', rows)}
      />
      <Section title="技能">
        <TagsInput tags={parts.skills} hot={[]} error={undefined} onChange={(skills) => set('skills', skills)} />
      </Section>
      <ResumeWorks works={parts.works} onChange={(works) => set('works', works)} />
      <ResumeFile pdf={state.pdf} {...state.file} onFile={actions.chooseFile} onRemove={actions.removeFile} />
      <Section title="谁能看到">
        <fieldset className="grid gap-2">
          <legend className="sr-only">公开范围</legend>
          {(Object.keys(RESUME_VISIBILITIES) as ResumeVisibility[]).map((key) => (
            <label key={key} className="flex items-start gap-3 rounded-box border border-line p-3">
              <input
                type="radio"
                name="visibility"
                className="radio radio-sm mt-0.5"
                checked={form.visibility === key}
                onChange={() => actions.change({ visibility: key })}
              />
              <span>
                <span className="block font-semibold">{RESUME_VISIBILITIES[key]}</span>
                <span className="text-xs text-muted">{WHO[key]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </Section>
      <div className="panel sticky bottom-0 flex flex-wrap items-center justify-between gap-3 p-4">
        <SaveLine save={save} acts={actions} />
        <Button type="submit" look="primary">
          {job > 0 ? '完成，回去投递' : '完成'}
        </Button>
      </div>
    </Form>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: React.ReactNode }) {
  return (
    <section className="panel grid gap-1 p-4 sm:p-6">
      <h2 className="mb-2 text-base font-semibold">
        {title}
        {hint && <span className="ml-2 text-xs font-normal text-muted">{hint}</span>}
      </h2>
      {children}
    </section>
  );
}
