import { describe, expect, it } from 'vitest';
import { chapterLines, checkVtt } from './web-vtt.ts';

const good = (text: string, duration_ms?: number) => {
  const checked = checkVtt(text, duration_ms);
  if (checked.error !== null) throw new Error(checked.error);
  return checked;
};

describe('captions', () => {
  it('are read from WebVTT without settings, styles, notes and tags', () => {
    const { cues, vtt } = good(
      '\ufeffWEBVTT 标题\r\n\r\nSTYLE\r\n::cue { color: red --> }\r\n\r\nNOTE 备注\r\n\r\n1\r\n00:01.000 --> 00:03.500 align:start\r\n<v 讲师>大家<b>好</b>\r\n第二行\r\n\r\n01:00:00.000 --> 01:00:02.000\r\n&lt;结束&gt;\r\n',
    );
    expect(cues).toEqual([
      { start_ms: 1_000, end_ms: 3_500, text: '大家好\n第二行' },
      { start_ms: 3_600_000, end_ms: 3_602_000, text: '<结束>' },
    ]);
    expect(vtt).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:03.500\n大家好\n第二行\n\n01:00:00.000 --> 01:00:02.000\n&lt;结束&gt;\n');
    expect(good(vtt).cues).toEqual(cues);
  });

  it('are read from SRT, also without blank lines between blocks', () => {
    const { cues } = good('1\n00:00:01,000 --> 00:00:02,000\n你好\n2\n00:00:02,000 --> 00:00:04,5\n再见\n');
    expect(cues.map(({ text, end_ms }) => [text, end_ms])).toEqual([
      ['你好', 2_000],
      ['再见', 4_500],
    ]);
  });

  it('never write what a player could take for a script or for another cue', () => {
    const { vtt } = good('00:01.000 --> 00:02.000\n<script>alert(1)</script>甲\n&lt;img src=x&gt; --&gt; 乙\n');
    expect(vtt).not.toMatch(/<script|<img/);
    expect(vtt.match(/-->/g)).toHaveLength(1);
    expect(good(vtt).cues).toHaveLength(1);
  });

  it.each([
    ['00:05.000 --> 00:03.000\n甲', '第 1 行的结束时间'],
    ['WEBVTT\n\n00:75.000 --> 00:80.000\n甲', '第 3 行的时间超出范围'],
    ['一 --> 二\n甲', '第 1 行的时间写法不对'],
    ['WEBVTT\n', '没有找到'],
    [`00:01.000 --> 00:02.000\n${'长'.repeat(501)}`, '文字太长'],
    [Array.from({ length: 5_001 }, () => '00:01.000 --> 00:02.000\n甲\n').join('\n'), '最多 5000 条'],
  ])('say where %j is wrong', (text, message) => {
    expect(checkVtt(text).error).toContain(message);
  });
});

describe('chapters', () => {
  it('are typed a line each and end where the next begins', () => {
    const { cues } = good('00:00 开场\n1:30 流程表\n\n01:02:03 收尾', 4_000_000);
    expect(cues).toEqual([
      { start_ms: 0, end_ms: 90_000, text: '开场' },
      { start_ms: 90_000, end_ms: 3_723_000, text: '流程表' },
      { start_ms: 3_723_000, end_ms: 4_000_000, text: '收尾' },
    ]);
    expect(chapterLines(cues)).toBe('00:00 开场\n01:30 流程表\n01:02:03 收尾');
  });

  it('rise, and have a title', () => {
    expect(checkVtt('00:30 甲\n00:10 乙').error).toContain('应晚于上一行');
    expect(checkVtt('开场').error).toContain('第 1 行写法不对');
    expect(checkVtt('00:10 <b></b>').error).toContain('标题应为');
  });
});
