import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { SavedItem } from '#contract/publish.ts';
import { testApp } from '../support/app.ts';
import { articleForm, publishArticle } from '../support/articles.ts';
import { makePerson, type Person } from '../support/people.ts';

const KIND = KINDS.article;

const t = testApp();
let writer: Person;
let keys = 0;
beforeAll(async () => {
  writer = await makePerson(t);
});

/** Sends a tree by hand, past the editor. */
async function send(body: unknown, action: 'draft' | 'submit' = 'draft') {
  const form = await articleForm(t, writer, { pictures: [] });
  return t.call<SavedItem>('POST', KIND.calls.publish.form, {
    token: writer.token,
    body: { ...form, fields: { body }, draft_key: `by-hand-${++keys}`, action },
  });
}
const text = { type: 'paragraph', runs: [{ text: '一段足够长的正文，用来让这篇文章可以被提交审核。' }] };
const deep = (levels: number): unknown => (levels === 0 ? text : { type: 'quote', paragraphs: [[deep(levels - 1)]] });

describe('a tree that is sent by hand', () => {
  it.each<[string, unknown]>([
    ['a foreign block', { blocks: [{ type: 'html', html: '<script>alert(1)</script>' }] }],
    ['an iframe', { blocks: [{ type: 'iframe', src: 'https://evil.example' }] }],
    ['raw markup beside the blocks', { blocks: [text], html: '<b>x</b>' }],
    ['a foreign key in a block', { blocks: [{ ...text, onclick: 'alert(1)' }] }],
    ['a foreign key in a run', { blocks: [{ type: 'paragraph', runs: [{ text: 'x', style: 'position:fixed' }] }] }],
    ['a javascript link', { blocks: [{ type: 'paragraph', runs: [{ text: 'x', href: 'javascript:alert(1)' }] }] }],
    ['a link in disguise', { blocks: [{ type: 'paragraph', runs: [{ text: 'x', href: 'java\tscript:alert(1)' }] }] }],
    ['a data link', { blocks: [{ type: 'paragraph', runs: [{ text: 'x', href: 'data:text/html,<script>1</script>' }] }] }],
    ['a link to another host without a scheme', { blocks: [{ type: 'paragraph', runs: [{ text: 'x', href: '//evil.example' }] }] }],
    ['a heading that is none', { blocks: [{ type: 'heading', level: 1, runs: [] }] }],
    ['a picture by its address', { blocks: [{ type: 'picture', src: 'https://evil.example/1.png', caption: '', alt: '' }] }],
    ['a work of no kind', { blocks: [{ type: 'work', kind: '../admin', id: 1 }] }],
    ['blocks inside blocks', { blocks: [deep(3)] }],
    ['nesting beyond sense', { blocks: [deep(200)] }],
    ['too many blocks', { blocks: Array.from({ length: 1_001 }, () => text) }],
    ['a table without end', { blocks: [{ type: 'table', head: false, rows: Array.from({ length: 61 }, () => [[]]) }] }],
    ['no tree at all', [[['blocks']]]],
  ])('is refused: %s', async (_what, body) => {
    const answer = await send(body);
    expect(answer.body.code).toBe(1);
    expect(answer.status).toBeLessThan(500);
  });

  it('is refused when it is too large to be read', async () => {
    const answer = await send({ blocks: Array.from({ length: 900 }, () => ({ type: 'paragraph', runs: [{ text: '长'.repeat(1_000) }] })) });
    expect(answer.status).toBe(413);
  });

  it('is refused with more words or pictures than an article has', async () => {
    const answer = await send(
      { blocks: Array.from({ length: 101 }, () => ({ type: 'paragraph', runs: [{ text: '多'.repeat(500) }] })) },
      'submit',
    );
    expect(answer.body).toMatchObject({ code: 1, fields: { 'field.body': '正文最多 50000 个字' } });
  });

  it('shows what looks like markup as the text that it is', async () => {
    const nasty = '</p><script>alert(1)</script><img src=x onerror=alert(1)>';
    const body = {
      blocks: [
        { type: 'paragraph', runs: [{ text: nasty.repeat(2) }] },
        { type: 'heading', level: 2, runs: [{ text: nasty }] },
        { type: 'table', head: true, rows: [[[{ text: nasty }], [{ text: nasty }]]] },
        { type: 'paragraph', runs: [{ text: '链接', href: 'https://example.com/"onmouseover="alert(1)' }] },
      ],
    };
    const form = await articleForm(t, writer);
    const { id } = await publishArticle(t, writer, {
      pictures: form.pictures,
      fields: { body: { blocks: [...body.blocks, ...pictureBlocks(form.pictures)] } } as never,
    });
    const { data } = (await t.call<{ content: string }>('GET', KIND.calls.detail.path, { query: { id } })).body;
    expect(data.content).not.toMatch(/<script|<img src=x|" ?onmouseover=/i);
    expect(data.content).toContain('&#60;script&#62;alert(1)');
  });
});

const pictureBlocks = (ids: readonly number[]) => ids.map((file_id) => ({ type: 'picture', file_id, caption: '', alt: '' }));
