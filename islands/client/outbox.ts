import { PASSED_BY } from '#views/ui/field-rules.ts'
import { askHealth } from './captive-portal.ts'
import { isHolding, letGo } from './held-keys.ts'
import { messages } from './messages.ts'
import {
  holds,
  mayWait,
  noteClosed,
  noteDone,
  OUTBOX_DIALOG,
  onFlagged,
  onRemoved,
  wasOpen,
} from './outbox/flag.ts'
import type { KeptChange, SentChange } from './outbox/kept-change.ts'
import { delegate, findElement, findElements } from './page.ts'
import { shieldPress } from './press-shield.ts'
import { isClockOff } from './program-clock.ts'
import { snackbar } from './snackbars.ts'

type Context = DocumentEventMap['htmx:before:swap']['detail']['ctx']

/** What is asked of a module first is done first: imports of it that are under way at once end in any order. */
function once<T>(fetchModule: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined
  return () => {
    fetched ??= fetchModule().catch((error) => {
      fetched = undefined
      throw error
    })
    return fetched
  }
}

// Loaded when something waits, which on most pages nothing does.
const load = once(() => import('./outbox/outbox.ts'))
const loadChecks = once(() => import('./outbox/check-fields.ts'))
const loadNext = once(() => import('./outbox/next-page.ts'))

export function watchOutbox(): void {
  const hurry = () => (mayWait() || isSaid()) && void load().then((outbox) => outbox.hurry())
  const hear = () => mayWait() && void load().then((outbox) => outbox.hearProgram())
  document.addEventListener('joblane:line', hurry)
  document.addEventListener('joblane:heard', hear)
  window.addEventListener('online', hurry)
  document.addEventListener('joblane:hubstate', ({ detail: { state } }) => state === 'connected' && hear())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry())
  document.addEventListener('htmx:after:swap', showWaiting)
  document.addEventListener('htmx:after:swap', loadAhead)
  // What stands in a part that is opened or closed is seen, or no more.
  document.addEventListener(
    'toggle',
    ({ target }) => target instanceof HTMLDetailsElement && showWaiting(),
    true,
  )
  onRemoved((groups) => void load().then((outbox) => outbox.hearRemoved(groups)))
  onFlagged(() => void load().then((outbox) => outbox.show()))
  delegate('click', '[data-outbox-signin] a', (link) => {
    // Back to where they are.
    link.setAttribute('href', `/signin?${new URLSearchParams({ next: location.pathname + location.search })}`)
  })
  delegate('click', '[data-outbox-show]', () => void load().then((outbox) => outbox.showDialog()))
  document.addEventListener('htmx:config:request', queueBehind)
  document.addEventListener('htmx:config:request', writeAhead)
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const source = ctx.sourceElement as HTMLElement
    if (leadsOn(source) && !isUntouched(source) && (ctx.response?.status ?? 500) < 400)
      noteDone(source.dataset.group)
  })
  hurry()
  loadAhead()
  if (location.hash === `#${OUTBOX_DIALOG}`) openLinked()
  else if (wasOpen()) void load().then((outbox) => outbox.showDialog())
  else noteClosed()
  // What is done next is dated by it.
  if (isClockOff()) void askHealth()
}

/** A browser that cleared what it kept leaves what the page says of it. */
const isSaid = () => findElement('#outbox:not([hidden])') !== null

/** It must be there once a line takes what is pressed and gives nothing back. */
function loadAhead(): void {
  if (findElement('[data-outbox]')) void Promise.all([load(), loadChecks()]).catch(() => {})
}

/** Loaded again, the page is the page. */
function openLinked(): void {
  history.replaceState(history.state, '', location.pathname + location.search)
  void load().then((outbox) => outbox.showDialog())
}

export function showWaiting(): void {
  if (mayWait()) void load().then((outbox) => outbox.show())
}

