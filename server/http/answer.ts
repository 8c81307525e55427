import type { Person } from '#server/access/person.ts'
import { atPlatform } from '#server/cells/forward-request.ts'
import { answerInThread } from '#server/long-requests/in-thread.ts'
import type { Services } from '#server/services.ts'
import { whileConnected } from '#server/while-connected.ts'
import { answerOnce } from './answer-once.ts'
import { otherAccount, refuseWithoutClaim } from './authenticate.ts'
import { bodyChecker } from './body/check-body.ts'
import { parseBody, type ReceivedBody, receiveBody } from './body/read-body.ts'
import { countStrangersBody } from './body/stranger-rate.ts'
import { cachedReply } from './cached-reply.ts'
import type { Context } from './context.ts'
import { askThread, createContext, createPublicContext, type ElysiaContext } from './create-context.ts'
import { type CurrentPerson, currentPerson } from './current-person.ts'
import { refuseInvalidInput } from './fields.ts'
import type { ParentPage } from './fragment-page.tsx'
import { comparable, RECEIPT, readIdempotencyKey } from './idempotency.ts'
import { requestNetwork } from './rate-window.ts'
import { getMeta } from './request.ts'
import { letOthersIn, queueRequest, takeTurn } from './request-queue.ts'
import { respond } from './respond.tsx'
import type { Route } from './route.ts'
import { markViewer } from './viewer-mark.ts'

/** What takes long to read and to write out is answered by a thread. */
function answerHandled(services: Services, route: Route, context: Context, current: CurrentPerson): unknown {
  if (route.options.answersinthread)
    return Promise.try(() => route.handler(context)).then((value) => context.answered ?? value)
  const here = () => route.handler(context)
  // A thread reads the file of an account, and what the operator lists is in the platform's.
  if (route.method !== 'GET' || route.claim === 'platform.manage') return here()
  if (!asksExactly(context) && !route.options.long?.(context)) return here()
  services.tenants.read(context.person.accountid, current.viewer)
  return answerInThread(services, askThread(context, route, current, null), here, context.request.signal)
}

/** All that a list holds, sorted and counted to the end. */
const asksExactly = ({ query }: Context) => (query as { exact?: boolean }).exact === true

/** What comes after the gate: admission, the body, and in the request's turn all that takes time. */
export function createAnswer(route: Route, above: ParentPage[]) {
  const { body } = route.schemas
  const checkBody = body && bodyChecker(body)

  /** In the turn: a body may take as long to parse as a page to make. */
  async function takeBody(c: ElysiaContext, received: ReceivedBody | null) {
    const none = route.options.rawbody ? '' : undefined
    const given = received ? ((await parseBody(c.request, route, received.bytes)) ?? undefined) : none
    c.body = checkBody ? checkBody(given) : given
    refuseInvalidInput({ body: c.body })
  }

  async function answerPerson(
    services: Services,
    c: ElysiaContext,
    current: CurrentPerson,
    received: ReceivedBody | null,
  ) {
    try {
      current.now()
      if (route.method !== 'GET') await takeBody(c, received)
      const { userid, accountid } = current.now()
      const { acrossaccounts, secret } = route.options
      const same = await comparable(c.request, c.body)
      const once = readIdempotencyKey(c.request, userid, same, acrossaccounts ? '' : accountid)
      for (;;) {
        const began = performance.now()
        const context = createContext(services, c, current, route, once)
        getMeta(c.request).begun = true
        const handle = () => answerHandled(services, route, context, current)
        const run =
          once && route.kind === 'api'
            ? () => answerOnce(services, { accountid, once, secret }, handle)
            : handle
        const value = route.options.cached ? await cachedReply(context, run) : await run()
        // What took long to read is written out in a turn of its own.
        await letOthersIn(began)
        // A change is made once. What is only shown is made anew where rights changed while it waited.
        if (route.method !== 'GET' || !current.seesOtherwise()) {
          const response = markViewer(context, await respond(services, context, value, above))
          if (once) response.headers.set(RECEIPT, once.key)
          return response
        }
        if (value instanceof Response) await value.body?.cancel()
      }
    } finally {
      received?.end()
    }
  }

  return {
    /** @throws 429 when too much of theirs is open */
    person(services: Services, c: ElysiaContext, { person, changes }: { person: Person; changes: number }) {
      const current = currentPerson(services, person, changes, (now) => {
        if (now.accountid !== person.accountid) throw otherAccount(now)
        return refuseWithoutClaim(now, route)
      })
      // A change is made all the same: whoever leaves the page at once has saved.
      const requester = route.method === 'GET' ? whileConnected({ person, request: c.request }) : person
      return queueRequest(
        requester,
        c.request.body ? () => receiveBody(services, c.request, route, person) : null,
        (received) => answerPerson(services, c, current, received),
      )
    },

    /** @throws 429 when too much comes from their network */
    async stranger(services: Services, c: ElysiaContext) {
      const meta = getMeta(c.request)
      const { cell } = services
      // Counts of strangers are kept in one place, and only the platform sets up, signs in and takes payments.
      if (cell && !cell.isPlatform && !meta.hops && !route.options.atonce) throw atPlatform()
      if (route.method !== 'GET') countStrangersBody(services, c.request, route)
      const received = c.request.body ? await receiveBody(services, c.request, route, null) : null
      if (cell && received) meta.body = received.bytes
      const answer = async () => {
        if (route.method !== 'GET') await takeBody(c, received)
        meta.begun = true
        const context = createPublicContext(services, c)
        return respond(services, context, await route.handler(context as never), above)
      }
      const requester = { accountid: `network ${requestNetwork(c.request)}`, userid: '' }
      return route.options.atonce ? answer() : takeTurn(requester, answer)
    },
  }
}
