import type { ReactElement } from 'react'
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
import { isKept, keepMarkup } from '#server/http/kept-markup.ts'
import { isReply } from '#server/http/reply.ts'
import { getMeta, isDocumentRequest, isHtmx } from '#server/http/request.ts'
import { toJsonReply } from '#server/http/respond.tsx'
import { toMarkup } from '#server/http/responses.ts'
import { Question, routeAddress } from '#server/http/route.ts'
import { dateAsMade } from '#server/http/waited.ts'
import { fillListViews } from '#views/ui/list-views-mark.tsx'
import type { ThreadReply, ThreadRequest } from './messages.ts'
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

export type Asker = {
  /** Where a file goes. @throws 503 */
  askForPlace: () => Promise<string>
  signal: AbortSignal
}

function contextFor(
  db: TenantDb,
  method: string,
  request: ThreadRequest,
  write: Write,
  signal?: AbortSignal,
): Context {
  const { params, query, body, person, made, config, mailwaits } = request
  const asked = new Request(request.url, { method, headers: request.headers, signal })
  return {
    ...{ params, query, body, person, write, request: asked, url: new URL(request.url) },
    ...{ meta: getMeta(asked), htmx: isHtmx(asked), seq: readStoredPosition(db).seq },
    services: new Proxy({ config } as never, {
      get: (known, name) => known[name] ?? outside(`services.${String(name)}`),
    }),
    platform: outside('the platform'),
    beside: outside('the platform'),
    now: () => new Date(made),
    mailwaits: () => mailwaits,
    can: (claim: Claim) => person.claims.has(claim),
    read: (run: (db: TenantDb, viewer: Viewer) => unknown) => run(db, viewerFor(db, person)),
  } as unknown as Context
}

/**
 * Runs the handler of a route as far as its transaction, whose value the handler in the thread of requests goes on with.
 * What the page of an action shows after it is read and written out here as well.
 */
export async function* changeByRoute(file: SqlFile, request: ThreadRequest): AsyncGenerator<ThreadReply> {
  const { address, ref, person, once, made } = request
  const route = findRoute(address)
  const goeson = route.options.answersinthread === true
  const db = withClock(file.db, () => new Date(ref.now))
  const { promise: changed, resolve } = Promise.withResolvers<ThreadReply>()
  let isWritten = false
  const context = contextFor(db, route.method, request, (run) => {
    if (isWritten) throw new OnlyOutside('It asks for a second transaction.')
    let value: unknown
    try {
      const wrote = writeInThread(file, ref, (tx) => {
        const dated = route.options.canwait ? dateAsMade(tx, new Date(made)) : tx
        const change = () => run(dated as never, viewerFor(tx.db, person) as never)
        value = once ? runOnce(tx.db, tx.now, once, change, toJsonReply) : change()
        return packValue(value)
      })
      isWritten = true
      resolve({ wrote, goeson })
    } catch (error) {
      resolve(refuse(error))
    }
    // Otherwise never settled: what comes after it is done outside.
    return isWritten && goeson ? Promise.resolve(value) : new Promise(() => {})
  })
  const answered = Promise.try(() => route.handler(context))
    .then((value) => writeOut(value, context))
    .catch(refuse)
  void answered.then((reply) => resolve('answered' in reply ? unchanged : reply))
  const reply = await changed
  yield reply
  if ('wrote' in reply && goeson) yield await answered
}

const unchanged = { again: true, why: 'It changed nothing.' } as const

/** Runs the handler of a route that only reads, of one state of the file, and writes out what it answers. */
export async function answerByRoute(
  file: SqlFile,
  request: ThreadRequest,
  asker: Asker,
): Promise<ThreadReply> {
  const route = findRoute(request.address)
  const db = withClock(file.db, () => new Date(request.made))
  const context = contextFor(db, route.method, request, outside('a transaction'), asker.signal)
  try {
    file.raw.run('BEGIN')
    return await writeOut(await route.handler(context), context, asker.askForPlace)
  } catch (error) {
    return refuse(error)
  } finally {
    file.raw.run('ROLLBACK')
  }
}

/** What only the thread of requests can send says so. */
async function writeOut(
  value: unknown,
  c: Context,
  askForPlace?: Asker['askForPlace'],
): Promise<ThreadReply> {
  if (askForPlace && value instanceof Response && value.body) {
    await Bun.write(await askForPlace(), value)
    return { answered: { sent: true, status: value.status, headers: [...value.headers] } }
  }
  // A cookie goes with the answer of the thread of requests.
  if (value instanceof Response || c.meta.setcookies.length > 0) return notWritten
  if (!isReply(value) || value.kind === 'data') {
    const { body, status, headers } = toJsonReply(value)
    return { answered: { json: JSON.stringify(body), status, headers } }
  }
  if (value.kind === 'redirect') return { answered: { to: value.to, headers: value.headers } }
  if (value.kind === 'raw') {
    const { body: file, type, status, headers } = value
    return { answered: { file, type, status, headers } }
  }
  if (value.kind === 'fragment') {
    // A page is made around it, with the names of the menu.
    if (!c.htmx && isDocumentRequest(c.request))
      return value.whole ? writeOut(await value.whole(), c) : { again: true }
    const { body, status, headers } = value
    return { answered: { piece: pieceOf(body), status, headers } }
  }
  if (value.kind !== 'view' || isKept(value.body)) return notWritten
  const { kind: _, body, dialog, ...about } = value
  const markup = keepMarkup(toMarkup(body))
  return { answered: { markup, about: { ...about, dialog: dialog && pieceOf(dialog) } } }
}

const notWritten = { again: true, why: 'Its answer is no page and no data.' } as const

/** A list in a piece of a page has no views. */
const pieceOf = (body: ReactElement | string) => fillListViews(toMarkup(body), () => '')

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
