import { backofficeLine, listOrphans } from '#db/queries/platform/backoffice.ts'
import { presentPayments } from '#server/domains/account/fees/present.ts'
import { invalid } from '#server/errors.ts'
import { ById, flag, listQuery, object, t } from '#server/http/fields.ts'
import { data, listed } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import {
  accountsFor,
  changeAccountAs,
  changeNoteAs,
  makeAccount,
  notesIn,
  operatorOf,
  requireAccount,
  seatInto,
  seatsIn,
  unseat,
} from './api-operate.ts'
import { AccountList, NewAccountNote, NewSeat, NoteChange, SaveAccount } from './input.ts'
import { presentAccountNote } from './present.ts'
import { addNote } from './write-note.ts'

const claim = 'platform.manage'

/** Accounts as such, never what is in them. */
export const backofficeApi: Route[] = [
  api('GET /api/backoffice/account', { claim, query: AccountList }, (c) => {
    const { rows, total } = accountsFor(c, c.query)
    return data(rows, { total })
  }),

  api(
    'POST /api/backoffice/account',
    { claim, body: SaveAccount, summary: 'Changes an account, or makes one when there is no id.' },
    async (c) => {
      const { id: given, ...values } = c.body
      const made = given ?? (await makeAccount(c.services, c, values))
      if (given) await changeAccountAs(c.services, c, given, values)
      return c.platform.read((db) => backofficeLine(db, made))
    },
  ),

  api(
    'GET /api/backoffice/orphans',
    { claim, query: object(listQuery), summary: 'People who belong to no account.' },
    (c) => {
      const { rows, total } = c.platform.read((db) => listOrphans(db, c.query))
      return data(rows, { total })
    },
  ),

  api('GET /api/backoffice/:id/seats', { claim, params: ById }, (c) => listed(seatsIn(c, c.params.id))),

  api('POST /api/backoffice/seats', { claim, body: NewSeat, summary: 'Seats somebody by e-mail.' }, (c) =>
    seatInto(c.services, c, c.body.accountid, c.body),
  ),

  api('DELETE /api/backoffice/seats/:id', { claim, params: ById }, async (c) => {
    await unseat(c.services, c, c.params.id)
    return { id: c.params.id }
  }),

  api('GET /api/backoffice/:id/payments', { claim, params: ById }, (c) =>
    c.platform.read((db) => {
      requireAccount(db, c.params.id)
      return listed(presentPayments(db, c.params.id))
    }),
  ),

  api(
    'GET /api/backoffice/:id/notes',
    { claim, params: ById, query: object({ hidden: t.Optional(flag()) }) },
    (c) => listed(notesIn(c, c.params.id, c.query.hidden)),
  ),

  api('POST /api/backoffice/notes', { claim, body: NewAccountNote }, (c) => {
    const { account, accountid, note } = c.body
    const about = account ?? accountid
    if (!about) throw invalid({ account: 'Name the account that this is about.' })
    return c.platform.write((tx) => presentAccountNote(addNote(tx, about, note, operatorOf(c))))
  }),

  api('PATCH /api/backoffice/notes/:id', { claim, params: ById, body: NoteChange }, (c) =>
    changeNoteAs(c, c.params.id, c.body),
  ),
]
