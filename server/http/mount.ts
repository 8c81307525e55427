import { type AnyElysia, Elysia } from 'elysia'
import type { Person } from '#server/access/person.ts'
import { isDescribed } from '#server/replies/find-reply.ts'
import type { Services } from '#server/services.ts'
import { createAnswer } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { ElysiaContext } from './create-context.ts'
import { refuseInvalidInput } from './fields.ts'
import { findParentPages, type ParentPage, pagesByPath } from './fragment-page.tsx'
import { openList, refuseViewNames } from './list-address.ts'
import { AdmissionError, onError } from './on-error.tsx'
import { renderOpenApi } from './openapi.ts'
import { splitQuerySchema } from './query.ts'
import { getMeta } from './request.ts'
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
  const pages = pagesByPath(routes)
  const seen = new Set<string>()
  for (const route of routes) {
    const address = `${route.method} ${route.path.replace(/:[a-z]+/gi, ':')}`
    if (seen.has(address)) throw new Error(`${route.method} ${route.path} is declared twice.`)
    seen.add(address)
    for (const path of versionedPaths(route.path)) add(app, route, path, findParentPages(pages, route))
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
  const { params, query } = route.schemas
  const gate = createGate(route)
  const asked = query && splitQuerySchema(query)
  const listed = { path: route.path, schema: asked?.schema }
  const isList = route.kind === 'page' && route.method === 'GET'
  if (isList) refuseViewNames(path, asked?.schema)
  const answer = createAnswer(route, above)
  app.route(
    route.method,
    path,
    // Elysia prepares what is named here: of a whole context it parses cookies, and makes each reply anew as a stream.
    (async ({ request, params, query }: ElysiaContext) => {
      const services = findServices(request)
      const c = { request, params, query: asked ? asked.read(query) : query, body: undefined }
      refuseInvalidInput({ params, query: c.query })
      const admitted = await gate(request)
      return admitted ? answer.person(services, c, admitted) : answer.stranger(services, c)
    }) as never,
    {
      ...(params ? { params } : {}),
      ...(asked ? { query: asked.schema } : {}),
      // Elysia reads no body: it is received once its sender is admitted, and parsed in their turn.
      parse: 'none',
      // Before anything is checked: a stranger gets 401, never a 400 that describes the call.
      transform: [
        isList
          ? async (c: ElysiaContext) => {
              const admitted = await gate(c.request)
              if (admitted)
                c.query = openList(findServices(c.request), c.request, c.query, admitted.person, listed)
            }
          : async ({ request }: ElysiaContext) => {
              await gate(request)
            },
      ],
      detail: describe(route),
    } as never,
  )
}

type Admitted = { person: Person; changes: number }

function createGate(route: Route) {
  const known = new WeakMap<Request, Promise<Admitted | null>>()
  return (request: Request) => {
    getMeta(request).route = route
    const admitted = known.get(request) ?? admit(findServices(request), request, route).catch(atTheGate)
    known.set(request, admitted)
    return admitted
  }
}

async function admit(services: Services, request: Request, route: Route): Promise<Admitted | null> {
  if (route.claim === null) return null
  const changes = services.platform.changes()
  return { person: await authenticate(services, request, route), changes }
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
    hide: !isDescribed(route),
  }
}
