import { useStore } from '@nanostores/react';
import { ChevronDown, ChevronUp, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { CHAT_NAME_MARK, CHAT_PHRASE_MAX, CHAT_PHRASES_MAX } from '#contract/chat.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Form } from '#ui/Form.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { Phrases } from './phrases.store.ts';

/** Sentences that one says again and again: used, written, put in order, thrown away. Closes with the one to use. */
export function PhrasesDialog({ phrases, close }: { phrases: Phrases; close(text: string | null): void }) {
  const { phrases: known, failure } = useStore(phrases.$state);
  useEffect(() => void phrases.actions.load(), [phrases]);
  return (
    <Dialog open title="常用语" width={544} onClose={() => close(null)}>
      {known ? (
        <List phrases={phrases} use={close} />
      ) : failure ? (
        <ErrorState {...failure} onRetry={() => void phrases.actions.load()} />
      ) : (
        <Skeleton rows={4} row_class="h-12" label="正在读取常用语" />
      )}
    </Dialog>
  );
}

function List({ phrases, use }: { phrases: Phrases; use(text: string): void }) {
  const { phrases: known } = useStore(phrases.$state);
  const { list = [], companies = [], people = 0 } = known ?? {};
  const [text, setText] = useState('');
  /** The sentence that is corrected; null: a further one. */
  const [of, setOf] = useState<string | null>(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const full = of === null && list.length >= CHAT_PHRASES_MAX;

  const save = async (next: readonly string[]): Promise<boolean> => {
    setBusy(true);
    const wrong = await phrases.actions.save(next);
    setBusy(false);
    setError(wrong);
    return wrong === '';
  };
  const submit = async () => {
    const written = text.trim();
    if (written === '') return setError('请填写常用语');
    // changed or thrown away elsewhere meanwhile, it is one more
    const done = await save(of !== null && list.includes(of) ? list.map((one) => (one === of ? written : one)) : [...list, written]);
    if (!done) return;
    setText('');
    setOf(null);
  };
  const move = (at: number, by: 1 | -1) => save(list.toSpliced(at, 1).toSpliced(at + by, 0, list[at] as string));
  const remove = async (one: string) => {
    if (await askSure({ title: '删除常用语', subject: one.slice(0, 60), about: '删除后不能恢复。', verb: '删除' }))
      await save(list.filter((other) => other !== one));
  };
  const edit = (one: string) => {
    setOf(one);
    setText(one);
    setError('');
    document.querySelector<HTMLElement>('dialog textarea')?.focus();
  };
  return (
    <div className="grid gap-4">
      {list.length === 0 && companies.length === 0 ? (
        <Empty title="还没有常用语" hint="把常说的话存在这里，聊天时输入 / 就能选用。" />
      ) : null}
      {list.length > 0 ? (
        <ol className="grid max-h-72 overflow-y-auto" aria-label="我的常用语">
          {list.map((one, at) => (
            <li key={one} className="flex items-center gap-1 border-b border-line py-2">
              <span className="line-clamp-2 min-w-0 flex-1 text-sm break-words">{one}</span>
              <Button size="sm" onClick={() => use(one)}>
                使用
              </Button>
              <Act label={`上移：${one}`} off={busy || at === 0} onPress={() => void move(at, -1)}>
                <ChevronUp size={16} aria-hidden="true" />
              </Act>
              <Act label={`下移：${one}`} off={busy || at === list.length - 1} onPress={() => void move(at, 1)}>
                <ChevronDown size={16} aria-hidden="true" />
              </Act>
              <Act label={`修改：${one}`} off={busy} onPress={() => edit(one)}>
                <Pencil size={16} aria-hidden="true" />
              </Act>
              <Act label={`删除：${one}`} off={busy} onPress={() => void remove(one)}>
                <Trash2 size={16} aria-hidden="true" />
              </Act>
            </li>
          ))}
        </ol>
      ) : null}
      {companies.map(({ name, list: theirs }) => (
        <section key={name} aria-label={`${name}的常用语`}>
          <h3 className="text-sm font-semibold">{name}的常用语</h3>
          <ul className="grid max-h-48 overflow-y-auto">
            {theirs.map((one) => (
              <li key={one} className="flex items-center gap-2 border-b border-line py-2">
                <span className="line-clamp-2 min-w-0 flex-1 text-sm break-words">{one}</span>
                <Button size="sm" onClick={() => use(one)}>
                  使用
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Form className="grid gap-2" onSubmit={() => void submit()}>
        <TextArea
          label={of === null ? '新的常用语' : '修改常用语'}
          hint={`写 ${CHAT_NAME_MARK} 的地方，使用时换成对方的名字`}
          error={error}
          rows={3}
          maxLength={CHAT_PHRASE_MAX}
          value={text}
          onValue={setText}
        />
        <p className="num text-xs text-muted">
          {list.length} / {CHAT_PHRASES_MAX} 条{people > 0 ? '，您企业的员工也能使用' : ''}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          {of === null ? null : (
            <Button
              onClick={() => {
                setOf(null);
                setText('');
                setError('');
              }}
            >
              取消修改
            </Button>
          )}
          <Button onClick={() => setText((before) => `${before}${CHAT_NAME_MARK}`.slice(0, CHAT_PHRASE_MAX))}>插入对方称呼</Button>
          <Button type="submit" look="primary" busy={busy} disabled={full}>
            保存
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** Who pressed it keeps the focus, also where there is nothing further to do. */
function Act({ label, off, onPress, children }: { label: string; off: boolean; onPress(): void; children: ReactNode }) {
  return (
    <Button
      look="ghost"
      size="sm"
      className={classNames('btn-square shrink-0', off && 'opacity-40')}
      aria-label={label}
      aria-disabled={off}
      onClick={() => !off && onPress()}
    >
      {children}
    </Button>
  );
}
