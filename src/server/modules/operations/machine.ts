import { statfs } from 'node:fs/promises';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import { AppMemory } from '../../app/app-memory.ts';
import type { App, Ctx } from '../../app/ctx.ts';
import { findServerVersion } from './repo.ts';
import type { Disk } from './rules.ts';

const ANSWER_MS = 3_000;

/** The disk below a folder; null: it cannot be asked. */
export async function diskOf(folder: string): Promise<Disk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
  } catch {
    return null;
  }
}

export interface Certificate {
  /** Null: no answer. */
  ends_at: Date | null;
  /** Why there was no answer, or why browsers would not trust it; '': all is well. */
  fault: string;
}

/** The certificate that readers get at this https address, looked at from here. */
export function certificateOf(site_url: string, wait_ms = ANSWER_MS): Promise<Certificate> {
  const { hostname, port } = new URL(site_url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // names only: an address is no server name
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      // one that is over must still be read
      rejectUnauthorized: false,
    });
    const done = (answer: Certificate) => {
      clearTimeout(late);
      socket.destroy();
      resolve(answer);
    };
    const late = setTimeout(() => done({ ends_at: null, fault: '没有应答' }), wait_ms);
    socket.once('error', (error: NodeJS.ErrnoException) => done({ ends_at: null, fault: error.code ?? error.message }));
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate() as Partial<DetailedPeerCertificate>;
      const trouble = socket.authorized ? '' : String(socket.authorizationError ?? '');
      done(valid_to ? { ends_at: new Date(valid_to), fault: trouble } : { ends_at: null, fault: '没有证书' });
    });
  });
}

const kept = new AppMemory<string, Promise<Certificate>>({ max: 1, ttl_ms: 10 * 60_000 });

/** The same for the site itself, asked every ten minutes; null: it has none. */
export async function siteCertificate(app: App): Promise<Certificate | null> {
  const { site_url } = app.config;
  return site_url.startsWith('https:') ? kept.share(app, site_url, () => certificateOf(site_url)) : null;
}

/** Of the database's server. */
export const serverVersion = (ctx: Ctx): Promise<string> => findServerVersion(ctx.db);
