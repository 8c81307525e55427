import type { StaticDecode, TSchema } from '@sinclair/typebox'
import type { Claim } from '#server/access/claims.ts'
import type { Context, PublicContext, Reply } from './context.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Address = `${Method} /${string}`

type Schemas = { params?: TSchema; query?: TSchema; body?: TSchema }
type Decoded<S> = S extends TSchema ? StaticDecode<S> : unknown

type Options = {
  /** One sentence for the OpenAPI document. */
  summary?: string
  /** May be called although the account has expired: it only reads, or it helps to renew. */
  evenexpired?: boolean
  /** Takes a file: its body may be as large as the settings allow. */
  upload?: boolean
  /** A GET that shows nothing but the account's file to people of equal claims: kept until that file changes. */
  kept?: boolean
}

/** One HTTP entry point as a plain value. `mount()` turns it into a route of the server. */
export type Route = {
  kind: 'page' | 'api'
  method: Method
  path: string
  /** Null: anybody. 'seat': any person with a seat. */
  claim: Claim | 'seat' | null
  schemas: Schemas
  options: Options
  handler: (c: Context) => unknown
}

type Handler<C> = (
  c: C,
) => Reply | object | string | number | boolean | null | undefined | void | Promise<unknown>

function route(
  kind: Route['kind'],
  address: Address,
  claim: Route['claim'],
  rest: object,
  handler: unknown,
): Route {
  const [method, path] = address.split(' ') as [Method, string]
  const { params, query, body, ...options } = rest as Schemas & Options
  return {
    kind,
    method,
    path,
    claim,
    schemas: { params, query, body },
    options,
    handler: handler as Route['handler'],
  }
}

type Guarded = { claim: Claim | 'seat' } & Options

/** A page or an HTML fragment. The claim it needs must be named; `'seat'` means any person of the account. */
export function page<
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  address: Address,
  { claim, ...rest }: Guarded & { params?: P; query?: Q; body?: B },
  handler: Handler<Context<Decoded<P>, Decoded<Q>, Decoded<B>>>,
): Route {
  return route('page', address, claim, rest, handler)
}

/** A JSON call. What it returns is sent as `{ "data": … }`. */
export function api<
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  address: Address,
  { claim, ...rest }: Guarded & { params?: P; query?: Q; body?: B },
  handler: Handler<Context<Decoded<P>, Decoded<Q>, Decoded<B>>>,
): Route {
  return route('api', address, claim, rest, handler)
}

/** A page for anybody: no tenant's data can be reached from its context. */
export function publicPage<
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  address: Address,
  rest: Options & { params?: P; query?: Q; body?: B },
  handler: Handler<PublicContext<Decoded<P>, Decoded<Q>, Decoded<B>>>,
): Route {
  return route('page', address, null, rest, handler)
}

/** A JSON call for anybody: no tenant's data can be reached from its context. */
export function publicApi<
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  address: Address,
  rest: Options & { params?: P; query?: Q; body?: B },
  handler: Handler<PublicContext<Decoded<P>, Decoded<Q>, Decoded<B>>>,
): Route {
  return route('api', address, null, rest, handler)
}
