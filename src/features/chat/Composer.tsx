import { useStore } from '@nanostores/react';
import { BadgeJapaneseYen, FileUp, IdCard, ImagePlus, Layers, MessageSquareText, Mic, SendHorizontal, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isComposing } from '#client/is-composing.ts';
import { CHAT_TEXT_MAX, type ChatPrice, type ChatQuote, quoteOf } from '#contract/chat.ts';
import { type KindFacts, PUBLISHED_KINDS } from '#contract/kinds.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Select } from '#ui/Select.tsx';
import { CutNote, TextBox } from '#ui/TextArea.tsx';
import { ItemPicker } from '../publish/ItemPicker.tsx';
import { quoteText } from './MessageRow.tsx';
import { PHRASE_MENU, PhraseMenu, phraseOption } from './PhraseMenu.tsx';
import { PhrasesDialog } from './PhrasesDialog.tsx';
import { PriceDialog } from './PriceDialog.tsx';
import { type Phrases, phrasesFor, phraseWords, withPhrase } from './phrases.store.ts';
import { FILES, PICTURES, SENT_LIMIT, sendFiles, sendVoice } from './send-files.ts';
import type { Talk, TalkState } from './talk.store.ts';
import { useMicrophone, VoiceBar } from './VoiceBar.tsx';
import type { Voice } from './voice-recorder.ts';

export interface ComposerProps {
  talk: Talk;
  phrases: Phrases;
  blocked: boolean;
  me: number;
}

/** Where one writes: Enter sends, Shift and Enter begin a new line; a picture may be pasted, '/' at the beginning offers sentences. */
export function Composer({ talk, phrases, blocked, me }: ComposerProps) {
  const state = useStore(talk.$state);
  const { draft, quote } = state;
  const { phrases: known } = useStore(phrases.$state);
  const microphone = useMicrophone();
  const [recording, setRecording] = useState(false);
  const [at, setAt] = useState(0);
  const [cut, setCut] = useState(0);
  /** The draft for which the sentences were put away. */
  const [away, setAway] = useState('');
  const words = draft === away ? null : phraseWords(draft);
  const options = words === null ? [] : phrasesFor(known, words);
  const offered = Math.min(at, options.length - 1);
  useEffect(() => {
    if (words !== null && !known) void phrases.actions.load();
  }, [words, known, phrases]);
  const picture = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  if (blocked) return <p className="border-t border-line p-4 text-center text-muted">您已屏蔽对方，解除屏蔽后才能发送消息。</p>;

  if (recording) {
    const end = (voice: Voice | null) => {
      setRecording(false);
      if (voice) sendVoice(talk, voice);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-chat-voice]')?.focus());
    };
    return <VoiceBar onEnd={end} />;
  }

  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files].filter(({ type }) => PICTURES.includes(type));
    if (pasted.length === 0) return;
    event.preventDefault();
    sendFiles(talk, pasted, 'picture');
  };
  const field = () => document.querySelector<HTMLTextAreaElement>('[data-chat-field]');
  const put = (text: string) => {
    talk.actions.setDraft(withPhrase(draft, text, state.conversation?.other.nickname ?? ''));
    setAt(0);
    field()?.focus();
  };
  const choose = async () => {
    const chosen = await openDialog<string | null>((close) => <PhrasesDialog phrases={phrases} close={close} />);
    if (chosen !== null) put(chosen);
  };
  /** Whether the key was for the sentences that are offered. */
  const pressMenu = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (options.length === 0) return false;
    if (key === 'ArrowDown' || key === 'ArrowUp') setAt((offered + (key === 'ArrowDown' ? 1 : options.length - 1)) % options.length);
    else if (key === 'Escape') setAway(draft);
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey) put(options[offered]?.text ?? '');
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (!isComposing(event) && pressMenu(event)) return event.preventDefault();
    if (event.key === 'Escape' && quote && !isComposing(event)) return talk.actions.setQuote(null);
    // Enter that ends the spelling of a Chinese word sends nothing
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    void talk.actions.say();
  };
  const price = async () => {
    const given = await openDialog<ChatPrice | null>((close) => <PriceDialog close={close} />);
    if (given) await talk.actions.sendPrice(given);
  };
  const work = async () => {
    const chosen = await openDialog<{ id: number; title: string } | null>((close) => <WorkDialog close={close} />);
    if (chosen) await talk.actions.sendWork(chosen.id, chosen.title);
  };
  const resume = async () => {
    const { chooseResume } = await import('../recruit/talk-resume.tsx');
    const chosen = await chooseResume(state.conversation?.other.nickname ?? '对方');
    if (chosen) await talk.actions.sendResume(chosen.id, chosen.title);
  };
  return (
    <form
      className="grid gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void talk.actions.say();
      }}
    >
      {quote ? <Answered quote={quote} talk={talk} state={state} me={me} /> : null}
      {options.length > 0 ? <PhraseMenu options={options} at={offered} onPick={({ text }) => put(text)} /> : null}
      {words === '' && known && options.length === 0 ? (
        <p className="text-xs text-muted" role="status">
          还没有常用语，可以在下面的“常用语”里添加。
        </p>
      ) : null}
      <CutNote chars={draft === '' ? 0 : cut} most={CHAT_TEXT_MAX} instead="，可以分几条发，或改为发文件" />
      <div className="flex items-end gap-2">
        <TextBox
          aria-autocomplete="list"
          aria-controls={options.length > 0 ? PHRASE_MENU : undefined}
          aria-activedescendant={options.length > 0 ? phraseOption(offered) : undefined}
          data-chat-field
          className="textarea max-h-40 min-h-11 w-full flex-1 resize-none field-sizing-content"
          aria-label="消息"
          placeholder="输入消息"
          rows={1}
          maxLength={CHAT_TEXT_MAX}
          onLost={setCut}
          value={draft}
          onValue={talk.actions.setDraft}
          onKeyDown={press}
          onPaste={paste}
        />
        <Button type="submit" look="primary" disabled={draft.trim() === ''}>
          <SendHorizontal size={18} aria-hidden="true" />
          发送
        </Button>
      </div>
      <div className="flex flex-wrap gap-1 max-sm:gap-0 max-sm:[&_.btn]:px-2 max-sm:[&_svg]:hidden">
        <Button look="ghost" size="sm" title={`图片，${SENT_LIMIT}`} onClick={() => picture.current?.click()}>
          <ImagePlus size={16} aria-hidden="true" />
          图片
        </Button>
        <Button
          look="ghost"
          size="sm"
          title={`视频、Office 文档、PDF、设计源文件和压缩包，${SENT_LIMIT}`}
          onClick={() => file.current?.click()}
        >
          <FileUp size={16} aria-hidden="true" />
          文件
        </Button>
        <Button look="ghost" size="sm" onClick={() => void work()}>
          <Layers size={16} aria-hidden="true" />
          作品
        </Button>
        {/* who asks about a work does not look for work there */}
        {state.conversation?.subject.kind === 'item' ? null : (
          <Button look="ghost" size="sm" onClick={() => void resume()}>
            <IdCard size={16} aria-hidden="true" />
            简历
          </Button>
        )}
        <Button look="ghost" size="sm" onClick={() => void price()}>
          <BadgeJapaneseYen size={16} aria-hidden="true" />
          报价
        </Button>
        {microphone ? (
          <Button look="ghost" size="sm" data-chat-voice onClick={() => setRecording(true)}>
            <Mic size={16} aria-hidden="true" />
            语音
          </Button>
        ) : null}
        <Button look="ghost" size="sm" onClick={() => void choose()}>
          <MessageSquareText size={16} aria-hidden="true" />
          常用语
        </Button>
        {(
          [
            ['picture', picture, PICTURES, '选择图片'],
            ['file', file, FILES, '选择文件'],
          ] as const
        ).map(([type, ref, accept, label]) => (
          <input
            key={type}
            ref={ref}
            type="file"
            className="hidden"
            accept={accept}
            multiple
            aria-label={label}
            onChange={(event) => {
              sendFiles(talk, [...(event.target.files ?? [])], type);
              // the same file again is a change again
              event.target.value = '';
            }}
          />
        ))}
      </div>
    </form>
  );
}

