import { type AnyElysia, Elysia } from 'elysia'
import type { Person } from '#server/access/person.ts'
import type { Services } from '#server/services.ts'
import { whileConnected } from '#server/while-connected.ts'
import { authenticate, otherAccount } from './authenticate.ts'
import { bodyLimits } from './body/body-limits.ts'
import { bodyChecker } from './body/check-body.ts'
import { readBody } from './body/read-body.ts'
import { countStrangersBody } from './body/stranger-rate.ts'
import { cachedReply } from './cached-reply.ts'
import type { Context, PublicContext } from './context.ts'
import { createContext, createPublicContext, type ElysiaContext } from './create-context.ts'
import { refuseInvalidInput } from './fields.ts'
import { findParentPages, type ParentPage } from './fragment-page.tsx'
import { comparable } from './idempotency.ts'
import { openList } from './list-address.ts'
import { AdmissionError, onError } from './on-error.tsx'
import { renderOpenApi } from './openapi.ts'
import { splitQuerySchema } from './query.ts'
import { getMeta } from './request.ts'
import { queueRequest } from './request-queue.ts'
import { respond } from './respond.tsx'
import { type Route, versionedPaths } from './route.ts'

const served = new WeakMap<Request, Services>()

/** @throws on a route that is declared twice */
export function mount(services: Services, routes: Route[]): (request: Request) => Promise<Response> {
  const app = findApp(routes)
  return async (request) => {
    served.set(request, services)
    return await app.handle(request)
  }
}

/** Elysia compiles a route at its first request, in some ten milliseconds: once for all that this process serves. */
const apps = new WeakMap<Route[], AnyElysia>()

function findApp(routes: Route[]): AnyElysia {
  const app = apps.get(routes) ?? build(routes)
  apps.set(routes, app)
  return app
}

function build(routes: Route[]): AnyElysia {
  // normalize would strip unknown fields silently; they are refused by name instead (decision A3). Where the path
  // begins would be guessed wrong behind a host of three letters, as in http://srv/.
  const app = new Elysia({ normalize: false, strictPath: false, handler: { standardHostname: false } })
  app.onError(({ error, request }) => onError(findServices(request), request, error))
  const seen = new Set<string>()
  for (const route of routes) {
    const address = `${route.method} ${route.path.replace(/:[a-z]+/gi, ':')}`
    if (seen.has(address)) throw new Error(`${route.method} ${route.path} is declared twice.`)
    seen.add(address)
    for (const path of versionedPaths(route.path)) add(app, route, path, findParentPages(routes, route))
  }
  let described: Promise<string> | undefined
  app.get(
    '/api/openapi.json',
    async () => {
      described ??= renderOpenApi(app, routes)
      return new Response(await described, { headers: { 'content-type': 'application/json; charset=utf-8' } })
    },
    { detail: { hide: true } },
  )
  return app
}

const findServices = (request: Request) => served.get(request) as Services

function add(app: AnyElysia, route: Route, path: string, above: ParentPage[]) {
  const { schemas } = route
  const gate = createGate(route)
  const asked = schemas.query && splitQuerySchema(schemas.query)
  const checkBody = schemas.body && bodyChecker(schemas.body)
  const listed = { path: route.path, schema: asked?.schema }
  const isList = route.kind === 'page' && route.method === 'GET'
  app.route(
    route.method,
    path,
    // Elysia prepares what is named here: of a whole context it parses cookies, and makes each reply anew as a stream.
    (async ({ request, params, query, body }: ElysiaContext) => {
      const services = findServices(request)
      const given = body ?? undefined
      const c = {
        request,
        params,
        query: asked ? asked.read(query) : query,
        body: checkBody ? checkBody(given) : given,
      }
      refuseInvalidInput(c)
      const answer = async (context: Context | PublicContext) => {
        const run = () => route.handler(context as never)
        return respond(
          services,
          context,
          route.options.cached ? await cachedReply(services.tenants, context as Context, run) : await run(),
          above,
        )
      }
      if (route.claim === null) return answer(createPublicContext(services, c))
      const person = (await gate(request)) as Person
      const same = await comparable(request, c.body)
      // A change is made all the same: whoever leaves the page at once has saved.
      const requester = route.method === 'GET' ? whileConnected({ person, request }) : person
      return queueRequest(requester, () => answer(createContext(services, c, person, route.kind, same)))
    }) as never,
    {
      ...(schemas.params ? { params: schemas.params } : {}),
      ...(asked ? { query: asked.schema } : {}),
      // The gate runs before the body is read: a stranger gets 401, never a 400 that describes the call.
      parse: [
        async ({ request }: ElysiaContext) => {
          await gate(request)
          if (route.claim === null) countStrangersBody(findServices(request), request)
          const over = bodyLimits(route).files ? getMeta(request).patience?.() : undefined
          try {
            return await readBody(request, route)
          } finally {
            over?.()
          }
        },
      ],
      transform: [
        isList
          ? async (c: ElysiaContext) => {
              const person = await gate(c.request)
              if (person) c.query = openList(findServices(c.request), c.request, c.query, person, listed)
            }
          : async ({ request }: ElysiaContext) => {
              await gate(request)
            },
      ],
      detail: describe(route),
    } as never,
  )
}

const LONG_MS = 1_000

/** Again when its body was long in coming: who was taken out meanwhile must not have the last word. */
function createGate(route: Route) {
  const admitted = new WeakMap<Request, { at: number; person: Promise<Person | null> }>()
  return (request: Request) => {
    const known = admitted.get(request)
    const at = performance.now()
    if (known && at - known.at < LONG_MS) return known.person
    const person =
      route.claim === null
        ? Promise.resolve(null)
        : authenticate(findServices(request), request, route).catch(atTheGate)
    const same = known ? sameAccount(known.person, person).catch(atTheGate) : person
    admitted.set(request, { at, person: same })
    return same
  }
}

async function sameAccount(before: Promise<Person | null>, now: Promise<Person | null>) {
  const [was, is] = [await before, await now]
  if (was && is && was.accountid !== is.accountid) throw otherAccount(is)
  return is
}

function atTheGate(error: unknown): never {
  if (error instanceof AdmissionError) throw error
  throw new AdmissionError(error)
}

function describe(route: Route) {
  const claim = route.claim === null ? 'none, public' : route.claim === 'seat' ? 'any seat' : route.claim
  return {
    summary: route.options.summary ?? '',
    description: `Claim: ${claim}.`,
    'x-claim': route.claim,
    security: route.claim === null ? [] : [{ bearer: [] }, { apikey: [] }],
    tags: [route.path.split('/')[2] ?? 'pages'],
    // Documents are asked for by programs too; other pages are for people alone.
    hide: route.kind === 'page' && !/^\/(render|xero)\//.test(route.path),
  }
}
