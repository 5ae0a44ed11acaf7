import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { isComposing } from '#client/is-composing.ts';
import { type ArticleDoc, countWords, DOC_LIMITS, docText, EMBED_KINDS, readingMinutes, safeHref } from '#contract/article.ts';
import { stopOf } from '#kit/upload/single-upload.ts';
import { FormError } from '#ui/FormError.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { ItemPicker } from '../publish/ItemPicker.tsx';
import { lookUpWork, storePicture } from './article-files.ts';
import { createArticleEditor, type ArticleEditor as EditorHandle } from './editor.ts';
import type { PictureSources } from './editor-nodes.ts';
import { Toolbar, type ToolPanel } from './Toolbar.tsx';

export interface ArticleEditorProps {
  doc: ArticleDoc;
  sources: PictureSources;
  /** Names of kinds, for the choice of works. */
  nouns: Readonly<Record<string, string>>;
  error: string;
  /** What the form calls to put an older version in its place. */
  handle: RefObject<EditorHandle | null>;
  onChange(doc: ArticleDoc): void;
  onUploads(count: number): void;
}

/** The text of an article with its buttons. */
export function ArticleEditor({ doc, sources, nouns, error, handle, onChange, onUploads }: ArticleEditorProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState<EditorHandle | null>(null);
  const [, setMoves] = useState(0);
  const [panel, setPanel] = useState<ToolPanel | null>(null);
  const [note, setNote] = useState('');
  const changed = useEffectEvent(onChange);
  const uploading = useEffectEvent(onUploads);
  const noun = useEffectEvent((kind: string) => nouns[kind] ?? '作品');
  const begin = useEffectEvent((element: HTMLElement) =>
    createArticleEditor({
      ...{ element, doc, sources, labelled_by: `${id}-title` },
      onChange: (next) => changed(next),
      onMove: () => setMoves((moves) => moves + 1),
      onUploads: (count) => uploading(count),
      onNote: setNote,
      whyNot: (reason) => stopOf(reason).message,
      lookUp: lookUpWork,
      nounOf: (kind) => noun(kind),
      upload: storePicture,
    }),
  );
  useEffect(() => {
    if (!place.current) return;
    const made = begin(place.current);
    handle.current = made;
    setReady(made);
    return () => {
      handle.current = null;
      made.destroy();
    };
  }, [handle]);
  const words = countWords(docText(doc));
  const close = () => {
    setPanel(null);
    ready?.editor.commands.focus();
  };
  return (
    <section className="panel editor" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="px-5 pt-5 text-base font-semibold md:px-6">
        正文
      </h2>
      {ready ? (
        <div className="editor-bar">
          <Toolbar
            editor={ready.editor}
            controls={`${id}-text`}
            onPictures={() => files.current?.click()}
            onPanel={(next) => setPanel(panel === next ? null : next)}
          />
          {panel === 'link' ? <LinkPanel handle={ready} onClose={close} /> : null}
          {panel === 'work' ? (
            <WorkPanel
              nouns={nouns}
              onClose={close}
              onPick={(kind, work_id) => {
                setPanel(null);
                ready.insertWork(kind, work_id);
              }}
            />
          ) : null}
        </div>
      ) : null}
      <input
        ref={files}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        multiple
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          ready?.insertPictures([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div id={`${id}-text`} ref={place} className="editor-place" />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 md:px-6">
        <p className="num text-xs text-muted">
          {words} 字{words > 0 && `，约 ${readingMinutes(doc)} 分钟读完`}
        </p>
        <p className="text-xs text-muted">图片、表格与 Word、公众号内容可以直接粘贴；图片也可以拖进来</p>
      </div>
      {note ? (
        <p role="status" className="flex items-center justify-between gap-3 bg-gold-tint px-5 py-2 text-gold-ink">
          {note}
          <button type="button" className="btn btn-ghost btn-xs" onClick={() => setNote('')}>
            知道了
          </button>
        </p>
      ) : null}
      {error ? <FormError className="field-error px-5 pb-4 text-error md:px-6">{error}</FormError> : null}
    </section>
  );
}

/** The address of the chosen words. */
function LinkPanel({ handle: { editor }, onClose }: { handle: EditorHandle; onClose(): void }) {
  const [href, setHref] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [wrong, setWrong] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const put = () => {
    const safe = safeHref(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(href.trim()) ? `https://${href.trim()}` : href);
    if (safe === null) return setWrong('链接应以 http:// 或 https:// 开头，或是本站以 / 开头的路径');
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: safe, marks: [{ type: 'link', attrs: { href: safe } }] }).run();
    } else chain.setLink({ href: safe }).run();
    onClose();
  };
  return (
    <fieldset className="editor-panel" aria-label="链接">
      <input
        ref={field}
        type="text"
        className={`input input-sm min-w-0 flex-1 ${wrong ? 'input-error' : ''}`}
        aria-label="链接地址"
        aria-invalid={wrong !== ''}
        placeholder="https://"
        maxLength={DOC_LIMITS.href}
        value={href}
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            put();
          }
          if (event.key === 'Escape') onClose();
        }}
      />
      <button type="button" className="btn btn-primary btn-sm" onClick={put}>
        确定
      </button>
      {editor.isActive('link') ? (
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onClose();
          }}
        >
          取消链接
        </button>
      ) : null}
      <button type="button" className="btn btn-ghost btn-sm" onClick={onClose}>
        关闭
      </button>
      {wrong ? <FormError className="w-full text-xs text-error">{wrong}</FormError> : null}
    </fieldset>
  );
}

interface WorkPanelProps {
  nouns: Readonly<Record<string, string>>;
  onPick(kind: string, id: number): void;
  onClose(): void;
}

/** Finds one of our works by the words of its title. */
function WorkPanel({ nouns, onPick, onClose }: WorkPanelProps) {
  const [kind, setKind] = useState<string>(EMBED_KINDS[0]);
  return (
    <fieldset className="editor-panel items-start" aria-label="引用作品">
      <SelectBox
        className="select select-sm w-32"
        aria-label="作品类型"
        value={kind}
        onValue={setKind}
        options={EMBED_KINDS.map((key) => [key, nouns[key] ?? key])}
      />
      <div className="min-w-52 flex-1">
        <ItemPicker
          key={kind}
          label="作品标题"
          error=""
          required={false}
          kind={kind}
          value={null}
          onChange={(id) => id !== null && onPick(kind, id)}
        />
      </div>
      <button type="button" className="btn btn-ghost btn-sm" onClick={onClose}>
        关闭
      </button>
    </fieldset>
  );
}
