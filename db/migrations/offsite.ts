import type { Migration } from '#db/migrate.ts'
import start from './offsite/0001_start.sql' with { type: 'text' }

/** Append only: a step that has shipped never changes. */
export const offsiteMigrations: Migration[] = [{ name: '0001_start', sql: start }]
