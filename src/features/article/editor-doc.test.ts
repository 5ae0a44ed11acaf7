import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';
import { type ArticleDoc, tidyDoc } from '#contract/article.ts';
import { extensionsOf } from './editor.ts';
import { docOfEditor, type EditorNode, editorOfDoc, inlineOf } from './editor-doc.ts';

const doc: ArticleDoc = {
  blocks: [
    { type: 'heading', level: 2, runs: [{ text: '准备' }] },
    {
      type: 'paragraph',
      runs: [
        { text: '看\n场地', bold: true },
        { text: '链接', italic: true, href: 'https://a.cn/' },
      ],
    },
    {
      type: 'list',
      lines: [
        { level: 0, ordered: true, runs: [{ text: '一' }] },
        { level: 1, ordered: false, runs: [{ text: '点' }] },
        { level: 2, ordered: false, runs: [{ text: '深' }] },
        { level: 0, ordered: true, runs: [{ text: '二' }] },
      ],
    },
    { type: 'quote', paragraphs: [[{ text: '甲' }], [{ text: '乙' }]] },
    { type: 'picture', file_id: 5, caption: '图', alt: '说明' },
    {
      type: 'table',
      head: true,
      rows: [
        [[{ text: '项' }], [{ text: '价' }]],
        [[{ text: '灯' }], []],
      ],
    },
    { type: 'divider' },
    { type: 'work', kind: 'scheme', id: 9 },
  ],
};

it('goes through the editor and back unchanged', () => {
  expect(docOfEditor(editorOfDoc(doc))).toEqual(tidyDoc(doc));
});

it('gives an empty text a line to write in', () => {
  expect(editorOfDoc({ blocks: [] })).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
  expect(docOfEditor({ type: 'doc', content: [{ type: 'paragraph' }] })).toEqual({ blocks: [] });
  expect(inlineOf([{ text: 'a\n\nb' }]).map(({ type }) => type)).toEqual(['text', 'hardBreak', 'hardBreak', 'text']);
});

it('leaves out what the tree does not know, and pictures on their way', () => {
  const foreign = {
    type: 'doc',
    content: [
      { type: 'iframe', attrs: { src: 'https://evil.example' } },
      { type: 'codeBlock', content: [{ type: 'text', text: 'x' }] },
      { type: 'picture', attrs: { file_id: null, upload: 'u1' } },
      { type: 'work', attrs: { kind: 'job', id: 3 } },
      {
        type: 'paragraph',
        content: [{ type: 'text', text: '留下', marks: [{ type: 'highlight' }, { type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
      },
    ],
  };
  expect(docOfEditor(foreign)).toEqual({ blocks: [{ type: 'paragraph', runs: [{ text: '留下' }] }] });
});

it('is what the editor can hold, and its schema knows nothing else', () => {
  const schema = getSchema(extensionsOf({ sources: new Map(), lookUp: async () => null, nounOf: () => '' }));
  const node = schema.nodeFromJSON(editorOfDoc(doc));
  node.check();
  expect(docOfEditor(node.toJSON() as EditorNode)).toEqual(tidyDoc(doc));
  const blocks =
    'paragraph heading bulletList orderedList listItem blockquote picture table tableRow tableCell tableHeader horizontalRule work';
  expect(Object.keys(schema.nodes).toSorted()).toEqual([...blocks.split(' '), 'doc', 'text', 'hardBreak'].toSorted());
  expect(Object.keys(schema.marks).toSorted()).toEqual(['bold', 'italic', 'link']);
});
