import type { StaticDecode, TObject, TSchema } from '@sinclair/typebox'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import { isSignInClaim } from '#server/access/refuse-api-key.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { UploadKind } from './body/body-limits.ts'
import type { Context, PublicContext, Reply } from './context.ts'
import { NoBody, t } from './fields.ts'
import { hasManyEntries } from './many-entries.ts'
import { type Data, dataReply, isReply } from './reply.ts'
import { letOthersIn } from './request-queue.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
export type Address = `${Method} /${string}`

type Schema = TSchema | undefined
type Schemas<P = Schema, Q = Schema, B = Schema> = { params?: P; query?: Q; body?: B }
type Decoded<S> = S extends TSchema ? StaticDecode<S> : unknown

type Options = {
  summary?: string
  /** May be called although the account has expired: it only reads, or it helps to renew. */
  evenexpired?: boolean
  /** Takes a file, `any` as large as the settings allow. */
  upload?: UploadKind
  /** Its body is text as it was sent: for what somebody signed in the order of its fields. */
  rawbody?: boolean
  /** Refused to an API key. Changes by a claim that decides who gets in always are. */
  needsSignIn?: boolean
  /** Asked again it comes from another account: what its Idempotency-Key stands for is the person's alone. */
  acrossaccounts?: boolean
  /** Its answer holds what is kept nowhere: asked again it gives what its transaction kept. */
  secret?: boolean
  /** May have waited on a device without a line: it is dated by when it was made there. */
  canwait?: boolean
  /** Any seat may call it, and so may an API key of chosen claims: it shows nothing that goes by others. */
  fornarrowkeys?: boolean
  /** Takes no turn: whoever watches over the program must not take it for dead while many ask. */
  atonce?: boolean
  /**
   * Whether it takes long: then a thread reads and writes out what a GET answers, and makes the one transaction of a
   * change, running the handler anew as far as that.
   */
  long?: (c: Context) => boolean
  /** What is answered after a long change is nothing but read: the thread that made it writes that out too. */
  answersinthread?: boolean
  /** A GET that shows nothing but the account's file to people of equal claims: cached until that file changes. */
  cached?: boolean
  /** What it answers, where that follows from the fields of a record; all other calls are read off their types. */
  reply?: TSchema
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

type Access = 'guarded' | 'public'
type Claimed<A extends Access> = A extends 'guarded' ? { claim: Claim | 'seat' } : unknown
type ContextOf<A extends Access, P, Q, B> = A extends 'guarded'
  ? Context<Decoded<P>, Decoded<Q>, Decoded<B>>
  : PublicContext<Decoded<P>, Decoded<Q>, Decoded<B>>

type Handler<C> = (c: C) => Reply | object | string | number | boolean | null | undefined | Promise<unknown>

type RouteMaker<A extends Access> = <
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(
  address: Address,
  rest: Claimed<A> & Options & Schemas<P, Q, B>,
  handler: Handler<ContextOf<A, P, Q, B>>,
) => Route

export const routeAddress = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** Jobs are "optionally versioned" (decision A7). */
export const versionedPaths = (path: string) =>
  path.startsWith('/api/jobs') ? [path, path.replace('/api/jobs', '/api/v1/jobs')] : [path]

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
      schemas: { params, query, body: body ?? (method === 'GET' || options.rawbody ? undefined : NoBody) },
      options: { ...options, needsSignIn: options.needsSignIn ?? (method !== 'GET' && isSignInClaim(claim)) },
      handler: handler as Route['handler'],
    }
  }

export const page: RouteMaker<'guarded'> = defineRoute('page')

export const api: RouteMaker<'guarded'> = defineRoute('api')

export const publicPage: RouteMaker<'public'> = defineRoute('page')

export const publicApi: RouteMaker<'public'> = defineRoute('api')

type Addresses = { api: Address; page: Address }

type Input<P, Q, B> = Partial<{ params: Decoded<P>; query: Decoded<Q>; body: Decoded<B> }>

/** A form that is not sent as the call is: its own body and query, and its own params if the address has others. */
type Form<Fields, I, C, From extends unknown[]> = Fields & {
  /** Where fewer people may send the form than the call, which then looks itself at what is asked. */
  claim?: Claim
  evenexpired?: boolean
  /** What the form says in the words of the call. A reply asks something first: nothing is changed, no key is used. */
  input?: (c: C, ...from: From) => I | Reply
  /** Answers a refusal as the form does: by the names of its fields, or by asking again. */
  refused?: (error: unknown, c: C) => Reply | Promise<Reply>
}

type Answered<T> = Awaited<T> extends Data<infer V> ? V : Awaited<T> extends Reply ? unknown : Awaited<T>

type Run<Given extends unknown[], Async, T> = (...given: Given) => Async extends true ? Promise<T> : T

type FormReply<T, C> = (value: Answered<T>, c: C, message: string) => Reply | Promise<Reply>

/** What the call answers, where that is not the value itself: a cookie's secret, or what a form need not wait for. */
type AnswerCall<T, C, Read extends unknown[]> = (value: T, c: C, ...read: Read) => unknown

