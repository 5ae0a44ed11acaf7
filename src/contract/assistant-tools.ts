import { wholeSaid } from './number-words.ts';

/** The tools of the assistant: what each asks for and gives. Both sides check a form by `checkToolInput`. */

export type ExportFormat = 'docx' | 'pptx' | 'xlsx';

export interface ToolField {
  key: string;
  label: string;
  /** text: one line; long: several; number: whole; choice: one of `options`; time: HH:MM. */
  type: 'text' | 'long' | 'number' | 'choice' | 'time';
  /** What stands in the form before anybody typed. */
  value: string;
  required?: true;
  /** Longest text, or largest number. */
  max: number;
  min?: number;
  unit?: string;
  hint?: string;
  options?: readonly string[];
}

export const TOOL_KEYS = ['outline', 'budget', 'rundown', 'slogans', 'checklist', 'risks', 'email', 'poster'] as const;
export type ToolKey = (typeof TOOL_KEYS)[number];

export interface ToolFacts {
  key: ToolKey;
  title: string;
  about: string;
  fields: readonly ToolField[];
  exports: readonly ExportFormat[];
  /** What it was asked and gave, for the introduction. */
  example: { asked: string; given: readonly string[] };
}

export const ACTIVITIES = [
  ...['年会', '发布会', '团建', '婚礼', '展览', '市集', '快闪', '开业', '路演', '论坛'],
  ...['生日派对', '答谢晚宴', '赛事'],
];

const activity: ToolField = { key: 'activity', label: '活动类型', type: 'choice', value: '年会', max: 10, options: ACTIVITIES };
const people: ToolField = { key: 'people', label: '人数', type: 'number', value: '200', min: 1, max: 100_000, unit: '人', required: true };
const theme: ToolField = { key: 'theme', label: '主题或品牌', type: 'text', value: '', max: 60, hint: '例如：星河科技十周年' };
const city: ToolField = { key: 'city', label: '城市', type: 'text', value: '', max: 20 };
const more: ToolField = {
  key: 'more',
  label: '补充要求',
  type: 'long',
  value: '',
  max: 500,
  hint: '场地、风格、必须有或不要的，一行一条；写“环节：签到、致辞、抽奖”就按这个顺序排',
};

const tools: Record<ToolKey, Omit<ToolFacts, 'key'>> = {
  outline: {
    title: '活动大纲',
    about: '从目标到执行分工的完整大纲，可继续写成方案或导出为演示文稿。',
    fields: [
      activity,
      theme,
      people,
      city,
      { key: 'goal', label: '活动目标', type: 'text', value: '', max: 100, hint: '例如：发布新品并拿到媒体报道' },
      more,
    ],
    exports: ['docx', 'pptx'],
    example: {
      asked: '年会，星河科技十周年，300 人',
      given: ['目标与评价', '主题与创意', '流程框架', '场地与搭建', '执行分工'],
    },
  },
  budget: {
    title: '预算表',
    about: '按人数和总额拆成条目，数量、单价、小计、服务费、税金逐项算清，精确到分。',
    fields: [
      activity,
      theme,
      people,
      {
        key: 'total',
        label: '总预算',
        type: 'number',
        value: '200000',
        min: 1_000,
        max: 10_000_000,
        unit: '元',
        required: true,
        hint: '含服务费与税金，合计不会超过它',
      },
      {
        ...{ key: 'costs', label: '已写明的金额', type: 'long', value: '', max: 500 },
        hint: '简报或客户写明的，一行一项，如：场地 3.2万元；其余各项分剩下的金额',
      },
      more,
    ],
    exports: ['xlsx', 'docx', 'pptx'],
    example: { asked: '发布会，200 人，总预算 20 万元', given: ['场地租赁', '舞台与背景搭建', '主持与嘉宾', '资料与证件', '机动备用金'] },
  },
  rundown: {
    title: '分钟级流程',
    about: '每个环节的起止时间、负责人与提示，时间首尾相接，一分钟不差。',
    fields: [
      activity,
      theme,
      { key: 'start', label: '开始时间', type: 'time', value: '14:00', max: 5, required: true },
      { key: 'minutes', label: '总时长', type: 'number', value: '180', min: 30, max: 1_440, unit: '分钟', required: true },
      people,
      more,
    ],
    exports: ['xlsx', 'docx', 'pptx'],
    example: {
      asked: '论坛，14:00 开始，180 分钟',
      given: ['14:00 签到入场', '14:20 主持开场与致辞', '14:30 主题演讲（一）', '16:50 散场'],
    },
  },
  slogans: {
    title: '主题口号',
    about: '一次给出多条不同方向的口号，每条附一句说明，方便内部讨论。',
    fields: [
      activity,
      { ...theme, required: true, value: '' },
      { key: 'mood', label: '风格', type: 'choice', value: '大气', max: 10, options: ['大气', '温暖', '年轻', '科技', '国风', '幽默'] },
      { key: 'count', label: '条数', type: 'number', value: '8', min: 3, max: 20, unit: '条' },
    ],
    exports: ['docx'],
    example: { asked: '年会，星河科技，大气', given: ['星河科技：同心致远，再启新程', '星河科技，向光而行，共赴山海'] },
  },
  checklist: {
    title: '执行清单',
    about: '从筹备到撤场的待办，按倒排日期分组，写明负责人。',
    fields: [activity, theme, people, { key: 'days', label: '筹备天数', type: 'number', value: '30', min: 1, max: 365, unit: '天' }, more],
    exports: ['xlsx', 'docx'],
    example: {
      asked: '团建，60 人，还有 30 天',
      given: ['场地踩点并签订合同', '60 份物料的打样与数量确认', '车辆、住宿与保险', '现场分工会'],
    },
  },
  risks: {
    title: '风险预案',
    about: '可能出什么问题、怎么预防、出了问题谁来决定。',
    fields: [
      activity,
      people,
      { key: 'place', label: '场地', type: 'choice', value: '室内', max: 10, options: ['室内', '户外', '室内与户外'] },
      more,
    ],
    exports: ['xlsx', 'docx', 'pptx'],
    example: { asked: '市集，户外，3,000 人', given: ['大风与降雨', '人流拥堵', '停电或用电过载', '食品安全'] },
  },
  email: {
    title: '客户邮件',
    about: '提交方案、确认需求、报价、延期、催促、致谢，补上署名就能发送。',
    fields: [
      { key: 'to', label: '收件人称呼', type: 'text', value: '', max: 40, required: true, hint: '例如：王经理' },
      {
        key: 'purpose',
        label: '目的',
        type: 'choice',
        value: '提交方案',
        max: 10,
        options: ['提交方案', '确认需求', '报价说明', '变更与延期', '催促确认', '结案致谢'],
      },
      { ...theme, label: '项目名称', required: true },
      { key: 'points', label: '要说的事', type: 'long', value: '', max: 800, hint: '一行一件' },
      { key: 'tone', label: '语气', type: 'choice', value: '正式', max: 10, options: ['正式', '亲切', '简短'] },
    ],
    exports: ['docx'],
    example: {
      asked: '给王经理，提交星河科技年会的方案',
      given: ['提交方案：星河科技年会', '《星河科技年会》的方案已经完成，随信附上，请您审阅。'],
    },
  },
  poster: {
    title: '海报文案',
    about: '主标题、副标题、亮点与行动语，字数按海报控制。',
    fields: [
      { ...theme, label: '活动名称', required: true },
      { key: 'date', label: '时间', type: 'text', value: '', max: 40, hint: '例如：12 月 20 日 14:00' },
      { key: 'place', label: '地点', type: 'text', value: '', max: 60 },
      { key: 'points', label: '亮点', type: 'long', value: '', max: 300, hint: '一行一个' },
      { key: 'mood', label: '风格', type: 'choice', value: '大气', max: 10, options: ['大气', '温暖', '年轻', '科技', '国风', '幽默'] },
    ],
    exports: ['docx'],
    example: {
      asked: '城市面包节，12 月 20 日，滨江广场，年轻',
      given: ['城市面包节，现在就出发', '时间：12 月 20 日', '地点：滨江广场'],
    },
  },
};

