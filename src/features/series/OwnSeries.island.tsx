import { useStore } from '@nanostores/react';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { KINDS } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { ITEM_STATUS_TEXT } from '#contract/publish.ts';
import { type OwnSeries, SERIES_INTRODUCTION_MAX, SERIES_TITLE_MAX } from '#contract/series.ts';
import { Answered } from '#ui/Answered.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { inputTime, timeOfInput } from '#ui/time-input.ts';
import { createOwnSeries, type EditedSeries, type OwnSeriesState, type SeriesWork } from './own-series.store.ts';

type Actions = ReturnType<typeof createOwnSeries>['actions'];

/** 我的系列: the list, or the one that is being changed. */
export default function OwnSeriesIsland({ nouns }: { nouns: Readonly<Record<string, string>> }) {
  const [{ $state, actions }] = useState(createOwnSeries);
  const state = useStore($state);
  const edited = useRef(false);
  if (state.edited) edited.current = true;
  useEffect(() => actions.open(), [actions]);
  if (state.failure && !state.list) return <ErrorState {...state.failure} onRetry={() => void actions.load()} />;
  if (!state.list) return <Skeleton rows={3} row_class="h-28" />;
  if (state.edited) return <Editor edited={state.edited} state={state} nouns={nouns} actions={actions} />;
  return (
    // the form that it comes after was longer
    <Answered by_form={edited.current} silent>
      <List list={state.list} busy={state.busy} actions={actions} />
    </Answered>
  );
}

