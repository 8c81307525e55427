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
  /** Its body is text as it was sent: for what somebody signed in the order of its fields. */
  rawbody?: boolean
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

type Handler<C> = (c: C) => Reply | object | string | number | boolean | null | undefined | Promise<unknown>

type Shapes<P, Q, B> = { params?: P; query?: Q; body?: B }
type Schema = TSchema | undefined

type Guarded = <P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
  address: Address,
  rest: { claim: Claim | 'seat' } & Options & Shapes<P, Q, B>,
  handler: Handler<Context<Decoded<P>, Decoded<Q>, Decoded<B>>>,
) => Route

type Public = <P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
  address: Address,
  rest: Options & Shapes<P, Q, B>,
  handler: Handler<PublicContext<Decoded<P>, Decoded<Q>, Decoded<B>>>,
) => Route

type Rest = Schemas & Options & { claim?: Claim | 'seat' }

const of =
  (kind: Route['kind']) =>
  (address: Address, { claim, params, query, body, ...options }: Rest, handler: unknown): Route => {
    const [method, path] = address.split(' ') as [Method, string]
    return {
      kind,
      method,
      path,
      claim: claim ?? null,
      schemas: { params, query, body },
      options,
      handler: handler as Route['handler'],
    }
  }

/** A page or an HTML fragment. The claim it needs must be named; `'seat'` means any person of the account. */
export const page: Guarded = of('page')

/** A JSON call. What it returns is sent as `{ "data": … }`. */
export const api: Guarded = of('api')

/** A page for anybody: no tenant's data can be reached from its context. */
export const publicPage: Public = of('page')

/** A JSON call for anybody: no tenant's data can be reached from its context. */
export const publicApi: Public = of('api')
