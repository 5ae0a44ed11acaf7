import type { Editor } from '@tiptap/core';
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  LayoutTemplate,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Table,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';

export type ToolPanel = 'link' | 'work';

interface Tool {
  label: string;
  icon?: LucideIcon;
  pressed?: boolean;
  disabled?: boolean;
  run(): void;
}

export interface ToolbarProps {
  editor: Editor;
  /** Id of the field that the buttons act on. */
  controls: string;
  onPictures(): void;
  onPanel(panel: ToolPanel): void;
}

/** Buttons of the editor: one stop of the Tab key, arrows between them. */
export function Toolbar({ editor, controls, onPictures, onPanel }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const run = () => editor.chain().focus();
  const in_table = editor.isActive('table');
  const tools: Tool[] = [
    { label: '撤销', icon: Undo2, disabled: !editor.can().undo(), run: () => run().undo().run() },
    { label: '重做', icon: Redo2, disabled: !editor.can().redo(), run: () => run().redo().run() },
    {
      label: '小标题',
      icon: Heading2,
      pressed: editor.isActive('heading', { level: 2 }),
      run: () => run().toggleHeading({ level: 2 }).run(),
    },
    {
      label: '三级标题',
      icon: Heading3,
      pressed: editor.isActive('heading', { level: 3 }),
      run: () => run().toggleHeading({ level: 3 }).run(),
    },
    { label: '加粗', icon: Bold, pressed: editor.isActive('bold'), run: () => run().toggleBold().run() },
    { label: '斜体', icon: Italic, pressed: editor.isActive('italic'), run: () => run().toggleItalic().run() },
    { label: '链接', icon: Link, pressed: editor.isActive('link'), run: () => onPanel('link') },
    { label: '项目列表', icon: List, pressed: editor.isActive('bulletList'), run: () => run().toggleBulletList().run() },
    { label: '编号列表', icon: ListOrdered, pressed: editor.isActive('orderedList'), run: () => run().toggleOrderedList().run() },
    { label: '引用', icon: Quote, pressed: editor.isActive('blockquote'), run: () => run().toggleBlockquote().run() },
    { label: '图片', icon: ImagePlus, run: onPictures },
    { label: '表格', icon: Table, disabled: in_table, run: () => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run() },
    { label: '分隔线', icon: Minus, run: () => run().setHorizontalRule().run() },
    { label: '引用作品', icon: LayoutTemplate, run: () => onPanel('work') },
    ...(in_table
      ? [
          { label: '加一行', run: () => void run().addRowAfter().run() },
          { label: '加一列', run: () => void run().addColumnAfter().run() },
          { label: '删除行', run: () => void run().deleteRow().run() },
          { label: '删除列', run: () => void run().deleteColumn().run() },
          { label: '删除表格', run: () => void run().deleteTable().run() },
        ]
      : []),
  ];
  const current = Math.min(at, tools.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: tools.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tools.length) % tools.length;
    setAt(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={bar} role="toolbar" aria-label="正文格式" aria-controls={controls} className="editor-tools" onKeyDown={onKeyDown}>
      {tools.map(({ label, icon: Icon, pressed, disabled, run: press }, i) => (
        <button
          key={label}
          type="button"
          className={`btn btn-ghost btn-sm ${pressed ? 'bg-tint text-primary' : ''}`}
          title={label}
          aria-label={label}
          aria-pressed={pressed}
          // one that cannot be pressed stays reachable: the arrows would otherwise stop at it
          aria-disabled={disabled ?? false}
          tabIndex={i === current ? 0 : -1}
          onFocus={() => setAt(i)}
          onClick={() => {
            if (!disabled) press();
          }}
        >
          {Icon ? <Icon size={18} aria-hidden="true" /> : label}
        </button>
      ))}
    </div>
  );
}