function List({ list, busy, actions }: { list: OwnSeries[]; busy: boolean; actions: Actions }) {
  const [asked, setAsked] = useState<OwnSeries | null>(null);
  const make = (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => actions.edit(null)}>
      新建系列
    </Button>
  );
  if (list.length === 0) {
    return (
      <div className="panel p-4 sm:p-6">
        <Empty title="还没有系列" hint="把同一主题的作品按顺序编成系列，作品页会显示“系列 2/5”和上一件、下一件。">
          {make}
        </Empty>
      </div>
    );
  }
  return (
    <div className="panel p-4 sm:p-6">
      <div className="mb-2 flex justify-end">{make}</div>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {list.map((series) => {
          const shown = series.items.filter(({ status }) => status === 'published').length;
          return (
            <li key={series.id} className="flex flex-wrap items-center gap-3 py-4">
              <div className="min-w-0 flex-1 basis-60">
                {shown > 0 ? (
                  <a className="font-semibold hover:text-primary" href={paths.series(series.id)}>
                    {series.title}
                  </a>
                ) : (
                  <p className="font-semibold">{series.title}</p>
                )}
                <p className="num text-xs text-muted">
                  {series.items.length} 件作品，其中 {shown} 件已发布
                </p>
              </div>
              <div className="flex gap-2">
                <Button size="sm" aria-label={`编辑系列 ${series.title}`} onClick={() => actions.edit(series)}>
                  编辑
                </Button>
                <Button size="sm" look="ghost" busy={busy} aria-label={`删除系列 ${series.title}`} onClick={() => setAsked(series)}>
                  删除
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      <Dialog open={asked !== null} title="删除这个系列？" width={400} onClose={() => setAsked(null)}>
        <p className="text-muted">只删除系列，其中的作品不受影响。</p>
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={() => setAsked(null)}>取消</Button>
          <Button
            look="primary"
            onClick={() => {
              if (asked) void actions.remove(asked.id);
              setAsked(null);
            }}
          >
            删除
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

interface EditorProps {
  edited: EditedSeries;
  state: OwnSeriesState;
  nouns: Readonly<Record<string, string>>;
  actions: Actions;
}

function Editor({ edited, state, nouns, actions }: EditorProps) {
  const chosen = new Set(edited.items.map(({ id }) => id));
  const elsewhere = new Set((state.list ?? []).filter(({ id }) => id !== edited.id).flatMap(({ items }) => items.map(({ id }) => id)));
  const free = state.works.filter(({ id, title }) => !chosen.has(id) && !elsewhere.has(id) && title !== '');
  const is_path = edited.items.length > 1 && edited.items.every(({ kind }) => kind === KINDS.course.key);
  // what would do nothing, or be refused, is not offered
  const waits = new Set((state.list ?? []).flatMap(({ releases }) => releases.map(({ item_id }) => item_id)));
  const bound = (id: number) =>
    state.bound.free.includes(id)
      ? '课时全部免费，随时可学，不设开放时间'
      : state.bound.bought.includes(id) && !waits.has(id) && '已有人购买，保持立即开放';
  const about = ({ kind, status }: SeriesWork) => `${nouns[kind] ?? ''} · ${ITEM_STATUS_TEXT[status]}`;
  return (
    <Form className="grid grid-cols-1 gap-4 lg:grid-cols-2" onSubmit={actions.save}>
      <section className="panel p-4 sm:p-6" aria-label="系列资料">
        <Field
          label="系列名称"
          required
          maxLength={SERIES_TITLE_MAX}
          value={edited.title}
          onValue={(text) => actions.change({ title: text })}
        />
        <TextArea
          label="系列简介"
          rows={3}
          maxLength={SERIES_INTRODUCTION_MAX}
          value={edited.introduction}
          onValue={(text) => actions.change({ introduction: text })}
        />
        <Field
          label="整套价格（元）"
          inputMode="decimal"
          hint="可以不填。低于单独购买的合计才能整套出售，最多 20 件；已有其中几件的读者只付其余各件的份额。收益与退款按份额计入各件作品。"
          value={edited.price}
          onValue={(text) => actions.change({ price: text })}
        />
        <h2 className="text-base font-semibold">作品与顺序</h2>
        <p className="text-xs text-muted">
          未发布的作品可以先放进来，发布后自动出现。
          {is_path ? '全部由课程组成的系列是学习路径：可以设定每门课何时开放，读者购买前就能看到；已有人购买的课程只能提前开放。' : ''}
        </p>
        <ol className="mt-2 grid grid-cols-1 divide-y divide-line">
          {edited.items.map((work, at) => (
            <li key={work.id} className="flex flex-wrap items-center gap-2 py-2">
              <span className="num w-6 shrink-0 text-muted">{at + 1}</span>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-1">{work.title || '未命名'}</span>
                <span className="text-xs text-muted">{about(work)}</span>
              </span>
              <IconButton label={`上移 ${work.title}`} disabled={at === 0} onPress={() => actions.move(work.id, -1)}>
                <ArrowUp size={16} aria-hidden="true" />
              </IconButton>
              <IconButton label={`下移 ${work.title}`} disabled={at === edited.items.length - 1} onPress={() => actions.move(work.id, 1)}>
                <ArrowDown size={16} aria-hidden="true" />
              </IconButton>
              <IconButton label={`移出 ${work.title}`} onPress={() => actions.drop(work.id)}>
                <X size={16} aria-hidden="true" />
              </IconButton>
              {is_path && bound(work.id) && <span className="basis-full pl-8 text-xs text-muted">{bound(work.id)}</span>}
              {is_path && !bound(work.id) && (
                <Opening
                  title={work.title}
                  first={at === 0}
                  opens_at={edited.opens[work.id] ?? null}
                  onChange={(opens_at) => {
                    const { [work.id]: _before, ...others } = edited.opens;
                    actions.change({ opens: opens_at === null ? others : { ...others, [work.id]: opens_at } });
                  }}
                />
              )}
            </li>
          ))}
        </ol>
        {edited.items.length === 0 && <p className="py-4 text-muted">从“我的作品”中选择至少两件。</p>}
        <FormError failure={state.refusal} />
        <div className="mt-2 flex gap-2">
          <Button type="submit" look="primary" busy={state.busy}>
            保存系列
          </Button>
          <Button onClick={actions.close}>取消</Button>
        </div>
      </section>
      <section className="panel p-4 sm:p-6" aria-label="我的作品">
        <h2 className="text-base font-semibold">我的作品</h2>
        <p className="text-xs text-muted">一件作品只在一个系列中。</p>
        <ul className="mt-2 grid max-h-[560px] grid-cols-1 divide-y divide-line overflow-y-auto">
          {free.map((work) => (
            <li key={work.id} className="flex items-center gap-2 py-2">
              <span className="min-w-0 flex-1">
                <span className="line-clamp-1">{work.title}</span>
                <span className="text-xs text-muted">{about(work)}</span>
              </span>
              <Button size="sm" aria-label={`加入系列 ${work.title}`} onClick={() => actions.add(work)}>
                加入
              </Button>
            </li>
          ))}
        </ul>
        {free.length === 0 && !state.more && <p className="py-4 text-muted">没有可以加入的作品了。</p>}
        {state.more && (
          <Button size="sm" className="mt-3" onClick={() => void actions.moreWorks()}>
            更多作品
          </Button>
        )}
      </section>
    </Form>
  );
}

/** When a course of a path opens: at once, at a time, or after the one before. */
function Opening(props: { title: string; first: boolean; opens_at: number | null; onChange(opens_at: number | null): void }) {
  const { title, first, opens_at, onChange } = props;
  const way = opens_at === null || (first && opens_at === 0) ? 'now' : opens_at === 0 ? 'after' : 'date';
  return (
    <span className="flex basis-full flex-wrap items-center gap-2 pl-8">
      <SelectBox
        className="select select-sm w-auto"
        aria-label={`${title} 何时开放`}
        options={[['now', '立即开放'], ['date', '到时间开放'], ...(first ? [] : [['after', '学完上一门后开放'] as const])]}
        value={way}
        onValue={(value) =>
          onChange(value === 'now' ? null : value === 'after' ? 0 : (Math.ceil(Date.now() / 86_400_000) + 6) * 86_400 + 7_200)
        }
      />
      {way === 'date' && (
        <input
          type="datetime-local"
          className="input input-sm num w-auto"
          aria-label={`${title} 的开放时间`}
          required
          value={inputTime(opens_at)}
          onChange={({ target: { value } }) => {
            const at = timeOfInput(value);
            if (at !== null) onChange(at);
          }}
        />
      )}
    </span>
  );
}
