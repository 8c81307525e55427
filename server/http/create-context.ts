import type { PlatformAccess } from '#db/platform.ts'
import { tableChanges } from '#db/sqlite.ts'
import type { Claim } from '#server/access/claims.ts'
import { type AskedOfThread, changeInThread } from '#server/long-requests/in-thread.ts'
import { mailWaitsUntil } from '#server/mail/queued-mail.ts'
import type { Services } from '#server/services.ts'
import type { Context, PublicContext, Reply } from './context.ts'
import type { CurrentPerson } from './current-person.ts'
import { findStoredReply, type Once, ReplayedError, runOnce, storeIdempotentReply } from './idempotency.ts'
import { effectiveUrl } from './list-address.ts'
import { isReply } from './reply.ts'
import { getMeta, isHtmx } from './request.ts'
import { toJsonReply } from './respond.tsx'
import { type Route, routeAddress } from './route.ts'
import { dateAsMade, madeAt } from './waited.ts'

export type ElysiaContext = { request: Request; params: unknown; query: unknown; body: unknown }

export function createPublicContext(services: Services, c: ElysiaContext): PublicContext {
  const { request, params, query, body } = c
  return {
    params,
    query,
    body,
    request,
    url: effectiveUrl(request),
    meta: getMeta(request),
    htmx: isHtmx(request),
    services,
    platform: services.platform,
    now: services.clock,
  }
}

export function createContext(
  services: Services,
  c: ElysiaContext,
  current: CurrentPerson,
  route: Pick<Route, 'kind' | 'method' | 'path' | 'options'>,
  given: Once | null,
): Context {
  const { tenants } = services
  const { kind, options } = route
  const now = () => (options.canwait ? madeAt(c.request, services.clock()) : services.clock())
  const person = current.now()
  const actor = { userid: person.userid, name: person.name }
  const { seq } = tenants.position(person.accountid)
  let once = given
  // A thread would make the first transaction anew on its way to another.
  let wrote = false
  const answered = (reply: Reply) => {
    context.answered = reply
  }
  const take = () => {
    const taken = once
    once = null
    return taken
  }
  const context: Context = {
    ...createPublicContext(services, c),
    now,
    person,
    get seq() {
      tenants.read(person.accountid, tableChanges)?.askedAll()
      return seq
    },
    can: (claim: Claim) => person.claims.has(claim),
    mailwaits: () => mailWaitsUntil(services, person),
    read: (run) => tenants.read(person.accountid, (db) => run(db, current.viewer(db))),
    write: async (run) => {
      const key = take()
      // A transaction caches nothing, and who only ever writes would be looked up each time.
      tenants.read(person.accountid, current.viewer)
      try {
        const here = () =>
          tenants.write(person.accountid, actor, (tx) => {
            const made = options.canwait ? dateAsMade(tx, now()) : tx
            const change = () => withoutView(run(made, current.viewer(tx.db)))
            return key ? runOnce(tx.db, tx.now, key, change, toJsonReply) : change()
          })
        const isLong = !wrote && options.long?.(context)
        wrote = true
        const value = isLong
          ? await changeInThread(tenants, askThread(context, route, current, key), here, answered)
          : await here()
        current.saved()
        return value as never
      } catch (error) {
        if (error instanceof ReplayedError && kind === 'page') return error.value as never
        // Nothing was stored under the key, so it still stands for whatever the handler tries next.
        once ??= key
        throw error
      }
    },
    beside: (run) => services.platform.write(run),
    platform: onceOnly(services.platform, current, take, kind),
  }
  return context
}

export function askThread(
  { params, query, body, url, request, now, mailwaits, services: { config } }: Context,
  route: Pick<Route, 'method' | 'path'>,
  current: Pick<CurrentPerson, 'now'>,
  once: Once | null,
): AskedOfThread {
  return {
    address: routeAddress(route),
    person: current.now,
    ...{ params, query, body, once },
    url: url.href,
    headers: [...request.headers],
    made: now().toISOString(),
    config: { maxuploadmb: config.maxuploadmb },
    mailwaits: mailwaits(),
  }
}

/** What a page shows is made after: a repeated request is answered from the data of the first. */
function withoutView<T>(value: T): T {
  if (isReply(value) && value.kind !== 'data') throw new Error('A transaction returns data, never a view.')
  return value
}

function onceOnly(
  platform: PlatformAccess,
  current: CurrentPerson,
  take: () => Once | null,
  kind: Route['kind'],
): PlatformAccess {
  const given = async <T>(run: Promise<T>): Promise<T> => {
    try {
      const value = await run
      current.saved()
      return value
    } catch (error) {
      if (error instanceof ReplayedError && kind === 'page') return error.value as never
      throw error
    }
  }
  return {
    read: platform.read,
    write(run) {
      const key = take()
      return given(
        platform.write((tx) => {
          const change = () => {
            current.nowIn(tx.db)
            return withoutView(run(tx))
          }
          return key ? runOnce(tx.db, tx.now, key, change, toJsonReply) : change()
        }),
      )
    },
    longWrite(run) {
      const key = take()
      return given(
        platform.longWrite(async (tx) => {
          current.nowIn(tx.db)
          if (!key) return run(tx)
          findStoredReply(tx.db, key)
          const value = withoutView(await run(tx))
          storeIdempotentReply(tx.db, tx.now, key, toJsonReply(value))
          return value
        }),
      )
    },
  }
}
