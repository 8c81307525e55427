import { withLinkSite } from '#server/access/link-site.ts'
import { requireSession } from '#server/http/authenticate.ts'
import type { Context } from '#server/http/context.ts'
import { flashCookie } from '#server/http/cookies.ts'
import { FileUpload, id, NoBody, object, t, text } from '#server/http/fields.ts'
import { dataReply, fragment, redirect, snackbarHeaders } from '#server/http/reply.ts'
import { asyncAction, publicAction, type Route } from '#server/http/route.ts'
import { AccountLogoField, Settings } from '#views/account/account/configuration.tsx'
import { accountLogo } from './account-logo.ts'
import { changeAccount, refuseInsideServer, setAccountLogo } from './change-account.ts'
import { createOwnAccount, hasHandedOver, requestToJoin } from './create-or-join.tsx'
import { AccountChange, NewAccount } from './input.ts'
import { presentWithFees } from './present.ts'
import { readAccount, readMailServer, readOwnAccount } from './read-account.ts'

const SAVED = 'Account settings updated'
/** Specification 1, section 9. */
const CREATED_MS = 2000
const UPLOADED = 'File has been uploaded successfully'

const actorOf = ({ person, meta }: Context) => ({ userid: person.userid, address: meta.address })

async function storeLogo(c: Context<unknown, unknown, { file?: unknown }>) {
  const { bytes, type } = await accountLogo(c.body.file)
  const { accountid } = c.person
  const file = c.services.files.add(accountid, bytes)
  await c.platform.write((tx) => {
    setAccountLogo(tx, accountid, { file, type }, actorOf(c))
    return accountid
  })
}

export const accountActions: Route[] = [
  ...publicAction(
    { api: 'POST /api/account', page: 'POST /account/create' },
    {
      body: NewAccount,
      summary: 'Create an account of one’s own. For who is signed in, with or without an account.',
    },
    async (c) => {
      const row = await requireSession(c.services, c.request, (ended) => hasHandedOver(c.services, ended, c))
      return dataReply(await createOwnAccount(c.services, row, c.body, c))
    },
    ({ start }, { meta, body }) => {
      const message = `${body.name} is created`
      meta.setcookies.push(flashCookie({ level: 'success', message, ms: CREATED_MS }, meta.https))
      return redirect(start)
    },
  ),

  ...asyncAction(
    { api: 'PATCH /api/account', page: 'PATCH /account' },
    { claim: 'account.manage', body: AccountChange, summary: 'Change the account’s settings.' },
    async (c) => {
      const { accountid } = c.person
      await refuseInsideServer(c.services.config, c.body.smtpserver ?? undefined)
      const account = await c.platform.write((tx) => {
        const changed = changeAccount(tx, c.services.encryption, accountid, c.body, actorOf(c))
        return dataReply(presentWithFees(tx.db, changed), { message: SAVED })
      })
      await c.services.mail.retryNow(accountid)
      return account
    },
    (_, c) => {
      const account = readOwnAccount(c)
      return fragment(
        <>
          <Settings account={account} {...readMailServer(c)} />
          <span id="accountname" hx-swap-oob="true">
            {account.name}
          </span>
        </>,
        { headers: snackbarHeaders(SAVED) },
      )
    },
  ),

  ...asyncAction(
    { api: 'POST /api/account/logo', page: 'POST /account/logo' },
    {
      claim: 'account.manage',
      body: FileUpload,
      upload: 'logo',
      summary: 'Uploads the account’s logo: multipart, one PNG or JPEG as `file`.',
    },
    async (c) => {
      await storeLogo(c)
      return dataReply(readAccount(c), { message: UPLOADED })
    },
    (_, c) =>
      fragment(<AccountLogoField logofile={readOwnAccount(c).logofile} />, {
        headers: snackbarHeaders(UPLOADED),
      }),
  ),

  ...publicAction(
    { api: 'POST /api/account/link/:accountKey', page: 'POST /account/link' },
    {
      params: t.Object({ accountKey: id() }),
      body: NoBody,
      form: {
        body: object({ key: text(100) }),
        input: ({ body }) => ({ params: { accountKey: body.key } }),
      },
      summary: 'Ask to be let into an account by its key; one of its administrators decides.',
    },
    async (c) => {
      const row = await requireSession(c.services, c.request)
      const account = await requestToJoin(withLinkSite(c), row, c.params.accountKey, c.meta.address)
      return dataReply(account, { message: `${account.name} has been asked to let you in.` })
    },
    () => redirect('/account/create'),
  ),
]
