import { backofficeLine } from '#db/queries/platform/backoffice.ts'
import { invalid } from '#server/errors.ts'
import { ById, flag, id, t, text } from '#server/http/fields.ts'
import { saved } from '#server/http/reply.ts'
import { asyncAction, page, type Route } from '#server/http/route.ts'
import { NewAccountNote, NewSeat, NoteChange, SaveAccount } from './input.ts'
import {
  addAccountSeat,
  changeAccountAs,
  changeNoteAs,
  makeAccount,
  removeAccountSeat,
  toOperator,
} from './manage-accounts.ts'
import { notesPart, seatsPart } from './pages.tsx'
import { presentAccountNote } from './present.ts'
import { accountOfSeat } from './seat-people.ts'
import { addNote } from './write-note.ts'

const claim = 'platform.manage'

/** A button inside the drawer's form sends that form's other fields along. */
const withOtherFields = <P extends Parameters<typeof t.Object>[0]>(properties: P) =>
  t.Object(properties, { additionalProperties: true })

export const backofficeActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/backoffice/account', page: 'PATCH /backoffice/accounts/:id' },
    {
      claim,
      body: SaveAccount,
      form: {
        params: ById,
        body: SaveAccount,
        input: ({ params, body }) => ({ body: { ...body, id: params.id } }),
      },
      summary: 'Changes an account, or makes one when there is no id.',
    },
    async (c) => {
      const { id: given, ...values } = c.body
      const accountid = given ?? (await makeAccount(c, values))
      if (given) await changeAccountAs(c, given, values)
      return c.platform.read((db) => backofficeLine(db, accountid))
    },
    (account) => saved(`${account?.name} saved`, 'backoffice'),
  ),

  page(
    'POST /backoffice/accounts',
    { summary: 'Makes an account.', claim, body: t.Omit(SaveAccount, ['id']) },
    async (c) => {
      await makeAccount(c, c.body)
      return saved(`${c.body.name} created`, 'backoffice')
    },
  ),

  page(
    'POST /backoffice/accounts/:id/:what',
    {
      summary: 'Archives, restores or extends an account.',
      claim,
      params: t.Object({ id: id(), what: t.Union([t.Literal('archive'), t.Literal('restore')]) }),
      body: t.Optional(withOtherFields({})),
    },
    async (c) => {
      const archived = c.params.what === 'archive'
      const { name } = await changeAccountAs(c, c.params.id, { archived })
      const undo = archived ? `/backoffice/accounts/${c.params.id}/restore` : undefined
      return saved(`${name} ${archived ? 'archived' : 'restored'}`, 'backoffice', undo)
    },
  ),

  ...asyncAction(
    { api: 'POST /api/backoffice/seats', page: 'POST /backoffice/accounts/:id/seats' },
    {
      claim,
      body: NewSeat,
      form: {
        params: ById,
        body: withOtherFields({ email: text(250), systemadmin: t.Optional(flag()) }),
        input: ({ params, body: { email, systemadmin } }) => ({
          body: { accountid: params.id, email, systemadmin },
        }),
      },
      summary: 'Seats somebody by e-mail.',
    },
    (c) => addAccountSeat(c, c.body.accountid, c.body),
    (_, c) => seatsPart(c, c.params.id),
  ),

  ...asyncAction(
    { api: 'DELETE /api/backoffice/seats/:id', page: 'DELETE /backoffice/seats/:id' },
    { claim, params: ById, summary: 'Takes a seat away.' },
    async (c) => {
      await removeAccountSeat(c, c.params.id)
      return { id: c.params.id }
    },
    (seat, c) =>
      seatsPart(
        c,
        c.platform.read((db) => accountOfSeat(db, seat.id)),
      ),
  ),

  ...asyncAction(
    { api: 'POST /api/backoffice/notes', page: 'POST /backoffice/accounts/:id/notes' },
    {
      claim,
      body: NewAccountNote,
      form: {
        params: ById,
        body: withOtherFields({ note: text(4_000, { multiline: true }), hidden: t.Optional(flag()) }),
        input: ({ params, body }) => ({ body: { account: params.id, note: body.note } }),
      },
      summary: 'Adds a note about an account.',
    },
    async (c) => {
      const { account, accountid, note } = c.body
      const about = account ?? accountid
      if (!about) throw invalid({ account: 'Name the account that this is about.' })
      return c.platform.write((tx) => presentAccountNote(addNote(tx, about, note, toOperator(c))))
    },
    (_, c) => notesPart(c, c.params.id, c.body.hidden),
  ),

  ...asyncAction(
    { api: 'PATCH /api/backoffice/notes/:id', page: 'POST /backoffice/notes/:id/:what' },
    {
      claim,
      params: ById,
      body: NoteChange,
      form: {
        params: t.Object({ id: id(), what: t.Union([t.Literal('hide'), t.Literal('unhide')]) }),
        body: t.Optional(withOtherFields({ hidden: t.Optional(flag()) })),
        input: ({ params: { id, what } }) => ({ params: { id }, body: { hidden: what === 'hide' } }),
      },
      summary: 'Changes a note, or hides it.',
    },
    (c) => changeNoteAs(c, c.params.id, c.body),
    ({ account }, c) => notesPart(c, account, c.body?.hidden),
  ),
]