/** The message that what is written answers, as it stands now, until it is sent or put away. */
function Answered({ quote, talk, state, me }: { quote: ChatQuote; talk: Talk; state: TalkState; me: number }) {
  const row = state.talk.rows.find(({ seq }) => seq === quote.seq);
  return (
    <div className="flex items-center gap-2" role="status">
      <p className="chat-quote flex-1">
        <span className="sr-only">正在回复</span>
        {quoteText(row ? quoteOf(row) : quote, me, state)}
      </p>
      <Button look="ghost" size="sm" className="btn-square" aria-label="取消引用" onClick={() => talk.actions.setQuote(null)}>
        <X size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Chooses a published work to show to the other side. */
function WorkDialog({ close }: { close(work: { id: number; title: string } | null): void }) {
  const [kind, setKind] = useState<KindFacts['key']>(PUBLISHED_KINDS[0]?.key ?? '');
  const [id, setId] = useState<number | null>(null);
  const noun = PUBLISHED_KINDS.find(({ key }) => key === kind)?.noun ?? '作品';
  return (
    <Dialog open title="发送作品" width={480} onClose={() => close(null)}>
      <div className="grid gap-2">
        <Select
          label="类型"
          value={kind}
          onValue={(chosen) => {
            setKind(chosen);
            setId(null);
          }}
          options={PUBLISHED_KINDS.map((one) => [one.key, one.noun])}
        />
        <ItemPicker key={kind} label={noun} error="" required={false} kind={kind} value={id} onChange={setId} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(null)}>取消</Button>
          <Button look="primary" disabled={id === null} onClick={() => id !== null && close({ id, title: noun })}>
            发送
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
