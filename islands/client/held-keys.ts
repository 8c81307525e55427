import { messages } from './messages.ts'
import { delegate, findElement, typing } from './page.ts'
import { snackbar } from './snackbars.ts'

/** What is typed while an answer decides where it belongs. */
type Held = {
  box: HTMLElement
  keys: StruckKey[]
  patience?: ReturnType<typeof setTimeout>
  isTypedOut?: boolean
}

/** `at`, in milliseconds of the page: keys that are alone and those of a scanner are told apart by it. */
export type StruckKey = { key: string; at?: number; ctrlKey?: boolean }

// Nobody types on for an answer that takes longer.
const longestms = 10_000
/** Longer than `watchKeys` waits for a second key. */
const LONE_MS = 40
let held: Held | undefined

export const isHolding = (box: HTMLElement) => held?.box === box

export function holdKeys(box: HTMLElement): void {
  // What is being typed out may come to a box that waits as well.
  const keys = held?.keys ?? []
  clearTimeout(held?.patience)
  held = { box, keys, patience: setTimeout(releaseKeys, longestms) }
  document.addEventListener('keydown', keep, true)
  document.addEventListener('pointerdown', releaseKeys, { capture: true, once: true })
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isTrusted, isComposing } = event
  if (!held || !isTrusted || isComposing || ctrlKey || metaKey || altKey) return
  const isMove = held.box === document.body && MOVES.includes(key)
  if (key.length > 1 && key !== 'Backspace' && key !== 'Enter' && !isMove) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // Enter again is impatience; behind what is being typed out it ends that.
  if (key !== 'Enter' || held.keys.length > 0 || held.isTypedOut) held.keys.push({ key, at: event.timeStamp })
}

/** What moves within a board or a list, beside letters. */
export const MOVES = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', '[', ']']

/** Keys of the page that are struck before it answers. */
export function holdForPage(keys: StruckKey[]): void {
  holdForNext(document.body, keys)
}

export function releaseForPage(): void {
  if (isHolding(document.body)) releaseKeys()
}

/** Until the answer to a form leads on to the next one, however late: in this one it would be a wrong value. */
export function holdForNext(form: HTMLElement, keys: StruckKey[] = held?.keys ?? []): void {
  clearTimeout(held?.patience)
  held = { box: form, keys }
  document.addEventListener('keydown', keep, true)
}

/** Forms whose answer leads to the next of their kind say so by `data-leads-on`. */
export function watchFormsThatLeadOn(): void {
  goOnTyping()
  delegate('submit', LEADS_ON, (form) => holdForNext(form))
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const form = ctx.sourceElement as HTMLElement
    if (isHolding(form) && (ctx.response?.status ?? 500) >= 400) letGo()
  })
  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    const form = ctx?.sourceElement as HTMLElement | undefined
    if (!ctx || !form || !isHolding(form)) return
    // Where it waits on the device, it is its keeping that leads on.
    if (ctx.response || form.dataset.then === undefined) letGo()
  })
  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    const isAnswered = held && (isHolding(ctx.sourceElement as HTMLElement) || !held.box.isConnected)
    if (isAnswered && held?.box.matches(LEADS_ON)) releaseKeys()
  })
  addEventListener('pagehide', () => {
    if (held?.box.matches(LEADS_ON)) sessionStorage.setItem(KEPT, JSON.stringify(held.keys))
  })
}

const LEADS_ON = 'form[data-leads-on]'

/** What leads on without a network too: keys come at any time, and would go nowhere while the page is loaded again. */
export const isTypedOn = () => findElement(`${LEADS_ON}[data-then]`) !== null

const KEPT = 'joblane.typedahead'

/** What was typed on the page before this one comes before what reached its field without the script. */
function goOnTyping(): void {
  const kept: StruckKey[] = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')
  sessionStorage.removeItem(KEPT)
  const field = findElement<HTMLInputElement>(`${LEADS_ON} [autofocus]`)
  const form = field?.closest<HTMLElement>(LEADS_ON)
  if (!field || !form) sayTyped(kept)
  if (!field || !form || kept.length === 0) return
  const early = field.value === field.defaultValue ? '' : field.value
  field.value = field.defaultValue
  field.focus()
  holdForNext(form, [...kept, ...[...early].map((key) => ({ key }))])
  releaseKeys()
}

/** What was refused is put right first; what was typed for the next is said, since it has no place. */
export function letGo(): void {
  const keys = held?.keys ?? []
  stopHolding()
  sayTyped(keys)
}

function sayTyped(keys: readonly StruckKey[]): void {
  const typed = keys
    .map(({ key }) => key)
    .filter((key) => key.length === 1)
    .join('')
  if (typed) snackbar({ level: 'warning', message: messages.typedAhead(typed) })
}

/** Into what has the focus by now; what is typed meanwhile comes after it. */
export function releaseKeys(): void {
  if (held) void typeOut(held)
}

async function typeOut(released: Held): Promise<void> {
  clearTimeout(released.patience)
  while (held === released && released.keys.length > 0) {
    const struck = released.keys.shift() as StruckKey
    const inField = typing(document.activeElement)
    released.isTypedOut = true
    strike(struck)
    // What a key changes is drawn before the next one; outside a field it acts once it is sure to stand alone.
    const apart = (released.keys[0]?.at ?? 0) - (struck.at ?? 0)
    await new Promise((done) => setTimeout(done, inField ? 0 : Math.min(Math.max(apart, 0), LONE_MS)))
  }
  if (held === released) stopHolding()
}

function stopHolding(): void {
  clearTimeout(held?.patience)
  held = undefined
  document.removeEventListener('keydown', keep, true)
  document.removeEventListener('pointerdown', releaseKeys, true)
}

function strike({ key, at, ctrlKey }: StruckKey): void {
  const pressed = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true })
  if (at !== undefined) Object.defineProperty(pressed, 'timeStamp', { value: at })
  if (!(document.activeElement ?? document.body).dispatchEvent(pressed)) return
  // The one way that a field takes for typing, with what is chosen in it and what can be undone.
  if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Enter') pressEnter()
  else if (!ctrlKey && key.length === 1) document.execCommand('insertText', false, key)
}

/** As the key itself does; one that a script strikes does not. */
function pressEnter(): void {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.matches('a[href], button')) field.click()
  const form = field instanceof HTMLInputElement ? field.form : null
  if (form?.matches(LEADS_ON)) holdForNext(form)
  form?.requestSubmit()
}
