import { timingSafeEqual } from 'node:crypto'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { newFileBytes } from '#db/new-file.ts'
import { countAccounts } from '#db/queries/platform/registry.ts'
import { createPlatformOwner, findOnlyAccount, needsSetup } from '#server/access/first-start.ts'
import { findPasswordFault } from '#server/access/passwords.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { SESSION_SECONDS, startSession } from '#server/access/sessions.ts'
import { findVatNumberFault } from '#server/domains/settings/organisations/resource.ts'
import { beginBusiness, tradeOptions } from '#server/domains/settings/trades/begin-business.ts'
import type { Letterhead } from '#server/domains/settings/trades/begin-with-trade.ts'
import { tradeChoice } from '#server/domains/settings/trades/input.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { PublicContext } from '#server/http/context.ts'
import { sessionCookie } from '#server/http/cookies.ts'
import { rememberDevice } from '#server/http/device-cookie.ts'
import { choice, flag, object, t, text } from '#server/http/fields.ts'
import { publicView, redirect } from '#server/http/reply.ts'
import { refuseForeignOrigin } from '#server/http/request-origin.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { vatCategoryNames, vatCategoryOptions } from '#server/money/vat-period.ts'
import type { Services } from '#server/services.ts'
import { DEFAULT_ZONE, isZone, zones } from '#server/zone.ts'
import { Setup } from '#views/people/auth/setup.tsx'
import { CORRECT_MARKED } from '#views/ui/field-rules.ts'
import { signInDevice } from './sign-in-device.ts'

const Form = object({
  // What is missing is named beside all else that is wrong.
  code: text(40),
  accountname: t.Optional(text(120)),
  businessname: t.Optional(text(120)),
  /** Whoever sets up has no business of their own here. */
  forothers: t.Optional(flag()),
  trade: t.Optional(tradeChoice()),
  addressline1: t.Optional(text(200)),
  city: t.Optional(text(120)),
  postalcode: t.Optional(text(20)),
  number: t.Optional(text(60)),
  businessemail: t.Optional(text(250)),
  vatnumber: t.Optional(text(20)),
  vatcategory: t.Optional(choice(...vatCategoryNames)),
  bank: t.Optional(text(120)),
  accountnumber: t.Optional(text(40)),
  branchcode: t.Optional(text(20)),
  zone: t.Optional(text(60)),
  firstname: text(80),
  lastname: text(80),
  email: text(250),
  password: t.String({ maxLength: 256 }),
})

/** @throws 404 once there is a platform */
function openCode({ setupcode, platform }: Services): string {
  if (!setupcode || !platform.read(needsSetup)) throw notFound('page')
  return setupcode
}

type Faults = Record<string, string | undefined>

function letterheadFaults({ vatnumber = '', email }: Letterhead, zone: string | undefined): Faults {
  return {
    vatnumber: findVatNumberFault(vatnumber) ?? undefined,
    businessemail: email && !isAddress(email) ? NO_ADDRESS : undefined,
    zone: zone && !isZone(zone) ? 'This is not a time zone.' : undefined,
  }
}

type First = {
  accountname: string
  businessname?: string
  firstname: string
  email: string
  password: string
}

/** Of whoever begins; a password is looked at beside the address, which it must not be. */
function firstFaults({ accountname, firstname, email, password }: First): Faults {
  return {
    accountname: accountname ? undefined : MISSING,
    firstname: firstname ? undefined : MISSING,
    email: email ? (isAddress(email) ? undefined : NO_ADDRESS) : MISSING,
    password: findPasswordFault(password, email) ?? undefined,
  }
}

const MISSING = 'This is required.'

/** All at once, in the order of the form. @throws 400 by field */
function refuseFaults(faults: Faults) {
  const found = Object.entries(faults).flatMap(([field, said]) => (said ? [[field, said] as const] : []))
  if (found.length > 0)
    throw invalid(Object.fromEntries(found), found.length > 1 ? CORRECT_MARKED : undefined)
}

const NAMELESS =
  'Name your business. If you have none and run Joblane for others alone, say so at the end of this form.'