/** In sentences, empty where nothing waits. Where the script for it does not come nobody can say. */
export const describeWaiting = (): Promise<string> =>
  mayWait()
    ? load().then(
        (outbox) => outbox.describeOwn(),
        () => '',
      )
    : Promise.resolve('')

/** False where the device cannot keep it, which is then said; undefined where the script for it did not come. */
export const keepWaiting = (change: KeptChange) =>
  load().then(
    (outbox) => outbox.keep(change),
    () => undefined,
  )

/** Keeps a change beside its request, until `endKeeping`: a page may be closed before the answer. Nobody waits for it. */
export function beginKeeping(change: SentChange): void {
  void load().then(
    (outbox) => outbox.beginSending(change),
    () => {},
  )
}

/** The change of that key was answered, or is given up. */
export function endKeeping(key: string): void {
  void load().then(
    (outbox) => outbox.noteAnswered(key),
    () => {},
  )
}

/** By name, what the form's own fields refuse of what an island sends. */
export const findRefused = async (form: HTMLElement | undefined, body: Record<string, unknown>) => {
  if (!(form instanceof HTMLFormElement)) return {}
  const values = { get: (name: string) => (typeof body[name] === 'string' ? body[name] : null) }
  const faults = await loadChecks().then(
    (checks) => checks.findFaults(form, values),
    () => [],
  )
  return Object.fromEntries(faults)
}

/** What the server would refuse for what a field says of itself never waits. */
const refuses = (form: HTMLFormElement, body: unknown): Promise<boolean> =>
  body instanceof FormData || body instanceof URLSearchParams
    ? loadChecks().then(
        (checks) => checks.refuseFaults(form, body),
        () => false,
      )
    : Promise.resolve(false)

/** Keeps a change that got no answer, if it is one that may wait, or says why it cannot. False where it is none. */
export async function keepChange(ctx: Context, signedout = false): Promise<boolean> {
  try {
    return await keepUnanswered(ctx, signedout)
  } finally {
    // Where it waits, that has ended it.
    drop(ctx)
  }
}

async function keepUnanswered(ctx: Context, signedout: boolean): Promise<boolean> {
  const { sourceElement, request } = ctx
  const source = sourceElement.closest<HTMLElement>('[data-outbox]')
  const { body, method } = request
  if (!source || method !== 'POST') return false
  await beside.get(ctx)
  const values = body instanceof FormData || body instanceof URLSearchParams ? body : []
  const isSkipped = leadsOn(source) && isUntouched(source)
  if (source === sourceElement && source instanceof HTMLFormElement && (await refuses(source, body))) {
    if (isHolding(source)) letGo()
    return true
  }
  if (isSkipped) {
    snackbar({ level: 'info', message: PASSED_BY })
    return leadOn(ctx, source)
  }
  const kept = await keepWaiting({ ...changeOf(ctx, source), signedout })
  if (!kept) {
    if (isHolding(source)) letGo()
    // It has said why: another sentence would take its place.
    return kept === false
  }
  if (source instanceof HTMLFormElement && holdsSent(source, [...values])) source.reset()
  // The second press of two is not one of the next.
  if (source.dataset.empties !== undefined) shieldPress()
  // The next photo is taken in the same dialog, and so is the next note written.
  if (source.dataset.empties === undefined && [...values].every(([, value]) => typeof value === 'string'))
    document.dispatchEvent(new CustomEvent('closedialog'))
  if (leadsOn(source)) {
    noteDone(changeOf(ctx, source).group)
    if (!(await leadOn(ctx, source))) showWaiting()
  } else if (isHolding(source)) letGo()
  return true
}

/** What was typed since stays. */
const holdsSent = (form: HTMLFormElement, sent: readonly [string, FormDataEntryValue][]) =>
  [...new FormData(form)].every(
    ([name, value]) => typeof value !== 'string' || sent.some(([of, was]) => of === name && was === value),
  )

