import { normalise } from './normalise.ts';

/** What people ask about the site itself, and the text that answers. */
const QUESTIONS: ReadonlyArray<readonly [asked: RegExp, label: string, href: string]> = [
  [/退款|退钱|退货|退费|退票|(?:能不能|可不可以|能|可以)退(?!场)/, '怎样退款', '/about/guideReaders#退款'],
  [/(?:开|要|有|补|换)(?:个|张)?发票|发票(?:$|呢|怎么|抬头|在哪|多久|申请)|专票|普票|报销/, '怎样开发票', '/about/guideReaders#发票'],
  [
    /(?:会员|vip)(?:$|[多价费免权期怎有]|续|到期|开通|取消|自动|[一每包]?[年月].{0,3}(?:多少|几|钱))|(?:开|办|买|充)(?:个)?(?:会员|vip)|年卡|月卡|包年/,
    '会员介绍与价格',
    '/about/vipIntroduce',
  ],
  [
    /猫币|(?:ppt|方案|模板|文件).{0,3}打不开|联系(?:卖家|发布者|作者)|(?:修改|调整)价格|改价|(?:我的?|发布的?|上架的?)(?:作品|方案|模板).{0,6}(?:改|删)|作品.{0,4}(?:修改|删除)/,
    '常见问题',
    '/about/problem',
  ],
  [/优惠券|代金券|兑换码|余额|充值/, '优惠券与余额', '/about/guideReaders#优惠券余额与积分'],
  [/积分(?!赛|榜|制)|签到领|补签/, '积分怎么得、换什么', '/about/points'],
  [
    /下载不了|不能下载|下载失败|怎么下载|下载次数|下载(?:了|到)?(?:一半|断|中断)|重新下载?|再下载|下载过的|下载不下来|在哪下载|打不开|免费下载几/,
    '下载遇到问题',
    '/about/problem',
  ],
  [/付款失败|支付失败|付了[款钱]|怎么(?:支付|付款|购买|买)|二维码过期|扣了?钱/, '购买与下载', '/about/guideReaders#购买与下载'],
  [
    /上传|投稿|放(?:上来|上去|到[你平网这]).{0,3}卖|(?:自己|我)(?:写|做|画)的.{0,8}(?:卖|放|发)|怎么发布作品|发布作品|卖方案|卖ppt|怎么卖|作品审核|审核(?:要|多久|没|不|完|几天)|多久.{0,3}审核/,
    '发布作品',
    '/about/publishing',
  ],
  [/(?:成为|当|做|申请).{0,4}(?:发布者|卖家)/, '发布作品', '/about/publishing'],
  [/提现|收益|分成|佣金|怎么赚钱|结算周期|抽成|抽多少|抽几|平台(?:费|抽|收多)|手续费/, '收益与提现', '/about/guidePublishers#提现'],
  [/入驻|开店|企业认证|供应商(?:入驻|注册|认证)|认证怎么|怎么认证/, '供应商入驻与企业认证', '/about/guideSuppliers'],
  [/(?:发布?|提交?|发个?)需求|需求(?:收费|怎么发|在哪)|怎么接单|接单(?:大厅|收费)/, '需求与接单', '/about/guideDemands'],
  [/(?:成为|当|做|申请)讲师|怎么开课|讲师(?:申请|入驻|分成)/, '成为讲师', '/about/beTeacher'],
  [/(?:办|发布?)沙龙|怎么(?:售|卖)票|检票/, '办一场沙龙', '/about/guideOrganisers'],
  [/下架/, '常见问题', '/about/problem'],
  [/侵权|盗版|抄袭|版权投诉|举报|被盗用/, '侵权投诉', '/about/infringement'],
  [/客服|人工服务|联系(?:方式|你们|我们|电话|平台)|投诉|你们电话|客服电话/, '联系我们', '/about/contact'],
  [
    /验证码|忘记?了?密码|密码(?:忘|找回|错)|登录不了|登不上|登陆不|注册(?:不|账号|帐号|流程)|注销|换手机号|改手机号|账号(?:被|注)/,
    '账号与登录',
    '/about/problem',
  ],
  [/课程(?:有效期|回放|能看多久)|看不了课|倍速|课(?:程)?过期/, '课程怎样学习', '/about/study'],
  [/(?:策猫|你们|网站|平台|这里)(?:是什么|干什么|怎么用|靠谱|收费)|^策猫$|怎么用这个/, '关于策猫与读者指南', '/about/guideReaders'],
];

const MOST = 2;

export interface HelpLink {
  label: string;
  href: string;
}

/** Texts of the help centre that answer a keyword which asks about the site. Pure. */
export function helpAbout(keyword: string): HelpLink[] {
  const text = normalise(keyword.slice(0, 200)).replace(/\s+/g, '');
  return QUESTIONS.filter(([asked]) => asked.test(text))
    .slice(0, MOST)
    .map(([, label, href]) => ({ label, href }));
}