const WHOSE = 'Name the business whose address, telephone, VAT number or bank account this is.'

const NO_ADDRESS = 'This is not an e-mail address.'
const isAddress = (email: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)

const settingUp = new WeakSet<Services>()

async function codeFault(c: PublicContext, code: string): Promise<string | undefined> {
  const expected = openCode(c.services)
  await c.platform.write((tx) =>
    checkLimits(tx, [{ key: `setup:ip:${c.meta.address}`, most: 60, minutes: 60 }]),
  )
  if (!code) return MISSING
  return same(code, expected) ? undefined : 'This is not the code that the terminal shows.'
}

/** The first start with an empty data folder (decision B4): guarded by the one-time code of the terminal. */
export const setupPages: Route[] = [
  publicPage('GET /setup', { summary: 'The form of the first start.' }, (c) => {
    openCode(c.services)
    // While the form is filled in.
    setImmediate(() => newFileBytes(tenantMigrations))
    return publicView(
      <Setup
        single={c.services.config.singleaccount}
        here={c.platform.read(countAccounts)}
        trades={tradeOptions}
        vatcategories={vatCategoryOptions}
        zones={zones}
        zone={DEFAULT_ZONE}
      />,
      {
        title: 'Set up',
      },
    )
  }),

  publicPage('POST /setup', { body: Form, summary: 'Makes the first accounts.' }, async (c) => {
    refuseForeignOrigin(c.request)
    const {
      code,
      forothers,
      trade,
      addressline1,
      city,
      postalcode,
      number,
      businessemail,
      vatnumber,
      vatcategory,
      bank,
      accountnumber,
      branchcode,
      zone,
      ...first
    } = c.body
    const wrongcode = await codeFault(c, code)
    const address = { addressline1, city, postalcode }
    const letterhead = {
      ...address,
      number,
      email: businessemail,
      bank,
      accountnumber,
      branchcode,
      vatnumber: vatnumber?.replace(/\s/g, ''),
    }
    const single = c.services.config.singleaccount
    const only = single ? c.platform.read(findOnlyAccount) : undefined
    const accountname = only?.name ?? first.accountname ?? ''
    const isHere = c.platform.read(countAccounts) > 0
    const isNameless = !single && !isHere && !first.businessname
    const isLettered = Object.values(letterhead).some(Boolean)
    const vat = letterhead.vatnumber ? { vatcategory } : {}
    refuseFaults({
      code: wrongcode,
      businessname: isNameless ? (isLettered ? WHOSE : forothers ? undefined : NAMELESS) : undefined,
      // A program may leave it out; the form never does.
      trade: trade === '' && !forothers ? 'Choose what comes closest.' : undefined,
      ...letterheadFaults(letterhead, zone),
      ...firstFaults({ ...first, accountname }),
    })
    if (settingUp.has(c.services)) throw invalid({ code: 'Someone is setting up already.' })
    settingUp.add(c.services)
    try {
      const businessname = single ? '' : first.businessname
      const named = { ...first, accountname, businessname, single }
      const { userid, accountid } = await createPlatformOwner(c.services, named)
      const name = only ? '' : single ? accountname : businessname
      const start = name
        ? await beginBusiness(c.services.tenants, accountid, {
            userid,
            ...first,
            name,
            trade,
            letterhead: { ...letterhead, ...vat },
            zone,
          })
        : '/'
      const session = await c.platform.write((tx) => startSession(tx, userid, signInDevice(c), accountid))
      rememberDevice(c, first.email)
      return redirect(start, { 'set-cookie': sessionCookie(session.cookie, SESSION_SECONDS, c.meta.https) })
    } finally {
      settingUp.delete(c.services)
    }
  }),
]

/** Hyphens and spaces are there to be read, not to be typed. */
const bare = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

const same = (a: string, b: string) => {
  const [x, y] = [a, b].map((one) => new Bun.CryptoHasher('sha256').update(bare(one)).digest())
  return timingSafeEqual(x as Buffer, y as Buffer)
}
