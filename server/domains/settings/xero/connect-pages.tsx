import { EXPIRED, forbidden, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { cookie, XERO_COOKIE, xeroCookie } from '#server/http/cookies.ts'
import { id, NoBody, object, t } from '#server/http/fields.ts'
import { dataReply, redirect, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { exchangeCode } from '#server/xero/oauth.ts'
import { listXeroTenants } from '#server/xero/organisations.ts'
import { codeExpired, XeroDown } from '#server/xero/problems.ts'
import { xeroAccess } from '#server/xero/tokens.ts'
import { XeroTenantsPage } from '#views/settings/xero/tenants.tsx'
import { beginAttempt, CONNECTED, readXeroAttempt } from './attempt.ts'
import {
  chooseTenant,
  clearConnection,
  findXeroConnection,
  keepConnection,
  offeredXero,
  readShownConnection,
} from './connection.ts'
import { leadOn, orWarn, refuseUnasked } from './lead-on.tsx'

const claim = 'settings.manage'
export const XERO_TENANTS = '/xero/tenants'
const title = 'Xero organisations'

/** Spec 1, section 9. */
const CLEARED_MS = 6000
const clearedWords = {
  cleared: ['success', ''],
  shared: [
    'success',
    '. Another account here works with the same organisation, so Joblane stays among its connected apps in Xero.',
  ],
  untold: ['warning', '. Xero could not be told: take Joblane off its connected apps there.'],
} as const
/** Nothing is taken away there: it may be chosen again. */
function sayLeft({ tenantname, waiting }: NonNullable<Awaited<ReturnType<typeof chooseTenant>>>) {
  const stays = `Joblane stays among the connected apps of ${tenantname} in Xero; take it off there where it is wanted no more.`
  if (waiting === 0) return stays
  const what = waiting === 1 ? '1 document waits' : `${waiting} documents wait`
  return `${stays} ${what} for ${tenantname} until it is chosen again.`
}

const LONG_MS = 15_000
// What Xero adds to its answer is its own affair.
const Returned = t.Object({}, { additionalProperties: true })

const byPerson = ({ person: { accountid, userid, name } }: Context) => ({ accountid, userid, name })

async function tenantsPage(c: Context) {
  offeredXero(c.services.config)
  const known = findXeroConnection(c.services, c.person.accountid)
  const listed = known && !known.failure ? await readTenants(c) : { tenants: [] }
  return view(
    <XeroTenantsPage
      title={title}
      connection={c.read((db) => readShownConnection(c, db))}
      canconnect={!c.person.expired}
      {...listed}
    />,
    { title, page: 'pages.xero' },
  )
}

async function readTenants(c: Context) {
  try {
    return { tenants: await listXeroTenants(c.services, c.person.accountid) }
  } catch (error) {
    if (error instanceof XeroDown) return { tenants: [], down: true }
    if (error instanceof Problem) return { tenants: [] }
    throw error
  }
}

export const xeroConnectPages: Route[] = [
  page(
    'GET /xero/connect',
    { claim, needsSignIn: true, summary: 'Leads to Xero, which asks for consent.' },
    async (c) => {
      const xero = offeredXero(c.services.config)
      if (c.person.expired) throw forbidden(EXPIRED)
      const { accountid, userid } = c.person
      const { to, kept } = await beginAttempt(xero, c.services, {
        path: CONNECTED,
        now: c.now(),
        accountid,
        userid,
      })
      return redirect(to, { 'set-cookie': xeroCookie(kept, CONNECTED, c.meta.https) })
    },
  ),

  page(
    `GET ${CONNECTED}`,
    {
      claim,
      needsSignIn: true,
      query: Returned,
      summary: 'Where Xero leads back to, with a code that works once.',
    },
    (c) => {
      const xero = offeredXero(c.services.config)
      // Used up, whatever comes of it.
      c.meta.setcookies.push(xeroCookie('', CONNECTED, c.meta.https))
      return orWarn(c, XERO_TENANTS, async () => {
        const attempt = readXeroAttempt(c.services.encryption, cookie(c.request, XERO_COOKIE), c.now())
        const { accountid, userid } = c.person
        if (attempt?.accountid !== accountid || attempt.userid !== userid) throw codeExpired()
        const grant = await exchangeCode(xero, attempt, new URL(c.services.url + CONNECTED + c.url.search))
        await keepConnection(c.services, byPerson(c), grant)
        return redirect(XERO_TENANTS)
      })
    },
  ),

  api(
    'GET /xero/refresh',
    {
      claim,
      query: object({ code: t.Optional(t.String({ maxLength: 4_000 })) }),
      summary: 'Renews the access, if it is older than 29 minutes. Tokens stay on the server.',
    },
    async (c) => {
      offeredXero(c.services.config)
      refuseUnasked(c)
      await xeroAccess(c.services, c.person.accountid)
      const known = findXeroConnection(c.services, c.person.accountid)
      return dataReply({
        tenantId: known?.tenantid,
        tenantName: known?.tenantid ? known.tenantname : '',
        validuntil: known?.accessuntilutc,
      })
    },
  ),

  page(
    `GET ${XERO_TENANTS}`,
    { claim, summary: 'The organisations that Xero lets Joblane into.' },
    tenantsPage,
  ),

  page(
    `POST ${XERO_TENANTS}/:tenantid`,
    {
      claim,
      needsSignIn: true,
      params: t.Object({ tenantid: id() }),
      body: NoBody,
      summary: 'Chooses the organisation of the account.',
    },
    (c) =>
      orWarn(c, XERO_TENANTS, async () => {
        offeredXero(c.services.config)
        const left = await chooseTenant(c.services, byPerson(c), c.params.tenantid)
        return left
          ? leadOn(c, '/xero', 'success', `Account selected. ${sayLeft(left)}`, LONG_MS)
          : leadOn(c, '/xero', 'success', 'Account selected')
      }),
  ),

  page(
    'POST /xero/clear',
    { claim, needsSignIn: true, body: NoBody, summary: 'Ends the connection of the account.' },
    async (c) => {
      offeredXero(c.services.config)
      const cleared = await clearConnection(c.services, byPerson(c))
      const [level, more] = clearedWords[cleared]
      return leadOn(c, XERO_TENANTS, level, `Account cleared${more}`, CLEARED_MS)
    },
  ),
]
