import { Copy, FilePlus2, FileText, Pencil, PenLine, RefreshCw, Square, ThumbsDown, ThumbsUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  ANSWER_TEXT_MAX,
  type AssistantTurn,
  answerDemandPath,
  insteadLinks,
  isOpen,
  TOOLS_PATH,
  VOTE_NOTE_MAX,
} from '#contract/assistant.ts';
import { quotedText } from '#contract/assistant-text.ts';
import { type ExportFormat, findTool } from '#contract/assistant-tools.ts';
import { isPaperResult } from '#contract/paper.ts';
import { Button } from '#ui/Button.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { AnswerText } from './AnswerText.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import type { AssistantTalkStore } from './talk.store.ts';

const OF_WORDS: readonly ExportFormat[] = ['docx', 'pptx'];
const STATE_TEXTS: Partial<Record<AssistantTurn['state'], string>> = {
  waiting: '正在排队…',
  running: '正在生成…',
  stopped: '已停止',
};

interface CardProps {
  turn: AssistantTurn;
  actions: AssistantTalkStore['actions'];
  /** Answers it again, where that is possible. */
  onAgain?: (() => void) | undefined;
  /** Goes on with it, as long as nothing was asked after it. */
  onGoOn?: (() => void) | undefined;
}

/** An answer with what can be done with it. */
export function AnswerCard({ turn, actions, onAgain, onGoOn }: CardProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [voted, setVoted] = useState<AssistantTurn['vote']>(0);
  const open = isOpen(turn.state);
  const over = !open && turn.text !== '';
  const status = turn.reason || STATE_TEXTS[turn.state] || '';
  const looking = open && turn.text === '';
  // a line of ours in place of an answer is taken to no file
  const answered = turn.nothing_found === 0 || turn.tool !== '' || turn.edited === 1;
  return (
    <article className="panel grid grid-cols-[minmax(0,1fr)] gap-3 p-4" aria-label="回答" aria-busy={open || undefined}>
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <span className="rounded-full bg-tint px-2 py-0.5 font-semibold text-primary">{turn.mark}</span>
        {turn.edited === 1 && <span>已由您编辑</span>}
        {turn.sought !== '' && <span className="min-w-0 truncate">按“{turn.sought}”查找</span>}
        {turn.coins > 0 && <span className="num">使用 {turn.coins} 猫币</span>}
        <span role="status">
          {looking && turn.state === 'running'
            ? turn.files.length > 0
              ? '正在读文件、查找站内公开作品并生成…'
              : '正在查找站内公开作品并生成…'
            : status}
        </span>
      </p>
      {!open && draft === null && <Asked turn={turn} />}
      {draft === null ? (
        <AnswerText text={turn.text} sources={turn.sources} />
      ) : (
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void actions.edit(turn.id, draft).then((kept) => kept && setDraft(null));
          }}
        >
          <TextBox
            className="textarea min-h-60 w-full"
            aria-label="编辑回答"
            maxLength={ANSWER_TEXT_MAX}
            value={draft}
            onValue={setDraft}
          />
          <p className="text-xs text-muted">“##”开头的行是标题，“-”开头的是列表，两个“**”之间加粗，[1] 是出处的编号。</p>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" size="sm">
              保存
            </Button>
            <Button size="sm" onClick={() => setDraft(null)}>
              取消
            </Button>
            {turn.edited === 1 && (
              <Button look="ghost" size="sm" onClick={() => void actions.edit(turn.id, '').then((kept) => kept && setDraft(null))}>
                恢复原来的回答
              </Button>
            )}
          </div>
        </form>
      )}
      {onGoOn && turn.unfinished === 1 && draft === null && (
        <p>
          <Button size="sm" title="在这条回答里往下写，按一次提问计算" icon={<PenLine size={14} aria-hidden="true" />} onClick={onGoOn}>
            接着写
          </Button>
        </p>
      )}
      {turn.nothing_found === 1 && (turn.tool === '' || turn.text !== '') && <Instead turn={turn} />}
      {!open && turn.sources.length > 0 && <Sources turn={turn} />}
      <Offers turn={turn} />
      {open && (
        <div>
          <Button size="sm" icon={<Square size={14} aria-hidden="true" />} onClick={() => void actions.stop(turn.id)}>
            停止生成
          </Button>
        </div>
      )}
      {!open && !over && onAgain && (
        <div>
          <Button size="sm" icon={<RefreshCw size={14} aria-hidden="true" />} onClick={onAgain}>
            再试一次
          </Button>
        </div>
      )}
      {over && draft === null && (
        <div className="flex flex-wrap gap-1">
          {onAgain && (
            <Button look="ghost" size="sm" icon={<RefreshCw size={14} aria-hidden="true" />} onClick={onAgain}>
              重新回答
            </Button>
          )}
          <Button look="ghost" size="sm" icon={<Copy size={14} aria-hidden="true" />} onClick={() => void actions.copy(turn)}>
            复制
          </Button>
          {answered && (
            <>
              <Button look="ghost" size="sm" icon={<Pencil size={14} aria-hidden="true" />} onClick={() => setDraft(turn.text)}>
                编辑
              </Button>
              <ExportButtons
                formats={turn.tool === '' ? OF_WORDS : (findTool(turn.tool)?.exports ?? [])}
                onExport={(format) => actions.save(turn, format)}
              />
            </>
          )}
          {isPaperResult(turn.result) && (
            <Button
              look="ghost"
              size="sm"
              title="存成可以逐行修改的文档，合计与时间自动算"
              icon={<FileText size={14} aria-hidden="true" />}
              onClick={() => void actions.makePaper(turn.id)}
            >
              保存为文档
            </Button>
          )}
          <a className="btn btn-ghost btn-sm" href={answerDemandPath(turn.id)}>
            <FilePlus2 size={14} aria-hidden="true" />
            发布需求
          </a>
          <span className="ml-auto flex gap-1">
            <Vote turn={turn} vote={1} actions={actions} onVote={setVoted} />
            <Vote turn={turn} vote={-1} actions={actions} onVote={setVoted} />
          </span>
        </div>
      )}
      {over && voted === -1 && turn.vote === -1 && <VoteNote id={turn.id} actions={actions} onClose={() => setVoted(0)} />}
    </article>
  );
}

