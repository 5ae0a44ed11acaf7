import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { DEMAND_STEPS, type DemandLabel, type DemandStep, demandPath, TENDER } from '#contract/demand.ts';
import { offerDone, offerNoun } from '#contract/offer.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { SaveLine, TwoTexts } from '#kit/SaveLine.tsx';
import { Answered } from '#ui/Answered.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Form } from '#ui/Form.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createDemandForm, type DemandFormState } from './demand-form.store.ts';
import { FittingPeople } from './FittingPeople.tsx';
import { TermsStep, WhatStep } from './FormSteps.tsx';

function stepOf(state: unknown): DemandStep | null {
  const step = (state as { demand_step?: unknown } | null)?.demand_step;
  return DEMAND_STEPS.find((one) => one === step) ?? null;
}

/** Browser Back goes to the step before instead of leaving the form. @returns what ends it */
function followStepHistory(first: DemandStep, { goTo, address }: { goTo(step: DemandStep): void; address(): string }): () => void {
  history.replaceState({ ...history.state, demand_step: first }, '');
  const follow = () => {
    const step = stepOf(history.state);
    if (!step) return;
    // an entry from before the first save must reload the draft too
    if (address() !== '') history.replaceState(history.state, '', address());
    goTo(step);
  };
  addEventListener('popstate', follow);
  return () => removeEventListener('popstate', follow);
}

/** An entry of the history for the step that the reader went to. */
function pushStep(step: DemandStep): void {
  if (stepOf(history.state) !== step) history.pushState({ ...history.state, demand_step: step }, '');
}

export interface DemandFormProps {
  labels: DemandLabel[];
  /** A Shanghai day. */
  today: string;
}

const STEP_TEXT: Record<DemandStep, string> = { what: '要什么', terms: '预算与时间' };

/** /demand/add, bound to its store. */
export default function DemandForm({ labels, today }: DemandFormProps) {
  const [{ $state, actions }] = useState(() => createDemandForm({ today, typeOf: (id) => labels.find((label) => label.id === id)?.type }));
  const state = useStore($state);
  const { load, step, form, errors, known, done, submitting, verified } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void actions.open(), [actions]);
  useEffect(() => {
    if (load === 'ready' && step) heading.current?.focus();
  }, [load, step]);
  useEffect(() => {
    if (load !== 'ready') return;
    return followStepHistory($state.get().step, {
      goTo: (to) => to !== $state.get().step && actions.goTo(to),
      address: () => ($state.get().known ? `/demand/add?id=${$state.get().known?.id}` : ''),
    });
  }, [load, $state, actions]);

  const is_tender = labels.some(({ id, type }) => id === form.label_id && type === TENDER);
  if (done) return <Done saved={done} noun={offerNoun(is_tender)} />;
  if (load === 'loading') return <Skeleton rows={4} row_class="h-32" />;
  if (load === 'failed') return <ErrorState message="草稿没有加载出来" onRetry={() => location.reload()} />;
  if (load === 'missing') {
    return (
      <Empty title="没有找到可以修改的需求" hint="它可能已删除、已选定，或不属于当前账号。">
        <a className="btn btn-primary" href="/personalCenter/myDemand">
          我的需求
        </a>
      </Empty>
    );
  }
  if (state.save.kind === 'conflict' && state.save.whole) return <TwoTexts acts={actions} />;
  const go = (to: DemandStep) => {
    if (!actions.goTo(to)) focusFirstError();
    pushStep($state.get().step);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol className="flex gap-1 overflow-x-auto" aria-label="步骤">
        {DEMAND_STEPS.map((one, index) => (
          <li key={one} className="shrink-0">
            <button
              type="button"
              aria-current={one === step ? 'step' : undefined}
              className={classNames(
                'flex items-center gap-2 rounded-full px-3 py-1',
                one === step ? 'bg-tint font-semibold text-primary' : 'text-muted hover:bg-ground',
              )}
              onClick={() => go(one)}
            >
              <span className="num">{index + 1}</span>
              {STEP_TEXT[one]}
            </button>
          </li>
        ))}
      </ol>
      {verified === false && (
        <p role="status" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box bg-tint p-4">
          <span>发布前需要完成个人实名认证，报价的人会看到“已实名”。可以先填写，内容会自动保存。</span>
          <Button size="sm" onClick={() => void actions.verify()}>
            现在认证
          </Button>
        </p>
      )}
      {state.again && (
        <p role="status" className="rounded-box bg-tint p-4">
          已带入原来的内容，活动日期和附件需要重新填写。
        </p>
      )}
      {known?.reject_reason && (
        <p role="status" className="rounded-box bg-tint p-4 text-error">
          没有通过审核：{known.reject_reason}。改好后重新提交。
        </p>
      )}
      {known && (known.state === 'open' || known.state === 'choosing') && (
        <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
          这条需求正在招募，提交修改后，{offerDone(is_tender)}的人会收到通知。
        </p>
      )}
      <Form
        className="panel grid grid-cols-1 gap-3 p-5 md:p-6"
        onSubmit={() => {
          if (step === 'what') go('terms');
          else
            void actions.submit().then((sent) => {
              if (!sent) focusFirstError();
            });
        }}
      >
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          {STEP_TEXT[step]}
        </h2>
        {step === 'what' ? (
          <WhatStep form={form} errors={errors} labels={labels} onChange={actions.change} onLeave={actions.check} />
        ) : (
          <TermsStep
            today={today}
            is_tender={is_tender}
            hint={state.hint}
            form={form}
            errors={errors}
            files={state.files}
            onChange={actions.change}
            onLeave={actions.check}
            onAdd={(chosen) => void actions.addFiles(chosen)}
            onDrop={actions.dropFile}
          />
        )}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <SaveLine save={state.save} acts={actions} />
          <div className="flex gap-2">
            {step === 'terms' && <Button onClick={() => go('what')}>上一步</Button>}
            <Button look="primary" type="submit" busy={submitting}>
              {step === 'terms' ? '发布需求' : '下一步'}
            </Button>
          </div>
        </div>
      </Form>
    </div>
  );
}

function Done({ saved, noun }: { saved: NonNullable<DemandFormState['done']>; noun: string }) {
  const held = saved.state === 'review' || saved.waiting;
  return (
    <Answered silent className="panel grid justify-items-center gap-3 p-8 text-center">
      <h2 className="text-lg font-semibold">{held ? '已提交审核' : '需求已发布'}</h2>
      <p role="status" className="text-muted">
        {held ? '通过后会发消息告诉您。' : `有人${noun}时会发消息告诉您，选定之前都可以修改。`}
      </p>
      <p className="flex flex-wrap justify-center gap-2">
        {!held && (
          <a className="btn btn-primary" href={demandPath(saved.id)}>
            查看需求
          </a>
        )}
        <a className="btn" href="/personalCenter/myDemand">
          我的需求
        </a>
      </p>
      {!held && (
        <div className="w-full max-w-xl border-t border-line pt-4 empty:hidden">
          <FittingPeople demand_id={saved.id} noun={noun} />
        </div>
      )}
    </Answered>
  );
}
