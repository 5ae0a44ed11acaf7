import type { Source } from './sandbox-lines.ts';

/** Whether a file allows what is asked: its lines that forbid or allow. */

const ASKS =
  /能不能|能否|可不可以|可否|让不让|准不准|许不许|行不行|允不允许|(?<!不)允许|(?:(?<![功性可智节])能|可以|让|准许)[^，。]{1,20}[吗么嘛]|[^，。]{2,14}(?:行|可以)[吗么嘛]/;
/** Asked of the assistant, or of how much. */
const OF_OTHER =
  /(?:能|可以|能否|能不能|可不可以)(?:请|再|不能)?(?:帮|给我|告诉|总结|概括|列|整理|生成|写|说|看|解释|找|推荐|算|介绍|做[个一])|多少|几|\d/;
const OF_TRADE = /折|发票|退|便宜|优惠|改期|延期|分期|刷卡|付/;
const ASKS_ALL =
  /(?:禁止|不能|不许|不准|不得|不让|不允许|谢绝)[做带用放有]?(?:什么|哪些|啥|的)|(?:什么|哪些|啥)[^，。]{0,6}(?:禁止|不能|不许|不准|不让|不允许)|有[^，。]{0,4}(?:禁忌|禁止|限制|忌讳)/;
const WORDS_OF_ASKING =
  /能不能|能否|可不可以|可否|让不让|准不准|许不许|行不行|允不允许|是否|允许|可以|[能让吗么嘛呢啊]|我们|请问|现场|会场|场地|里面?|[？?。，]/g;
const WORD_OF_ASKING = /^(?:不?[能让许准]|允许|可以|能[放用带做拍]|[做放用带拍])+$/;
const FORBIDS = /禁止|严禁|不得(?!不)|不允许|谢绝|禁用|禁忌|不准|不许|请勿|切勿|禁[烟火酒入停鸣拍带]/;
const SAYS = /不能|不可(?!或缺|避免|少|控|抗|预见)|不要|避免|拒绝|不接受|不安排|忌|允许|可以|可(?=自带|拍|带|用|放)|自带|报备|审批|欢迎/;
const HEADING =
  /^(?:#{1,6} ?)?[\p{Script=Han}]{0,6}(?:禁止|严禁|禁忌|不允许|不得|谢绝|禁用)(?:的?(?:事项|内容|行为|物品|清单|规定)|使用|携带)?[：:]?$/u;
const BULLET = /^\s*(?:[-*•·]|\d{1,2}[.、)）])\s*/;
const ENDS = /^#|^\p{Script=Han}{2,8}[：:]/u;
/** What is near to each other where something is allowed or not. */
const NEAR: readonly RegExp[] = [
  /焰火|烟花|烟火|明火|喷火|火源|动火|烛|鞭炮|爆竹|礼炮|孔明灯|火把|篝火|烧烤|炭/,
  /[抽吸禁香]烟|电子烟/,
  /撒花|礼花|纸屑|花瓣|彩[带纸条]|亮片|彩炮|泡泡/,
  /气球|氢气|氦气/,
  /拍照|摄影|摄像|拍摄|录像|录音|录制|照相|合影|跟拍|直播|闪光灯/,
  /宠物|猫|狗|犬|动物/,
  /酒(?!店)/,
  /自带|外带|外卖|食[物品]|零食|饮料|吃东西|饮食/,
  /无人机|航拍|飞行器/,
  /[悬吊]挂|吊点|横幅|挂|[张粘]?贴|胶带|[打钉]孔|钉/,
  /儿童|孩子|小孩|小朋友|未成年|婴/,
  /音量|噪音|扰民|分贝|喇叭|低音炮/,
  /烟雾|烟机|干冰|雾机/,
  /停车|车辆|机动车|驶入|开车|货车/,
  /高跟鞋|拖鞋|短裤|背心|牛仔|正装|着装|便装|穿/,
];
const RULES_MOST = 14;

interface Rules {
  found: string;
  lines: Array<{ source: Source; text: string }>;
  is_nothing: boolean;
}

/** Entries of a list below a heading that forbids, with it. */
function listedIn({ text }: Source): string[] {
  const found: string[] = [];
  let heading = '';
  for (const raw of text.split('\n')) {
    const line = raw.replace(BULLET, '').trim();
    if (HEADING.test(line)) heading = line.replace(/^#{1,6} ?|[：:]$/g, '');
    else if (ENDS.test(line)) heading = '';
    else if (heading !== '' && line !== '' && !FORBIDS.test(line) && !/允许|可以/.test(line)) found.push(`${heading}：${line}`);
  }
  return found;
}

/** `words`: what the question names. Null: it asks for no rule, or the file has none and says something else of it. */
export function rulesAsked(
  question: string,
  words: readonly string[],
  lines: ReadonlyArray<{ source: Source; text: string }>,
  files: readonly Source[],
): Rules | null {
  const all = ASKS_ALL.test(question);
  if (!all && (!ASKS.test(question) || OF_OTHER.test(question))) return null;
  const listed = files.flatMap((source) => listedIn(source).map((text) => ({ source, text })));
  const isListed = (text: string) => listed.some((one) => one.text === text || one.text.endsWith(`：${text}`));
  const own = lines.filter(({ text }) => !HEADING.test(text) && !isListed(text));
  const forbidding = [...own.filter(({ text }) => FORBIDS.test(text)), ...listed];
  const saying = [...own.filter(({ text }) => FORBIDS.test(text) || SAYS.test(text)), ...listed];
  const answer = (found: string, some: Rules['lines'], is_nothing = false): Rules => ({
    found,
    lines: some.slice(0, RULES_MOST),
    is_nothing,
  });
  if (all)
    return forbidding.length === 0
      ? null
      : answer(
          '从您的文件里找到了这些规定',
          saying.filter(({ text }) => !/^[^不禁忌谢避拒]*$/.test(text)),
        );
  const asked = question.replace(WORDS_OF_ASKING, '').trim();
  const groups = NEAR.filter((near) => near.test(asked));
  const named = words.filter((word) => word.length > 1 && !WORD_OF_ASKING.test(word));
  const names = ({ text }: { text: string }) => named.some((word) => text.toLowerCase().includes(word));
  const same = saying.filter(names);
  const by_group = saying.filter(({ text }) => groups.some((one) => one.test(text)));
  const near = by_group.length > 0 ? by_group : same;
  if (near.length > 0) {
    const is_said = same.some((one) => near.includes(one));
    return answer(is_said ? '从您的文件里找到了有关的规定' : `没有在您的文件里找到直接写“${asked}”的文字，下面是相近的规定`, near);
  }
  if (lines.some(names) || forbidding.length === 0 || OF_TRADE.test(asked) || asked === '') return null;
  return answer(`没有在您的文件里找到写“${asked}”的文字（这次不计次数），下面是文件里写明禁止的全部内容`, forbidding, true);
}
