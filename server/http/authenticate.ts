import { listRolesAndClaims } from '#db/queries/people/roles.ts'
import {
  findSession,
  type SessionRow,
  sessionByApiKey,
  sessionByCalendar,
  sessionByCookie,
  sessionById,
} from '#db/queries/platform/sessions.ts'
import { isWriting } from '#db/transact.ts'
import { type Claim, heldClaims } from '#server/access/claims.ts'
import { accountExpiry, checkExpiry } from '#server/access/expiry.ts'
import { recordActivity } from '#server/access/last-active.ts'
import { narrowClaims, readingClaims } from '#server/access/narrow-claims.ts'
import type { Person } from '#server/access/person.ts'
import { refuseApiKey } from '#server/access/refuse-api-key.ts'
import { extendSession, SESSION_SECONDS } from '#server/access/sessions.ts'
import { API_KEY_PREFIX, hashSecret } from '#server/access/tokens.ts'
import { cachedBy } from '#server/cache.ts'
import { forbidden, notFound, Problem, SESSION_EXPIRED } from '#server/errors.ts'
import { DAY_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { personName } from '#views/format.ts'
import { cookie, SESSION_COOKIE, sessionCookie } from './cookies.ts'
import { lookUp } from './lookups.ts'
import { getMeta } from './request.ts'
import { refuseForeignOrigin } from './request-origin.ts'
import type { Route } from './route.ts'
import { countCalendarRead, countWrongKey } from './wrong-keys.ts'

export class NotSeated extends Problem {
  constructor(readonly reason: 'noaccount' | 'unlicensed') {
    super(
      403,
      reason === 'noaccount' ? 'You do not belong to an account yet.' : 'You have no seat in this account.',
      {
        code: reason,
      },
    )
  }
}

export class NotSignedIn extends Problem {
  constructor(message = SESSION_EXPIRED) {
    super(401, message)
  }
}

const UNKNOWN_KEY = 'This API key is not known here.'

/** Why what was sent opens nothing. A key that is not known has no row. */
function sayEnded(row: SessionRow | null, now: string): string {
  if (!row?.sessionid.startsWith('key:')) return SESSION_EXPIRED
  if (row.endedutc) return 'This API key was revoked. Make another one on your profile.'
  if (row.expiresutc <= now) return 'This API key has expired. Make another one on your profile.'
  return 'The person of this API key was archived.'
}

const KEY_AS_TOKEN =
  'This is an API key: send it in the header X-API-Key. After “Authorization: Bearer” comes the token of a sign-in.'

/** Throws before anything of the request is parsed, so that a stranger learns nothing of a call's shape. */
export async function authenticate(services: Services, request: Request, route: Route): Promise<Person> {
  const { row, ambient, unknownkey } = await credentials(services, request)
  if (unknownkey) throw new NotSignedIn(UNKNOWN_KEY)
  if (ambient && row) await extendIfUsed(services, request, row)
  if (ambient && route.method !== 'GET') refuseForeignOrigin(request)
  const person = readPerson(services, row)
  if (route.options.needsSignIn) refuseApiKey(person)
  const shown = request.headers.get('x-joblane-account')
  if (shown && shown !== person.accountid) throw otherAccount(person)
  const by = request.headers.get('x-joblane-person')
  if (by && by !== person.userid) throw otherPerson(person)
  recordActivity(services.platform, person, services.clock())
  return refuseWithoutClaim(person, route)
}

/** @throws 403 */
export function refuseWithoutClaim(person: Person, { claim, method, options }: Route): Person {
  if (claim === 'seat' && person.narrow && !options.fornarrowkeys) throw beyondKey()
  // Of a copy it is no lack of rights.
  if (method !== 'GET' && person.copy) checkExpiry(person, { claim, evenexpired: options.evenexpired })
  if (claim !== null && claim !== 'seat' && !person.claims.has(claim)) throw forbidden()
  if (method !== 'GET') checkExpiry(person, { claim, evenexpired: options.evenexpired })
  return person
}

const beyondKey = () => forbidden('This API key does what was chosen for it, and nothing else.')

export const otherAccount = ({ accountname }: Person) =>
  new Problem(
    403,
    `${accountname} is open in this browser by now, and this page is of another account. Nothing was saved here: open that account again, or reload the page.`,
    { code: 'otheraccount' },
  )

const otherPerson = ({ name }: Person) =>
  new Problem(
    403,
    `${name} is signed in here by now, and this page is of somebody else. Nothing was saved here: sign in again, or reload the page.`,
    {
      code: 'otherperson',
    },
  )

/** A browser's session that is used goes on: once a day it gets another thirty (decision A5). */
async function extendIfUsed({ platform, clock }: Services, request: Request, row: SessionRow) {
  const secret = cookie(request, SESSION_COOKIE)
  const left = Date.parse(row.expiresutc) - clock().getTime()
  if (!secret || row.endedutc || left > SESSION_SECONDS * 1000 - DAY_MS) return
  const meta = getMeta(request)
  try {
    await platform.write((tx) => extendSession(tx, row.sessionid))
    meta.setcookies.push(sessionCookie(secret, SESSION_SECONDS, meta.https))
  } catch (error) {
    // A full disk refuses this too; the person reads on with the session as it is.
    logFailure('prolonging a session', error)
  }
}

const isUnexpired = (row: SessionRow | null, now: string): row is SessionRow =>
  row !== null && row.expiresutc > now && !row.userarchived

const isOpen = (row: SessionRow | null, now: string): row is SessionRow =>
  isUnexpired(row, now) && !row.endedutc

/** What pages outside the gate go by: an API key of chosen claims is nobody there. */
export const isSignedIn = (row: SessionRow | null, now: string): row is SessionRow =>
  isOpen(row, now) && row.claims === null

/** For the few calls by which a person comes into an account. `goeson`: although the session has ended. @throws NotSignedIn */
export async function requireSession(
  services: Services,
  request: Request,
  goeson: (ended: SessionRow) => boolean = () => false,
): Promise<SessionRow> {
  const { row, ambient, unknownkey } = await credentials(services, request)
  if (unknownkey) throw new NotSignedIn(UNKNOWN_KEY)
  if (ambient && request.method !== 'GET') refuseForeignOrigin(request)
  const now = services.clock().toISOString()
  if (!isUnexpired(row, now) || (row.endedutc && !goeson(row))) throw new NotSignedIn(sayEnded(row, now))
  if (request.method !== 'GET') refuseApiKey(row)
  if (row.claims !== null) throw beyondKey()
  return row
}

/** An account that is down lets nobody go. */
export function isSessionOpen(
  services: Services,
  { sessionid, accountid }: { sessionid: string; accountid: string },
) {
  try {
    const row = lookUp(services.platform, `session ${sessionid}`, (db) => findSession(db, sessionid))
    return readPerson(services, row).accountid === accountid
  } catch (error) {
    return !(error instanceof Problem)
  }
}

/** Whose calendar an address opens, with the rights that they have now. @throws 404 */
export function readCalendarPerson(services: Services, request: Request, secret: string): Person {
  countCalendarRead(services, request)
  const row = services.platform.read((db) => sessionByCalendar(db, hashSecret(secret)))
  try {
    return readPerson(services, row)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw notFound('calendar')
  }
}

/** @throws when the session ended or there is no seat */
export function readPerson(services: Services, row: SessionRow | null): Person {
  const now = services.clock().toISOString()
  if (!isOpen(row, now)) throw new NotSignedIn(sayEnded(row, now))
  if (!row.accountid || row.accountarchived || row.roles === null || row.seatarchived)
    throw new NotSeated('noaccount')
  if (!row.licensed) throw new NotSeated('unlicensed')
  const owner = Boolean(row.platformowner)
  const { names, claims: held } = rights(services, row.accountid, row.roles, owner)
  const claims = row.copyof === null ? held : readingClaims(held)
  return {
    userid: row.userid,
    sessionid: row.sessionid,
    name: personName(row),
    email: row.email,
    accountid: row.accountid,
    accountname: row.accountname ?? '',
    roles: names,
    claims: row.claims === null ? claims : narrowClaims(claims, JSON.parse(row.claims) as Claim[]),
    narrow: row.claims !== null,
    platformowner: owner,
    ...accountExpiry({ ...row, platformowner: owner }, now),
    ...(row.copyof === null ? {} : { copy: { of: row.copyof, utc: row.copiedutc } }),
    utcexpires: row.utcexpires,
    subscribed: Boolean(row.subscribed),
    evaluating: !row.paid,
    size: row.size ?? 1,
    logofile: row.logofile,
  }
}

type Rights = { names: string[]; claims: ReadonlySet<Claim> }
const cachedRights = cachedBy<Services>(2_000)

/** Roles to claims, cached until any role, claim or label of that account changes. */
function rights(services: Services, accountid: string, roles: string, platformowner: boolean): Rights {
  const key = `${accountid} ${services.tenants.position(accountid).referenceVersion} ${platformowner} ${roles}`
  const load = ({ tenants, config }: Services) => {
    const { names, claims } = tenants.read(accountid, (db) => listRolesAndClaims(db, JSON.parse(roles)))
    const kind = { platformowner, single: config.singleaccount }
    return { names, claims: heldClaims(kind, names, claims) }
  }
  // What others changed in the same transaction may still be undone.
  return services.tenants.read(accountid, isWriting) ? load(services) : cachedRights(services, key, load)
}

type Credentials = { row: SessionRow | null; ambient: boolean; unknownkey?: boolean }

/** `ambient`: the browser sends it by itself. */
export async function credentials(services: Services, request: Request): Promise<Credentials> {
  const { platform, bearer } = services
  const authorization = request.headers.get('authorization')
  if (authorization?.startsWith('Bearer ')) {
    const token = authorization.slice(7)
    if (token.startsWith(API_KEY_PREFIX)) throw new NotSignedIn(KEY_AS_TOKEN)
    const id = await bearer.session(token)
    return { row: id ? lookUp(platform, `id ${id}`, (db) => sessionById(db, id)) : null, ambient: false }
  }
  const key = request.headers.get('x-api-key')
  if (key) {
    const hash = hashSecret(key)
    const row = lookUp(platform, `key ${hash}`, (db) => sessionByApiKey(db, hash))
    if (!row) countWrongKey(services, request)
    return { row, ambient: false, unknownkey: !row }
  }
  const secret = cookie(request, SESSION_COOKIE)
  if (!secret) return { row: null, ambient: true }
  const hash = hashSecret(secret)
  return { row: lookUp(platform, `cookie ${hash}`, (db) => sessionByCookie(db, hash)), ambient: true }
}
