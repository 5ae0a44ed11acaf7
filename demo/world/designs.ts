import type { ArtworkFormat, ArtworkWish } from '../pictures/artwork.ts';
import type { Mood, Subject } from '../pictures/picture.ts';
import { linesOf, priceOf } from './lines.ts';
import { MORE_DESIGNS } from './more-designs.ts';

/** One design of the demo world. Price in yuan: 0 free, 'vip' members only. */
export interface DemoDesign {
  title: string;
  headline: string;
  line: string;
  category: readonly [string, string];
  /** 1: flat; 2: 3D. */
  type: '1' | '2';
  color_mode: string;
  format: ArtworkFormat;
  /** What is in an archive; empty: as the file. */
  made_with: string;
  price: number | 'vip';
  tags: readonly string[];
  publisher: number;
  mood: Mood;
  layouts: readonly ArtworkWish['layout'][];
  subjects: readonly Subject[];
}

type Row = [
  string,
  string,
  string,
  string,
  string,
  '1' | '2',
  string,
  ArtworkFormat,
  string,
  number | 'vip',
  string,
  number,
  Mood,
  string,
  string,
];

const ROWS: readonly Row[] = [
  [
    '「瑞狮迎新」国潮年会主视觉',
    '瑞狮迎新',
    '2026 年度盛典',
    '主视觉',
    '年会主视觉',
    '1',
    'CMYK',
    'psd',
    '',
    39,
    '国潮,年会,主视觉',
    1,
    'festive',
    'board,poster,square',
    'stage,opening,lights',
  ],
  [
    '深空蓝科技发布会主视觉与屏幕画面',
    '看见下一个十年',
    '新品发布会 2026',
    '主视觉',
    '发布会主视觉',
    '1',
    'RGB',
    'psd',
    '',
    49,
    '科技,发布会,主视觉',
    0,
    'cool',
    'board,board',
    'screens,product',
  ],
  [
    '山谷草坪婚礼海报与迎宾牌',
    '慢慢喜欢你',
    '五月二日 苍山脚下',
    '海报展架',
    '活动海报',
    '1',
    'CMYK',
    'zip',
    'PSD',
    'vip',
    '婚礼,草坪,海报',
    2,
    'pastel',
    'poster,square',
    'lawn,floral',
  ],
  [
    '创意市集竖版海报一套三张',
    '在河边过周末',
    '四月十八至二十日',
    '海报展架',
    '活动海报',
    '1',
    'CMYK',
    'zip',
    'AI',
    19,
    '市集,海报,文旅',
    5,
    'day',
    'poster,poster,poster',
    'market,crowd,city',
  ],
  [
    '年会舞台三维效果图：环形天幕',
    '环形天幕',
    '舞台效果图',
    '舞台舞美',
    '舞台效果图',
    '2',
    '',
    'zip',
    'C4D',
    88,
    '舞台,效果图,年会',
    1,
    'warm',
    'render,render',
    'stage,lights',
  ],
  [
    '36 平方米岛式展台模型',
    '岛式展台',
    '三面开口',
    '展台空间',
    '展台模型',
    '2',
    '',
    'zip',
    '3DS MAX',
    66,
    '展台,模型,展会',
    4,
    'stone',
    'render,render',
    'booth,product',
  ],
  [
    '国潮灯市美陈装置设计',
    '灯市如昼',
    '商场中庭美陈',
    '展台空间',
    '美陈装置',
    '2',
    '',
    'png',
    'SU',
    0,
    '美陈,国潮,快闪',
    6,
    'festive',
    'render,square',
    'market,opening',
  ],
  [
    '品牌年会电子邀请函长图',
    '见字如面',
    '诚邀您共赴年度之约',
    '邀请函与礼品',
    '邀请函',
    '1',
    'RGB',
    'jpg',
    '',
    0,
    '邀请函,年会,长图',
    9,
    'dusk',
    'poster',
    'floral',
  ],
  [
    '投资路演签到背板与导视',
    '八分钟',
    '北辰资本路演日',
    '海报展架',
    '签到背板',
    '1',
    'CMYK',
    'psd',
    '',
    25,
    '路演,签到,导视',
    8,
    'night',
    'board,square',
    'seminar,screens',
  ],
  [
    '开业庆典舞台与灯光布置图',
    '开门见喜',
    '灯光布置',
    '舞台舞美',
    '灯光布置',
    '2',
    '',
    'zip',
    'C4D',
    'vip',
    '开业,舞台,灯光',
    7,
    'dusk',
    'render,render',
    'opening,lights',
  ],
];

const designs = (rows: readonly Row[]) =>
  rows.map(
    ([
      title,
      headline,
      line,
      top,
      sub,
      type,
      color_mode,
      format,
      made_with,
      price,
      tags,
      publisher,
      mood,
      layouts,
      subjects,
    ]): DemoDesign => ({
      ...{ title, headline, line, type, color_mode, format, made_with, price, publisher, mood },
      category: [top, sub],
      tags: tags.split(','),
      layouts: layouts.split(',') as ArtworkWish['layout'][],
      subjects: subjects.split(',') as Subject[],
    }),
  );

const of_lines = linesOf(MORE_DESIGNS, 1).map(([line = '']): Row => {
  const [title = '', headline = '', words = '', category = '', type, color_mode = '', format, made_with = '', price, ...rest] =
    line.split('|');
  const [tags = '', publisher, mood, layouts = '', subjects = ''] = rest;
  const [top = '', sub = ''] = category.split('/');
  return [
    ...([title, headline, words, top, sub, type as Row[5], color_mode, format as ArtworkFormat, made_with, priceOf(price)] as const),
    ...([tags, Number(publisher), mood as Mood, layouts, subjects] as const),
  ];
});

export const DEMO_DESIGNS: readonly DemoDesign[] = designs([...ROWS, ...of_lines]);
