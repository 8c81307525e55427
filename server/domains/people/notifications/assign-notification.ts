import { findNotification } from '#db/queries/people/notifications.ts'
import { listActiveUsers, userById } from '#db/queries/people/users.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { type SeatedUser, viewersOfUsers } from '#server/access/viewer-of-user.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { type NotificationLevel, notify } from '#server/notifications/notify.ts'
import { markNotification } from './change-notifications.ts'

/** A client’s contact assigns nothing, and is assigned nothing: neither sees the other people of the account. */
export const mayAssign = (viewer: Viewer) => viewer.locations === null

function mayGet(db: TenantDb, jobid: string | null): (user: SeatedUser) => boolean {
  const job = jobid ? findJobPlace(db, jobid) : null
  const viewerOf = viewersOfUsers(db)
  return (user) => {
    const viewer = viewerOf(user)
    return mayAssign(viewer) && (!job || canSeeJobAt(viewer, job.boardid, job.location))
  }
}

const collator = new Intl.Collator('en')

/** Whoever may be given it, by name. */
export function listAssignable(db: TenantDb, userid: string, jobid: string | null) {
  const may = mayGet(db, jobid)
  return listActiveUsers(db)
    .filter((user) => user.id !== userid && may(user))
    .map(({ id, firstname, lastname }) => ({ value: id, label: `${firstname} ${lastname}`.trim() }))
    .sort((a, b) => collator.compare(a.label, b.label))
}

/** The other person gets it, and the one of `userid` is done. Who gave it to whom is its history. */
export function assignNotification(tx: Tx, viewer: Viewer, userid: string, id: string, to: string) {
  if (!mayAssign(viewer)) throw forbidden()
  const mine = findNotification(tx.db, userid, id)
  if (!mine) throw notFound('notification')
  const user = userById(tx.db, to)
  if (to === userid) throw invalid({ userid: 'It is yours already: choose somebody else.' })
  if (!user || user.archived) throw invalid({ userid: 'There is no such person in this account.' })
  if (!mayGet(tx.db, mine.jobid)(user))
    throw invalid({ userid: 'This person does not see what it is about. Choose somebody who does.' })
  const originid = mine.originid || mine.id
  notify(tx, {
    userid: to,
    type: mine.type as NotificationLevel,
    message: mine.message,
    code: mine.code,
    open: mine.open,
    assigned: { by: tx.by.name, originid },
  })
  const name = `${user.firstname} ${user.lastname}`.trim()
  recordHistory(tx, 'notifications', originid, [{ field: 'assigned', oldvalue: tx.by.name, newvalue: name }])
  markNotification(tx, userid, id, { done: true, read: true })
  return { id, assigned: name }
}