interface VoteProps {
  turn: AssistantTurn;
  vote: 1 | -1;
  actions: AssistantTalkStore['actions'];
  /** The vote as it is now asked for; 0: taken back. */
  onVote(vote: AssistantTurn['vote']): void;
}

function Vote({ turn, vote, actions, onVote }: VoteProps) {
  const Icon = vote === 1 ? ThumbsUp : ThumbsDown;
  const given = turn.vote === vote;
  const label = vote === 1 ? '有帮助' : '没有帮助';
  return (
    <Button
      look="ghost"
      size="sm"
      aria-label={label}
      title={`${label}（运营会看到这条问答）`}
      aria-pressed={given}
      className={given ? 'text-primary' : ''}
      onClick={() => {
        onVote(given ? 0 : vote);
        void actions.vote(turn.id, given ? 0 : vote);
      }}
    >
      <Icon size={14} aria-hidden="true" />
    </Button>
  );
}

/** A tool writes also where it found nothing to go by: that is said beside what it wrote, whose text is copied and sent as it is. */
function Instead({ turn: { id, tool, question, sought, input, offers, company_id } }: { turn: AssistantTurn }) {
  const { search, demand } = insteadLinks(tool === '' ? sought || question : input['theme'] || input['activity'] || question);
  return (
    <p className="flex flex-wrap items-center gap-2 rounded-box bg-gold-tint p-3 text-gold-ink">
      {tool === ''
        ? `${company_id > 0 ? '企业已发布的作品里没有找到相关作品' : '站内没有找到相关的公开作品'}。`
        : '没有找到可参考的站内作品，以上内容没有出处。'}
      <a className="btn btn-sm" href={search}>
        去搜索
      </a>
      <a className="btn btn-sm" href={tool === '' ? demand : answerDemandPath(id)}>
        发布需求
      </a>
      {tool === '' && offers.length === 0 && (
        <a className="btn btn-sm" href={TOOLS_PATH}>
          用工具箱
        </a>
      )}
    </p>
  );
}

