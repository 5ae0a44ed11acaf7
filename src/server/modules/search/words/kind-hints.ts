import type { KindKey } from '#contract/kinds.ts';

/** What a keyword says of the kind that is meant, without naming it. What fits a kind better than others by much is shown all the same. */
const HINTS: ReadonlyArray<readonly [said: RegExp, kinds: readonly KindKey[], points?: number]> = [
  [
    /(?<!校园)招聘(?!会|宣讲|活动|策划|方案|流程|海报|ppt)|招人|诚聘|急聘|^招(?![商标募待牌])|兼职|求职|应聘|应届|实习|岗位|工资|薪资|月薪|待遇|找.{0,6}工作|工作$|上班|跳槽/,
    ['job'],
    40,
  ],
  [/课$|培训班|辅导班|训练营|^(?:想|我想|怎么)?学(?![生校术员长院])|怎么学|自学|网课|考证|什么证|(?:师|员)证|证书$|资格证/, ['course'], 40],
  [/入门|新手|新人|零基础|教程|课程|网课|自学|学习|第一课|怎么学/, ['course', 'article', 'talk']],
  [/怎么|如何|怎样|技巧|经验|注意|避坑|心得|为什么|知识|攻略|要点|误区|省钱/, ['article', 'course', 'talk', 'salon'], 8],
  [/租/, ['resource']],
  [/(?:师|员|司仪|主持人?|策划|摄影|摄像|灯光|音响|会务|执行)培训/, ['course'], 40],
  [/(?:背景板|背景图|海报|展板|易拉宝|主视觉|效果图|迎宾牌|手举牌)(?:设计|模板|素材)?$/, ['design'], 40],
  [/证书|奖状|聘书|请柬|请帖|席卡|桌卡|胸牌/, ['design'], 30],
  [/伴手礼|礼品|纪念品|奖杯|服装|用车|婚车|租车|大巴|包车|盒饭|茶歇|自助餐|软件|小程序/, ['resource'], 30],
  [/摄影|摄像|跟拍|航拍/, ['resource']],
  [/设备|器材/, ['resource'], 8],
  [/(?:灯|屏|音响|话筒|桁架|雷亚架|(?<!手)机|激光|装置|气球|鲜花|帐篷|桌椅)$/, ['resource']],
  [/vr|机器人|娃娃机|签到台|会议餐|工作餐|团餐/, ['resource'], 30],
  [/(?:主持人?|司仪|摄影师?|摄像师?|化妆师|跟妆师?|乐队|歌手|模特|礼仪小姐|花艺师|魔术师|灯光师|音响师)(?:报价|价格)?$/, ['resource'], 40],
  // who looks for somebody does not look for a scheme
  [
    /(?:找|请|雇|(?<![签邀预])约).{0,8}(?:主持|司仪|摄影|摄像|跟拍|航拍|化妆|跟妆|乐队|歌手|舞团|演员|模特|礼仪|花艺师|魔术师|灯光师|音响师|dj)/,
    ['resource'],
    40,
  ],
  [
    /供应商(?!年会|大会|会议|答谢|跑路)|厂家|服务商|团队|哪家|哪里有|外包|(?:公关|会议|会展|会务|庆典|婚庆|礼仪|广告|传媒|搭建|美陈|设备|租赁|演艺|花艺|餐饮)公司$/,
    ['resource', 'supplier_case'],
  ],
  [/(?:场地|会场|场馆|宴会厅|路演厅|报告厅|礼堂|会议室|基地|营地|酒店|教室|影棚|秀场|别墅|民宿|剧场|体育馆)$/, ['resource'], 30],
  [/场地|会场|场馆|宴会厅|路演厅|报告厅|礼堂|会议室/, ['resource']],
  [/多少钱|价格$|收费$/, ['resource'], 24],
  [/招标|投标|竞标|甲方找|急找|找供应商|找人[做办帮写]|需求$/, ['demand']],
  [/效果图|海报|主视觉|源文件|矢量|背景图|kv|keyvisual|logo|psd|c4d|3dmax|3ds|sketchup|草图大师|展架|易拉宝/, ['design']],
  [/现场|实拍|照片|影像|视频|花絮/, ['sample', 'resource_case', 'supplier_case']],
  [/搭建|施工|执行公司|会务公司|落地/, ['supplier_case', 'resource']],
  [/(?<![节夕诞])沙龙|报名|门票|线下|交流会|工作坊/, ['salon']],
];

