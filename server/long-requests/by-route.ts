import { readStoredPosition } from '#db/queries/position.ts'
import type { SqlFile } from '#db/sqlite.ts'
import { type TenantDb, withClock } from '#db/types.ts'
import { writeInThread } from '#db/write-in-thread.ts'
import type { Claim } from '#server/access/claims.ts'
import { type Viewer, viewerFor } from '#server/access/viewer.ts'
import { routes } from '#server/app.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ReplayedError, runOnce } from '#server/http/idempotency.ts'
import { isKept } from '#server/http/kept-markup.ts'
import { isReply } from '#server/http/reply.ts'
import { getMeta, isHtmx } from '#server/http/request.ts'
import { toJsonReply } from '#server/http/respond.tsx'
import { toMarkup } from '#server/http/responses.ts'
import { Question, routeAddress } from '#server/http/route.ts'
import { dateAsMade } from '#server/http/waited.ts'
import type { ThreadReply, ThreadRequest, WrittenAnswer } from './messages.ts'
import { packValue } from './pack.ts'

const byAddress = new Map(routes.map((route) => [routeAddress(route), route]))

class OnlyOutside extends Error {}

/** What the thread of requests alone has: others' files, mail, live connections. */
const outside = (name: string) =>
  new Proxy({} as never, {
    get() {
      throw new OnlyOutside(`It asks for ${name}.`)
    },
  })

function findRoute(address: string) {
  const route = byAddress.get(address)
  if (!route) throw new Error(`No route is declared as ${address}.`)
  return route
}

type Write = (run: (tx: never, viewer: never) => unknown) => unknown

function contextFor(db: TenantDb, method: string, request: ThreadRequest, write: Write): Context {
  const { params, query, body, person, made, config } = request
  const asked = new Request(request.url, { method, headers: request.headers })
  return {
    ...{ params, query, body, person, write, request: asked, url: new URL(request.url) },
    ...{ meta: getMeta(asked), htmx: isHtmx(asked), seq: readStoredPosition(db).seq },
    services: new Proxy({ config } as never, {
      get: (known, name) => known[name] ?? outside(`services.${String(name)}`),
    }),
    platform: outside('the platform'),
    beside: outside('the platform'),
    now: () => new Date(made),
    can: (claim: Claim) => person.claims.has(claim),
    read: (run: (db: TenantDb, viewer: Viewer) => unknown) => run(db, viewerFor(db, person)),
  } as unknown as Context
}

/**
 * Runs the handler of a route as far as its transaction, whose value the handler in the thread of requests goes on with.
 */
export function changeByRoute(file: SqlFile, request: ThreadRequest): Promise<ThreadReply> {
  const { address, ref, person, once, made } = request
  const route = findRoute(address)
  const db = withClock(file.db, () => new Date(ref.now))
  const { promise, resolve } = Promise.withResolvers<ThreadReply>()
  const context = contextFor(db, route.method, request, (run) => {
    try {
      const wrote = writeInThread(file, ref, (tx) => {
        const dated = route.options.canwait ? dateAsMade(tx, new Date(made)) : tx
        const change = () => run(dated as never, viewerFor(tx.db, person) as never)
        return packValue(once ? runOnce(tx.db, tx.now, once, change, toJsonReply) : change())
      })
      resolve({ wrote })
    } catch (error) {
      resolve(refuse(error))
    }
    // Never settled: what comes after it is done outside.
    return new Promise(() => {})
  })
  Promise.try(() => route.handler(context)).then(
    () => resolve({ again: true, why: 'It changed nothing.' }),
    (error) => resolve(refuse(error)),
  )
  return promise
}

/** Runs the handler of a route that only reads, of one state of the file, and writes out what it answers. */
export async function answerByRoute(file: SqlFile, request: ThreadRequest): Promise<ThreadReply> {
  const route = findRoute(request.address)
  const db = withClock(file.db, () => new Date(request.made))
  const context = contextFor(db, route.method, request, outside('a transaction'))
  try {
    file.raw.run('BEGIN')
    const answered = writeOut(await route.handler(context))
    return answered ? { answered } : { again: true, why: 'Its answer is no page and no data.' }
  } catch (error) {
    return refuse(error)
  } finally {
    file.raw.run('ROLLBACK')
  }
}

function writeOut(value: unknown): WrittenAnswer | undefined {
  if (value instanceof Response) return
  if (!isReply(value) || value.kind === 'data') {
    const { body, status, headers } = toJsonReply(value)
    return { json: JSON.stringify(body), status, headers }
  }
  if (value.kind === 'redirect') return { to: value.to, headers: value.headers }
  if (value.kind !== 'view' || value.dialog || isKept(value.body)) return
  const { kind: _, body, ...about } = value
  return { markup: toMarkup(body), about: { ...about } }
}

function refuse(error: unknown): ThreadReply {
  if (error instanceof Problem) {
    const { status, message, more } = error
    return { refused: { status, message, more } }
  }
  if (error instanceof ReplayedError) {
    const { status, reply, key } = error
    return { replayed: { status, reply, key } }
  }
  if (error instanceof Question) return { again: true }
  return { again: true, why: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
