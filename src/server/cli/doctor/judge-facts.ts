import type { Config } from '../../config/config.ts';
import { isPrivateName } from '../../config/reach.ts';
import {
  BACKUP_AGE_MAX_MS,
  BUCKET_LEFT_OUT,
  BUCKET_TODO,
  CERTIFICATE_DAYS_MIN,
  daysUntil,
  gbText,
  isDiskLow,
} from '../../modules/operations/index.ts';
import type { DatabaseFacts, Facts } from './facts.ts';

export interface Finding {
  /** bad: the site does not start or cannot do its work. */
  level: 'ok' | 'warn' | 'bad';
  title: string;
  text: string;
  /** What to do; '' where nothing is. */
  todo: string;
}

/** The project's own; see `tools/install.mjs`. */
const NODE_MIN = 24;
const MEMORY_MIN = 2 * 1024 ** 3;
const SKEW_MAX_MS = 2_000;
/** Beside those of the pool, which a pooler has itself: jobs 6 and their listener, purges, streams, the hold of the cluster, a backup 2 (decision 0166). */
const CONNECTIONS_BESIDE = 12;

/** What is good, what is not, and what to do about it, in the order in which one would look. */
export function judgeFacts(facts: Facts): Finding[] {
  return [
    judgeMachine(facts),
    judgeConfig(facts),
    facts.config ? [...judgeFolders(facts), ...judgeDatabase(facts, facts.config)] : [],
    judgeReplica(facts),
    judgeBucket(facts),
    facts.config ? judgeReach(facts, facts.config) : [],
    judgeDocuments(facts),
    facts.config ? judgeProviders(facts.config) : [],
    judgeBackups(facts),
  ].flat();
}

const ok = (title: string, text: string): Finding => ({ level: 'ok', title, text, todo: '' });
const warn = (title: string, text: string, todo: string): Finding => ({ level: 'warn', title, text, todo });
const bad = (title: string, text: string, todo: string): Finding => ({ level: 'bad', title, text, todo });

function judgeMachine({ node, memory_bytes, root, built }: Facts): Finding[] {
  return [
    Number.parseInt(node, 10) >= NODE_MIN
      ? ok('Node.js', `版本 ${node}`)
      : bad('Node.js', `版本 ${node}，需要 ${NODE_MIN} 或更新`, '用 node_modules/.bin/node 运行，或运行 npm run build 安装它'),
    memory_bytes >= MEMORY_MIN
      ? ok('内存', gbText(memory_bytes))
      : warn('内存', `只有 ${gbText(memory_bytes)}`, '建议至少 2 GB：转换文档与内置数据库同时需要内存'),
    root ? warn('系统用户', '正以 root 运行', '为网站建立专用的系统用户，见 docs/operations/install.md') : ok('系统用户', '不是 root'),
    built ? ok('构建结果', '页面已构建') : bad('构建结果', '没有找到构建好的页面', '运行 npm run build'),
  ];
}

function judgeConfig({ config, config_fault }: Facts): Finding[] {
  if (!config) return [bad('环境变量', config_fault, '按提示修改，全部环境变量见 docs/operations/environment.md')];
  const found = [ok('环境变量', '取值有效')];
  if (config.seed !== null && !config.local) {
    found.push(warn('演示数据', '对外的网站会生成演示数据', '正式使用请设置 SEED=NONE'));
  }
  if (config.trust_proxy.length === 0 && !config.local) {
    found.push(warn('TRUST_PROXY', '没有设置', '如果前面有反向代理，请设为它的地址（本机为 127.0.0.1），否则所有访客共用一个人的限额'));
  }
  return found;
}

function judgeFolders({ data }: Facts): Finding[] {
  if (!data) return [];
  const title = '数据目录';
  if (!data.exists) {
    return [
      data.writable
        ? ok(title, `${data.path} 将在第一次启动时建立`)
        : bad(title, `${data.path} 无法建立`, '建立它，并交给运行网站的系统用户'),
    ];
  }
  const found = [data.writable ? ok(title, `${data.path} 可写`) : bad(title, `${data.path} 不可写`, 'chown 给运行网站的系统用户')];
  if (data.disk) {
    const left = `剩余 ${gbText(data.disk.free_bytes)}，共 ${gbText(data.disk.total_bytes)}`;
    found.push(isDiskLow(data.disk) ? warn('磁盘', left, '清理或扩容：低于 5 GB 或 15% 时上传与备份会失败') : ok('磁盘', left));
  }
  return found;
}

function judgeDatabase({ database }: Facts, config: Config): Finding[] {
  const title = '数据库';
  if (database === null) return [ok(title, '内置数据库将在第一次启动时建立')];
  if (typeof database === 'string') {
    const todo =
      config.database_url === null
        ? '按提示处理，详见 docs/operations/troubles.md'
        : '检查 DATABASE_URL、数据库是否在运行、防火墙与账号密码';
    return [bad(title, database, todo)];
  }
  return [ok(title, `PostgreSQL ${database.version}，${database.encoding}`), ...judgeServer(database, config)];
}

