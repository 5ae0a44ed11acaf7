import type { Mood, Subject } from '../pictures/picture.ts';
import { linesOf, priceOf } from './lines.ts';
import { MORE_SAMPLES } from './more-samples.ts';

/** One big case of the demo world. Price in yuan: 0 free, 'vip' members only. */
export interface DemoSample {
  title: string;
  theme: string;
  category: readonly [string, string];
  industry: string;
  city: string;
  place: string;
  /** Months and days; the year is that of the world. */
  days: readonly [string, string];
  sponsor: string;
  company: string;
  photographers: string;
  price: number | 'vip';
  album: boolean;
  tags: readonly string[];
  publisher: number;
  mood: Mood;
  subjects: readonly Subject[];
  story: string;
}

const WRITTEN: readonly DemoSample[] = [
  {
    ...{ title: '启明云科技年会「向光而行」全程影像', theme: '向光而行', category: ['年会庆典', '企业年会'], industry: '互联网' },
    ...{ city: '杭州', place: '西子湖国际会议中心', days: ['01-18', '01-18'], sponsor: '启明云科技' },
    ...{ company: '周而复始活动策划', photographers: '半山影像', price: 39, album: true, tags: ['年会', '晚宴', '互动装置'], publisher: 1 },
    ...{ mood: 'warm', subjects: ['stage', 'banquet', 'crowd', 'screens', 'lights', 'stage', 'crowd', 'banquet'] },
    story: '六百位员工的年会：入场光廊、年度回顾、颁奖、晚宴与合影。灯光以暖金为主，主屏三块联动，互动装置由员工点亮。',
  },
  {
    ...{ title: '「同频」新品发布会：一束光的开场', theme: '同频', category: ['发布会', '新品发布'], industry: '科技制造' },
    ...{ city: '上海', place: '西岸艺术中心 B 馆', days: ['03-21', '03-22'], sponsor: '拾音科技' },
    ...{ company: '鹿鸣文化传播', photographers: '无界摄影', price: 49, album: true, tags: ['发布会', '科技', '沉浸'], publisher: 0 },
    ...{ mood: 'cool', subjects: ['screens', 'product', 'stage', 'crowd', 'seminar', 'product', 'lights'] },
    story: '全黑入场，一束追光落在产品上开始。两天两场，媒体日与伙伴日共用一套舞美，换场四十分钟。',
  },
  {
    ...{ title: '山谷草坪婚礼「慢慢喜欢你」', theme: '慢慢喜欢你', category: ['婚礼策划', '户外婚礼'], industry: '文旅' },
    ...{ city: '大理', place: '苍山脚下私人庄园', days: ['05-02', '05-03'], sponsor: '新人家庭' },
    ...{ company: '栗子婚礼研究所', photographers: '小满纪实', price: 'vip', album: true, tags: ['婚礼', '草坪', '自然'], publisher: 2 },
    ...{ mood: 'pastel', subjects: ['lawn', 'floral', 'banquet', 'mountains', 'lights', 'floral'] },
    story: '八十位亲友的两天：前夜篝火、次日仪式与长桌。花艺取本地野花，动线顺着坡地，雨备在同一视线里。',
  },
  {
    ...{ title: '滨江创意市集三日：从搭建到闭市', theme: '在河边过周末', category: ['市集节庆', '创意市集'], industry: '文旅' },
    ...{ city: '成都', place: '东门码头广场', days: ['04-18', '04-20'], sponsor: '锦江文旅' },
    ...{ company: '市集观察员', photographers: '街头影像组', price: 0, album: true, tags: ['市集', '文旅', '夜游'], publisher: 5 },
    ...{ mood: 'day', subjects: ['market', 'crowd', 'booth', 'lights', 'market', 'city', 'crowd'] },
    story: '一百二十个摊位、三天十一万人次。搭建、开市、夜场与闭市都有记录，摊位编号与动线图一并附上。',
  },
  {
    ...{ title: '新能源车城市巡展：七城同一座展台', theme: '把路开进城市', category: ['展览展会', '品牌展厅'], industry: '汽车' },
    ...{ city: '深圳', place: '万象天地中庭', days: ['09-12', '09-21'], sponsor: '远川汽车' },
    ...{ company: '展陈笔记', photographers: '白墙摄影', price: 29, album: true, tags: ['巡展', '展台', '汽车'], publisher: 4 },
    ...{ mood: 'stone', subjects: ['booth', 'product', 'city', 'folds', 'product', 'booth'] },
    story: '同一套展台走七座城：模块化拼装，八小时进场，六小时撤场。照片按进场、开放、试驾、撤场排列。',
  },
  {
    ...{ title: '海边团建「看见彼此」两天一夜', theme: '看见彼此', category: ['团建拓展', '户外团建'], industry: '金融' },
    ...{ city: '秦皇岛', place: '阿那亚海滩', days: ['06-13', '06-14'], sponsor: '同舟资管' },
    ...{ company: '野生团建局', photographers: '野生影像', price: 0, album: false, tags: ['团建', '海边', '破冰'], publisher: 3 },
    ...{ mood: 'sea', subjects: ['mountains', 'crowd', 'lights', 'lawn', 'crowd'] },
    story: '四十八人分六组，从破冰到夜话。没有 PPT，没有口号，只有任务卡与一顿一起做的晚饭。',
  },
  {
    ...{ title: '商场中庭国潮快闪「灯市如昼」', theme: '灯市如昼', category: ['快闪美陈', '品牌快闪'], industry: '快消' },
    ...{ city: '西安', place: '大悦城中庭', days: ['01-28', '02-16'], sponsor: '青瓷饮品' },
    ...{ company: '快闪实验室', photographers: '长安影像', price: 35, album: true, tags: ['快闪', '国潮', '美陈'], publisher: 6 },
    ...{ mood: 'festive', subjects: ['market', 'opening', 'crowd', 'folds', 'lights', 'market'] },
    story: '二十天的春节快闪：灯笼拱门、投壶与印章打卡。每日客流、补货与维护照片都在相册里。',
  },
  {
    ...{ title: '购物中心开业庆典与首日运营影像', theme: '开门见喜', category: ['开业路演', '商场开业'], industry: '地产' },
    ...{ city: '长沙', place: '湘江天街', days: ['11-08', '11-08'], sponsor: '湘江商业' },
    ...{ company: '开门红策划', photographers: '白墙摄影', price: 59, album: true, tags: ['开业', '庆典', '商场'], publisher: 7 },
    ...{ mood: 'dusk', subjects: ['opening', 'crowd', 'city', 'stage', 'lights', 'opening', 'market'] },
    story: '从凌晨布场到夜间灯光秀：启动仪式、首日主题动线、品牌互动与客流高峰的现场处置。',
  },
  {
    ...{ title: '投资路演日：八位创始人的八分钟', theme: '八分钟', category: ['开业路演', '投资路演'], industry: '互联网' },
    ...{ city: '北京', place: '中关村创业大街', days: ['10-16', '10-16'], sponsor: '北辰资本' },
    ...{ company: '路演教练陈默', photographers: '无界摄影', price: 19, album: true, tags: ['路演', '论坛', '投资'], publisher: 8 },
    ...{ mood: 'night', subjects: ['seminar', 'stage', 'crowd', 'screens', 'seminar'] },
    story: '半天、八个项目、两百位投资人。后台候场、计时、翻页与评委席的摆法都拍了下来。',
  },
];

const of_lines = linesOf(MORE_SAMPLES, 3).map(([head = '', facts = '', story = '']): DemoSample => {
  const [title = '', theme = '', category = '', industry = '', city = '', price, publisher, mood, subjects = ''] = head.split('|');
  const [place = '', from = '', to = '', sponsor = '', company = '', photographers = '', album, tags = ''] = facts.split('|');
  const [top = '', sub = ''] = category.split('/');
  return {
    ...{ title, theme, category: [top, sub], industry, city, place, days: [from, to], sponsor, company, photographers, story },
    ...{ price: priceOf(price), album: album === 'album', tags: tags.split(','), publisher: Number(publisher) },
    ...{ mood: mood as Mood, subjects: subjects.split(',') as Subject[] },
  };
});

export const DEMO_SAMPLES: readonly DemoSample[] = [...WRITTEN, ...of_lines];
