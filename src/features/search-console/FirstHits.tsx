import { useStore } from '@nanostores/react';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { ANSWERS_MOST, JUDGED_PLACES, PINS_MOST, type QueryDesk, type WhyHit } from '#contract/search-console.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Move, PreviewParts } from './PreviewParts.tsx';
import { createPreview } from './preview.store.ts';

interface Props {
  desk: QueryDesk;
  asked_kind: string;
  onSaved(): void;
}

/** The first works with their reasons; which of them are pinned, and which should stand among the first three. */
export function FirstHits({ desk, asked_kind, onSaved }: Props) {
  const [pins, setPins] = useState(desk.pins);
  const [answers, setAnswers] = useState<number[]>(desk.judged?.item_ids ?? []);
  const toggle = (list: number[], id: number) => (list.includes(id) ? list.filter((one) => one !== id) : [...list, id]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Panel title="前十个结果">
        {desk.hits.length === 0 && <p className="text-muted">没有结果。可以在下面加同义词，或按编号置顶作品。</p>}
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {desk.hits.map((hit, at) => (
            <li key={hit.id} className="flex gap-3">
              <span className="num w-6 shrink-0 text-right font-semibold">{at + 1}</span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <a className="link min-w-0 font-semibold" href={hit.href}>
                    {hit.title}
                  </a>
                  <span className="text-xs text-muted">{hit.by}</span>
                  {desk.learning && !hit.pinned && <Move before={hit.unlearned} now={at + 1} of="因点击进入前十" />}
                </p>
                <Points hit={hit} />
                <div className="mt-1 flex flex-wrap gap-2">
                  <button
                    type="button"
                    className="chip"
                    aria-pressed={pins.some(({ id }) => id === hit.id)}
                    disabled={pins.length >= PINS_MOST && !pins.some(({ id }) => id === hit.id)}
                    onClick={() =>
                      setPins(
                        pins.some(({ id }) => id === hit.id)
                          ? pins.filter(({ id }) => id !== hit.id)
                          : [...pins, { id: hit.id, title: hit.title }],
                      )
                    }
                  >
                    置顶
                  </button>
                  <button
                    type="button"
                    className="chip"
                    aria-pressed={answers.includes(hit.id)}
                    disabled={answers.length >= ANSWERS_MOST && !answers.includes(hit.id)}
                    onClick={() => setAnswers(toggle(answers, hit.id))}
                  >
                    应在前三
                  </button>
                </div>
              </div>
            </li>
          ))}
        </ol>
      </Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Pins keyword={desk.keyword} kind={asked_kind} pins={pins} onChange={setPins} onSaved={onSaved} />
        <Judged desk={desk} kind={asked_kind} answers={answers} onChange={setAnswers} onSaved={onSaved} />
      </div>
    </div>
  );
}

function Points({ hit: { points, total, pinned } }: { hit: WhyHit }) {
  if (points.length === 0) return pinned ? <p className="text-xs text-muted">工作人员置顶</p> : null;
  return (
    <p className="num flex flex-wrap gap-x-3 text-xs text-muted">
      <span>共 {total.toFixed(1)} 分</span>
      {points.map(({ reason, points: of }) => (
        <span key={reason}>
          {reason} {of > 0 ? '+' : ''}
          {of !== 0 && of.toFixed(1)}
        </span>
      ))}
    </p>
  );
}

interface PinsProps {
  keyword: string;
  kind: string;
  pins: Array<{ id: number; title: string }>;
  onChange(pins: Array<{ id: number; title: string }>): void;
  onSaved(): void;
}

function Pins({ keyword, kind, pins, onChange, onSaved }: PinsProps) {
  const [{ $state, actions }] = useState(createPreview);
  const state = useStore($state);
  const [number, setNumber] = useState('');
  const wanted = { keyword, item_ids: pins.map(({ id }) => id) };
  const move = (at: number, by: number) => {
    const next = [...pins];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    onChange(next);
  };
  const add = () => {
    const id = Number(number);
    if (!Number.isSafeInteger(id) || id < 1 || pins.some((one) => one.id === id) || pins.length >= PINS_MOST) return;
    onChange([...pins, { id, title: `作品 ${id}` }]);
    setNumber('');
  };
  return (
    <Panel title="置顶作品">
      {pins.length === 0 ? (
        <p className="text-muted">没有置顶。按结果旁的“置顶”，或输入作品编号。</p>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {pins.map((pin, at) => (
            <li key={pin.id} className="flex items-center gap-1">
              <span className="num w-6 shrink-0 text-muted">{at + 1}</span>
              <span className="min-w-0 flex-1 truncate">{pin.title}</span>
              <IconButton label={`上移 ${pin.title}`} disabled={at === 0} onPress={() => move(at, -1)}>
                <ArrowUp size={16} aria-hidden="true" />
              </IconButton>
              <IconButton label={`下移 ${pin.title}`} disabled={at === pins.length - 1} onPress={() => move(at, 1)}>
                <ArrowDown size={16} aria-hidden="true" />
              </IconButton>
              <IconButton label={`移除 ${pin.title}`} onPress={() => onChange(pins.filter(({ id }) => id !== pin.id))}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <form
        className="mt-3 flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          className="input min-w-0 flex-1"
          inputMode="numeric"
          aria-label="作品编号"
          placeholder="作品编号"
          maxLength={15}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button type="submit">加入</Button>
      </form>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button busy={state.busy === 'preview'} onClick={() => void actions.show({ pins: wanted }, [keyword], kind)}>
          预览
        </Button>
        <Button look="primary" busy={state.busy === 'save'} onClick={() => void actions.savePins(wanted).then((done) => done && onSaved())}>
          保存置顶
        </Button>
      </div>
      <PreviewParts state={state} />
    </Panel>
  );
}

interface JudgedProps {
  desk: QueryDesk;
  kind: string;
  answers: number[];
  onChange(answers: number[]): void;
  onSaved(): void;
}

function Judged({ desk, kind, answers, onChange, onSaved }: JudgedProps) {
  const [{ $state, actions }] = useState(createPreview);
  const state = useStore($state);
  const [note, setNote] = useState(desk.judged?.note ?? '');
  const titles = new Map(desk.hits.map(({ id, title }) => [id, title]));
  const save = (item_ids: number[]) =>
    void actions.saveJudged({ keyword: desk.keyword, kind, item_ids, note }).then((saved) => saved && onSaved());
  return (
    <Panel title="考题">
      <p className="text-muted">标出应该排在前 {JUDGED_PLACES} 名的作品。每次改词或置顶后、每天晚上都会检查一遍。</p>
      {answers.length > 0 && (
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-1">
          {answers.map((id) => (
            <li key={id} className="flex items-center gap-1">
              <span className="min-w-0 flex-1 truncate">{titles.get(id) ?? `作品 ${id}`}</span>
              <IconButton label={`移除 ${titles.get(id) ?? id}`} onPress={() => onChange(answers.filter((one) => one !== id))}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        className="input mt-3 w-full"
        aria-label="备注"
        placeholder="备注（选填）：为什么应该是它们"
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" disabled={answers.length === 0} busy={state.busy === 'save'} onClick={() => save(answers)}>
          保存考题
        </Button>
        {desk.judged && (
          <Button look="ghost" onClick={() => save([])}>
            删除考题
          </Button>
        )}
        <a className="btn btn-ghost" href="/admin/searchJudged">
          全部考题
        </a>
      </div>
      <PreviewParts state={state} />
    </Panel>
  );
}