function judgeServer(database: DatabaseFacts, config: Config): Finding[] {
  const needed = (config.database_session_url === null ? config.database_pool : 0) + CONNECTIONS_BESIDE;
  const left = database.max_connections - database.used_connections;
  return [
    database.max_connections >= needed
      ? ok('数据库连接', `上限 ${database.max_connections}，已用 ${database.used_connections}，每个进程最多用 ${needed}`)
      : bad(
          '数据库连接',
          `上限 ${database.max_connections}，一个进程就需要 ${needed}（现余 ${left}）`,
          '调大 max_connections，或调小 DATABASE_POOL',
        ),
    Math.abs(database.skew_ms) <= SKEW_MAX_MS
      ? ok('时钟', '与数据库一致')
      : bad(
          '时钟',
          `与数据库相差 ${Math.round(Math.abs(database.skew_ms) / 1000)} 秒`,
          '在两台机器上启用时间同步（chrony 或 systemd-timesyncd）',
        ),
    database.gist ? ok('数据库扩展', 'btree_gist 可用') : bad('数据库扩展', '没有 btree_gist', '在数据库服务器上安装 postgresql-contrib'),
    database.missing === null
      ? ok('数据库结构', '还是空的，将在第一次启动时建立')
      : database.missing.length === 0
        ? ok('数据库结构', '是最新的')
        : warn('数据库结构', `缺少 ${database.missing.length} 个迁移（${database.missing[0]} 起）`, '先备份，再启动网站或运行 migrate'),
    database.same_secrets
      ? ok('密钥', '与数据库相符')
      : bad(
          '密钥',
          '数据库属于另一个 DATA_DIR（密钥不同）',
          '使用原来的 DATA_DIR 与 SECRET_*；确要更换，先停止网站，再运行 accept-secrets',
        ),
    ...(database.may_create_databases
      ? []
      : [warn('恢复演练', '数据库账号不能建库', '由数据库管理员执行 alter role 账号 createdb，否则无法演练恢复')]),
  ];
}

/** Pages of a copy that cannot be used come from the database itself: slower, never wrong. */
function judgeReplica({ replica }: Facts): Finding[] {
  const title = '只读副本';
  if (replica === null) return [];
  if (typeof replica === 'string') {
    return [warn(title, `连不上（${replica}），页面改由主数据库回答`, '检查 DATABASE_REPLICA_URL、副本是否在运行、防火墙与账号密码')];
  }
  if (!replica.follows) {
    return [warn(title, 'DATABASE_REPLICA_URL 不是副本：它自己接受写入，因此不使用', '指向跟随主数据库的只读副本，或去掉这个变量')];
  }
  if (!replica.ours) {
    return [warn(title, 'DATABASE_REPLICA_URL 是另一个数据库的副本，因此不使用', '指向 DATABASE_URL 的副本，数据库名也要相同')];
  }
  if (replica.level === false) {
    return [warn(title, '跟不上主数据库，页面改由主数据库回答', '检查复制连接、副本的磁盘与负载，是否暂停了重放')];
  }
  return [ok(title, replica.level ? '跟随主数据库' : '正在跟随（主数据库没有回答，无法比较）')];
}

/** Without its bucket the site does not start. */
function judgeBucket({ bucket }: Facts): Finding[] {
  if (bucket === null) return [];
  return [
    bucket === ''
      ? ok('对象存储', '能写入、列出、读取与删除')
      : bad('对象存储', bucket, '按提示检查 S3_* 与存储桶的权限，各变量见 docs/operations/environment.md'),
  ];
}

function judgeReach({ port, certificate, now }: Facts, config: Config): Finding[] {
  const place = `${config.host}:${config.port}`;
  const found: Finding[] = [
    port === 'taken'
      ? bad('端口', `${place} 被别的程序占用`, '停止那个程序，或更换 PORT')
      : port === 'refused'
        ? bad('端口', `无法监听 ${place}`, '检查 HOST 是否为本机地址；1024 以下的端口需要权限')
        : ok('端口', port === 'ours' ? `网站正在 ${place} 运行` : `${place} 空闲`),
  ];
  const https = config.site_url.startsWith('https:');
  if (!https && !isPrivateName(new URL(config.site_url).hostname)) {
    found.push(warn('SITE_URL', `${config.site_url} 不是 https`, '在反向代理上配置证书，并把 SITE_URL 改为 https 地址'));
  } else found.push(ok('SITE_URL', config.site_url));
  if (certificate) found.push(judgeCertificate(certificate.ends_at, certificate.fault, now));
  return found;
}

