import type { SqlFile } from '#db/sqlite.ts'
import { withClock } from '#db/types.ts'
import { writeInThread } from '#db/write-in-thread.ts'
import { viewerFor } from '#server/access/viewer.ts'
import { routes } from '#server/app.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ReplayedError, runOnce } from '#server/http/idempotency.ts'
import { getMeta, isHtmx } from '#server/http/request.ts'
import { toJsonReply } from '#server/http/respond.tsx'
import { Question, routeAddress } from '#server/http/route.ts'
import { dateAsMade } from '#server/http/waited.ts'
import type { ChangeReply, ChangeRequest } from './messages.ts'
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

/**
 * Runs the handler of a route as far as its transaction, whose value the handler in the thread of requests goes on with.
 */
export function changeByRoute(file: SqlFile, request: ChangeRequest): Promise<ChangeReply> {
  const { address, ref, person, once, made } = request
  const route = byAddress.get(address)
  if (!route) throw new Error(`No route is declared as ${address}.`)
  const db = withClock(file.db, () => new Date(ref.now))
  const asked = new Request(request.url, { method: route.method, headers: request.headers })
  const { promise, resolve } = Promise.withResolvers<ChangeReply>()

  function write(run: (tx: never, viewer: never) => unknown) {
    try {
      const wrote = writeInThread(file, ref, (tx) => {
        const dated = route?.options.canwait ? dateAsMade(tx, new Date(made)) : tx
        const change = () => run(dated as never, viewerFor(tx.db, person) as never)
        return packValue(once ? runOnce(tx.db, tx.now, once, change, toJsonReply) : change())
      })
      resolve({ wrote })
    } catch (error) {
      resolve(refuse(error))
    }
    // Never settled: what comes after it is done outside.
    return new Promise(() => {})
  }

  const { params, query, body, url, config } = request
  const context = {
    ...{ params, query, body, person, request: asked, url: new URL(url) },
    ...{ meta: getMeta(asked), htmx: isHtmx(asked), seq: 0 },
    services: new Proxy({ config } as never, {
      get: (known, name) => known[name] ?? outside(`services.${String(name)}`),
    }),
    platform: outside('the platform'),
    beside: outside('the platform'),
    now: () => new Date(made),
    can: (claim: never) => person.claims.has(claim),
    read: (run: (db: never, viewer: never) => unknown) => run(db as never, viewerFor(db, person) as never),
    write,
  } as unknown as Context
  Promise.try(() => route.handler(context)).then(
    () => resolve({ again: true, why: 'It changed nothing.' }),
    (error) => resolve(refuse(error)),
  )
  return promise
}

function refuse(error: unknown): ChangeReply {
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
