import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dayStart } from '#contract/days.ts';
import { createCtx, ROLES, type Role } from '../app/ctx.ts';
import { backup } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { boot } from '../boot.ts';
import { readConfig } from '../config/config.ts';
import { fingerprintOf } from '../config/secrets.ts';
import { migrate, missingMigrations } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { AppError, StartError } from '../kernel/errors.ts';
import { createLog } from '../kernel/log.ts';
import { checkRounds } from '../modules/draws/index.ts';
import { setRoles } from '../modules/identity/index.ts';
import { BUCKET_LEFT_OUT, BUCKET_TODO } from '../modules/operations/index.ts';
import { reconcilePayments } from '../modules/orders/index.ts';
import { DIFFERENCES, reconcileDay, yesterday } from '../modules/reconcile/index.ts';
import { acceptSecrets, allSettings, getSetting, setSetting } from '../modules/settings/index.ts';
import { proveLedger } from '../modules/wallet/index.ts';
import { countDeadEvents, reviveDeadEvents } from '../outbox/outbox.ts';
import { type Command, print, withDatabase } from './command.ts';
import { gatherFacts } from './doctor/gather-facts.ts';
import { type Finding, judgeFacts } from './doctor/judge-facts.ts';
import { monthsCommand } from './months.ts';
import { nginxCommand } from './nginx.ts';
import { storageCommand } from './storage.ts';

export const reconcileCommand: Command = {
  usage: '[--day YYYY-MM-DD] [--revive-events]',
  about: '向支付方核对未结清的付款与某一日（默认昨日）的对账单，再逐笔证明账本；有出入时退出码为 1',
  async run(args) {
    const { values } = parseArgs({ args, options: { 'revive-events': { type: 'boolean', default: false }, day: { type: 'string' } } });
    if (values.day !== undefined && dayStart(values.day) === null) throw new StartError('--day 应为日期，例如 2026-01-31');
    const booted = await boot(readConfig(), { work: false });
    try {
      const ctx = createCtx(booted.app, { kind: 'job', name: 'reconcile' }, 'cli');
      const payments = await reconcilePayments(ctx);
      const outcomes = Object.entries(payments.outcomes).map(([outcome, count]) => `${outcome} ${count}`);
      print(
        `付款：核对 ${payments.asked} 笔，退款 ${payments.refunded} 笔，无法核对 ${payments.failed} 笔${outcomes.length ? `（${outcomes.join('，')}）` : ''}`,
      );
      const bill = await reconcileDay(ctx, values.day ?? yesterday(ctx));
      print(
        `对账：${bill.day}，账单 ${bill.lines === null ? bill.fault : `${bill.lines} 行`}，我方收款 ${bill.payments} 笔，补入账 ${bill.repaired} 笔，差异 ${bill.differences.length} 处`,
      );
      for (const { kind, subject, detail } of bill.differences) print(`  ${DIFFERENCES[kind]}：${subject}${detail && `（${detail}）`}`);
      const proof = await proveLedger(ctx);
      print(
        `账本：${proof.accounts} 个账户，${proof.transfers} 笔转账，${proof.entries} 条分录，${proof.ok ? '全部相符' : `${proof.faults.length} 处不符`}`,
      );
      for (const { fault, subject } of proof.faults) print(`  ${fault}：${subject}`);
      if (values['revive-events']) print(`事件：${await reviveDeadEvents(booted.app)} 个将重新投递`);
      const dead = await countDeadEvents(booted.app);
      if (dead > 0) print(`事件：${dead} 个多次投递失败，修复后可用 --revive-events 重新投递`);
      return proof.ok && bill.differences.length === 0 && payments.failed === 0 && dead === 0 ? 0 : 1;
    } finally {
      await booted.stop();
    }
  },
};

export const settingsCommand: Command = {
  usage: '[KEY [VALUE]]',
  about: '列出站点设置；给出 VALUE 则修改（例如 settings work_review hold），运行中的站点几秒内生效',
  async run(args) {
    const [name, value] = args;
    if (args.length > 2) throw new StartError('用法：settings [KEY [VALUE]]，含空格的值请加引号');
    const settings = allSettings();
    const chosen = settings.find(({ key }) => key === name);
    if (name !== undefined && chosen === undefined)
      throw new StartError(`没有设置项 ${name}，可用：${settings.map(({ key }) => key).join('、')}`);
    const booted = await boot(readConfig(), { work: false });
    try {
      const ctx = createCtx(booted.app, { kind: 'command', name: 'settings' }, 'cli');
      if (chosen !== undefined && value !== undefined) {
        await setSetting(ctx, chosen.key, readValue(value)).catch((error: unknown) => {
          throw error instanceof AppError ? new StartError(error.message) : error;
        });
      }
      for (const one of chosen === undefined ? settings : [chosen]) print(`${one.key} = ${JSON.stringify(await getSetting(ctx, one))}`);
      return 0;
    } finally {
      await booted.stop();
    }
  },
};

