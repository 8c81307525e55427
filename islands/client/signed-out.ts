import { publishReload } from '#islands/hub.ts'
import { leaveForSignIn } from '#islands/lib/address.ts'
import { findUnsavedField } from './autosave.ts'
import { confirmDialog } from './confirm.ts'
import { messages } from './messages.ts'
import { findElements } from './page.ts'
import { isTyped } from './typed-controls.ts'
import { hasChanges } from './unsaved-changes.ts'

declare global {
  interface DocumentEventMap {
    /** Another tab has a session of the same person. `isOver`: this page was told that the one before had ended. */
    'joblane:signedin': CustomEvent<{ isOver: boolean }>
  }
}

type Context = DocumentEventMap['htmx:config:request']['detail']['ctx']

const SIGNED_OUT = 'signedout'
const CHANNEL = 'joblane-signedin'
const { person } = document.documentElement.dataset

/** What was sent and is sent again once whoever made it is signed in. */
let waiting = 0
let isOver = false
/** They would rather not: what they typed stays, and nobody is asked again for what the page reads by itself. */
let isDeclined = false

/** A session that has ended leads to no other page while what was pressed can wait, or what was typed would be lost. */
export function stayWhereTyped(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const { fetch: ask = fetch } = ctx as { fetch?: typeof fetch }
    const askHere = async (...given: Parameters<typeof fetch>): Promise<Response> => {
      const asked = performance.now()
      const answer = await ask(...given)
      if (!leadsToSignIn(answer) || !losesSomething(ctx)) return answer
      if (ctx.request.method === 'GET' && asked < back) return askHere(...given)
      isOver = true
      throw new Error(messages.expired, { cause: SIGNED_OUT })
    }
    Object.assign(ctx, { fetch: askHere })
  })
  window.addEventListener('beforeunload', (event) => {
    if (waiting > 0) event.preventDefault()
  })
  if (person) tellSignedIn(person)
}

/** Whether an answer was taken for none because whoever asked has to sign in again. */
export const isSignedOut = (error: unknown) => error instanceof Error && error.cause === SIGNED_OUT

/**
 * After a call that was `asked` then was answered that its session has ended: true once it may be sent again. False where the person would rather
 * not, or where the page leads to the sign-in, as it does for what is read while nothing is typed.
 */
export async function awaitSignIn(isChange: boolean, asked: number): Promise<boolean> {
  if (asked < back) return true
  isOver = true
  if (!isChange && !holdsTyped() && !isDeclined) {
    if (location.pathname !== '/') leaveForSignIn()
    return false
  }
  waiting++
  try {
    returning ??= goAndReturn(isChange).finally(() => {
      returning = undefined
    })
    return await returning
  } finally {
    waiting--
  }
}

/** Whoever went to sign in is asked no more until they are back, nor for what the page reads by itself meanwhile. */
let returning: Promise<boolean> | undefined
let isAway = false
/** Since when they are, by the clock of the page. */
let back = 0

async function goAndReturn(isChange: boolean): Promise<boolean> {
  if (!(await askToSignIn(isChange, messages.signInToSave))) return false
  isAway = true
  await signedIn()
  isAway = false
  back = performance.now()
  return true
}

let asking: Promise<boolean> | undefined

/** In another tab: what is typed in this one stays. Gives whether they went there. */
export function askToSignIn(isChange: boolean, question = messages.signInElsewhere): Promise<boolean> {
  if (!isChange && (isDeclined || isAway)) return Promise.resolve(false)
  asking ??= confirmDialog({ question, yes: 'Sign in', no: 'Not now' })
    .then((goes) => {
      isDeclined = !goes
      if (goes) window.open('/signin', '_blank', 'noopener')
      return goes
    })
    .finally(() => {
      asking = undefined
    })
  return asking
}

/** The other tab says so; where it could not, the person comes back from it. */
async function signedIn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const heard = new AbortController()
  document.addEventListener('joblane:signedin', () => resolve(), heard)
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && saySignedIn(),
    heard,
  )
  await promise
  heard.abort()
}

/** To tabs whose session had ended, as they do to this one. */
function tellSignedIn(person: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => data === person && saySignedIn())
  channel.postMessage(person)
}

function saySignedIn(): void {
  const detail = { isOver }
  isOver = false
  document.dispatchEvent(new CustomEvent('joblane:signedin', { detail }))
  // What the page read by itself in the meantime was refused.
  if (detail.isOver) publishReload()
}

const leadsToSignIn = ({ headers }: Response) =>
  URL.parse(headers.get('hx-redirect') ?? '', location.href)?.pathname === '/timeout'

const losesSomething = ({ sourceElement, request }: Context) =>
  holdsTyped() || (request.method === 'POST' && sourceElement.closest('[data-outbox]') !== null)

const untyped = ['search', 'checkbox', 'radio', 'hidden', 'file'].map((type) => `[type=${type}]`).join(', ')
const typeable = `:is(input:not(${untyped}, [role=combobox], [readonly]), textarea):not([data-filters] *)`

/** Whether leaving the page would lose what somebody typed in it, or has sent. A cell of a table tells only while it is typed in. */
const holdsTyped = () =>
  waiting > 0 ||
  hasChanges() ||
  findUnsavedField(document) !== undefined ||
  document.activeElement?.matches(typeable) === true ||
  findElements<HTMLInputElement>(typeable).some((control) => isTyped(control) && control.checkVisibility())
