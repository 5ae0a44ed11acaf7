import { mergeAttributes, Node } from '@tiptap/core';
import type { PickedItem } from '#contract/publish.ts';

/** Where pictures that are stored can be seen, by their file. */
export type PictureSources = Map<number, string>;

const el = <K extends keyof HTMLElementTagNameMap>(tag: K, class_name: string, text = ''): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  element.className = class_name;
  element.textContent = text;
  return element;
};

/** Neither a pasted page nor a stored tree brings attributes in: only the editor's own commands write these. */
const plain = (value: unknown) => ({ default: value, rendered: false });

/** A picture with its caption and what it shows, for who cannot see it. */
export function pictureNode(sources: PictureSources) {
  return Node.create({
    name: 'picture',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      file_id: plain(null),
      caption: plain(''),
      alt: plain(''),
      /** Of one that is on its way: its number, and how far it is. */
      upload: plain(''),
      note: plain(''),
    }),
    renderHTML: ({ HTMLAttributes }) => ['figure', mergeAttributes(HTMLAttributes)],
    addNodeView() {
      return ({ node: first, editor, getPos }) => {
        let node = first;
        const dom = el('figure', 'editor-picture');
        const image = el('img', '');
        image.alt = '';
        const note = el('p', 'editor-note');
        note.setAttribute('role', 'status');
        const field = (name: 'caption' | 'alt', label: string, hint: string) => {
          const input = el('input', 'input input-sm w-full');
          input.type = 'text';
          input.maxLength = 120;
          input.setAttribute('aria-label', label);
          input.placeholder = hint;
          input.addEventListener('input', () => {
            const at = getPos();
            if (typeof at === 'number') editor.view.dispatch(editor.state.tr.setNodeAttribute(at, name, input.value));
          });
          return input;
        };
        const caption = field('caption', '图注', '图注（可不填）');
        const alt = field('alt', '图片说明', '图片说明，读屏软件会读出来');
        const remove = el('button', 'btn btn-xs editor-remove', '移除图片');
        remove.type = 'button';
        remove.addEventListener('click', () => {
          const at = getPos();
          if (typeof at === 'number') editor.view.dispatch(editor.state.tr.delete(at, at + node.nodeSize));
        });
        const fields = el('div', 'editor-fields');
        fields.append(caption, alt);
        dom.append(image, note, fields, remove);
        const show = () => {
          const { file_id, caption: said, alt: told, note: text } = node.attrs;
          const src = typeof file_id === 'number' ? sources.get(file_id) : undefined;
          image.hidden = !src;
          if (src && image.getAttribute('src') !== src) image.src = src;
          note.textContent = String(text);
          note.hidden = text === '';
          fields.hidden = file_id === null;
          if (caption.value !== said) caption.value = String(said);
          if (alt.value !== told) alt.value = String(told);
        };
        show();
        return {
          dom,
          update(next) {
            if (next.type !== node.type) return false;
            node = next;
            show();
            return true;
          },
          stopEvent: (event) => event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement,
          ignoreMutation: () => true,
        };
      };
    },
  });
}

/** One of our works, shown as its card. */
export function workNode(lookUp: (kind: string, id: number) => Promise<PickedItem | null>, nounOf: (kind: string) => string) {
  return Node.create({
    name: 'work',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ kind: plain(''), id: plain(null) }),
    renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes)],
    addNodeView() {
      return ({ node, editor, getPos }) => {
        const dom = el('div', 'editor-work');
        const image = el('img', '');
        image.alt = '';
        image.hidden = true;
        const title = el('strong', '', '正在读取作品');
        const text = el('span', 'editor-work-text');
        const { kind, id } = node.attrs as { kind: string; id: number };
        text.append(title, el('span', 'text-xs text-muted', nounOf(kind)));
        const remove = el('button', 'btn btn-xs editor-remove', '移除引用');
        remove.type = 'button';
        remove.addEventListener('click', () => {
          const at = getPos();
          if (typeof at === 'number') editor.view.dispatch(editor.state.tr.delete(at, at + node.nodeSize));
        });
        dom.append(image, text, remove);
        lookUp(kind, id)
          .catch(() => null)
          .then((item) => {
            title.textContent = item?.title ?? '作品已下架，读者会看到“引用的作品已下架”';
            if (item?.cover_src) {
              image.src = item.cover_src;
              image.hidden = false;
            }
          });
        return { dom, stopEvent: (event) => event.target instanceof HTMLButtonElement, ignoreMutation: () => true };
      };
    },
  });
}