function judgeCertificate(ends_at: Date | null, fault: string, now: Date): Finding {
  const title = '证书';
  if (ends_at === null) return warn(title, `从本机打不开 SITE_URL（${fault}）`, '检查域名解析与反向代理；本机访问不到公网地址时可忽略');
  const days = daysUntil(ends_at, now);
  if (days < 0) return bad(title, '已过期', '立即更换证书');
  if (fault !== '') return bad(title, `不被浏览器信任（${fault}）`, '检查域名是否相符、中间证书是否完整');
  return days < CERTIFICATE_DAYS_MIN ? warn(title, `还有 ${days} 天到期`, '检查自动续期') : ok(title, `还有 ${days} 天到期`);
}

function judgeDocuments({ documents }: Facts): Finding[] {
  if (!documents) return [];
  const { office, isolated, conversion, fonts, poppler, narrows } = documents;
  return [
    isolated
      ? ok('文档隔离', 'bubblewrap 可用')
      : warn('文档隔离', '文档未能隔离处理', '在 Linux 上安装 bubblewrap，并允许普通用户建立命名空间，见 docs/operations/troubles.md'),
    conversion
      ? ok('PPTX', 'LibreOffice 可用')
      : warn(
          'PPTX',
          office ? 'LibreOffice 只在隔离环境中运行' : '没有找到 LibreOffice',
          office ? '先解决文档隔离（bubblewrap、prlimit）' : '安装 libreoffice-impress，否则只接受 PDF',
        ),
    fonts === false
      ? warn('字体', '没有中文字体', '安装 fonts-noto-cjk，否则文档预览缺字')
      : fonts === null
        ? warn('字体', '没有 fc-list，无法检查', '安装 fontconfig 与 fonts-noto-cjk')
        : ok('字体', '有中文字体'),
    poppler ? ok('PDF 字体', 'pdftoppm 可用') : warn('PDF 字体', '没有 pdftoppm', '安装 poppler-utils，否则不带字体的 PDF 预览缺字'),
    narrows
      ? ok('视频清晰度', 'ffmpeg 可用')
      : ok('视频清晰度', '没有 ffmpeg 或未能隔离（可选）：课程视频只按上传的原画播放，备齐后自动补做'),
  ];
}

/** An incomplete provider is refused by the configuration itself; here is said which are sandbox adapters. */
function judgeProviders({ providers, local, allow_sandbox }: Config): Finding[] {
  const wanted = [
    { title: '支付', real: providers.wechat !== null || providers.alipay !== null, names: 'WECHATPAY_* 或 ALIPAY_*' },
    { title: '短信', real: providers.sms !== null, names: 'ALIYUN_SMS_*' },
    { title: '邮件', real: providers.mail !== null, names: 'MAIL_URL 与 MAIL_FROM' },
  ];
  return wanted.map(({ title, real, names }) => {
    if (real) return ok(title, '正式接入');
    if (local) return ok(title, '模拟（只有本机可达）');
    return allow_sandbox
      ? warn(title, '模拟：任何访客都能看到验证码、邮件与付款', `正式使用请配置 ${names}，并去掉 ALLOW_SANDBOX=1`)
      : warn(title, '没有接入', `配置 ${names}`);
  });
}

function judgeBackups({ backups, database, config, now }: Facts): Finding[] {
  if (!config) return [];
  const title = '备份';
  const found: Finding[] = [];
  if (!backups) {
    if (config.local) return [ok(title, '没有自动备份（只有本机可达）')];
    found.push(warn(title, '没有自动备份', '把 BACKUP_DIR 设为另一块磁盘上的文件夹，每天备份一次'));
  } else if (!backups.exists || !backups.writable) {
    found.push(
      bad(
        title,
        `BACKUP_DIR ${backups.path} ${backups.exists ? '不可写' : '不存在'}`,
        '建立它并交给运行网站的系统用户，或检查磁盘是否已挂载',
      ),
    );
  } else if (backups.same_disk) {
    found.push(warn(title, `${backups.path} 与数据在同一块磁盘上`, '换到另一块磁盘，或把备份再复制到别处'));
  } else found.push(ok(title, backups.path));
  // a bucket's own versions cannot be seen from here
  if (config.storage === 's3' && !config.local) found.push(warn('备份不含文件', BUCKET_LEFT_OUT, BUCKET_TODO));
  if (typeof database !== 'object' || database === null || database.missing === null) return found;
  const { backup_at } = database;
  const hours = backup_at === null ? null : Math.floor((now.getTime() - backup_at.getTime()) / 3_600_000);
  if (backup_at === null || now.getTime() - backup_at.getTime() > BACKUP_AGE_MAX_MS) {
    const text = hours === null ? '还没有成功的备份' : `最近一次成功的备份在 ${hours} 小时前`;
    found.push(warn('最近的备份', text, '在后台的系统页立即备份，失败的原因也在那里'));
  } else found.push(ok('最近的备份', `${hours} 小时前`));
  return found;
}
