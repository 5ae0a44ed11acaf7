import { KINDS } from '../kinds.ts';
import type { AreaPages } from './area.ts';

const { list, add, orders } = KINDS.design.paths;

export const design: AreaPages = {
  name: 'design',
  sections: [{ key: 'design', title: '设计', route: list, order: 50, publish: { title: '发布设计', route: add } }],
  center: [
    {
      key: 'myDesignOrder',
      group: 'bought',
      title: '我的设计订单',
      route: orders,
      about: '买过的设计文件随时再下载，未付的订单可以继续支付或关闭。',
      order: 30,
    },
  ],
};