/** What was wrong with an answer that did not help, for staff; optional. */
function VoteNote({ id, actions, onClose }: { id: number; actions: AssistantTalkStore['actions']; onClose(): void }) {
  const [note, setNote] = useState('');
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') void actions.vote(id, -1, note.trim());
        onClose();
      }}
    >
      <input
        className="input input-sm min-w-48 flex-1"
        aria-label="哪里不好（选填）"
        placeholder="哪里不好？选填，运营会看到"
        maxLength={VOTE_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" size="sm">
        提交说明
      </Button>
    </form>
  );
}

/** Fields of a tool that its address fills in, in words. */
function filledWords(offer: AssistantTurn['offers'][number]): string {
  const given = new URLSearchParams(offer.path.split('?')[1]);
  const fields = findTool(offer.tool)?.fields ?? [];
  return fields
    .flatMap(({ key, label, type, unit }) => {
      const value = given.get(key);
      if (value === null) return [];
      if (type === 'long') return [`${label} ${value.split('\n').length} 行`];
      return [`${label} ${type === 'number' ? Number(value).toLocaleString('en') : value}${unit ? ` ${unit}` : ''}`];
    })
    .join('，');
}

/** Tools whose work the question asks for, before the answer: they make it, the answer only quotes. */
function Asked({ turn }: { turn: AssistantTurn }) {
  return turn.offers
    .filter(({ asked }) => asked === 1)
    .map((offer) => {
      const filled = filledWords(offer);
      return (
        <p key={offer.tool} className="flex flex-wrap items-center gap-2 rounded-box bg-tint p-3 text-sm">
          <a className="btn btn-primary btn-sm" href={offer.path}>
            用“{offer.title}”生成
          </a>
          <span className="min-w-0">
            {filled === '' ? '打开后填好表单即可生成。' : `已按说过的和文件里写明的填好：${filled}。没说到的没有填，请核对后生成。`}
          </span>
        </p>
      );
    });
}

/** Tools that go on with what the conversation said. */
function Offers({ turn }: { turn: AssistantTurn }) {
  const others = turn.offers.filter(({ asked }) => asked === 0);
  if (others.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      带上说过的，用工具继续：
      {others.map(({ tool, title, path }) => (
        <a key={tool} className="btn btn-sm" href={path}>
          {title}
        </a>
      ))}
    </p>
  );
}

/** A work leads to its page; a passage of a file of one's own is shown here alone. */
function SourceFrame({ path, children }: { path: string; children: ReactNode }) {
  const frame = 'flex h-full gap-3 rounded-box border border-line p-3';
  if (path === '') return <div className={frame}>{children}</div>;
  return (
    <a className={`${frame} hover:border-primary`} href={path}>
      {children}
    </a>
  );
}

function Sources({ turn }: { turn: AssistantTurn }) {
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <p className="text-xs text-muted">{turn.sources.some(({ id, path }) => path === '' || id === 0) ? '出处' : '出处（站内公开作品）'}</p>
      <ol className="grid gap-2 sm:grid-cols-2">
        {turn.sources.map(({ n, kind, title, path, excerpt, cover, price }) => (
          <li key={n}>
            <SourceFrame path={path}>
              {cover && <img src={cover} alt="" width={96} height={60} loading="lazy" className="h-15 w-24 rounded-field object-cover" />}
              <span className="min-w-0">
                <span className="num mr-2 text-primary">[{n}]</span>
                <b>{title}</b>
                <span className="ml-2 whitespace-nowrap text-xs text-muted">{price ? `${kind} · ${price}` : kind}</span>
                {excerpt && <span className="mt-1 line-clamp-2 block text-xs text-muted">{quotedText(excerpt)}</span>}
              </span>
            </SourceFrame>
          </li>
        ))}
      </ol>
    </section>
  );
}
