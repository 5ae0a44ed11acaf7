import { KINDS } from '../kinds.ts';
import type { AreaPages } from './area.ts';

const { list, add, orders } = KINDS.ppt.paths;

export const ppt: AreaPages = {
  name: 'ppt',
  sections: [{ key: 'ppt', title: 'PPT', route: list, order: 40, publish: { title: '发布PPT模板', route: add } }],
  center: [
    {
      key: 'myPPTOrder',
      group: 'bought',
      title: '我的PPT模板订单',
      route: orders,
      about: '买过的 PPT 模板随时再下载，未付的订单可以继续支付或关闭。',
      order: 20,
    },
  ],
};
