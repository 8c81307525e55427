import { addWorkerToBoards, boardsOfWorker, listWorkersToJoin } from '#db/queries/work/workers.ts'
import { workers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { isOfWorkshop } from '#server/access/first-page.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { viewerOfUser } from '#server/access/viewer-of-user.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { insert, updateRecord } from '#server/records.ts'

type Person = { id: string; email: string; name: string; roles: readonly { id: string }[] }

/** The worker of this e-mail or else of this name, where there is one alone; else a new one for who is of the workshop. */
export const MATCHING = 'match'
const NEW_WORKER = 'new'

/**
 * From now on they are one person: steps and time that are given to the worker are on My work of who signs in.
 * `choice`: an id, empty for no worker, or one of the words above. Answers the worker's name.
 */
export function joinWorker(tx: Tx, person: Person, choice: string): string | undefined {
  const roles = JSON.stringify(person.roles.map(({ id }) => id))
  const viewer = viewerOfUser(tx.db, { id: person.id, roles })
  const joined = linkWorker(tx, person, choice, isOfWorkshop({ can: (claim) => viewer.claims.has(claim) }))
  if (joined) giveBoards(tx, joined.id, viewer)
  tx.publish('RecordChanged', [{ table: 'workers' }])
  tx.invalidateCaches()
  return joined?.name
}

function linkWorker(tx: Tx, person: Person, choice: string, works: boolean) {
  const { id: userid, email, name } = person
  const open = listWorkersToJoin(tx.db, userid)
  const chosen = findChosen(open, person, choice)
  if (choice !== MATCHING)
    for (const { id } of open.filter((one) => one.userid && one.id !== chosen?.id))
      updateRecord(tx, workers, id, { userid: null })
  if (chosen) return updateRecord(tx, workers, chosen.id, { userid })
  if (choice === NEW_WORKER || (choice === MATCHING && works))
    return insert(tx, workers, { name, email, userid })
}

/**
 * Of a worker who has no board yet: those on which their roles work. A board that names no workers is for all, and
 * naming one would shut out the others.
 */
function giveBoards(tx: Tx, workerid: string, viewer: Viewer) {
  const { own, named } = boardsOfWorker(tx.db, workerid)
  const given = own > 0 ? [] : named.filter(({ id }) => hasPermission(viewer, id, 'work'))
  if (given.length === 0) return
  addWorkerToBoards(
    tx.db,
    workerid,
    given.map(({ id }) => id),
  )
  const newvalue = given.map(({ name }) => name).join(', ')
  recordHistory(tx, 'workers', workerid, [{ field: 'boards', oldvalue: '', newvalue }])
}

type Open = ReturnType<typeof listWorkersToJoin>

function findChosen(open: Open, person: Person, choice: string) {
  return choice === MATCHING ? findMatching(open, person) : open.find(({ id }) => id === choice)
}

/** @throws 400 by field */
export function checkChoice(db: TenantDb, userid: string, choice: string) {
  if (!choice || choice === MATCHING || choice === NEW_WORKER) return
  if (!listWorkersToJoin(db, userid).some(({ id }) => id === choice))
    throw invalid({ worker: 'This worker signs in as somebody else, or could not be found.' })
}

function findMatching(open: Open, { email, name }: Person) {
  const alone = (same: Open) => (same.length === 1 ? same[0] : undefined)
  const plain = (text: string) => text.trim().toLowerCase()
  return (
    open.find(({ userid }) => userid) ??
    alone(open.filter((one) => plain(one.email) === plain(email))) ??
    alone(open.filter((one) => plain(one.name) === plain(name)))
  )
}

export function findWorkerToInvite(db: TenantDb, id: string | undefined) {
  const worker = listWorkersToJoin(db, '').find((one) => one.id === id)
  if (!worker) return
  const [firstname = '', ...rest] = worker.name.split(' ')
  return { id: worker.id, email: worker.email, firstname, lastname: rest.join(' '), phone: worker.phone }
}

/** Those who sign in as nobody, and the one who signs in as this person. */
export function workersToJoin(db: TenantDb, userid = '') {
  const open = listWorkersToJoin(db, userid)
  return {
    options: open.map(({ id, name }) => ({ value: id, label: name })),
    own: open.find((one) => one.userid)?.id,
  }
}
