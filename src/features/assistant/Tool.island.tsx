import { useStore } from '@nanostores/react';
import { WandSparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { $session, askSession, loginUrl } from '#client/session.ts';
import { useReaderKey, useSession } from '#client/use-session.ts';
import { ASSISTANT_PATH, isOpen, toolPath } from '#contract/assistant.ts';
import {
  ASSISTANT_TOOLS,
  checkToolInput,
  defaultInput,
  filledInput,
  findTool,
  NUMBER_TEXT_MAX,
  type ToolFacts,
  type ToolField,
  type ToolInput,
} from '#contract/assistant-tools.ts';
import { wholeSaid } from '#contract/number-words.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field, FieldShell } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { useShownInRow } from '#ui/use-shown-in-row.ts';
import { AnswerCard } from './AnswerCard.tsx';
import { coinHooks } from './ask-coins.tsx';
import { ResultSheet } from './ResultSheet.tsx';
import { Standing } from './Standing.tsx';
import { createAssistantTalk } from './talk.store.ts';

/** /ai/morenew: the form of a tool beside what it made; the address names the tool and, afterwards, the conversation. */
export default function ToolIsland() {
  const reader = useReaderKey();
  const [tool, setTool] = useState<ToolFacts | null>(null);
  useEffect(() => {
    if (askedId() !== null && !$session.get()) location.replace(loginUrl());
    setTool(findTool(new URLSearchParams(location.search).get('tool') ?? '') ?? (ASSISTANT_TOOLS[0] as ToolFacts));
  }, []);
  return tool ? <Tool key={`${reader}-${tool.key}`} tool={tool} /> : <Skeleton rows={5} row_class="h-16" label="正在打开工具" />;
}

const askedId = (): number | null => {
  const id = Number(new URLSearchParams(location.search).get('id'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

function Tool({ tool }: { tool: ToolFacts }) {
  const reader = useSession()?.user.id;
  const [talk] = useState(() =>
    createAssistantTalk({
      tool: tool.key,
      hooks: { ...coinHooks, onBegun: (id) => history.replaceState(null, '', toolPath(tool.key, id)) },
    }),
  );
  const { turns, load, failure, standing, asking, refusal } = useStore(talk.$state);
  const [input, setInput] = useState<ToolInput>(() => filledInput(tool, new URLSearchParams(location.search)));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (reader === undefined) return;
    void talk.actions.loadStanding();
    const id = askedId();
    // who signs in again goes on with what stands in the form
    if (id !== null && talk.$state.get().load === 'none') {
      void talk.actions.open(id).then(() => {
        const last = talk.$state.get().turns.at(-1);
        if (last) setInput({ ...defaultInput(tool), ...last.input });
      });
    }
  }, [talk, tool, reader]);
  useEffect(() => () => talk.actions.close(), [talk]);
  const result = useRef<HTMLElement>(null);
  const tools = useRef<HTMLElement>(null);
  useShownInRow(tools, '[aria-current=page]', tool.key);
  const running = turns.some(({ state }) => isOpen(state));
  const shown = { ...faults, ...refusal?.fields };
  const submit = async () => {
    const checked = checkToolInput(tool, input);
    setFaults(checked.faults);
    if (Object.keys(checked.faults).length > 0) return;
    setInput(checked.input);
    if (!(await askSession('登录后即可生成'))) return;
    if (!(await talk.actions.ask('', { input: checked.input }))) return;
    // on a phone it stands below the form
    if (matchMedia('(max-width: 1023px)').matches) result.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[360px_minmax(0,1fr)]">
      <div className="grid gap-4">
        {/* a mouse has no way to pull a row sideways: beside the result it is as many lines as it needs */}
        <nav ref={tools} aria-label="工具" className="scroll-row flex gap-2 lg:flex-wrap">
          {ASSISTANT_TOOLS.map(({ key, title }) => (
            <a key={key} className="chip shrink-0" href={toolPath(key)} aria-current={key === tool.key ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Form className="panel grid gap-1 p-4" onSubmit={submit}>
          <h2 className="text-lg font-semibold">{tool.title}</h2>
          <p className="mb-3 text-muted">{tool.about}</p>
          {tool.fields.map((field) => (
            <ToolControl
              key={field.key}
              field={field}
              value={input[field.key] ?? ''}
              fault={shown[field.key] ?? null}
              onChange={(value) => setInput({ ...input, [field.key]: value })}
            />
          ))}
          {refusal && Object.keys(refusal.fields).length === 0 && <FormError className="text-error" failure={refusal} />}
          <Button
            type="submit"
            look="primary"
            size="lg"
            wide
            busy={asking}
            disabled={running}
            icon={<WandSparkles size={18} aria-hidden="true" />}
          >
            {turns.length > 0 ? '重新生成' : '生成'}
          </Button>
          <div className="mt-2">
            <Standing standing={standing} />
          </div>
        </Form>
      </div>
      <section ref={result} aria-label="结果" className="grid scroll-mt-20 gap-4">
        {load === 'loading' && <Skeleton rows={3} row_class="h-24" />}
        {load === 'failed' && failure && <ErrorState {...failure} onRetry={() => void talk.actions.open(askedId())} />}
        {turns.length === 0 && load !== 'loading' && load !== 'failed' && (
          <div className="panel grid gap-2 p-6 text-muted">
            <p className="font-semibold text-base-content">填好表单，点“生成”</p>
            <p>结果会是这样一份：</p>
            <div className="overflow-hidden rounded-box bg-ground px-6 pt-6 text-base-content">
              <ResultSheet {...tool.example} />
            </div>
            <p>
              生成之后可以继续编辑、复制、导出，也会保存在
              <a className="link" href={ASSISTANT_PATH}>
                助手的对话
              </a>
              里。
            </p>
          </div>
        )}
        {turns.toReversed().map((turn) => (
          <AnswerCard key={turn.id} turn={turn} actions={talk.actions} />
        ))}
      </section>
    </div>
  );
}

function ToolControl({
  field,
  value,
  fault,
  onChange,
}: {
  field: ToolField;
  value: string;
  fault: string | null;
  onChange: (value: string) => void;
}) {
  const { label, type, hint, max, unit, options = [] } = field;
  const said = type === 'number' && !/^\d*$/.test(value) ? wholeSaid(value) : null;
  const read = said === null ? hint : `即 ${said.toLocaleString('en')}${unit ? ` ${unit}` : ''}`;
  const common = { label, required: field.required === true, error: fault, hint: read };
  if (type === 'choice' || type === 'long') {
    return (
      <FieldShell {...common}>
        {(control) =>
          type === 'choice' ? (
            <SelectBox {...control} value={value} onValue={onChange} options={options} />
          ) : (
            <TextBox {...control} rows={3} maxLength={max} value={value} onValue={onChange} />
          )
        }
      </FieldShell>
    );
  }
  return (
    <Field
      {...common}
      type={type === 'time' ? 'time' : 'text'}
      maxLength={type === 'number' ? NUMBER_TEXT_MAX : max}
      value={value}
      after={unit ? <span className="self-center whitespace-nowrap text-muted">{unit}</span> : undefined}
      onValue={onChange}
    />
  );
}
