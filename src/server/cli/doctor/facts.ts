import type { Config } from '../../config/config.ts';
import type { Certificate, Disk } from '../../modules/operations/index.ts';

/** A folder that the site writes to. */
export interface Folder {
  path: string;
  exists: boolean;
  writable: boolean;
  disk: Disk | null;
}

export interface DatabaseFacts {
  version: string;
  encoding: string;
  max_connections: number;
  /** By the site and by others. */
  used_connections: number;
  /** The database's clock less ours. */
  skew_ms: number;
  /** btree_gist, which the tables need. */
  gist: boolean;
  may_create_databases: boolean;
  /** Migrations that this program has and the database lacks; null: it was never set up. */
  missing: string[] | null;
  /** Whether it was set up with these secrets. */
  same_secrets: boolean;
  /** When the newest good backup began. */
  backup_at: Date | null;
}

/** The server that pages are read from. */
export interface ReplicaFacts {
  /** It follows another server; one that does not takes writes itself. */
  follows: boolean;
  /** A copy of our database, not of another one. */
  ours: boolean;
  /** Whether it got to where the database was when it was asked; null: the database could not be asked. */
  level: boolean | null;
}

/** What a machine is like, as far as the site needs to know. */
export interface Facts {
  now: Date;
  node: string;
  memory_bytes: number;
  root: boolean;
  /** Whether `npm run build` was run. */
  built: boolean;
  /** Null: the environment is refused, see `config_fault`; most of the rest is unknown then. */
  config: Config | null;
  config_fault: string;
  data: Folder | null;
  backups: (Folder & { same_disk: boolean }) | null;
  /** ours: the site runs there. */
  port: 'free' | 'ours' | 'taken' | 'refused' | null;
  /** Null: it was never made (the first start makes it). A text: why it cannot be used. */
  database: DatabaseFacts | string | null;
  /** Null: none is named. A text: why it cannot be asked. */
  replica: ReplicaFacts | string | null;
  /** Null: files lie in DATA_DIR. Else why the bucket cannot be used; '': it can. */
  bucket: string | null;
  documents: { office: boolean; isolated: boolean; conversion: boolean; fonts: boolean | null; poppler: boolean; narrows: boolean } | null;
  certificate: Certificate | null;
}
