import { Editor, Extension, markInputRule } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { type ArticleDoc, safeHref } from '#contract/article.ts';
import type { PickedItem } from '#contract/publish.ts';
import { docOfPasted } from './doc-of-html.ts';
import { docOfEditor, type EditorNode, editorOfDoc, inlineOf, nodesOf } from './editor-doc.ts';
import { type PictureSources, pictureNode, workNode } from './editor-nodes.ts';

export interface ArticleEditorInput {
  element: HTMLElement;
  doc: ArticleDoc;
  sources: PictureSources;
  /** Id of what names the field. */
  labelled_by: string;
  /** The tree as it is now, after every change of it. */
  onChange(doc: ArticleDoc): void;
  /** Selection or content changed: buttons may look different. */
  onMove(): void;
  /** Stores a picture. @throws whatever says why not */
  upload(file: File, onPercent: (percent: number) => void): Promise<{ id: number; src: string }>;
  /** How many are on their way. */
  onUploads(count: number): void;
  /** Something that the writer should know, e.g. pictures that were not taken over. */
  onNote(text: string): void;
  whyNot(error: unknown): string;
  lookUp(kind: string, id: number): Promise<PickedItem | null>;
  nounOf(kind: string): string;
}

const isPicture = (file: File): boolean => /^image\/(png|jpeg|webp|gif|heic|heif|avif|tiff)$/.test(file.type);

/** **加粗** behind a letter: Chinese has no spaces, which the kit's own rule waits for. */
const boldAnywhere = Extension.create({
  name: 'bold_anywhere',
  addInputRules() {
    const { bold } = this.editor.schema.marks;
    return bold ? [markInputRule({ find: /\*\*([^*\s][^*]*)\*\*$/, type: bold })] : [];
  },
});

/** What the editor knows: the blocks and marks of the tree, and nothing beyond them. */
export function extensionsOf({ sources, lookUp, nounOf }: Pick<ArticleEditorInput, 'sources' | 'lookUp' | 'nounOf'>) {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3] },
      code: false,
      codeBlock: false,
      strike: false,
      underline: false,
      link: { openOnClick: false, isAllowedUri: (url) => safeHref(url) !== null, HTMLAttributes: { target: null, rel: null } },
    }),
    boldAnywhere,
    TableKit.configure({ table: { resizable: false } }),
    pictureNode(sources),
    workNode(lookUp, nounOf),
  ];
}

/** The editor of an article's text. What is typed, pasted and dropped becomes nodes of its schema and, read out, the stored tree. */
export function createArticleEditor(input: ArticleEditorInput) {
  const { sources } = input;
  let uploads = 0;
  let numbers = 0;
  const editor = new Editor({
    element: input.element,
    // its own style sheet: the page lets no script write styles
    injectCSS: false,
    extensions: extensionsOf(input),
    content: editorOfDoc(input.doc),
    editorProps: {
      attributes: { class: 'article-body editor-text', role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': input.labelled_by },
      handlePaste(_view, event) {
        const data = event.clipboardData;
        if (!data) return false;
        const html = data.getData('text/html');
        const pictures = [...data.files].filter(isPicture);
        // Word and screenshots bring both: the words win, where there are some
        if (html.replace(/<[^<>]*>/g, '').trim() === '' && pictures.length > 0) {
          insertPictures(pictures);
          return true;
        }
        // a piece of this editor goes by the schema alone, with its pictures
        if (html === '' || html.includes('data-pm-slice')) return false;
        return insertPasted(html);
      },
      handleDrop(view, event) {
        const pictures = [...(event.dataTransfer?.files ?? [])].filter(isPicture);
        if (pictures.length === 0) return false;
        event.preventDefault();
        insertPictures(pictures, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
        return true;
      },
    },
    onUpdate: () => input.onChange(read()),
    onTransaction: () => input.onMove(),
  });

  const read = (): ArticleDoc => docOfEditor(editor.getJSON() as EditorNode);

  function insertPasted(html: string): boolean {
    const { doc, pictures_left } = docOfPasted(html);
    if (pictures_left > 0) input.onNote(`有 ${pictures_left} 张图片没有带入，请保存到电脑后再上传`);
    const [only, ...others] = doc.blocks;
    if (!only) return true;
    // a few words join the line that they are pasted into
    const content = others.length === 0 && only.type === 'paragraph' ? inlineOf(only.runs) : nodesOf(doc);
    return editor.chain().focus().insertContent(content).run();
  }

  /** Stores pictures and puts them where the cursor is, or at a place of the text. */
  function insertPictures(files: readonly File[], at?: number): void {
    for (const file of files) {
      const upload = `u${++numbers}`;
      const node = { type: 'picture', attrs: { upload, note: `${file.name} 上传中` } };
      if (at === undefined) editor.chain().focus().insertContent(node).run();
      else editor.chain().insertContentAt(at, node).run();
      void send(file, upload);
    }
  }

  async function send(file: File, upload: string): Promise<void> {
    input.onUploads(++uploads);
    try {
      const { id, src } = await input.upload(file, (percent) => mark(upload, { note: `${file.name} 上传中 ${percent}%` }));
      sources.set(id, src);
      mark(upload, { file_id: id, upload: '', note: '' });
    } catch (error) {
      mark(upload, { note: `${file.name} 没有上传：${input.whyNot(error)}。请移除后重新添加。` });
    }
    input.onUploads(--uploads);
  }

  /** Changes the picture that is on its way, wherever it stands by now; no step of the history. */
  function mark(upload: string, attrs: Record<string, unknown>): void {
    if (editor.isDestroyed) return;
    const { tr } = editor.state;
    editor.state.doc.descendants((node, pos) => {
      if (node.type.name === 'picture' && node.attrs['upload'] === upload) {
        for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(pos, name, value);
      }
    });
    if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
  }

  return {
    editor,
    insertPictures,
    insertWork: (kind: string, id: number) => editor.chain().focus().insertContent({ type: 'work', attrs: { kind, id } }).run(),
    /** Everything again, e.g. an older version. */
    replace: (doc: ArticleDoc) => editor.commands.setContent(editorOfDoc(doc), { emitUpdate: true }),
    destroy: () => editor.destroy(),
  };
}

export type ArticleEditor = ReturnType<typeof createArticleEditor>;