/** JSON where it is some, else the word itself. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const acceptSecretsCommand: Command = {
  usage: '',
  about: '更换密钥之后运行一次：让数据库认当前的密钥；已发出的下载链接与验证码随之失效。先停止网站',
  async run(args) {
    parseArgs({ args, options: {} });
    return withDatabase(async ({ url }, config) => {
      await migrate(url);
      const pool = openPool(url, 2, createLog(config.log_level));
      try {
        await acceptSecrets(pool.db, fingerprintOf(config.secrets));
      } finally {
        await pool.close();
      }
      print('数据库现在使用当前 DATA_DIR 与 SECRET_* 的密钥');
      return 0;
    });
  },
};

const backupCommand: Command = {
  usage: 'FILE',
  about: '把数据库与 DATA_DIR 的文件写入一个压缩包（含密钥，权限 0600）；网站可以照常运行；对象存储中的文件不在其内',
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0) throw new StartError('用法：node src/cli.ts backup FILE');
    return withDatabase(async ({ url }, config) => {
      const report = await backup(url, config.data_dir, resolve(file));
      print(
        `已备份 ${report.tables} 张表共 ${report.rows} 行、${report.files} 个文件，压缩后 ${(report.bytes / 1e6).toFixed(1)} MB：${resolve(file)}`,
      );
      if (config.storage === 's3') print(`${BUCKET_LEFT_OUT}。${BUCKET_TODO}`);
      return 0;
    });
  },
};

const checkDrawsCommand: Command = {
  usage: '',
  about: '按公布的规则重算已结束的每一轮抽奖；有不符时退出码为 1',
  async run() {
    const booted = await boot(readConfig(), { work: false });
    try {
      const rounds = await checkRounds(createCtx(booted.app, { kind: 'job', name: 'check-draws' }, 'cli'));
      for (const { round, check } of rounds) {
        if (check === null) print(`第 ${round.id} 轮：进行中，结束后可验证`);
        else
          print(`第 ${round.id} 轮：${check.checked} 次抽奖，${check.faults.length === 0 ? '全部相符' : `${check.faults.length} 处不符`}`);
        for (const fault of check?.faults ?? []) print(`  ${fault}`);
      }
      return rounds.every(({ check }) => check === null || check.faults.length === 0) ? 0 : 1;
    } finally {
      await booted.stop();
    }
  },
};

const MARKS: Record<Finding['level'], string> = { ok: '✓', warn: '!', bad: '✗' };

const doctorCommand: Command = {
  usage: '[--json]',
  about: '检查这台机器是否适合运行网站，逐项说明该做什么；不改动任何数据，有无法工作之处时退出码为 1',
  async run(args) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
    const findings = judgeFacts(await gatherFacts());
    const bad = findings.filter(({ level }) => level === 'bad').length;
    const warned = findings.filter(({ level }) => level === 'warn').length;
    if (values.json) print(JSON.stringify({ ok: bad === 0, findings }, null, 2));
    else {
      for (const { level, title, text, todo } of findings) print(`${MARKS[level]} ${title}：${text}${todo && `。${todo}`}`);
      print(bad > 0 ? `${bad} 项无法工作，${warned} 项需要注意` : warned > 0 ? `可以运行，${warned} 项需要注意` : '一切正常');
    }
    return bad === 0 ? 0 : 1;
  },
};

const migrateCommand: Command = {
  usage: '[--check]',
  about: '执行缺少的数据库迁移；--check 只列出缺少的，有则退出码为 1',
  async run(args) {
    const { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } });
    return withDatabase(async ({ url }) => {
      if (values.check) {
        const missing = await missingMigrations(url);
        print(missing.length === 0 ? '数据库结构是最新的' : `缺少的迁移：\n${missing.map((name) => `  ${name}`).join('\n')}`);
        return missing.length === 0 ? 0 : 1;
      }
      const done = await migrate(url);
      print(done.length === 0 ? '数据库结构已是最新' : `已执行：\n${done.map((name) => `  ${name}`).join('\n')}`);
      return 0;
    });
  },
};

const restoreCommand: Command = {
  usage: 'FILE [--force]',
  about: '从压缩包恢复数据库与文件；已有数据时拒绝，--force 覆盖。先停止网站',
  async run(args) {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { force: { type: 'boolean', default: false } } });
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0) throw new StartError('用法：node src/cli.ts restore FILE [--force]');
    return withDatabase(async ({ url }, config) => {
      const report = await restore(url, config.data_dir, resolve(file), { force: values.force });
      print(`已恢复 ${report.tables} 张表共 ${report.rows} 行、${report.files} 个文件，校验一致`);
      if (config.storage === 's3') print('备份里的文件已放入 DATA_DIR：运行 node src/cli.ts storage move --to s3 把它们复制到对象存储');
      return 0;
    });
  },
};

const USAGE = `用法：staff MOBILE ROLE[,ROLE]，ROLE 为 ${ROLES.join('、')}，none 表示不再是工作人员`;

const staffCommand: Command = {
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

export const commands: Record<string, Command> = {
  doctor: doctorCommand,
  migrate: migrateCommand,
  backup: backupCommand,
  restore: restoreCommand,
  reconcile: reconcileCommand,
  settings: settingsCommand,
  staff: staffCommand,
  storage: storageCommand,
  months: monthsCommand,
  'accept-secrets': acceptSecretsCommand,
  'check-draws': checkDrawsCommand,
  nginx: nginxCommand,
};
