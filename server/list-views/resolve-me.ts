import { findOwnWorker } from '#db/queries/settings/listviews.ts'
import type { TenantDb } from '#db/types.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** `me` is whoever asks, or nobody where they do no work; anybody else stays who they are. */
export const resolveMe = <A extends string | undefined>(db: TenantDb, userid: string, assignee: A) =>
  assignee === 'me' ? (findOwnWorker(db, userid) ?? NOBODY) : assignee
