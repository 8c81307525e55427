import { askProgram } from './captive-portal.ts'
import { delegate, findElement, findElements } from './page.ts'

const pausems = 120
const box = 'form[data-scanbox] input'

let waiting: ReturnType<typeof setTimeout> | undefined
let asked = 0

/** What is typed into the box of the header is looked for as it is typed; a code goes its own way by Enter. */
export function watchSearch(): void {
  delegate('input', box, (field) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void ask(field as HTMLInputElement), pausems)
  })
  // Before the frames around it: its Enter and Escape are nobody else's while something is found.
  document.addEventListener('keydown', onKeyDown, true)
  delegate('focusout', 'form[data-scanbox]', (form, event) => {
    if (!form.contains((event as FocusEvent).relatedTarget as Node | null)) close(form)
  })
  delegate('focusin', box, (field) => {
    if ((field as HTMLInputElement).value.trim()) void ask(field as HTMLInputElement)
  })
  // The press itself would take the focus out of the box, and the list with it.
  delegate('mousedown', '[data-slot=results]', (_list, event) => event.preventDefault())
  delegate('submit', 'form[data-scanbox]', (form) => close(form))
}

async function ask(field: HTMLInputElement): Promise<void> {
  const mine = ++asked
  const form = field.form as HTMLFormElement
  const words = field.value.trim()
  if (!words) return close(form)
  const headers = { 'hx-request': 'true' }
  const answer = await askProgram(`/search?search=${encodeURIComponent(words)}`, { headers })
  const text = answer?.ok ? await answer.text() : ''
  if (mine !== asked || !form.contains(document.activeElement)) return
  const list = listOf(form)
  if (!list) return
  // Our own page, which escapes what it shows.
  list.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes)
  list.hidden = text === ''
  for (const [at, link] of linksOf(form).entries()) link.id = `${field.id}-${at}`
  markLink(field, undefined)
}

const listOf = (form: Element) => findElement('[data-slot=results]', form)
const linksOf = (form: Element) => findElements<HTMLAnchorElement>('[data-slot=results] a', form)

function close(form: Element): void {
  asked++
  clearTimeout(waiting)
  const list = listOf(form)
  const field = findElement<HTMLInputElement>('input', form)
  if (list) list.hidden = true
  field?.removeAttribute('aria-activedescendant')
}

function onKeyDown(event: KeyboardEvent): void {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || !field.matches(box) || !field.form) return
  const links = linksOf(field.form)
  const at = links.findIndex(({ id }) => id === field.getAttribute('aria-activedescendant'))
  if (listOf(field.form)?.hidden !== false) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    markLink(field, links.at((at + (event.key === 'ArrowDown' ? 1 : at < 0 ? 0 : -1)) % links.length))
  else if (event.key === 'Enter' && at >= 0) location.assign((links[at] as HTMLAnchorElement).href)
  else if (event.key === 'Escape') close(field.form)
  else return
  event.preventDefault()
  event.stopPropagation()
}

function markLink(field: HTMLInputElement, link: HTMLAnchorElement | undefined): void {
  for (const one of linksOf(field.form as HTMLFormElement)) one.toggleAttribute('data-marked', one === link)
  if (link) field.setAttribute('aria-activedescendant', link.id)
  else field.removeAttribute('aria-activedescendant')
  link?.scrollIntoView({ block: 'nearest' })
}
