import type { AreaPages } from './area.ts';

export const center: AreaPages = {
  name: 'center',
  center: [
    {
      key: 'myOrder',
      title: '我的订单与下载',
      route: '/personalCenter/myOrder',
      about: '买过、兑换过、免费下载过的都在这里，随时再次下载。',
      order: 1,
    },
    { key: 'myCollect', title: '我的收藏', route: '/personalCenter/myCollect', about: '收藏过的方案与模板，按类型查看。', order: 100 },
    {
      key: 'myConcerns',
      title: '我的关注',
      route: '/personalCenter/myConcerns',
      about: '关注的发布者与店铺，一键看他们的新作品。',
      order: 110,
    },
    {
      key: 'mySubscribe',
      title: '我的订阅',
      route: '/personalCenter/mySubscribe',
      about: '订阅的分类、标签与搜索，以及它们带来的新作品。',
      order: 112,
    },
    { key: 'myMessage', title: '我的消息', route: '/personalCenter/myMessage', about: '订阅上新等通知，未读的一目了然。', order: 115 },
    { key: 'myWallet', title: '我的钱包', route: '/personalCenter/myWallet', about: '余额与每一笔变动；发布者的销售与收益。', order: 120 },
    { key: 'myCoupon', title: '我的优惠券', route: '/personalCenter/myCoupon', about: '优惠券与下载券，以及它们的使用条件。', order: 130 },
    { key: 'history', title: '历史足迹', route: '/history', about: '看过的内容，按时间回找。', order: 140 },
    { key: 'mySetting', title: '账号设置', route: '/personalCenter/mySetting', about: '头像、昵称与资料，修改密码和手机号。', order: 150 },
  ],
};
