import type { Mood, PictureWish, Subject } from '../pictures/picture.ts';
import type { Activity } from '../world/terms.ts';
import type { CoverLook, Look, Palette } from './deck.ts';

/** The hand of a publisher, by their place in PUBLISHERS: all their works have something in common. */
export interface Hand {
  look: Look;
  covers: readonly CoverLook[];
  palettes: readonly Palette[];
}

const p = (deep: string, accent: string, soft: string, ink: string): Palette => ({ deep, accent, soft, ink });

export const HANDS: readonly Hand[] = [
  {
    look: 'dark',
    covers: ['full', 'left'],
    palettes: [
      p('#0B1B33', '#3BA7FF', '#E6F1FC', '#12233F'),
      p('#15131F', '#E8B44C', '#F6F0E2', '#221C12'),
      p('#1A0F2E', '#B56CFF', '#F1E8FB', '#211534'),
    ],
  },
  {
    look: 'frame',
    covers: ['framed', 'full'],
    palettes: [
      p('#7A1512', '#D9A441', '#FBF3E2', '#3B1410'),
      p('#3A0F24', '#E07A5F', '#FBEDE7', '#351420'),
      p('#10243D', '#D4A24C', '#F4EFE3', '#16202E'),
    ],
  },
  {
    look: 'corner',
    covers: ['tall', 'panel'],
    palettes: [
      p('#6D3B47', '#D98A9B', '#FBEFF1', '#45262E'),
      p('#4F5D4A', '#B98E5A', '#F3F1E8', '#2C3328'),
      p('#35536B', '#E6B89C', '#F3EDE7', '#203340'),
    ],
  },
  {
    look: 'line',
    covers: ['low', 'strip'],
    palettes: [
      p('#2F4A25', '#E0902F', '#EFF4E6', '#1F2C19'),
      p('#20443F', '#E8C15A', '#E9F3EF', '#17302C'),
      p('#6B3A1E', '#D9772B', '#F9EEE4', '#3A2113'),
    ],
  },
  {
    look: 'line',
    covers: ['numeral', 'left'],
    palettes: [
      p('#26262B', '#B9A88A', '#F1EFEA', '#222226'),
      p('#1E1B4B', '#8B87E8', '#EEEDFB', '#1E1B3A'),
      p('#3B4A54', '#D06A4C', '#EDF0F2', '#22303A'),
    ],
  },
  {
    look: 'band',
    covers: ['strip', 'panel'],
    palettes: [
      p('#B4471B', '#F0A63A', '#FDF1E3', '#40200F'),
      p('#1D4E5F', '#F2B84B', '#E8F2F4', '#143039'),
      p('#5B2A6B', '#F29BB2', '#F7ECFA', '#32173B'),
    ],
  },
  {
    look: 'corner',
    covers: ['numeral', 'panel'],
    palettes: [
      p('#2B0F4F', '#FF5FA8', '#F9EAF4', '#2A123F'),
      p('#0E3B43', '#22C1A6', '#E4F6F2', '#0D2B30'),
      p('#5A1E2C', '#FF8A5C', '#FDECE5', '#3B151E'),
    ],
  },
  {
    look: 'band',
    covers: ['full', 'tall'],
    palettes: [
      p('#8E1616', '#F2C14E', '#FCF1E2', '#3C0F0F'),
      p('#0F3D5E', '#F08A3C', '#E7F0F6', '#112A3C'),
      p('#24422F', '#E3B04B', '#EBF3EC', '#1A2C20'),
    ],
  },
  {
    look: 'line',
    covers: ['strip', 'left'],
    palettes: [
      p('#082F49', '#1F8FD6', '#E5F1FA', '#0D2638'),
      p('#1F2937', '#10B981', '#E9F5F0', '#17202B'),
      p('#312E81', '#F59E0B', '#EEEEFB', '#1F1D4A'),
    ],
  },
  {
    look: 'corner',
    covers: ['tall', 'numeral'],
    palettes: [
      p('#115E59', '#F2A65A', '#E6F3F1', '#123A37'),
      p('#5C3D2E', '#C98A1B', '#F7F0E4', '#3A271D'),
      p('#3F3D56', '#6C8CFF', '#EDEEF8', '#26253A'),
    ],
  },
];

interface Art {
  /** Of covers, in turn; and of inner pages. */
  subjects: readonly Subject[];
  moods: readonly Mood[];
  inside: readonly Subject[];
}

