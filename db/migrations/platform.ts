import type { Migration } from '#db/migrate.ts'
import start from './platform/0001_start.sql' with { type: 'text' }
import access from './platform/0002_access.sql' with { type: 'text' }
import accounts from './platform/0003_accounts.sql' with { type: 'text' }
import payments from './platform/0004_payments.sql' with { type: 'text' }
import people from './platform/0005_people.sql' with { type: 'text' }
import audit from './platform/0006_audit.sql' with { type: 'text' }
import identities from './platform/0007_identities.sql' with { type: 'text' }
import tidy from './platform/0008_tidy.sql' with { type: 'text' }
import money from './platform/0009_money.sql' with { type: 'text' }
import invitations from './platform/0010_invitations.sql' with { type: 'text' }
import calendar from './platform/0011_calendar.sql' with { type: 'text' }
import backups from './platform/0012_backups.sql' with { type: 'text' }
import xero from './platform/0013_xero.sql' with { type: 'text' }
import narrowKeys from './platform/0014_narrow_keys.sql' with { type: 'text' }
import cells from './platform/0015_cells.sql' with { type: 'text' }
import linkTags from './platform/0016_link_tags.sql' with { type: 'text' }
import copies from './platform/0017_copies.sql' with { type: 'text' }

/** Append only: a step that has shipped never changes. */
export const platformMigrations: Migration[] = [
  { name: '0001_start', sql: start },
  { name: '0002_access', sql: access },
  { name: '0003_accounts', sql: accounts },
  { name: '0004_payments', sql: payments },
  { name: '0005_people', sql: people },
  { name: '0006_audit', sql: audit },
  { name: '0007_identities', sql: identities },
  { name: '0008_tidy', sql: tidy },
  { name: '0009_money', sql: money },
  { name: '0010_invitations', sql: invitations },
  { name: '0011_calendar', sql: calendar },
  { name: '0012_backups', sql: backups },
  { name: '0013_xero', sql: xero },
  { name: '0014_narrow_keys', sql: narrowKeys },
  { name: '0015_cells', sql: cells },
  { name: '0016_link_tags', sql: linkTags },
  { name: '0017_copies', sql: copies },
]
