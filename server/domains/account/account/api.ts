import { accountById } from '#db/queries/platform/accounts.ts'
import { switchAccount } from '#server/access/switch-account.ts'
import { invalid, notFound } from '#server/errors.ts'
import { fileStore } from '#server/files.ts'
import { signedIn } from '#server/http/admit.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, object, t } from '#server/http/fields.ts'
import { data, raw } from '#server/http/reply.ts'
import { api, page, publicApi, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { accountLogo } from './account-logo.ts'
import { changeAccount, setAccountLogo } from './change-account.ts'
import { createAndEnter, requestToJoin } from './come-in.tsx'
import { AccountChange, NewAccount, Target } from './input.ts'
import { presentName, presentWithFees } from './present.ts'

export const SAVED = 'Account settings updated'
export const UPLOADED = 'File has been uploaded successfully'

/** Everybody in an account may know who it is; what it agreed, pays and sends its mails by, who manages it. */
function accountOf(c: Context) {
  return c.platform.read((db) => {
    const account = accountById(db, c.person.accountid)
    if (!account) throw notFound('account')
    return c.can('account.manage') ? presentWithFees(db, account) : presentName(account)
  })
}

export const actorOf = ({ person, meta }: Context) => ({ userid: person.userid, address: meta.address })

export function accountApi(services: Services): Route[] {
  const { hub, encryption, config } = services
  return [
    api('GET /api/account', { claim: 'seat', summary: 'The account that is open.' }, accountOf),

    // Another account's id is answered like one that does not exist (decision B1).
    api('GET /api/account/:id', { claim: 'seat', params: ById }, (c) => {
      if (c.params.id !== c.person.accountid) throw notFound('account')
      return accountOf(c)
    }),

    publicApi(
      'POST /api/account',
      {
        body: NewAccount,
        summary: 'Create an account of one’s own. For who is signed in, with or without an account.',
      },
      async (c) => data(await createAndEnter(services, await signedIn(services, c.request), c.body, c)),
    ),

    api(
      'PATCH /api/account',
      { claim: 'account.manage', body: AccountChange, summary: 'Change the account’s settings.' },
      async (c) => {
        const account = await c.platform.write((tx) =>
          data(
            presentWithFees(tx.db, changeAccount(tx, encryption, c.person.accountid, c.body, actorOf(c))),
            {
              message: SAVED,
            },
          ),
        )
        await services.mail.retryNow(c.person.accountid)
        return account
      },
    ),

    api(
      'POST /api/account/logo',
      {
        claim: 'account.manage',
        upload: true,
        summary: 'Uploads the account’s logo: multipart, one PNG or JPEG as `file`.',
      },
      async (c) => {
        await storeLogo(config.data, c)
        return data(accountOf(c), { message: UPLOADED })
      },
    ),

    page('GET /account/logo', { claim: 'seat', query: object({ v: t.Optional(id()) }) }, (c) => {
      const account = c.platform.read((db) => accountById(db, c.person.accountid))
      const bytes = account?.logofile && fileStore(config.data).read(c.person.accountid, account.logofile)
      if (!bytes) throw notFound('logo')
      return raw(bytes, account.logotype, { headers: { 'cache-control': 'private, max-age=86400' } })
    }),

    publicApi(
      'POST /api/account/link/:accountKey',
      {
        params: t.Object({ accountKey: id() }),
        body: t.Optional(object({})),
        summary: 'Ask to be let into an account by its key; one of its administrators decides.',
      },
      async (c) => {
        const row = await signedIn(services, c.request)
        const account = await requestToJoin(services, row, c.params.accountKey, c.meta.address)
        return data(account, { message: `${account.name} has been asked to let you in.` })
      },
    ),

    api(
      'POST /api/account/switch',
      {
        claim: 'seat',
        body: Target,
        evenexpired: true,
        summary: 'Open another of my accounts in this session.',
      },
      async (c) => {
        const to = c.body.accountid ?? c.body.id
        if (!to) throw invalid({ accountid: 'Name the account to open.' })
        const account = await c.platform.write((tx) =>
          switchAccount(tx, c.person.sessionid, c.person.userid, to),
        )
        // Sockets belong to the account they were opened in.
        hub.closeSession(c.person.sessionid)
        return data(account, { message: `Switching to ${account.name}` })
      },
    ),
  ]
}

/** Keeps an uploaded logo and hangs it on the account. */
export async function storeLogo(folder: string, c: Context) {
  const { bytes, type } = await accountLogo((c.body as { file?: unknown } | undefined)?.file)
  const { accountid } = c.person
  const file = fileStore(folder).add(accountid, bytes)
  await c.platform.write((tx) => {
    setAccountLogo(tx, accountid, { file, type }, actorOf(c))
    return accountid
  })
}
