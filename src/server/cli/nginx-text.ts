import { NETWORK_FAILURE_TEXT } from '#contract/envelope.ts';
import { UPLOAD_PART_BYTES } from '#contract/publish.ts';
import { OWN_OF_A_PROCESS } from '../config/config.ts';
import { PROXY_IDLE_S } from '../http/http-server.ts';
import { NOTHING_POLICY, securityHeaders } from '../http/security-headers.ts';

export interface NginxWish {
  /** host:port of every site process. */
  upstream: readonly string[];
  /** Those that get nothing for now. */
  down: readonly string[];
  /** Empty: whatever name is asked for. */
  names: readonly string[];
  tls: { cert: string; key: string } | null;
  /** Port, or address:port. */
  listen: string;
  /** With TLS: where http is answered with the way to https. */
  http: string;
  /** dist/client, from which hashed files leave without a site process; null: the processes send them. */
  static_dir: string | null;
  /** Where nginx keeps its pid, logs and bodies on their way; null: where the system has them. */
  dir: string | null;
}

const MAY_DIFFER = OWN_OF_A_PROCESS.filter((name) => name !== 'HOST' && name !== 'PORT').join('、');

/** A part, and what a form has around it. */
const BODY_MB = Math.ceil((UPLOAD_PART_BYTES + 64 * 1024) / 1024 ** 2);

/** A whole nginx.conf (1.22 or newer) for site processes on one database. */
export function nginxText(wish: NginxWish): string {
  const { names, tls, listen, http, dir } = wish;
  const server_name = names.length > 0 ? names.join(' ') : '_';
  const origin = `${tls ? 'https' : 'http'}://${names[0] ?? '域名'}`;
  return `# 策猫：${wish.upstream.length} 个站点进程在同一地址之后。由 node src/cli.ts nginx 生成，改参数后重新生成，不要手改。
# 检查 nginx -t -c 本文件，替换 /etc/nginx/nginx.conf 后 nginx -s reload。
#
# 每个站点进程各有自己的 HOST 与 PORT（即下面的地址），可以不同的还有 ${MAY_DIFFER}；其余环境变量都要相同，尤其是：
#   DATABASE_URL      同一个 PostgreSQL
#   DATA_DIR          同一个（共享的）目录：上传、文件与密钥
#   BACKUP_DIR        同一个（共享的）目录：每天由其中一个进程备份，是哪一个事先不知道
#   SITE_URL          ${origin}
#   TRUST_PROXY       nginx 所在机器的地址，同机为 127.0.0.1；不设置时所有读者共用一人的限额，停止时也不等待 nginx
#
# 逐个重启：停止一个（SIGTERM），启动，等到它的 /readyz 回答 200 并再过 ${FAIL_S} 秒，再轮到下一个。
# 想完全不碰正在停止的进程：先用 --down 它的地址 生成并 reload，${PROXY_IDLE_S + 1} 秒后再停止它。
# nginx 之前还有 CDN 时，在 http 中加 set_real_ip_from 与 real_ip_header，否则读者的地址都是 CDN 的。
${dir === null ? 'user www-data;\n' : ''}worker_processes auto;
worker_rlimit_nofile 65536;
worker_shutdown_timeout 660s;
pid ${dir === null ? '/run/nginx.pid' : quoted(`${dir}/nginx.pid`)};
error_log ${dir === null ? '/var/log/nginx/error.log' : quoted(`${dir}/error.log`)} warn;

events {
    # each stream of a reader holds two connections for up to ten minutes
    worker_connections 16384;
}

http {
${dir === null ? '' : tempPaths(dir)}    default_type application/octet-stream;
    server_tokens off;
    sendfile on;
    tcp_nopush on;
    # the site compresses its answers, pages once and in brotli
    gzip off;

    # an address may hold a ticket or a signed link: the log names the area alone
    map $uri $cemao_area {
        ~^(?<cemao_first>/[^/]*) $cemao_first;
    }
    log_format cemao '$remote_addr $time_iso8601 $request_method $cemao_area $status $body_bytes_sent $request_time $upstream_addr $upstream_http_x_request_id';
    access_log ${dir === null ? '/var/log/nginx/access.log' : quoted(`${dir}/access.log`)} cemao;

    upstream cemao {
        zone cemao 256k;
        # streams are held for minutes: whoever holds fewest gets the next
        least_conn;
${servers(wish)}
        keepalive 64;
        # longer than the site keeps them while it stops would lose requests; see docs/decisions/0166-several-processes.md
        keepalive_timeout ${PROXY_IDLE_S}s;
        keepalive_requests 1000000;
    }
${tls ? redirect(server_name, http, listen) : ''}
    server {
        listen ${listen}${tls ? ' ssl http2' : ''};
        server_name ${server_name};
${tls ? tlsLines(tls) : ''}
        client_max_body_size ${BODY_MB}m;
        client_body_timeout 60s;
        reset_timedout_connection on;

        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        # set, not appended: what a stranger wrote there is gone
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto ${tls ? 'https' : 'http'};
        proxy_set_header X-Forwarded-Host "";
        proxy_set_header X-Real-IP "";
        proxy_set_header Forwarded "";

        # the policy of a page names a hash for each of its scripts
        proxy_buffer_size 32k;
        proxy_buffers 16 32k;
        proxy_busy_buffers_size 64k;
        # a download goes at its reader's pace, and not to the disk first; streams say X-Accel-Buffering themselves
        proxy_max_temp_file_size 0;

        proxy_connect_timeout 2s;
        # between two parts of an answer: streams beat every 25 s, the longest call answers within 150 s
        proxy_read_timeout 180s;
        proxy_send_timeout 180s;
        # the next process gets what could not be sent at all, and what may be sent twice (GET, HEAD, PUT, DELETE); a POST that was
        # sent is never sent again. Not http_503: without its database every process says so, and pages that are kept still leave
        proxy_next_upstream error timeout;
        proxy_next_upstream_timeout 10s;

        error_page 413 = @cemao_too_large;
        error_page 502 504 = @cemao_away;

        location / {
            error_page 502 504 = @cemao_away_page;
            proxy_pass http://cemao;
        }

        location /gateway/ {
            proxy_pass http://cemao;
        }

        location ^~ /gateway/upload/ {
            # parts go on as they arrive; what was received counts when a process ends
            proxy_request_buffering off;
            proxy_pass http://cemao;
        }

        # a page of a newer build may come from one process, its file be asked of another
        location ^~ /_a/ {
${wish.static_dir === null ? '' : staticLines(wish.static_dir, tls !== null)}            proxy_next_upstream error timeout http_404;
            ${wish.static_dir === null ? 'proxy_pass http://cemao;' : 'try_files $uri @cemao_file;'}
        }
${wish.static_dir === null ? '' : STATIC_MISSING}
        # figures for this machine alone; ask the processes themselves
        location = /metrics {
            return 404;
        }

        location @cemao_too_large {
            internal;
            default_type application/json;
            add_header Cache-Control no-store always;
            return 413 '{"code":1,"msg":"提交的内容过大","data":null}';
        }

        location @cemao_away_page {
            internal;
            default_type text/html;
            charset utf-8;
            add_header Cache-Control no-store always;
            add_header Retry-After 2 always;
            return 503 '<!doctype html><html lang="zh-CN"><title>策猫</title><p>${NETWORK_FAILURE_TEXT}';
        }

        location @cemao_away {
            internal;
            default_type application/json;
            add_header Cache-Control no-store always;
            add_header Retry-After 2 always;
            return 503 '{"code":1,"msg":"${NETWORK_FAILURE_TEXT}","data":null}';
        }
    }
}`;
}

