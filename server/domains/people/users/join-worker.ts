import { listWorkersToJoin } from '#db/queries/work/workers.ts'
import { workers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { insert, updateRecord } from '#server/records.ts'

type Person = { id: string; email: string; name: string }

/** The worker of this e-mail or else of this name, where there is one alone. */
const MATCHING = 'match'
const NEW_WORKER = 'new'

/**
 * From now on they are one person: steps and time that are given to the worker are on My work of who signs in.
 * `choice`: an id, empty for no worker, or one of the words above. Answers the worker's name.
 */
export function joinWorker(tx: Tx, person: Person, choice: string): string | undefined {
  const { id: userid, email, name } = person
  const open = listWorkersToJoin(tx.db, userid)
  const chosen = findChosen(open, person, choice)
  if (choice !== MATCHING)
    for (const { id } of open.filter((one) => one.userid && one.id !== chosen?.id))
      updateRecord(tx, workers, id, { userid: null })
  if (chosen) updateRecord(tx, workers, chosen.id, { userid })
  else if (choice === NEW_WORKER) insert(tx, workers, { name, email, userid })
  tx.publish('RecordChanged', [{ table: 'workers' }])
  tx.invalidateCaches()
  return chosen?.name ?? (choice === NEW_WORKER ? name : undefined)
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

/** Those who sign in as nobody, and the one who signs in as this person. */
export function workersToJoin(db: TenantDb, userid = '') {
  const open = listWorkersToJoin(db, userid)
  return {
    options: open.map(({ id, name }) => ({ value: id, label: name })),
    own: open.find((one) => one.userid)?.id,
  }
}