export const ASSISTANT_TOOLS: readonly ToolFacts[] = TOOL_KEYS.map((key) => ({ key, ...tools[key] }));

export function findTool(key: string): ToolFacts | null {
  return ASSISTANT_TOOLS.find((tool) => tool.key === key) ?? null;
}

export type ToolInput = Readonly<Record<string, string>>;

export function defaultInput(tool: ToolFacts): ToolInput {
  return Object.fromEntries(tool.fields.map(({ key, value }) => [key, value]));
}

/** Of a number as people write it: 大约十二万五千元. */
export const NUMBER_TEXT_MAX = 20;

/** What an address fills in of the tool's fields: beside it what must be typed stays empty, as it was not said. Of an address that says nothing the defaults. */
export function filledInput(tool: ToolFacts, given: URLSearchParams): ToolInput {
  const filled = tool.fields.flatMap(({ key, max, type }) => {
    const value = given.get(key);
    return value === null ? [] : [[key, value.slice(0, type === 'number' ? NUMBER_TEXT_MAX : max)] as const];
  });
  const unsaid = filled.length === 0 ? [] : tool.fields.flatMap(({ key, required }) => (required ? [[key, ''] as const] : []));
  return { ...defaultInput(tool), ...Object.fromEntries([...unsaid, ...filled]) };
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What is wrong with one field, or null. `value` is trimmed. */
function faultOf(field: ToolField, value: string): string | null {
  if (value === '') return field.required ? `请填写${field.label}` : null;
  switch (field.type) {
    case 'number': {
      const number = wholeSaid(value);
      if (number === null) return `没有读懂${field.label}，请写数字，如 200、12.5万`;
      return number >= (field.min ?? 0) && number <= field.max ? null : `${field.label}应在 ${field.min ?? 0} 至 ${field.max} 之间`;
    }
    case 'choice':
      return field.options?.includes(value) ? null : `请选择${field.label}`;
    case 'time':
      return TIME.test(value) ? null : `${field.label}应形如 14:00`;
    default:
      return value.length <= field.max ? null : `${field.label}最多 ${field.max} 个字`;
  }
}

/** The fields that the tool knows, trimmed, numbers as digits, empty numbers and choices as their default; and what is wrong, by field. */
export function checkToolInput(tool: ToolFacts, given: ToolInput): { input: ToolInput; faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const input: Record<string, string> = {};
  for (const field of tool.fields) {
    const typed = (given[field.key] ?? '').trim();
    const value = typed === '' && !field.required && (field.type === 'number' || field.type === 'choice') ? field.value : typed;
    const fault = faultOf(field, value);
    if (fault) faults[field.key] = fault;
    input[field.key] = field.type === 'number' && !fault && value !== '' ? String(wholeSaid(value)) : value;
  }
  return { input, faults };
}

/** One line that says what a tool was asked: heading of its conversation. */
export function toolLine(tool: ToolFacts, input: ToolInput): string {
  const parts = [input['theme'], input['activity'], input['to']].filter((part) => part !== undefined && part !== '');
  return [tool.title, parts[0]].filter(Boolean).join('：').slice(0, 60);
}
