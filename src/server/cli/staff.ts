import { createCtx, ROLES, type Role } from '../app/ctx.ts';
import { boot } from '../boot.ts';
import { readConfig } from '../config/config.ts';
import { StartError } from '../kernel/errors.ts';
import { setRoles } from '../modules/identity/index.ts';
import { type Command, print } from './command.ts';

const USAGE = `用法：staff MOBILE ROLE[,ROLE]，ROLE 为 ${ROLES.join('、')}，none 表示不再是工作人员`;

export const staffCommand: Command = {
  usage: 'MOBILE ROLE[,ROLE]',
  about: `设定一个账号的工作人员角色：${ROLES.join('、')}；none 取消（管理后台在 /admin）`,
  async run(args) {
    const [mobile = '', wanted = ''] = args;
    const roles = wanted === 'none' ? [] : wanted.split(',').map((name) => ROLES.find((role) => role === name));
    if (args.length !== 2 || roles.includes(undefined)) throw new StartError(USAGE);
    const booted = await boot(readConfig(), { work: false });
    try {
      const ctx = createCtx(booted.app, { kind: 'command', name: 'staff' }, 'cli');
      if (!(await setRoles(ctx, mobile, roles as Role[]))) throw new StartError(`没有手机号为 ${mobile} 的账号，请先注册`);
      print(`${mobile}：${roles.length > 0 ? roles.join('、') : '不是工作人员'}`);
      return 0;
    } finally {
      await booted.stop();
    }
  },
};
