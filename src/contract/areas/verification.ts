import type { AreaPages } from './area.ts';

export const verification: AreaPages = {
  name: 'verification',
  center: [
    {
      key: 'myEnterprise',
      group: 'sells',
      title: '我的企业',
      route: '/personalCenter/myEnterprise',
      about: '企业认证、店铺与案例，认证后可以发布职位。',
      order: 39,
    },
    { key: 'myVerify', group: 'account', title: '实名认证', route: '/personalCenter/myVerify', about: '认证后可以发布需求。', order: 145 },
  ],
};
