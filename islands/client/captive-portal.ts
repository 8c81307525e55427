import { messages } from './messages.ts'
import { noteClock } from './program-clock.ts'

declare global {
  interface DocumentEventMap {
    /** Of the program, after something got no answer of it. */
    'joblane:heard': CustomEvent
    /** The program answered somebody who is signed in. */
    'joblane:admitted': CustomEvent
  }
}

type Answer = { status: number; headers: { has(name: string): boolean } }

const TOO_LARGE = 413
const STRANGER = 'stranger'

/**
 * The program names itself in whatever it answers; a gateway or the sign-in page of a hotel's network does not, and says
 * nothing of what became of a change. A body beyond every limit is cut off before the program can.
 */
export const isOurs = ({ status, headers }: Answer) =>
  headers.has('x-joblane-version') || status === TOO_LARGE

export const strangerMessage = ({ status }: Answer, method: string) =>
  status >= 500 ? messages.unreachable : messages.stranger(method !== 'GET')

let isSilent = false

/** The next answer of the program is news. */
export function noteSilence(): void {
  isSilent = true
}

/** As `isOurs`; what the program says of the time is noted, which was asked for then by the clock of the page. */
export function isHeard(answer: Response, asked: number): boolean {
  if (!isOurs(answer)) return false
  noteClock(answer, asked)
  // A copy on the device says nothing of the line, nor of a session.
  if (answer.headers.has('x-joblane-stored')) return true
  if (isSilent) tell('joblane:heard')
  isSilent = false
  if (answer.headers.get('x-joblane-viewer')) tell('joblane:admitted')
  return true
}

const tell = (name: 'joblane:heard' | 'joblane:admitted') =>
  globalThis.document?.dispatchEvent(new CustomEvent(name))

/** To a form, or to what asks for a part of a page, the answer of a stranger is none. */
export function refuseStrangers(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const { method } = ctx.request
    Object.assign(ctx, {
      fetch: async (...given: Parameters<typeof fetch>) => {
        const asked = performance.now()
        const answer = await fetch(...given)
        if (isHeard(answer, asked)) return answer
        throw new Error(strangerMessage(answer, method), { cause: STRANGER })
      },
    })
  })
}

/** Undefined where no answer of the program came. */
export function askProgram(...given: Parameters<typeof fetch>): Promise<Response | undefined> {
  const asked = performance.now()
  return fetch(...given).then((answer) => (isHeard(answer, asked) ? answer : unheard()), unheard)
}

function unheard(): undefined {
  noteSilence()
}

/** How long somebody who pressed a button is kept waiting for a word of the program. */
const PATIENCE_MS = 5_000

/** Undefined where the program does not answer; what it says of the time is noted. */
export const askHealth = (init?: RequestInit) => askProgram('/health', init)

/** The same, while somebody waits for it. */
export const askHealthBriefly = () => askHealth({ signal: AbortSignal.timeout(PATIENCE_MS) })

/** What to say of an answer that was refused so; `failed`: of a gateway, which found no program. */
export function strangerSaid(error: unknown, failed = messages.unreachable): string | undefined {
  if (!(error instanceof Error) || error.cause !== STRANGER) return
  return error.message === messages.unreachable ? failed : error.message
}