const ART: Record<Activity, Art> = {
  年会: {
    subjects: ['stage', 'banquet', 'crowd', 'lights'],
    moods: ['festive', 'warm', 'night', 'neon', 'dusk'],
    inside: ['banquet', 'stage', 'lights', 'crowd'],
  },
  发布会: {
    subjects: ['product', 'stage', 'screens', 'seminar'],
    moods: ['cool', 'night', 'neon', 'warm', 'stone'],
    inside: ['screens', 'product', 'stage', 'seminar'],
  },
  团建: {
    subjects: ['mountains', 'crowd', 'evening', 'city'],
    moods: ['forest', 'warm', 'day', 'dusk', 'sea'],
    inside: ['mountains', 'crowd', 'market', 'evening'],
  },
  婚礼: {
    subjects: ['lawn', 'floral', 'lights', 'banquet'],
    moods: ['pastel', 'festive', 'sea', 'dusk', 'forest'],
    inside: ['floral', 'lawn', 'lights', 'banquet'],
  },
  展览: {
    subjects: ['booth', 'screens', 'folds', 'product'],
    moods: ['stone', 'tea', 'cool', 'night', 'pastel'],
    inside: ['screens', 'booth', 'product', 'folds'],
  },
  市集: {
    subjects: ['market', 'crowd', 'city', 'market'],
    moods: ['dusk', 'warm', 'night', 'day', 'neon'],
    inside: ['market', 'crowd', 'evening', 'opening'],
  },
  快闪: {
    subjects: ['booth', 'product', 'floral', 'screens', 'market'],
    moods: ['neon', 'tea', 'pastel', 'festive', 'dusk'],
    inside: ['product', 'booth', 'floral', 'market'],
  },
  开业: {
    subjects: ['opening', 'city', 'market', 'opening'],
    moods: ['day', 'festive', 'dusk', 'sea', 'warm'],
    inside: ['opening', 'market', 'crowd', 'city'],
  },
  路演: {
    subjects: ['seminar', 'screens', 'city', 'stage'],
    moods: ['cool', 'stone', 'night', 'tea', 'forest'],
    inside: ['seminar', 'screens', 'city', 'stage'],
  },
  会议: {
    subjects: ['seminar', 'folds', 'screens', 'city', 'booth'],
    moods: ['cool', 'stone', 'tea', 'day', 'sea', 'pastel', 'forest'],
    inside: ['seminar', 'screens', 'folds', 'city'],
  },
  家宴: {
    subjects: ['banquet', 'floral', 'lights', 'folds'],
    moods: ['warm', 'festive', 'tea', 'pastel', 'dusk'],
    inside: ['banquet', 'floral', 'lights', 'crowd'],
  },
  晚会: {
    subjects: ['stage', 'crowd', 'evening', 'screens', 'opening'],
    moods: ['night', 'festive', 'neon', 'dusk', 'cool'],
    inside: ['stage', 'evening', 'crowd', 'screens'],
  },
  赛事: {
    subjects: ['opening', 'mountains', 'crowd', 'evening', 'city'],
    moods: ['day', 'forest', 'sea', 'warm', 'cool'],
    inside: ['crowd', 'opening', 'mountains', 'city'],
  },
  节庆: {
    subjects: ['market', 'city', 'crowd', 'floral', 'opening', 'evening', 'folds'],
    moods: ['day', 'festive', 'tea', 'pastel', 'dusk', 'forest', 'sea', 'warm', 'stone'],
    inside: ['market', 'crowd', 'floral', 'evening'],
  },
};

/** Works whose title promises something that its cover shows. */
const PROMISED: ReadonlyArray<readonly [part: string, subject: Subject, mood: Mood]> = [
  ['徒步', 'mountains', 'forest'],
  ['沙漠', 'mountains', 'warm'],
  ['团建去哪里', 'mountains', 'sea'],
  ['骑行', 'mountains', 'warm'],
  ['飞盘', 'crowd', 'day'],
  ['宠物', 'market', 'day'],
  ['国潮市集', 'market', 'festive'],
  ['IP 展', 'booth', 'festive'],
  ['餐厅、海边', 'lawn', 'sea'],
  ['雨天', 'lawn', 'stone'],
  ['中式', 'floral', 'festive'],
  ['露营', 'mountains', 'dusk'],
  ['厨房', 'banquet', 'tea'],
  ['家庭日', 'market', 'day'],
  ['汽车', 'product', 'cool'],
  ['一束光', 'stage', 'night'],
  ['家电', 'booth', 'warm'],
  ['圣诞', 'crowd', 'festive'],
  ['咖啡', 'lights', 'tea'],
  ['香氛', 'floral', 'pastel'],
  ['气味', 'floral', 'forest'],
  ['论坛', 'seminar', 'night'],
  ['经销商', 'screens', 'stone'],
  ['签约', 'seminar', 'festive'],
  ['夜游', 'city', 'dusk'],
  ['KPI', 'seminar', 'pastel'],
  ['读书', 'booth', 'tea'],
  ['升旗', 'crowd', 'festive'],
  ['电影', 'screens', 'night'],
  ['代表大会', 'seminar', 'festive'],
  ['消防', 'crowd', 'day'],
  ['毕业', 'stage', 'dusk'],
  ['亲子', 'lawn', 'day'],
  ['端午', 'evening', 'tea'],
];

/** Picture of the cover: by what the title promises, else the next of the activity. `nth` counts works of the activity. */
export function coverPicture(activity: Activity, title: string, nth: number, seed: number): PictureWish {
  const promised = PROMISED.find(([part]) => title.includes(part));
  const { subjects, moods } = ART[activity];
  return {
    subject: promised?.[1] ?? (subjects[nth % subjects.length] as Subject),
    mood: promised?.[2] ?? (moods[nth % moods.length] as Mood),
    seed,
  };
}

/** The `no`-th picture of the inner pages, in the light of the cover. */
export function innerPicture(activity: Activity, cover: PictureWish, no: number): PictureWish {
  const { inside } = ART[activity];
  return { subject: inside[no % inside.length] as Subject, mood: cover.mood, seed: cover.seed * 10 + no + 1 };
}