function changeOf(ctx: Context, source: HTMLElement): KeptChange {
  const { body, headers, action } = ctx.request
  const { outbox: label = '', group = '', of, apart, begins } = pressed.get(ctx) ?? source.dataset
  return {
    ...{ url: action, label, group, apart: apart !== undefined, begins: begins !== undefined },
    of: of && JSON.parse(of),
    key: headers['idempotency-key'],
    values: body instanceof FormData || body instanceof URLSearchParams ? body : [],
    form: source,
  }
}

/** Before anybody else has the answer it is one of the program, or none. */
function writeAhead(event: DocumentEventMap['htmx:config:request']): void {
  const { ctx } = event.detail
  const source = ctx.sourceElement.closest<HTMLElement>('[data-outbox]')
  if (event.defaultPrevented || !source || ctx.request.method !== 'POST') return
  const { fetch: ask = fetch } = ctx as { fetch?: typeof fetch }
  const askKept = async (...given: Parameters<typeof fetch>): Promise<Response> => {
    const answer = ask(...given)
    beside.set(ctx, keepBeside(ctx, source))
    answer.then(
      () => drop(ctx),
      () => ctx.request.signal?.aborted && ctx.request.signal.reason !== 'timeout' && drop(ctx),
    )
    return answer
  }
  Object.assign(ctx, { fetch: askKept })
}

/** Until what is kept beside its request has begun to be, or is not. */
const beside = new WeakMap<Context, Promise<void>>()

async function keepBeside(ctx: Context, source: HTMLElement): Promise<void> {
  const { key, ...change } = changeOf(ctx, source)
  const { body } = ctx.request
  if (!key || (leadsOn(source) && isUntouched(source))) return
  if (source === ctx.sourceElement && source instanceof HTMLFormElement) {
    const checks = await loadChecks().catch(() => undefined)
    if (!(body instanceof URLSearchParams || body instanceof FormData)) return
    if (!checks || checks.hasFaults(source, body)) return
  }
  if (!answered.has(ctx)) beginKeeping({ ...change, key })
}

const answered = new WeakSet<Context>()

function drop(ctx: Context): void {
  const key = ctx.request.headers['idempotency-key']
  answered.add(ctx)
  if (key) endKeeping(key)
}

/** As it was named when it was pressed: the row may be drawn anew before the answer fails to come. */
const pressed = new WeakMap<Context, DOMStringMap>()

const leadsOn = ({ dataset }: HTMLElement) => dataset.then !== undefined

/** It was passed by: nothing of it is done. */
const isUntouched = (form: HTMLElement) =>
  findElements<HTMLInputElement>('input[data-decimal]', form).every(
    ({ value, defaultValue }) => value.trim() === '' && defaultValue === '',
  )

/** False where there is nothing to lead on to. */
async function leadOn(ctx: Context, source: HTMLElement): Promise<boolean> {
  const leads = await loadNext().then(
    (next) => next.swapNext(ctx, source),
    () => false,
  )
  if (!leads && isHolding(source)) letGo()
  return leads
}

/** What waits goes first: sent at once, this would overtake it. */
function queueBehind(event: DocumentEventMap['htmx:config:request']): void {
  const { ctx } = event.detail
  const source = ctx.sourceElement.closest<HTMLElement>('[data-outbox]')
  const { body } = ctx.request
  if (source) pressed.set(ctx, { ...source.dataset })
  if (ctx.request.method !== 'POST' || !source) return
  // What was written and taken away again is meant.
  const isSent = body instanceof FormData || body instanceof URLSearchParams
  if (isSent && leadsOn(source) && !isUntouched(source)) body.delete('wasempty')
  const { group = '' } = source.dataset
  if (!holds(group) && !(leadsOn(source) && holds(ctx.request.action))) return
  event.preventDefault()
  void keepChange(ctx).then((kept) => kept || snackbar({ level: 'error', message: messages.offline }))
}
