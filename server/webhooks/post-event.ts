import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import {
  InsideNetwork,
  isInside,
  type LookUpHost,
  resolveHost,
  resolveOutside,
} from '#server/inside-network.ts'

/** For the whole attempt: who takes longer shall answer first and work after. */
const PATIENCE_MS = 15_000

type EventPost = {
  url: string
  body: string
  headers: Record<string, string>
  /** Also to this installation's own network, and without TLS. */
  inside: boolean
  look?: LookUpHost
  patience?: number
  /** The program ends: what is not answered by then is sent again by its next start. */
  ending?: AbortSignal
}

export type PostOutcome = { status: number | null; error: string; milliseconds: number }

/** One attempt: nothing is followed, and of the answer only its status is read. */
export async function postEvent(post: EventPost): Promise<PostOutcome> {
  const began = performance.now()
  const ended = (status: number | null, error = ''): PostOutcome => ({
    status,
    error,
    milliseconds: Math.round(performance.now() - began),
  })
  const late = AbortSignal.timeout(post.patience ?? PATIENCE_MS)
  const signal = post.ending ? AbortSignal.any([late, post.ending]) : late
  try {
    return ended(await Promise.race([sendTo(post, signal), lateAfter(signal)]))
  } catch (error) {
    return ended(null, describe(error, signal))
  }
}

const lateAfter = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

async function sendTo({ url, body, headers, inside, look }: EventPost, signal: AbortSignal): Promise<number> {
  const to = new URL(url)
  const host = to.hostname.replace(/^\[|\]$/g, '')
  const address = await findAddress(host, inside, look)
  signal.throwIfAborted()
  const options = {
    method: 'POST',
    agent: false as const,
    signal,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // The address that was looked at is dialled; its name is not looked up again.
    lookup: (_: string, { all }: { all?: boolean }, done: (...given: unknown[]) => void) => {
      const family = isIP(address)
      if (all) done(null, [{ address, family }])
      else done(null, address, family)
    },
  }
  const { request } = to.protocol === 'https:' ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sent = request(to, options as https.RequestOptions, (answer) => {
    resolve(answer.statusCode ?? 0)
    answer.destroy()
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** @throws InsideNetwork, also where only one of several addresses lies inside */
async function findAddress(host: string, inside: boolean, look?: LookUpHost): Promise<string> {
  if (inside) return isIP(host) ? host : resolveHost(host, look)
  if (!isIP(host)) return resolveOutside(host, look)
  if (isInside(host)) throw new InsideNetwork()
  return host
}

function describe(error: unknown, signal: AbortSignal): string {
  if (error instanceof InsideNetwork) return 'Its address lies inside the network of this installation.'
  if (signal.aborted) return 'It did not answer in time.'
  const { code, message } = error as { code?: string; message?: string }
  return `It could not be reached: ${String(code ?? message ?? error).slice(0, 120)}.`
}
