import { describe, expect, it } from 'vitest';
import type { ArticleDoc } from '#contract/article.ts';
import type { ItemCard, Picture } from '#contract/item.ts';
import { docHtml } from './article-html.ts';

const picture: Picture = { src: '/pic/a-960.webp', srcset: '/pic/a-320.webp 320w, /pic/a-960.webp 960w', width: 960, height: 600 };
const work = {
  id: 3,
  kind: 'scheme',
  title: '年会 <整案>',
  cover: null,
  user: { id: 1, nickname: '老周', headimgurl: '' },
} as unknown as ItemCard;
const parts = { pictures: new Map([[7, picture]]), works: new Map([[3, work]]) };
const html = (...blocks: ArticleDoc['blocks'][number][]) => docHtml({ blocks }, parts);

describe('a tree as HTML', () => {
  it('writes each sort of block', () => {
    expect(
      html({
        type: 'paragraph',
        runs: [
          { text: '一\n二', bold: true },
          { text: '三', italic: true, href: 'https://a.cn/?x=1&y' },
        ],
      }),
    ).toBe('<p><strong>一<br>二</strong><a href="https://a.cn/?x=1&#38;y" target="_blank" rel="nofollow ugc noopener"><em>三</em></a></p>');
    expect(html({ type: 'heading', level: 2, runs: [{ text: '甲' }] }, { type: 'heading', level: 3, runs: [{ text: '乙' }] })).toBe(
      '<h2 id="h-1">甲</h2><h3 id="h-2">乙</h3>',
    );
    expect(html({ type: 'quote', paragraphs: [[{ text: '引' }]] }, { type: 'divider' })).toBe('<blockquote><p>引</p></blockquote><hr>');
    expect(html({ type: 'paragraph', runs: [{ text: '站内', href: '/programme' }] })).toBe('<p><a href="/programme">站内</a></p>');
  });

  it('nests lists and closes what it opens', () => {
    const line = (level: number, ordered: boolean, text: string) => ({ level, ordered, runs: [{ text }] });
    expect(html({ type: 'list', lines: [line(0, true, 'a'), line(1, false, 'b'), line(2, false, 'c'), line(0, true, 'd')] })).toBe(
      '<ol><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ol>',
    );
    // deeper than it may begin, and another sort of list on the same level
    expect(html({ type: 'list', lines: [line(2, false, 'a'), line(0, true, 'b')] })).toBe('<ul><li>a</li></ul><ol><li>b</li></ol>');
  });

  it('shows pictures that are there, tables that can be moved, and works as cards', () => {
    const figure = html(
      { type: 'picture', file_id: 7, caption: '现场', alt: '' },
      { type: 'picture', file_id: 8, caption: '没有', alt: '' },
    );
    expect(figure).toContain('<img src="/pic/a-960.webp" srcset="/pic/a-320.webp 320w, /pic/a-960.webp 960w"');
    expect(figure).toContain('alt="现场" fetchpriority="high"');
    expect(figure).toContain('<figcaption>现场</figcaption>');
    expect(figure).not.toContain('没有');
    expect(html({ type: 'table', head: true, rows: [[[{ text: '项' }]], [[{ text: '灯' }]]] })).toBe(
      '<div class="doc-table" tabindex="0" role="region" aria-label="表格"><table><thead><tr><th scope="col">项</th></tr></thead><tbody><tr><td>灯</td></tr></tbody></table></div>',
    );
    expect(html({ type: 'work', kind: 'scheme', id: 3 })).toBe(
      '<a class="doc-work" href="/programme/detail?id=3"><span><strong>年会 &#60;整案&#62;</strong><span>方案 · 老周</span></span></a>',
    );
    expect(html({ type: 'work', kind: 'scheme', id: 4 })).toContain('引用的作品已下架');
  });

  it('begins addresses with the site for feeds', () => {
    const whole = docHtml(
      {
        blocks: [
          { type: 'picture', file_id: 7, caption: '', alt: '' },
          { type: 'work', kind: 'scheme', id: 3 },
        ],
      },
      { ...parts, origin: 'https://cemao.test' },
    );
    expect(whole).toContain('src="https://cemao.test/pic/a-960.webp"');
    expect(whole).toContain('srcset="https://cemao.test/pic/a-320.webp 320w, https://cemao.test/pic/a-960.webp 960w"');
    expect(whole).toContain('href="https://cemao.test/programme/detail?id=3"');
  });

  it('makes markup of nothing that a text holds', () => {
    const nasty = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'';
    const written = html(
      { type: 'paragraph', runs: [{ text: nasty }] },
      { type: 'heading', level: 2, runs: [{ text: nasty }] },
      { type: 'list', lines: [{ level: 0, ordered: false, runs: [{ text: nasty }] }] },
      { type: 'quote', paragraphs: [[{ text: nasty }]] },
      { type: 'picture', file_id: 7, caption: nasty, alt: nasty },
      { type: 'table', head: false, rows: [[[{ text: nasty }]]] },
    );
    expect(written).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>/);
    expect(written.match(/<img /g)).toHaveLength(1);
  });
});
