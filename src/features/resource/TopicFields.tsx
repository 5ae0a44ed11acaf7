import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { isComposing } from '#client/is-composing.ts';
import { paths } from '#contract/paths.ts';
import { TOPIC_INTRODUCTION_MAX, TOPIC_MENU_TITLES, TOPIC_TITLE_MAX } from '#contract/topic.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { UploadCover } from '#kit/upload/UploadCover.tsx';
import { Button } from '#ui/Button.tsx';
import { FieldShell } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { createTopic, TopicState } from './topic.store.ts';

export interface TopicFieldsProps {
  state: TopicState;
  actions: ReturnType<typeof createTopic>['actions'];
}

/** What readers see of a topic, and what it holds. */
export function TopicFields({ state, actions }: TopicFieldsProps) {
  const { form, errors, upload } = state;
  return (
    <Form className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2" onSubmit={actions.save}>
      <Panel title="专题">
        <Select
          label="位置"
          hint={form.id > 0 ? '' : '保存后不能修改'}
          value={form.menu}
          disabled={form.id > 0}
          onValue={(chosen) => actions.change({ menu: chosen })}
          options={Object.entries(TOPIC_MENU_TITLES).map(([menu, title]) => [menu, title])}
        />
        <FieldShell label="标题" required error={errors['title']}>
          {(control) => (
            <input
              {...control}
              className="input w-full"
              maxLength={TOPIC_TITLE_MAX}
              value={form.title}
              onChange={(event) => actions.change({ title: event.target.value })}
            />
          )}
        </FieldShell>
        <TextArea
          label="介绍"
          error={errors['introduction']}
          rows={5}
          maxLength={TOPIC_INTRODUCTION_MAX}
          value={form.introduction}
          onValue={(text) => actions.change({ introduction: text })}
        />
        <p className="text-sm font-semibold">封面</p>
        <div className="mt-1 mb-3 flex flex-wrap items-center gap-3">
          {form.cover_src ? <img src={form.cover_src} alt="专题封面" className="aspect-16/10 w-40 rounded-field object-cover" /> : null}
          <UploadCover busy={upload !== null && upload.stopped === null} onCover={actions.chooseCover} />
          {form.cover_src ? (
            <Button size="sm" look="ghost" onClick={actions.dropCover}>
              改用第一个内容的封面
            </Button>
          ) : (
            <span className="text-xs text-muted">不上传则用第一个内容的封面</span>
          )}
          {upload?.stopped ? <FormError className="w-full text-xs text-error">{upload.stopped.message}</FormError> : null}
        </div>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={form.shown}
            onChange={(event) => actions.change({ shown: event.target.checked })}
          />
          公开
        </label>
        <FormError>{errors['form']}</FormError>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit" busy={state.saving}>
            保存
          </Button>
          {form.id > 0 && form.shown ? (
            <a className="btn btn-ghost" href={paths.collection({ id: form.id, kind: form.menu })}>
              查看专题页
            </a>
          ) : null}
        </div>
      </Panel>
      <Contents state={state} actions={actions} />
    </Form>
  );
}

function Contents({ state, actions }: TopicFieldsProps) {
  const [words, setWords] = useState('');
  const { form, found, errors } = state;
  return (
    <Panel title={`内容（${form.items.length}）`}>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <FieldShell label="添加内容" error={errors['item_ids']}>
            {(control) => (
              <input
                {...control}
                type="search"
                className="input w-full"
                placeholder="编号，或标题里的词"
                value={words}
                onChange={(event) => setWords(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || isComposing(event)) return;
                  event.preventDefault();
                  void actions.find(words);
                }}
              />
            )}
          </FieldShell>
        </div>
        <Button className="mb-6" onClick={() => void actions.find(words)}>
          查找
        </Button>
      </div>
      {found?.length === 0 ? <p className="mb-2 text-muted">没有找到可添加的内容</p> : null}
      {found && found.length > 0 ? (
        <ul className="mb-4 grid gap-1 rounded-lg bg-ground p-2" aria-label="找到的内容">
          {found.map((item) => (
            <li key={item.id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                {item.noun} · {item.title}
              </span>
              <Button size="sm" onClick={() => actions.add(item)} aria-label={`添加${item.title}`}>
                添加
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <ol className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line" aria-label="专题内容">
        {form.items.map((item, at) => (
          <li key={item.id} className="flex items-center gap-1 py-2">
            <span className="min-w-0 flex-1 truncate">
              {item.noun} · {item.title}
              {item.published ? null : <span className="text-error">（未公开）</span>}
            </span>
            <Button size="sm" look="ghost" disabled={at === 0} onClick={() => actions.move(at, -1)} aria-label={`上移${item.title}`}>
              <ArrowUp size={16} aria-hidden="true" />
            </Button>
            <Button
              size="sm"
              look="ghost"
              disabled={at === form.items.length - 1}
              onClick={() => actions.move(at, 1)}
              aria-label={`下移${item.title}`}
            >
              <ArrowDown size={16} aria-hidden="true" />
            </Button>
            <Button size="sm" look="ghost" onClick={() => actions.remove(item.id)} aria-label={`移除${item.title}`}>
              <X size={16} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
