import { join } from 'node:path'
import { backofficeLine, listOrphans, MOST_NOTES } from '#db/queries/platform/backoffice.ts'
import { listFailingBackups } from '#db/queries/platform/backups.ts'
import { MOST_SEATS } from '#db/queries/platform/seats.ts'
import { readAutomaticBackups } from '#server/domains/account/backups/read-automatic-backups.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { dialogReply, fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { AutomaticBackups } from '#views/account/backups/backup.tsx'
import { Accounts, Orphans } from '#views/platform/backoffice/accounts.tsx'
import { AccountDrawer, NewAccountDialog } from '#views/platform/backoffice/drawer.tsx'
import { AccountNotes } from '#views/platform/backoffice/notes.tsx'
import { AccountSeats } from '#views/platform/backoffice/seats.tsx'
import { accountsExport } from './api-export.ts'
import { cellPages } from './cell-pages.tsx'
import { AccountList } from './input.ts'
import { accountMailPages } from './mail-pages.tsx'
import {
  listAccountNotes,
  listAccountSeats,
  listBackofficeAccounts,
  requireAccount,
} from './manage-accounts.ts'
import { paymentPages } from './payment-pages.tsx'
import { expiryDay } from './save-account.ts'

const claim = 'platform.manage'
const title = 'Back office'
type Query = { search?: string; stale?: boolean; sort?: string; skip?: number; take?: number; tab?: string }

function listPage(c: Context, query: Query = {}) {
  const about = { title, page: 'pages.backoffice' }
  const url = c.url.pathname === '/backoffice' ? c.url.pathname + c.url.search : '/backoffice'
  const now = c.now().toISOString()
  const shown = { query, url, canexport: c.can('records.export') }
  if (query.tab !== 'orphans')
    return view(
      <Accounts
        {...listBackofficeAccounts(c, query)}
        {...shown}
        now={now}
        failing={c.platform.read(listFailingBackups)}
      />,
      about,
    )
  return view(<Orphans {...c.platform.read((db) => listOrphans(db, query))} {...shown} />, about)
}

export const seatsPart = (c: Context, accountid: string) =>
  fragment(<AccountSeats accountid={accountid} seats={listAccountSeats(c, accountid)} most={MOST_SEATS} />)

export const notesPart = (c: Context, accountid: string, hidden = false) =>
  fragment(
    <AccountNotes
      accountid={accountid}
      hidden={hidden}
      notes={listAccountNotes(c, accountid, hidden)}
      most={MOST_NOTES}
    />,
  )

const at = (rest: string) => `/backoffice/accounts${rest}` as const

export const backofficePages: Route[] = [
  ...accountMailPages,

  page('GET /backoffice', { claim, query: AccountList, summary: 'Lists accounts.' }, (c) =>
    listPage(c, c.query),
  ),

  accountsExport,

  page(`GET ${at('/new')}`, { claim, summary: 'The empty dialog of an account.' }, (c) =>
    dialogReply(c, <NewAccountDialog />, () => listPage(c)),
  ),

  page(`GET ${at('/:id')}`, { claim, params: ById, summary: 'An account, as its operator sees it.' }, (c) => {
    const account = c.platform.read((db) => backofficeLine(db, c.params.id))
    if (!account) throw notFound('account')
    const expires = account.utcexpires && expiryDay(account.utcexpires)
    return dialogReply(
      c,
      <AccountDrawer account={account} expires={expires} cells={c.services.cell !== null} />,
      () => listPage(c),
    )
  }),

  page(`GET ${at('/:id/seats')}`, { claim, params: ById, summary: 'The form of an account’s seats.' }, (c) =>
    seatsPart(c, c.params.id),
  ),

  page(
    `GET ${at('/:id/backups')}`,
    { claim, params: ById, summary: 'The automatic backups of an account, and where they lie.' },
    (c) => {
      c.platform.read((db) => requireAccount(db, c.params.id))
      const folder = join(c.services.config.backupto, c.params.id)
      return fragment(<AutomaticBackups {...readAutomaticBackups(c, c.params.id)} folder={folder} />)
    },
  ),

  page(
    `GET ${at('/:id/notes')}`,
    {
      claim,
      params: ById,
      query: object({ hidden: t.Optional(flag()) }),
      summary: 'The operator’s notes on an account.',
    },
    (c) => notesPart(c, c.params.id, c.query.hidden),
  ),

  ...paymentPages,

  ...cellPages,
]
