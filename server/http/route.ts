import type { StaticDecode, TObject, TSchema } from '@sinclair/typebox'
import type { Tx } from '#db/tenants.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Context, PublicContext, Reply } from './context.ts'
import { t } from './fields.ts'
import { type Data, data, isReply } from './reply.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Address = `${Method} /${string}`

type Schemas = { params?: TSchema; query?: TSchema; body?: TSchema }
type Decoded<S> = S extends TSchema ? StaticDecode<S> : unknown

type Options = {
  summary?: string
  /** May be called although the account has expired: it only reads, or it helps to renew. */
  evenexpired?: boolean
  /** Takes a file: its body may be as large as the settings allow. */
  upload?: boolean
  /** Its body is text as it was sent: for what somebody signed in the order of its fields. */
  rawbody?: boolean
  /** A GET that shows nothing but the account's file to people of equal claims: cached until that file changes. */
  cached?: boolean
}

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

const defineRoute =
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

export const page: Guarded = defineRoute('page')

export const api: Guarded = defineRoute('api')

export const publicPage: Public = defineRoute('page')

export const publicApi: Public = defineRoute('api')

type Addresses = { api: Address; page: Address }

type Forms<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  FP extends Schema,
  FQ extends Schema,
  F extends Schema,
  C,
> = Options &
  Shapes<P, Q, B> & {
    form?: F
    /**
     * Runs before the transaction and again when a request is repeated, so it decides nothing that may have changed.
     * A reply is answered at once instead: the form asks something first.
     */
    fromForm?: (c: C) => Decoded<B> | Reply | Promise<Decoded<B> | Reply>
    formParams?: FP
    paramsFromForm?: (c: C) => Decoded<P>
    formQuery?: FQ
    queryFromForm?: (c: C) => Decoded<Q>
    /** Names the fields of a refusal as the form does. */
    formErrors?: (error: unknown) => never
  }

type Answered<T> = Awaited<T> extends Data<infer V> ? V : Awaited<T> extends Reply ? unknown : Awaited<T>

type Answer<T, C> = (value: Answered<T>, c: C, message: string) => Reply | Promise<Reply>

/** One change as its JSON call and its form: `run` makes it in one transaction and returns what the call answers. */
export function action<
  T,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  FP extends Schema = P,
  FQ extends Schema = Q,
  F extends Schema = B,
>(
  addresses: Addresses,
  options: { claim: Claim | 'seat' } & Forms<
    P,
    Q,
    B,
    FP,
    FQ,
    F,
    Context<Decoded<FP>, Decoded<FQ>, Decoded<F>>
  >,
  run: (tx: Tx, viewer: Viewer, c: Context<Decoded<P>, Decoded<Q>, Decoded<B>>) => T,
  answer: Answer<T, Context<Decoded<FP>, Decoded<FQ>, Decoded<F>>>,
): Route[] {
  const inTransaction = (c: Context<Decoded<P>, Decoded<Q>, Decoded<B>>) =>
    c.write((tx, viewer) => run(tx, viewer, c)) as Promise<T>
  return asyncAction(addresses, options, inTransaction, answer)
}

/** For a change that opens its transactions itself: it prints, writes files, or concerns the platform. */
export const asyncAction = actionRoutes as <
  T,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  FP extends Schema = P,
  FQ extends Schema = Q,
  F extends Schema = B,
>(
  addresses: Addresses,
  options: { claim: Claim | 'seat' } & Forms<
    P,
    Q,
    B,
    FP,
    FQ,
    F,
    Context<Decoded<FP>, Decoded<FQ>, Decoded<F>>
  >,
  run: (c: Context<Decoded<P>, Decoded<Q>, Decoded<B>>) => Promise<T>,
  answer: Answer<T, Context<Decoded<FP>, Decoded<FQ>, Decoded<F>>>,
) => Route[]

export const publicAction = actionRoutes as <
  T,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  FP extends Schema = P,
  FQ extends Schema = Q,
  F extends Schema = B,
>(
  addresses: Addresses,
  options: Forms<P, Q, B, FP, FQ, F, PublicContext<Decoded<FP>, Decoded<FQ>, Decoded<F>>>,
  run: (c: PublicContext<Decoded<P>, Decoded<Q>, Decoded<B>>) => Promise<T>,
  answer: Answer<T, PublicContext<Decoded<FP>, Decoded<FQ>, Decoded<F>>>,
) => Route[]

/** A call may name the record that it makes, a form never does. */
const withoutId = (schema: Schema): Schema =>
  schema?.properties?.id ? t.Omit(schema as TObject, ['id']) : schema

type AnyForms = Rest & Forms<Schema, Schema, Schema, Schema, Schema, Schema, Context>

function actionRoutes(
  addresses: Addresses,
  { form, fromForm, formParams, paramsFromForm, formQuery, queryFromForm, formErrors, ...options }: AnyForms,
  run: (c: Context) => Promise<unknown>,
  answer: (value: unknown, c: Context, message: string) => Reply | Promise<Reply>,
): Route[] {
  const { summary: _, params, query, body, ...shared } = options
  const schemas = {
    params: addresses.page.includes('/:') ? (formParams ?? params) : undefined,
    query: formQuery ?? (queryFromForm ? undefined : query),
    body: withoutId(form ?? (fromForm ? undefined : body)),
  }
  return [
    defineRoute('api')(addresses.api, options, run),
    defineRoute('page')(addresses.page, { ...shared, ...schemas }, async (c: Context) => {
      const given = fromForm ? await fromForm(c) : c.body
      if (isReply(given)) return given
      const asked = {
        ...c,
        params: paramsFromForm ? paramsFromForm(c) : c.params,
        query: queryFromForm ? queryFromForm(c) : c.query,
        body: given,
      }
      const value = await (formErrors ? run(asked).catch(formErrors) : run(asked))
      const reply = isReply(value) && value.kind === 'data' ? value : data(value)
      return answer(reply.data, c, reply.message ?? '')
    }),
  ]
}