/** A process that refused or broke is not asked for so long. */
const FAIL_S = 1;

const servers = ({ upstream, down }: NginxWish) =>
  upstream.map((place) => `        server ${place} max_fails=1 fail_timeout=${FAIL_S}s${down.includes(place) ? ' down' : ''};`).join('\n');

const quoted = (path: string) => `"${path}"`;

const tempPaths = (dir: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `    ${name}_temp_path ${quoted(`${dir}/${name}`)};\n`).join('');

function redirect(server_name: string, http: string, listen: string): string {
  const port = /\d{1,5}$/.exec(listen)?.[0];
  return `
    server {
        listen ${http};
        server_name ${server_name};
        return 308 https://$host${port === '443' ? '' : `:${port}`}$request_uri;
    }
`;
}

const tlsLines = ({ cert, key }: { cert: string; key: string }) => `        ssl_certificate ${quoted(cert)};
        ssl_certificate_key ${quoted(key)};
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_session_cache shared:cemao_tls:10m;
        ssl_session_timeout 1d;
        ssl_session_tickets off;
        # HSTS comes from the site, when its SITE_URL is https
`;

/** The types that the build makes; whatever else lies there is asked of a process. */
const TYPES = 'text/javascript js mjs; text/css css; application/json json; image/svg+xml svg; image/webp webp; font/woff2 woff2;';

function staticLines(dir: string, tls: boolean): string {
  const headers = [...securityHeaders({ site_url: tls ? 'https://' : 'http://' }), 'Content-Security-Policy', NOTHING_POLICY];
  const lines: string[] = [];
  for (let i = 0; i < headers.length; i += 2) lines.push(`            add_header ${headers[i]} "${headers[i + 1]}" always;`);
  return `            root ${quoted(dir)};
            types { ${TYPES} }
            gzip_static on;
            add_header Cache-Control "public, max-age=31536000, immutable";
${lines.join('\n')}
`;
}

const STATIC_MISSING = `
        location @cemao_file {
            proxy_next_upstream error timeout http_404;
            proxy_pass http://cemao;
        }
`;
