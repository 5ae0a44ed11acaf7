import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { docText } from '#contract/article.ts';
import { docOfHtml } from './doc-of-html.ts';

function read(html: string) {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return docOfHtml(document.body as unknown as Element);
}
const blocks = (html: string) => read(html).doc.blocks;

/** As Word for Windows puts it on the clipboard, shortened. */
const WORD = `<!--StartFragment-->
<style>@list l0 {mso-list-id:1;} p.MsoNormal {margin:0cm}</style>
<h1><span lang=EN-US>2026</span>年会执行手册<o:p></o:p></h1>
<p class=MsoNormal><b><span style='font-family:宋体'>搭建</span></b><span style='font-family:宋体'>从前一天&nbsp;20:00 开始，</span><span style='font-weight:bold'>务必</span>提前报备。<span lang=EN-US><o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='margin-left:18.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>灯光进场</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>a)<span>&nbsp;&nbsp; </span></span>吊点复核</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span>音响进场</p>
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal>项目</p></td><td><p class=MsoNormal>负责人</p></td></tr><tr><td><p class=MsoNormal>舞台</p></td><td><p class=MsoNormal>老周<br>阿真</p></td></tr></table>
<p class=MsoNormal><v:shape id="x"><v:imagedata src="file:///C:/1.png"/></v:shape><img width=100 src="file:///C:/Users/a/clip_image002.png"></p>
<!--EndFragment-->`;

/** As an article of 公众号 is copied from the browser, shortened. */
const WECHAT = `<section data-tool="mdnice编辑器" data-role="outer" style="font-size: 16px; color: rgb(63, 63, 63);">
<h2 data-tool="mdnice编辑器" style="border-bottom: 2px solid"><span style="display: none;"></span><span>开场：三分钟定调</span></h2>
<section style="margin: 8px 0"><p style="line-height: 1.75em;"><span style="letter-spacing: 1px;">第一段讲<strong style="color: rgb(255, 41, 65);">现场氛围</strong>，灯先暗。</span></p></section>
<section style="text-align:center"><img class="rich_pages wxw-img" data-src="https://mmbiz.qpic.cn/mmbiz_jpg/abc/640?wx_fmt=jpeg" src="data:image/gif;base64,R0lGOD" onerror="alert(1)"></section>
<blockquote data-tool="mdnice编辑器"><p>流程是骨架，情绪是血肉。</p><p>——某总控</p></blockquote>
<ul class="list-paddingleft-1"><li><section>先声</section></li><li><section>后光</section><ul><li>追光</li></ul></li></ul>
<p><a href="https://mp.weixin.qq.com/s/abc" target="_blank">往期文章</a><mp-common-profile data-nickname="某号"></mp-common-profile></p>
<section><iframe class="video_iframe" data-src="https://v.qq.com/x.html"></iframe><mpvoice name="录音"></mpvoice></section>
<script>var biz="x"</script></section>`;

describe('pasting', () => {
  it('takes from Word what it says, and none of how it writes it', () => {
    const { doc, pictures_left } = read(WORD);
    expect(pictures_left).toBe(1);
    expect(doc.blocks).toEqual([
      { type: 'heading', level: 2, runs: [{ text: '2026年会执行手册' }] },
      {
        type: 'paragraph',
        runs: [{ text: '搭建', bold: true }, { text: '从前一天 20:00 开始，' }, { text: '务必', bold: true }, { text: '提前报备。' }],
      },
      {
        type: 'list',
        lines: [
          { level: 0, ordered: true, runs: [{ text: '灯光进场' }] },
          { level: 1, ordered: true, runs: [{ text: '吊点复核' }] },
          { level: 0, ordered: true, runs: [{ text: '音响进场' }] },
        ],
      },
      {
        type: 'table',
        head: false,
        rows: [
          [[{ text: '项目' }], [{ text: '负责人' }]],
          [[{ text: '舞台' }], [{ text: '老周\n阿真' }]],
        ],
      },
    ]);
  });

  it('takes an article of 公众号 without its frames, counters and remote pictures', () => {
    const { doc, pictures_left } = read(WECHAT);
    expect(pictures_left).toBe(1);
    expect(doc.blocks).toEqual([
      { type: 'heading', level: 2, runs: [{ text: '开场：三分钟定调' }] },
      { type: 'paragraph', runs: [{ text: '第一段讲' }, { text: '现场氛围', bold: true }, { text: '，灯先暗。' }] },
      { type: 'quote', paragraphs: [[{ text: '流程是骨架，情绪是血肉。' }], [{ text: '——某总控' }]] },
      {
        type: 'list',
        lines: [
          { level: 0, ordered: false, runs: [{ text: '先声' }] },
          { level: 0, ordered: false, runs: [{ text: '后光' }] },
          { level: 1, ordered: false, runs: [{ text: '追光' }] },
        ],
      },
      { type: 'paragraph', runs: [{ text: '往期文章', href: 'https://mp.weixin.qq.com/s/abc' }] },
    ]);
  });

  it('reads a layout table of one column as text, and keeps lines', () => {
    expect(
      blocks('<table><tr><td>第一行<br>第二行</td></tr><tr><td>下一格</td></tr></table>').map((block) => docText({ blocks: [block] })),
    ).toEqual(['第一行\n第二行', '下一格']);
    expect(blocks('<b style="font-weight:normal"><p>谷歌文档</p></b>')).toEqual([{ type: 'paragraph', runs: [{ text: '谷歌文档' }] }]);
    expect(blocks('纯文字')).toEqual([{ type: 'paragraph', runs: [{ text: '纯文字' }] }]);
    expect(blocks('<p>&nbsp;</p><p></p>')).toEqual([]);
  });

  it.each([
    ['<p>好<script>alert(1)</script></p>'],
    ['<p>好</p><svg onload="alert(1)"><script>alert(1)</script><text>alert</text></svg>'],
    ['<p>好</p><iframe src="javascript:alert(1)">alert</iframe>'],
    ['<style>p{background:url(javascript:alert(1))}</style><p style="x:expression(alert(1))">好</p>'],
    ['<p onclick="alert(1)" onmouseover=alert(1)>好</p>'],
    ['<p><a href="javascript:alert(1)">好</a></p>'],
    ['<p><a href=" java&#10;script:alert(1)">好</a></p>'],
    ['<p><a href="data:text/html;base64,PHNjcmlwdD4=">好</a></p>'],
    ['<p>好<img src=x onerror=alert(1)></p>'],
    ['<p>好</p><object data="x.swf">alert</object><embed src="x.swf">'],
    ['<p>好</p><math><mtext>alert</mtext></math>'],
    ['<p>好</p><form action="//evil"><input value="alert"><button>alert</button></form>'],
    ['<p>好</p><template><p>alert</p></template><noscript><p>alert</p></noscript>'],
    ['<p>好</p><div style="display:none">alert</div>'],
    ['<meta http-equiv="refresh" content="0;url=//evil"><base href="//evil"><p>好</p>'],
  ])('leaves out what would run: %s', (html) => {
    expect(blocks(html)).toEqual([{ type: 'paragraph', runs: [{ text: '好' }] }]);
  });
});
