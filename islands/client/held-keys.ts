import { messages } from './messages.ts'
import { delegate, findElement } from './page.ts'
import { snackbar } from './snackbars.ts'

/** What is typed while an answer decides where it belongs. */
type Held = { box: HTMLElement; keys: string[]; patience?: ReturnType<typeof setTimeout> }

// Nobody types on for an answer that takes longer.
const longestms = 10_000
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
  if (key.length > 1 && key !== 'Backspace' && key !== 'Enter') return
  event.preventDefault()
  event.stopImmediatePropagation()
  // Enter again is impatience.
  if (key !== 'Enter' || held.keys.length > 0) held.keys.push(key)
}

/** Until the answer to a form leads on to the next one, however late: in this one it would be a wrong value. */
export function holdForNext(form: HTMLElement, keys: string[] = held?.keys ?? []): void {
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
const KEPT = 'joblane.typedahead'

/** What was typed on the page before this one comes before what reached its field without the script. */
function goOnTyping(): void {
  const kept: string[] = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')
  sessionStorage.removeItem(KEPT)
  const field = findElement<HTMLInputElement>(`${LEADS_ON} [autofocus]`)
  const form = field?.closest<HTMLElement>(LEADS_ON)
  if (!field || !form) sayTyped(kept)
  if (!field || !form || kept.length === 0) return
  const early = field.value === field.defaultValue ? '' : field.value
  field.value = field.defaultValue
  field.focus()
  holdForNext(form, [...kept, ...early])
  releaseKeys()
}

/** What was refused is put right first; what was typed for the next is said, since it has no place. */
export function letGo(): void {
  const keys = held?.keys ?? []
  stopHolding()
  sayTyped(keys)
}

function sayTyped(keys: readonly string[]): void {
  const typed = keys.filter((key) => key.length === 1).join('')
  if (typed) snackbar({ level: 'warning', message: messages.typedAhead(typed) })
}

/** Into what has the focus by now; what is typed meanwhile comes after it. */
export function releaseKeys(): void {
  if (held) void typeOut(held)
}

async function typeOut(released: Held): Promise<void> {
  clearTimeout(released.patience)
  while (held === released && released.keys.length > 0) {
    strike(released.keys.shift() as string)
    // What a key changes is drawn before the next one.
    await new Promise((done) => setTimeout(done))
  }
  if (held === released) stopHolding()
}

function stopHolding(): void {
  clearTimeout(held?.patience)
  held = undefined
  document.removeEventListener('keydown', keep, true)
  document.removeEventListener('pointerdown', releaseKeys, true)
}

function strike(key: string): void {
  const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  if (!(document.activeElement ?? document.body).dispatchEvent(pressed)) return
  // The one way that a field takes for typing, with what is chosen in it and what can be undone.
  if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Enter') submitAround()
  else if (key.length === 1) document.execCommand('insertText', false, key)
}

/** As the key itself does; one that a script strikes does not. */
function submitAround(): void {
  const field = document.activeElement
  const form = field instanceof HTMLInputElement ? field.form : null
  if (form?.matches(LEADS_ON)) holdForNext(form)
  form?.requestSubmit()
}