/** `From`: what the change is made from beside the request: its transaction, or nothing. */
type ActionMaker<A extends Access, From extends unknown[], Read extends unknown[], Async> = {
  <T, P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
    addresses: Addresses,
    options: Claimed<A> & Options & Schemas<P, Q, B> & { form?: undefined },
    run: Run<[...From, c: ContextOf<A, P, Q, B>], Async, T>,
    answer: FormReply<T, ContextOf<A, P, Q, B>>,
    answerCall?: AnswerCall<T, ContextOf<A, P, Q, B>, Read>,
  ): Route[]
  <
    T,
    P extends Schema = undefined,
    Q extends Schema = undefined,
    B extends Schema = undefined,
    FP extends Schema = P,
    FQ extends Schema = undefined,
    FB extends Schema = undefined,
  >(
    addresses: Addresses,
    options: Claimed<A> &
      Options &
      Schemas<P, Q, B> & {
        form: Form<Schemas<FP, FQ, FB>, Input<P, Q, B>, ContextOf<A, FP, FQ, FB>, Read>
      },
    run: Run<[...From, c: ContextOf<A, P, Q, B>], Async, T>,
    answer: FormReply<T, ContextOf<A, FP, FQ, FB>>,
    answerCall?: AnswerCall<T, ContextOf<A, P, Q, B>, Read>,
  ): Route[]
}

/** One change as its JSON call and its form: `run` makes it in one transaction and returns what the call answers. */
export const action = ((
  addresses: Addresses,
  options: ActionOptions,
  run: UntypedRun,
  answer: Answer,
  answerCall: AnswerCall<unknown, Context, [db: TenantDb, viewer: Viewer]> = (value) => value,
) =>
  actionRoutes(
    addresses,
    { long: hasManyEntries, answersinthread: true, ...options },
    answer,
    (c, input) => c.write((tx, viewer) => run(tx, viewer, input(tx.db, viewer))),
    // Within the transaction, which keeps it for whoever sends the same key again.
    (c) => c.write((tx, viewer) => answerCall(run(tx, viewer, c), c, tx.db, viewer)),
  )) as ActionMaker<'guarded', [tx: Tx, viewer: Viewer], [db: TenantDb, viewer: Viewer], false>

/** For a change that opens its transactions itself: it prints, writes files, or concerns the platform. */
export const asyncAction = ((
  addresses: Addresses,
  options: ActionOptions,
  run: UntypedRun,
  answer: Answer,
  answerCall?: AnswerCall<unknown, Context, []>,
) =>
  actionRoutes(
    addresses,
    options,
    answer,
    async (_, input) => run(input()),
    async (c) => {
      const began = performance.now()
      const value = await run(c)
      if (!answerCall) return value
      await letOthersIn(began)
      return answerCall(value, c)
    },
  )) as ActionMaker<'guarded', [], [], true>

export const publicAction = asyncAction as unknown as ActionMaker<'public', [], [], true>

type ActionOptions = Rest & { form?: Form<Schemas, Input<Schema, Schema, Schema>, Context, unknown[]> }
type Answer = (value: unknown, c: Context, message: string) => Reply | Promise<Reply>
type UntypedRun = (...given: unknown[]) => unknown

/** Unwinds the transaction in which a form found that it has to ask first. */
export class Question extends Error {
  constructor(readonly reply: Reply) {
    super('The form asks first.')
  }
}

/** A call may name the record that it makes, the same fields in a form do not. */
const withoutId = (schema: Schema): Schema =>
  schema?.properties?.id ? t.Omit(schema as TObject, ['id']) : schema

function actionRoutes(
  addresses: Addresses,
  { form, ...options }: ActionOptions,
  answer: Answer,
  submit: (c: Context, input: (...from: unknown[]) => Context) => Promise<unknown>,
  call: (c: Context) => Promise<unknown>,
): Route[] {
  const { params, query, body, ...shared } = options
  const { claim = shared.claim, evenexpired = shared.evenexpired } = form ?? {}
  const fields = form ?? { query, body }
  const schemas = {
    params: addresses.page.includes('/:') ? (form?.params ?? params) : undefined,
    query: fields.query,
    body: fields.body === body ? withoutId(body) : fields.body,
  }
  const inputOf = (c: Context, from: unknown[]) => {
    const input = form?.input?.(c, ...from) ?? {}
    if (isReply(input)) throw new Question(input)
    return { ...c, ...input }
  }
  const refused = (error: unknown, c: Context) => {
    if (error instanceof Question) return error.reply
    if (form?.refused) return form.refused(error, c)
    throw error
  }
  return [
    defineRoute('api')(addresses.api, options, call),
    defineRoute('page')(addresses.page, { ...shared, claim, evenexpired, ...schemas }, async (c: Context) => {
      let value: unknown
      const began = performance.now()
      try {
        value = await submit(c, (...from) => inputOf(c, from))
      } catch (error) {
        return refused(error, c)
      }
      if (c.answered) return c.answered
      await letOthersIn(began)
      const reply = isReply(value) && value.kind === 'data' ? value : dataReply(value)
      return answer(reply.data, c, reply.message ?? '')
    }),
  ]
}
