import { randomUUIDv7 } from 'bun'
import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { accountById } from '#db/queries/platform/accounts.ts'
import { type AccountsQuery, accountNotes, listAccounts } from '#db/queries/platform/backoffice.ts'
import { seatLines } from '#db/queries/platform/seats.ts'
import type { PlatformDb } from '#db/types.ts'
import { insertAccount, prepareTenantFile } from '#server/access/accounts.ts'
import { recordAudit } from '#server/access/audit.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import { callOtherCells, notifyHolders } from '#server/cells/notify-cells.ts'
import {
  CREATE_FAILED,
  findWrongDetails,
  rejectDetails,
} from '#server/domains/account/account/check-details.ts'
import { archivePerson } from '#server/domains/people/users/archive-person.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'
import { presentAccountNote, presentSeat } from './present.ts'
import { type OperatorValues, saveAccount } from './save-account.ts'
import { addSeatFor, operatorActor, seatById } from './seat-people.ts'
import { changeNote, type NoteValues } from './write-note.ts'

const STALE_DAYS = 65

/** Stale ones expired more than 65 days ago (spec 1, section 9). */
export function listBackofficeAccounts(c: Context, query: AccountsQuery) {
  const stalefrom = addMs(c.now(), -STALE_DAYS * DAY_MS)
  return c.platform.read((db) => listAccounts(db, query, stalefrom))
}

export const toOperator = ({ person, meta }: Context) => ({ userid: person.userid, address: meta.address })

export function requireAccount(db: PlatformDb, id: string) {
  const account = accountById(db, id)
  if (!account) throw notFound('account')
  return account
}

export async function makeAccount(c: Context, given: OperatorValues): Promise<string> {
  const { archived: _, version: __, utcexpires, size, seatspaid, ...details } = given
  const named = { ...details, name: details.name ?? '' }
  rejectDetails(findWrongDetails(named), CREATE_FAILED)
  const id = randomUUIDv7()
  await prepareTenantFile(c.services.tenants, id, named.name)
  await c.platform.write((tx) => {
    insertAccount(tx, { ...named, id })
    recordAudit(tx, 'accountcreated', {
      ...toOperator(c),
      accountid: id,
      detail: `by the operator: ${named.name}`,
    })
    saveAccount(tx, id, { utcexpires, size, seatspaid }, toOperator(c))
    return id
  })
  return id
}

/** One that is archived is closed to everybody in it at once. */
export async function changeAccountAs(c: Context, id: string, given: OperatorValues) {
  const account = await c.platform.write((tx) => {
    const { name, archived } = saveAccount(tx, id, given, toOperator(c))
    return { name, archived }
  })
  if (account.archived) {
    c.services.hub.closeAccount(id)
    void callOtherCells(c.services, 'endaccount', { accountid: id })
  }
  return account
}

export async function addAccountSeat(
  c: Context,
  accountid: string,
  given: { email: string; systemadmin?: boolean },
) {
  const account = c.platform.read((db) => requireAccount(db, accountid))
  const by = operatorActor(account, c.person)
  const allRoles = c.services.tenants.look(accountid, listRolesWithClaims)
  const seat = await c.platform.write((tx) => {
    const { seatid, email } = addSeatFor(tx, c.services, by, allRoles, given)
    return { id: seatid, email }
  })
  await syncAndNotify(c.services, accountid, `The operator has given ${seat.email} a place in this account.`)
  return seat
}

export async function removeAccountSeat(c: Context, seatid: string) {
  const { accountid, userid } = c.platform.read((db) => seatById(db, seatid))
  const account = c.platform.read((db) => requireAccount(db, accountid))
  const by = operatorActor(account, c.person)
  const allRoles = c.services.tenants.look(accountid, listRolesWithClaims)
  let ended: readonly string[] = []
  const email = await c.platform.write((tx) => {
    const removed = archivePerson(tx, by, allRoles, userid)
    ended = removed.ended
    return removed.person.email
  })
  for (const sessionid of ended) c.services.hub.closeSession(sessionid)
  await syncAndNotify(c.services, accountid, `The operator has taken ${email} out of this account.`)
  return { accountid, email }
}

async function syncAndNotify(services: Services, accountid: string, message: string) {
  await syncMembershipsNow(services)
  await notifyHolders(services, accountid, {
    by: { userid: null, name: 'Operator' },
    claim: 'users.manage',
    type: 'warning',
    message,
    code: 'operator',
    open: '/account?tab=active',
  })
}

export const listAccountSeats = (c: Context, accountid: string) =>
  c.platform.read((db) => {
    requireAccount(db, accountid)
    return seatLines(db, accountid).map(presentSeat)
  })

export const listAccountNotes = (c: Context, accountid: string, hidden?: boolean) =>
  c.platform.read((db) => {
    requireAccount(db, accountid)
    return accountNotes(db, accountid, hidden).map(presentAccountNote)
  })

export const changeNoteAs = (c: Context, noteid: string, given: NoteValues) =>
  c.platform.write((tx) => presentAccountNote(changeNote(tx, noteid, given, toOperator(c))))
