import { askProgram } from './captive-portal.ts'
import { messages } from './messages.ts'
import { delegate, findElement, findElements } from './page.ts'
import { lookUpCode, scan } from './scans.ts'
import { snackbar } from './snackbars.ts'

const pausems = 120
const boxed = 'form[data-scanbox]'
const box = `${boxed} input`

let waiting: ReturnType<typeof setTimeout> | undefined
let asked = 0
/** The words that were asked for last, and those that the open list answers. */
let asking: string | undefined
let listed: string | undefined
/** Keys that wait for the list of what is typed: one of an older list would lead elsewhere. */
let early: string[] = []
let pressed = 0

/** What is typed into the box of the header is looked for as it is typed; Enter opens what has it as its code, else the first that is found. */
export function watchSearch(): void {
  delegate('input', box, (field) => {
    forgetKeys(field as HTMLInputElement)
    clearTimeout(waiting)
    waiting = setTimeout(() => void ask(field as HTMLInputElement), pausems)
  })
  // Before the frames around it: its Enter and Escape are nobody else's while something is found.
  document.addEventListener('keydown', onKeyDown, true)
  delegate('focusout', boxed, (form, event) => {
    if (!form.contains((event as FocusEvent).relatedTarget as Node | null)) close(form)
  })
  delegate('focusin', box, (field) => void ask(field as HTMLInputElement))
  // The press itself would take the focus out of the box, and the list with it.
  delegate('mousedown', '[data-slot=results]', (_list, event) => event.preventDefault())
  delegate('submit', boxed, (form, event) => {
    event.preventDefault()
    const field = findElement<HTMLInputElement>('input', form)
    if (field) void goToTyped(field)
  })
}

const formOf = (field: HTMLInputElement) => field.form as HTMLFormElement
const wordsOf = (field: HTMLInputElement) => field.value.trim()
const listOf = (form: Element) => findElement('[data-slot=results]', form)
const linksOf = (form: Element) => findElements<HTMLAnchorElement>('[data-slot=results] a', form)
const isListed = (field: HTMLInputElement) =>
  listed === wordsOf(field) && listOf(formOf(field))?.hidden === false

async function ask(field: HTMLInputElement): Promise<void> {
  const form = formOf(field)
  const words = wordsOf(field)
  clearTimeout(waiting)
  if (!words) return close(form)
  if (asking === words) return
  const mine = ++asked
  asking = words
  const headers = { 'hx-request': 'true' }
  const answer = await askProgram(`/search?search=${encodeURIComponent(words)}`, { headers })
  const text = answer?.ok ? await answer.text() : ''
  if (mine !== asked) return
  const list = listOf(form)
  if (!list || !form.contains(document.activeElement)) return
  // Our own page, which escapes what it shows.
  list.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes)
  list.hidden = text === ''
  if (!answer) say(field, messages.unreachable)
  for (const [at, link] of linksOf(form).entries()) link.id = `${field.id}-${at}`
  markLink(field, undefined)
  listed = text ? words : undefined
  if (!text) asking = undefined
  if (words === wordsOf(field)) actOnEarly(field, answer)
}

function actOnEarly(field: HTMLInputElement, answer: Response | undefined): void {
  const keys = early
  early = []
  if (keys.length > 0) formOf(field).ariaBusy = null
  if (isListed(field)) for (const key of keys) act(field, key)
  else if (keys.includes('Enter'))
    snackbar({ level: 'warning', message: answer ? messages.unexpected : messages.unreachable })
}

/** Where it stands in the list is gone with it. */
function forgetKeys(field: HTMLInputElement): void {
  pressed++
  early = []
  formOf(field).ariaBusy = null
  markLink(field, undefined)
}

function close(form: Element): void {
  asked++
  asking = listed = undefined
  clearTimeout(waiting)
  const list = listOf(form)
  const field = findElement<HTMLInputElement>('input', form)
  if (list) list.hidden = true
  if (field) forgetKeys(field)
}

function onKeyDown(event: KeyboardEvent): void {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || !field.matches(box) || event.isComposing) return
  const form = formOf(field)
  const isMarked = field.hasAttribute('aria-activedescendant') || early.length > 0
  if (event.key === 'Escape' && (listOf(form)?.hidden === false || form.ariaBusy)) close(form)
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') press(field, event.key)
  else if (event.key === 'Enter' && isMarked) press(field, event.key)
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** At once, or once there is the list of what is typed. */
function press(field: HTMLInputElement, key: string): void {
  if (!wordsOf(field)) return
  if (isListed(field)) {
    act(field, key)
    return
  }
  // Enter again is impatience.
  if (early.at(-1) !== 'Enter') early.push(key)
  formOf(field).ariaBusy = 'true'
  showWaiting(field)
  void ask(field)
}

const showWaiting = (field: HTMLInputElement) => say(field, messages.lookingFor(wordsOf(field)))

function say(field: HTMLInputElement, words: string): void {
  const list = listOf(formOf(field))
  const text = document.createElement('p')
  text.className = 'hint'
  text.role = 'status'
  text.textContent = words
  list?.replaceChildren(text)
  if (list) list.hidden = false
}

function act(field: HTMLInputElement, key: string): void {
  const links = linksOf(formOf(field))
  const at = links.findIndex(({ id }) => id === field.getAttribute('aria-activedescendant'))
  // What can be made of the words is no result.
  const link = links[at] ?? findElement<HTMLAnchorElement>('[data-slot=results] section a', formOf(field))
  if (key !== 'Enter')
    markLink(field, links.at((at + (key === 'ArrowDown' ? 1 : at < 0 ? 0 : -1)) % links.length))
  else if (link) location.assign(link.href)
  // A form on the page may know codes that only it has.
  else if (scan(wordsOf(field), []))
    snackbar({ level: 'warning', message: messages.nothingFound(wordsOf(field)) })
}

async function goToTyped(field: HTMLInputElement): Promise<void> {
  const words = wordsOf(field)
  field.select()
  if (!words) return
  const mine = ++pressed
  formOf(field).ariaBusy = 'true'
  void ask(field)
  const { found, isNone } = await lookUpCode(words)
  if (mine !== pressed) return
  formOf(field).ariaBusy = null
  if (isNone) return press(field, 'Enter')
  close(formOf(field))
  scan(words, found)
}

function markLink(field: HTMLInputElement, link: HTMLAnchorElement | undefined): void {
  for (const one of linksOf(formOf(field))) one.toggleAttribute('data-marked', one === link)
  if (link) field.setAttribute('aria-activedescendant', link.id)
  else field.removeAttribute('aria-activedescendant')
  link?.scrollIntoView({ block: 'nearest' })
}