const POINTS = 18;

/** Points of the kinds that a normalised keyword hints at, by key. */
export const kindsHinted = (text: string): ReadonlyMap<string, number> =>
  new Map(
    HINTS.toReversed().flatMap(([said, kinds, points = POINTS]) => (said.test(text) ? kinds.map((kind) => [kind, points] as const) : [])),
  );

const OF_PEOPLE =
  '主持人|主持(?![词稿])|司仪|小丑|杂技|演员|明星|摄影师?|摄像师?|跟拍|航拍|化妆师?|跟妆师?|乐队|歌手|模特|礼仪小姐|魔术师?|舞狮队?|同传|同声传译|翻译|译员|速记员?';

/** What is done with it says the kind as surely as its name. */
const SOUGHT: ReadonlyArray<readonly [said: RegExp, kind: KindKey]> = [
  [/(?<!校园)招聘(?!会|宣讲|活动|策划|方案|流程|海报|ppt)|招人|诚聘|急聘|^招(?![商标募待牌新])|兼职|实习|找.{0,6}工作/, 'job'],
  [/课$|课程$|培训班(?!.{0,8}(?:仪式|典礼|方案|流程|策划))|怎么学|^(?:想|我想)?学(?![生校术员院])/, 'course'],
  [/出租|租[赁凭]|租用|租金|^租(?!户|客)|租(?:一|个|$)/, 'resource'],
  [/psd|cdr|c4d|源文件|分层图|矢量图/, 'design'],
  [new RegExp(`(?:${OF_PEOPLE}|气球|变脸|泡泡秀?|舞蹈|街舞|水鼓|无人机|灯光秀)(?:表演|演出)$`), 'resource'],
  [new RegExp(`^(?:活动|婚礼|年会|会议|商业|专业|外籍|双语)?(?:${OF_PEOPLE})$`), 'resource'],
  [
    /安保人员|保安|搬运工|临时工|矿泉水|冷餐会|锣鼓|古筝|民乐|弹幕|保洁|安检|救护车|移动厕所|对讲机|发电[机车]|铁马|围栏|(?:开场|宣传|回顾|快闪|暖场)(?:视频|片$)/,
    'resource',
  ],
  [new RegExp(`(?:找|请|雇|(?<![签邀预])约).{0,8}(?:${OF_PEOPLE})|(?:${OF_PEOPLE})(?:多少钱|价格|报价|收费|团队)`), 'resource'],
  [
    /(?:(?:公关|会议|会展|会务|庆典|婚庆|礼仪|广告|传媒|搭建|美陈|设备|租赁|演艺|花艺|餐饮|直播|活动)公司|^(?:活动|会议|会展|品牌)?(?:策划|执行)公司)(?:推荐|报价|哪家好)?$/,
    'resource',
  ],
  [
    /(?:活动|会议|婚礼|年会|宴会|现场|商业)(?:摄影|摄像|跟拍|拍摄)$|(?:签到|抽奖|报名|投票|票务)(?:机|系统|软件|小程序)|(?:微信|扫码|人脸)签到|签到二维码/,
    'resource',
  ],
  [/同传|同声传译|翻译|译员|速记|冷餐|自助餐|盒饭|(?:制作|定制|定做|印刷)$|^印刷/, 'resource'],
  [/^(?!.*(?:布置|搭建|设计|方案|活动|策划)).*(?:场地|宴会厅|会议室|报告厅|基地|营地|教室|影棚|轰趴馆)/, 'resource'],
  [
    /(?:背景板|背景图|海报|展板|易拉宝|主视觉|效果图|迎宾牌|手举牌|签到墙|签到背板|打卡墙|拍照框|合影墙|文化墙|背景墙|胸卡|地贴|黑板报|手抄报)(?:设计|模板|素材)?$/,
    'design',
  ],
  [/奖状|聘书|证书模板|请柬|请帖|席卡|桌卡|胸牌/, 'design'],
];

/** Key of the kind that a normalised keyword looks for by what is to be done; a city beside it says nothing of the kind: 活动摄影 北京. */
export function kindSought(text: string, city = ''): KindKey | undefined {
  const told = text.replace(city, '').trim();
  return SOUGHT.find(([said]) => said.test(told))?.[1];
}
