import { useStore } from '@nanostores/react';
import { ArrowDown, ArrowLeft, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { followAddress, pushAddress, replaceAddress } from '#client/address.ts';
import { FORMS_KEY } from '#client/forget-texts.ts';
import { isComposing } from '#client/is-composing.ts';
import { $session, askSession, loginUrl } from '#client/session.ts';
import { readText, writeText } from '#client/storage.ts';
import { useReaderKey, useSession } from '#client/use-session.ts';
import {
  type AssistantConversation,
  type AssistantTurn,
  FRONT_PATH,
  isOpen,
  QUESTION_MAX,
  TOOLS_PATH,
  talkPath,
  toolPath,
} from '#contract/assistant.ts';
import { ASSISTANT_TOOLS } from '#contract/assistant-tools.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { CutNote, TextBox } from '#ui/TextArea.tsx';
import { openShare } from '../client-link/open-share.ts';
import { AskFiles, AttachButton } from './AskFiles.tsx';
import { coinHooks } from './ask-coins.tsx';
import { branchOf, turnBeside, turnsBeside } from './branches.ts';
import { ConversationPane } from './ConversationPane.tsx';
import { createConversations } from './conversations.store.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { createAskFiles } from './files.store.ts';
import { Instructions } from './Instructions.tsx';
import { ResultSheet } from './ResultSheet.tsx';
import { OwnWorks, Standing } from './Standing.tsx';
import { TalkTurn } from './TalkTurn.tsx';
import { createAssistantTalk } from './talk.store.ts';

/** /assistant: the conversations beside the one that is open; on a phone one of both. A visitor signs in with the first question. */
export default function AssistantIsland() {
  return <Assistant key={useReaderKey()} />;
}

const EXAMPLES = ['年会的抽奖环节怎么安排', '发布会现场需要准备哪些设备', '两百人团建有哪些可以参考的方案', '婚礼下雨了怎么办'];

const asked = (key: 'id' | 'at'): number | null => {
  const id = Number(new URLSearchParams(location.search).get(key));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Who is not further above the newest answer than this, px, follows what is written. */
const NEAR = 48;
/** Between the edge and a question at the top, px. */
const HEAD_SPACE = 16;

/** Where what is typed and not sent stands, of the conversation that the address names, also after a reload; '': a visitor's, of this page alone. */
function draftKey(): string {
  const reader = $session.get()?.user.id;
  return reader === undefined ? '' : `${FORMS_KEY}${reader}:ask-${asked('id') ?? 0}`;
}

function Assistant() {
  const reader = useSession()?.user.id;
  const [conversations] = useState(createConversations);
  const [talk] = useState(() =>
    createAssistantTalk({
      tool: '',
      hooks: {
        ...coinHooks,
        onBegun(id) {
          pushAddress(talkPath(id));
          void conversations.actions.load();
        },
      },
    }),
  );
  const { conversation, turns, at, load, failure, standing, asking, refusal } = useStore(talk.$state);
  const branch = branchOf(turns, at);
  const [files] = useState(createAskFiles);
  const { list: chosen } = useStore(files.$state);
  const [draft, setDraft] = useState('');
  const [cut, setCut] = useState(0);
  const [away, setAway] = useState(false);
  const [company_id, setCompany] = useState(0);
  const [listing, setListing] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  // what was typed before this page was awake
  useLayoutEffect(() => setDraft(box.current?.value ?? ''), []);
  const showDraft = () => setDraft((draftKey() && readText(draftKey())) || '');
  const type = (text: string) => {
    setDraft(text);
    if (draftKey() !== '') writeText(draftKey(), text === '' ? null : text);
  };
  const showAnother = useEffectEvent(showDraft);
  const goOn = useEffectEvent(() => {
    const typed = box.current?.value ?? '';
    if (typed === '') showDraft();
    else type(typed);
  });
  useEffect(() => {
    if (reader === undefined) {
      if (asked('id') !== null && !$session.get()) location.replace(loginUrl());
      return;
    }
    goOn();
    void conversations.actions.load();
    void talk.actions.loadStanding();
    const follow = () => void talk.actions.open(asked('id'), asked('at'));
    const back = () => document.visibilityState === 'visible' && void talk.actions.refresh();
    follow();
    const step = () => {
      showAnother();
      follow();
    };
    const unfollow = followAddress(step);
    document.addEventListener('visibilitychange', back);
    return () => {
      unfollow();
      document.removeEventListener('visibilitychange', back);
    };
  }, [conversations, talk, reader]);
  useEffect(() => () => talk.actions.close(), [talk]);
  // a new question scrolls to its answer, which is followed until its question is at the top: long ones are read from their head
  const following = useRef(true);
  const aim = (box: HTMLElement) => {
    const [at] = [...box.querySelectorAll('[data-turn]')].slice(-1);
    const end = box.scrollHeight - box.clientHeight;
    return at ? Math.min(end, box.scrollTop + at.getBoundingClientRect().top - box.getBoundingClientRect().top - HEAD_SPACE) : end;
  };
  const toNewest = () => scroller.current?.scrollTo({ top: aim(scroller.current) });
  const newest = turns.reduce((most, { id }) => Math.max(most, id), 0);
  const seen = useRef(0);
  useLayoutEffect(() => {
    const another = newest !== seen.current;
    if (newest > seen.current) following.current = true;
    seen.current = newest;
    const box = scroller.current;
    if (box && newest > 0 && following.current && (another || box.scrollTop < aim(box))) toNewest();
  });
  const look = () => {
    const box = scroller.current;
    following.current = !box || box.scrollTop > aim(box) - NEAR;
    setAway(!following.current);
  };
  const reading = chosen.some(({ state }) => state === 'sending' || state === 'reading');
  const open = (id: number | null) => {
    pushAddress(talkPath(id ?? undefined));
    showDraft();
    void talk.actions.open(id);
  };
  const go = (id: number | null) => {
    setListing(false);
    open(id);
  };
  const ask = async (question: string) => {
    if (question.trim() === '' || reading || !files.actions.ready()) return;
    type(question);
    if (!(await askSession('登录后即可提问'))) return;
    const typed_at = draftKey();
    const read = chosen.flatMap((file) => file.read?.id ?? []);
    if (!(await talk.actions.ask(question, { files: read, company_id: company_id || undefined }))) return;
    writeText(typed_at, null);
    showDraft();
    files.actions.clear();
    // what was asked last is the newest branch
    if (asked('at') !== null) replaceAddress(talkPath(asked('id') ?? undefined));
  };
  const show = (id: number) => {
    talk.actions.show(id);
    if (conversation) replaceAddress(talkPath(conversation.id, id));
  };
  /** At the place of a turn: its answer goes on, the same question again, or another. */
  const askAt = async (turn: AssistantTurn, question: string, place: { beside: number } | { continues: number }) => {
    const taken = await talk.actions.ask(question, { ...place, company_id: turn.company_id || undefined });
    if (taken) replaceAddress(talkPath(turn.conversation_id));
    return taken;
  };
  const press = (event: KeyboardEvent) => {
    // Enter that ends the spelling of a Chinese word sends nothing
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    void ask(draft);
  };
  const last = branch.at(-1);
  // of the one that is open, the branch that is seen
  const share = (one: AssistantConversation) => void openShare(one, one.id === conversation?.id ? (last?.id ?? 0) : 0);
  const running = branch.some(({ state }) => isOpen(state));
  const elsewhere = turns.find((turn) => isOpen(turn.state) && !branch.includes(turn));
  return (
    <div className={classNames('chat-frame', reader === undefined && 'md:grid-cols-[minmax(0,1fr)]')}>
      {reader !== undefined && (
        <div className={classNames('chat-list', !listing && 'max-md:hidden')}>
          <ConversationPane
            conversations={conversations}
            current={conversation?.id ?? null}
            onOpen={go}
            onGone={() => open(null)}
            onShare={share}
          />
        </div>
      )}
      <section className={classNames('chat-talk', listing && 'max-md:hidden')} aria-label="与助手的对话">
        <div className={classNames('flex items-center gap-2 border-b border-line py-3', reader === undefined ? 'page' : 'px-3')}>
          {reader !== undefined && (
            <Button look="ghost" size="sm" className="md:hidden" aria-label="全部对话" onClick={() => setListing(true)}>
              <ArrowLeft size={18} aria-hidden="true" />
            </Button>
          )}
          <h2 className="min-w-0 flex-1 truncate font-semibold">{conversation?.title ?? '新对话'}</h2>
          {reader === undefined && (
            <a className="btn btn-ghost btn-sm" href={FRONT_PATH}>
              怎么工作
            </a>
          )}
          <a className="btn btn-sm" href={TOOLS_PATH}>
            工具箱
          </a>
        </div>
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto bg-ground p-4" onScroll={look}>
          <div className={classNames('mx-auto grid max-w-[820px] gap-4', load === 'none' && 'min-h-full content-center')}>
            {load === 'loading' && <Skeleton rows={4} row_class="h-20" />}
            {load === 'failed' && failure && <ErrorState {...failure} onRetry={() => void talk.actions.open(asked('id'), asked('at'))} />}
            {load === 'none' && (
              <div className="grid gap-3 py-8 text-center">
                <p className="text-lg font-semibold">想办什么活动？</p>
                <p className="text-muted">从站内公开的方案、PPT、案例和供应商里找答案，每一句都标明出处。</p>
                <ul className="grid gap-2 sm:grid-cols-2">
                  {EXAMPLES.map((one) => (
                    <li key={one}>
                      <button type="button" className="panel w-full p-3 text-left hover:shadow-lift" onClick={() => void ask(one)}>
                        {one}
                      </button>
                    </li>
                  ))}
                </ul>
                <p className="mt-5 font-semibold">或者填几项，直接生成一份</p>
                <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
                  {ASSISTANT_TOOLS.map(({ key, title, example }) => (
                    <li key={key}>
                      <a className="panel block overflow-hidden text-left hover:shadow-lift" href={toolPath(key)}>
                        <b className="block p-3 font-semibold">{title}</b>
                        {/* its end lies below the edge */}
                        <span className="block h-20 bg-ground px-3 pt-2" aria-hidden="true">
                          <ResultSheet {...example} />
                        </span>
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {branch.map((turn, depth) => (
              // a place keeps its buttons, and so the focus, whichever of its answers is seen
              <TalkTurn
                key={depth === 0 ? 0 : turn.parent_id}
                turn={turn}
                beside={turnsBeside(turns, turn)}
                actions={talk.actions}
                asking={asking}
                onAsk={(one, other) => askAt(one, other, { beside: one.id })}
                onGoOn={turn === last ? (one) => void askAt(one, '', { continues: one.id }) : undefined}
                onStep={(one, by) => show(turnBeside(turns, one, by).id)}
              />
            ))}
            {last && !running && (
              <p className="text-right">
                <ExportButtons formats={['docx']} verb="导出整个对话：" onExport={() => talk.actions.saveTalk(last)} />
              </p>
            )}
          </div>
        </div>
        {away && turns.length > 0 && (
          <div className="relative">
            <Button size="sm" className="absolute inset-x-0 bottom-2 mx-auto w-max shadow-lift" onClick={toNewest}>
              <ArrowDown size={14} aria-hidden="true" />
              {running ? '正在生成，去看' : '回到最新'}
            </Button>
          </div>
        )}
        <form
          className="border-t border-line px-4 py-3"
          onSubmit={(event) => {
            event.preventDefault();
            void ask(draft);
          }}
        >
          <div className="mx-auto grid max-w-[820px] gap-2">
            {elsewhere && (
              <p role="status" className="flex flex-wrap items-center gap-2 text-xs text-muted">
                另一个分支正在生成。
                <Button size="sm" onClick={() => show(elsewhere.id)}>
                  去看
                </Button>
              </p>
            )}
            {refusal && <FormError className="text-error" failure={refusal} />}
            <AskFiles files={files} />
            <CutNote chars={draft === '' ? 0 : cut} most={QUESTION_MAX} instead="，可以改为添加文件" />
            <div className="flex items-end gap-2">
              <AttachButton files={files} may={() => askSession('登录后即可添加文件')} />
              <TextBox
                ref={box}
                className="textarea max-h-40 min-h-11 w-full flex-1 resize-none field-sizing-content"
                aria-label="问题"
                placeholder={chosen.length > 0 ? '想问文件里的什么？' : '输入问题'}
                rows={1}
                maxLength={QUESTION_MAX}
                onLost={setCut}
                value={draft}
                onValue={type}
                onKeyDown={press}
              />
              <Button type="submit" look="primary" busy={asking} disabled={draft.trim() === '' || running || reading}>
                <SendHorizontal size={18} aria-hidden="true" />
                发送
              </Button>
            </div>
            <OwnWorks companies={standing?.companies ?? []} chosen={company_id} onChoose={setCompany} />
            {standing?.instructions && <Instructions own={standing.instructions} onSave={talk.actions.instruct} />}
            <Standing standing={standing} />
          </div>
        </form>
      </section>
    </div>
  );
}
