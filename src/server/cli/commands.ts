import { acceptSecretsCommand } from './accept-secrets.ts';
import { backupCommand } from './backup.ts';
import { checkDrawsCommand } from './check-draws.ts';
import type { Command } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { migrateCommand } from './migrate.ts';
import { nginxCommand } from './nginx.ts';
import { reconcileCommand } from './reconcile.ts';
import { restoreCommand } from './restore.ts';
import { settingsCommand } from './settings.ts';
import { staffCommand } from './staff.ts';
import { storageCommand } from './storage.ts';

export const commands: Record<string, Command> = {
  doctor: doctorCommand,
  migrate: migrateCommand,
  backup: backupCommand,
  restore: restoreCommand,
  reconcile: reconcileCommand,
  settings: settingsCommand,
  staff: staffCommand,
  storage: storageCommand,
  'accept-secrets': acceptSecretsCommand,
  'check-draws': checkDrawsCommand,
  nginx: nginxCommand,
};
