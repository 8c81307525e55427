import { ServedElsewhere } from '#db/placement.ts'
import { listCells } from '#db/queries/platform/cells.ts'
import { Problem } from '#server/errors.ts'
import { cookie, SESSION_COOKIE } from '#server/http/cookies.ts'
import { lookUp } from '#server/http/lookups.ts'
import { getMeta } from '#server/http/request.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { type Cell, findPlaced } from './cell.ts'
import { PLATFORM_CELL } from './settings.ts'

export const HOP_HEADER = 'x-joblane-hop'
/** On what a process answers by its internal port to whom it does not take for one of its installation. */
export const STRANGER_HEADER = 'x-joblane-stranger'
/** A hint for whoever stands in front: which cell served the last page. What is right the cells decide. */
export const CELL_COOKIE = 'joblane_cell'

/** The same hint for who keeps no cookies, on what was handed on: HAProxy remembers it and takes it off. */
export const OWNER_HEADER = 'x-joblane-cell'

/** What a process says of a request that it hands on. */
export type Hop = { hops: number; address: string; https: boolean; id: string }

/** From a proxy to a cell, to the platform, to the owner. */
const MOST_HOPS = 3
const SHORT_BODY = 64 * 1024

export const addressOfCell = ({ platform }: Pick<Services, 'platform'>, cell: string) =>
  lookUp(platform, 'cells', listCells).find(({ id }) => id === cell)?.address ?? ''

/** What only the platform does. Of an account it is thrown by the door to its file. */
export const atPlatform = () => new ServedElsewhere('')

export const portIn = (address: string) => Number(address.split(':').at(-1))

const elsewhere = new WeakMap<Request, ServedElsewhere>()

/**
 * What was refused since another process serves it is handed on there: but never once it may have been done here, as
 * when an account moves in the middle of a request. That is answered by 503, and asked again under its Idempotency-Key.
 */
export function noteElsewhere({ cell }: Services, request: Request, error: unknown) {
  const { begun, hops = 0 } = getMeta(request)
  if (!cell || !(error instanceof ServedElsewhere) || hops >= MOST_HOPS) return
  if (begun && request.method !== 'GET' && cell.served.has(error.accountid)) return
  elsewhere.set(request, error)
}

/** The account that it is about, '' for what the platform does; undefined where it was answered here. */
export const servedElsewhere = (request: Request) => elsewhere.get(request)?.accountid

/** @throws Problem 503 */
export async function findTarget(services: Services, accountid: string): Promise<string> {
  const cell = accountid ? await settledCell(services, accountid) : PLATFORM_CELL
  const address = addressOfCell(services, cell)
  if (!address) throw notRunning(cell)
  return address
}

/** @throws Problem 503 */
export async function forwardRequest(
  services: Services,
  { signer, forwarded }: Cell,
  request: Request,
  accountid: string,
): Promise<Response> {
  forwarded.count++
  const address = await findTarget(services, accountid)
  const { pathname, search } = new URL(request.url)
  const headers = hopHeaders(signer, request, portIn(address))
  try {
    const answer = await fetch(`http://${address}${pathname}${search}`, {
      method: request.method,
      headers,
      body: await takeBody(request),
      redirect: 'manual',
      decompress: false,
      timeout: false,
      signal: request.signal,
    } as RequestInit)
    if (answer.headers.has(STRANGER_HEADER)) throw refusedAsStranger(address)
    return handedBack(services, request, answer, accountid)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw notRunning(accountid ? findPlaced(services.platform, accountid).cell : PLATFORM_CELL)
  }
}

/** As after a leap of the clock between the two: the client asks again, and is not told that it may not. */
function refusedAsStranger(address: string) {
  const error = new Error(NOT_OURS)
  logFailure(`the process at ${address}`, error)
  return error
}

/** Who does not take what we signed reads its time off another clock, or its key off another data folder. */
export const NOT_OURS =
  'runs by another clock or another secret.key than this process, and takes nothing from it. Set the clock of the machine right, and start both on one data folder.'

/** Of the one connection they hold no more on the next. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length']

export function hopHeaders(signer: Cell['signer'], request: Request, port: number): Headers {
  const headers = new Headers(request.headers)
  for (const name of OF_CONNECTION) headers.delete(name)
  const { hops = 0, address, https, id } = getMeta(request)
  headers.set(HOP_HEADER, signer.sign('hop', port, { hops: hops + 1, address, https, id } satisfies Hop))
  return headers
}

/** A short one whole, so that its length goes along. */
async function takeBody(request: Request) {
  const { body } = getMeta(request)
  if (body || !request.body) return body
  const length = request.headers.get('content-length')
  return length !== null && Number(length) <= SHORT_BODY ? await request.bytes() : request.body
}

function handedBack({ platform }: Services, request: Request, answer: Response, accountid: string): Response {
  const { setcookies, byownproxy } = getMeta(request)
  const headers = new Headers(answer.headers)
  for (const name of ['connection', 'keep-alive', 'transfer-encoding']) headers.delete(name)
  for (const one of setcookies) headers.append('set-cookie', one)
  const cell = accountid && findPlaced(platform, accountid).cell
  if (cell) headers.set(OWNER_HEADER, cell)
  if (byownproxy) headers.delete(OWNER_HEADER)
  if (cell && cookie(request, SESSION_COOKIE) && cookie(request, CELL_COOKIE) !== cell)
    headers.append('set-cookie', `${CELL_COOKIE}=${cell}; Path=/; HttpOnly; SameSite=Lax`)
  const response = new Response(answer.body, { status: answer.status, headers })
  handed.add(response)
  return response
}

const handed = new WeakSet<Response>()
/** What another process answered has its headers. */
export const isHandedBack = (response: Response) => handed.has(response)

const MOVE_WAIT_MS = 1_000
const MOVE_LOOK_MS = 10

/** Of one that moves this waits a moment: most are there by then. @throws Problem 503 */
async function settledCell({ platform }: Services, accountid: string): Promise<string> {
  for (const began = performance.now(); ; await Bun.sleep(MOVE_LOOK_MS)) {
    const { cell, target } = findPlaced(platform, accountid)
    if (target === null) return cell
    if (performance.now() - began > MOVE_WAIT_MS) throw isMoving()
  }
}

export const isMoving = () =>
  new Problem(503, 'Your account is moved to another process at the moment. Please try again in a moment.', {
    code: 'moving',
    retryafter: 2,
  })

const notRunning = (cell: string) =>
  new Problem(
    503,
    `A part of this installation (${cell}) does not answer at the moment. Please try again in a moment.`,
    { code: 'celldown', retryafter: 2 },
  )
