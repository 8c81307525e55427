import { confirmDialog } from './confirm.ts'
import { messages } from './messages.ts'
import { hasChanges } from './unsaved-changes.ts'

type Context = DocumentEventMap['htmx:config:request']['detail']['ctx']

const SIGNED_OUT = 'signedout'

/** A session that has ended leads to no other page while what was pressed can wait, or what was typed would be lost. */
export function stayWhereTyped(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const { fetch: ask = fetch } = ctx as { fetch?: typeof fetch }
    Object.assign(ctx, {
      fetch: async (...given: Parameters<typeof fetch>) => {
        const answer = await ask(...given)
        if (!leadsToSignIn(answer) || !losesSomething(ctx)) return answer
        throw new Error(messages.expired, { cause: SIGNED_OUT })
      },
    })
  })
}

/** Whether an answer was taken for none because whoever asked has to sign in again. */
export const isSignedOut = (error: unknown) => error instanceof Error && error.cause === SIGNED_OUT

let isAsking = false

/** In another tab: what is typed in this one stays. */
export async function askToSignIn(): Promise<void> {
  if (isAsking) return
  isAsking = true
  const goes = await confirmDialog({ question: messages.signInElsewhere, yes: 'Sign in', no: 'Not now' })
  isAsking = false
  if (goes) window.open('/signin', '_blank', 'noopener')
}

const leadsToSignIn = ({ headers }: Response) =>
  URL.parse(headers.get('hx-redirect') ?? '', location.href)?.pathname === '/timeout'

const losesSomething = ({ sourceElement, request }: Context) =>
  hasChanges() || (request.method === 'POST' && sourceElement.closest('[data-outbox]') !== null)
