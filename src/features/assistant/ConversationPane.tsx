import { useStore } from '@nanostores/react';
import { Pin, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type AssistantConversation, CONVERSATION_TITLE_MAX, talkPath, toolPath } from '#contract/assistant.ts';
import { findTool } from '#contract/assistant-tools.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { Conversations } from './conversations.store.ts';
import { TalkMenu } from './TalkMenu.tsx';

/** The conversations beside the one that is open. */
export function ConversationPane({
  conversations,
  current,
  onOpen,
  onGone,
  onShare,
}: {
  conversations: Conversations;
  current: number | null;
  onOpen: (id: number | null) => void;
  /** The one that is open was thrown away; the list stays where it is. */
  onGone: () => void;
  onShare: (one: AssistantConversation) => void;
}) {
  const { list, next, q, load, failure, removed } = useStore(conversations.$state);
  const { actions } = conversations;
  return (
    <div className="flex h-full flex-col">
      <div className="grid gap-2 border-b border-line p-3">
        <Button wide icon={<Plus size={16} aria-hidden="true" />} onClick={() => onOpen(null)}>
          新对话
        </Button>
        <input
          type="search"
          className="input input-sm w-full"
          aria-label="搜索对话"
          placeholder="搜索对话"
          maxLength={40}
          value={q}
          onChange={(event) => void actions.search(event.target.value)}
        />
      </div>
      {removed && (
        <p role="status" className="flex items-center gap-2 bg-ground p-3 text-xs">
          <span className="min-w-0 flex-1 truncate">已删除“{removed.title}”</span>
          <Button size="sm" icon={<Undo2 size={14} aria-hidden="true" />} onClick={() => void actions.restore()}>
            撤销
          </Button>
        </p>
      )}
      <nav aria-label="对话" className="min-h-0 flex-1 overflow-y-auto" aria-busy={load === 'loading' || undefined}>
        {load === 'loading' && list.length === 0 && <Skeleton rows={5} row_class="h-12" />}
        {load === 'failed' && failure && <ErrorState {...failure} onRetry={() => void actions.load()} />}
        {load === 'ready' && list.length === 0 && (
          <p className="p-6 text-center text-muted">{q === '' ? '还没有对话，在右边问第一个问题。' : '没有找到相关的对话。'}</p>
        )}
        <ul>
          {list.map((one) => (
            <li key={one.id} className={classNames('flex items-center border-b border-line', one.id === current && 'bg-tint')}>
              <a
                className="min-w-0 flex-1 truncate px-3 py-3"
                href={one.tool === '' ? talkPath(one.id) : toolPath(one.tool, one.id)}
                aria-current={one.id === current ? 'true' : undefined}
                onClick={(event) => {
                  if (one.tool !== '' || event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(one.id);
                }}
              >
                {one.tool !== '' && <span className="mr-2 rounded bg-ground px-1 text-xs text-muted">{findTool(one.tool)?.title}</span>}
                {one.pinned === 1 && <Pin size={12} className="mr-1 inline text-primary" aria-label="置顶" role="img" />}
                {one.title}
              </a>
              <TalkMenu
                one={one}
                onShare={() => onShare(one)}
                onPin={() => void actions.pin(one)}
                onRename={() => void rename(one, actions)}
                onRemove={() => void actions.remove(one).then((done) => done && one.id === current && onGone())}
              />
            </li>
          ))}
        </ul>
        {next !== '' && (
          <div className="p-3">
            <Button wide size="sm" busy={load === 'more'} onClick={() => void actions.more()}>
              更多
            </Button>
          </div>
        )}
      </nav>
    </div>
  );
}

function rename(one: AssistantConversation, actions: Conversations['actions']): Promise<void> {
  return openDialog<void>((close) => <Rename one={one} actions={actions} close={close} />);
}

function Rename({ one, actions, close }: { one: AssistantConversation; actions: Conversations['actions']; close: () => void }) {
  const [title, setTitle] = useState(one.title);
  const [fault, setFault] = useState<string | null>(null);
  return (
    <Dialog open title="重命名对话" width={400} onClose={() => close()}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void actions.rename(one.id, title).then((wrong) => (wrong === null ? close() : setFault(wrong)));
        }}
      >
        <Field label="名称" maxLength={CONVERSATION_TITLE_MAX} value={title} error={fault} onValue={setTitle} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => close()}>取消</Button>
          <Button type="submit" look="primary">
            保存
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
