import { backofficeLine, listOrphans } from '#db/queries/platform/backoffice.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, id, object, t, text } from '#server/http/fields.ts'
import { dialogOver, fragment, saved, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { asFormErrors } from '#server/version-conflict.ts'
import { Accounts, Orphans } from '#views/platform/backoffice/accounts.tsx'
import { AccountDrawer, NewAccountDialog } from '#views/platform/backoffice/drawer.tsx'
import { AccountNotes } from '#views/platform/backoffice/notes.tsx'
import { AccountSeats } from '#views/platform/backoffice/seats.tsx'
import { accountsExport } from './api-export.ts'
import {
  accountsFor,
  changeAccountAs,
  changeNoteAs,
  makeAccount,
  notesIn,
  operatorOf,
  seatInto,
  seatsIn,
  unseat,
} from './api-operate.ts'
import { AccountList, SaveAccount } from './input.ts'
import { accountMailPages } from './mail-pages.tsx'
import { paymentPages } from './payment-pages.tsx'
import { dayOf } from './save-account.ts'
import { addNote } from './write-note.ts'

const claim = 'platform.manage'
const title = 'Back office'
type Query = { search?: string; stale?: boolean; sort?: string; skip?: number; take?: number; tab?: string }

function listPage(c: Context, query: Query = {}) {
  const about = { title, page: 'pages.backoffice' }
  const url = c.url.pathname === '/backoffice' ? c.url.pathname + c.url.search : '/backoffice'
  const now = c.now().toISOString()
  const shown = { query, url, canexport: c.can('records.export') }
  if (query.tab !== 'orphans')
    return view(<Accounts {...accountsFor(c, query)} {...shown} now={now} />, about)
  return view(<Orphans {...c.platform.read((db) => listOrphans(db, query))} {...shown} />, about)
}

const seatsPart = (c: Context, accountid: string) =>
  fragment(<AccountSeats accountid={accountid} seats={seatsIn(c, accountid)} />)

const notesPart = (c: Context, accountid: string, hidden = false) =>
  fragment(<AccountNotes accountid={accountid} hidden={hidden} notes={notesIn(c, accountid, hidden)} />)

/** A button inside the drawer's form sends that form's other fields along. */
const beside = <P extends Parameters<typeof t.Object>[0]>(properties: P) =>
  t.Object(properties, { additionalProperties: true })

const at = (rest: string) => `/backoffice/accounts${rest}` as const

export const backofficePages: Route[] = [
  ...accountMailPages,

  page('GET /backoffice', { claim, query: AccountList }, (c) => listPage(c, c.query)),

  accountsExport,

  page(`GET ${at('/new')}`, { claim }, (c) => dialogOver(c, <NewAccountDialog />, () => listPage(c))),

  page(`POST ${at('')}`, { claim, body: SaveAccount }, async (c) => {
    await makeAccount(c.services, c, c.body)
    return saved(`${c.body.name} created`, 'backoffice')
  }),

  page(`GET ${at('/:id')}`, { claim, params: ById }, (c) => {
    const account = c.platform.read((db) => backofficeLine(db, c.params.id))
    if (!account) throw notFound('account')
    const expires = account.utcexpires && dayOf(account.utcexpires)
    return dialogOver(c, <AccountDrawer account={account} expires={expires} />, () => listPage(c))
  }),

  page(`PATCH ${at('/:id')}`, { claim, params: ById, body: SaveAccount }, async (c) => {
    const { id: _, ...values } = c.body
    const { name } = await changeAccountAs(c.services, c, c.params.id, values).catch(asFormErrors)
    return saved(`${name} saved`, 'backoffice')
  }),

  page(
    `POST ${at('/:id/:what')}`,
    {
      claim,
      params: t.Object({ id: id(), what: t.Union([t.Literal('archive'), t.Literal('restore')]) }),
      body: t.Optional(beside({})),
    },
    async (c) => {
      const archived = c.params.what === 'archive'
      const { name } = await changeAccountAs(c.services, c, c.params.id, { archived })
      const undo = archived ? at(`/${c.params.id}/restore`) : undefined
      return saved(`${name} ${archived ? 'archived' : 'restored'}`, 'backoffice', undo)
    },
  ),

  page(`GET ${at('/:id/seats')}`, { claim, params: ById }, (c) => seatsPart(c, c.params.id)),

  page(
    `POST ${at('/:id/seats')}`,
    { claim, params: ById, body: beside({ email: text(250), systemadmin: t.Optional(flag()) }) },
    async (c) => {
      const { email, systemadmin } = c.body
      await seatInto(c.services, c, c.params.id, { email, systemadmin })
      return seatsPart(c, c.params.id)
    },
  ),

  page('DELETE /backoffice/seats/:id', { claim, params: ById }, async (c) => {
    const { accountid } = await unseat(c.services, c, c.params.id)
    return seatsPart(c, accountid)
  }),

  page(
    `GET ${at('/:id/notes')}`,
    { claim, params: ById, query: object({ hidden: t.Optional(flag()) }) },
    (c) => notesPart(c, c.params.id, c.query.hidden),
  ),

  page(
    `POST ${at('/:id/notes')}`,
    { claim, params: ById, body: beside({ note: text(4_000), hidden: t.Optional(flag()) }) },
    async (c) => {
      await c.platform.write((tx) => addNote(tx, c.params.id, c.body.note, operatorOf(c)).id)
      return notesPart(c, c.params.id, c.body.hidden)
    },
  ),

  page(
    'POST /backoffice/notes/:id/:what',
    {
      claim,
      params: t.Object({ id: id(), what: t.Union([t.Literal('hide'), t.Literal('unhide')]) }),
      body: t.Optional(beside({ hidden: t.Optional(flag()) })),
    },
    async (c) => {
      const { id: noteid, what } = c.params
      const { account } = await changeNoteAs(c, noteid, { hidden: what === 'hide' })
      return notesPart(c, account, c.body?.hidden)
    },
  ),

  ...paymentPages,
]
