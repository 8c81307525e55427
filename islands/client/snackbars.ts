import htmx from 'htmx.org'
import type { SnackbarOptions, UndoAction } from './api.ts'
import { isLevel } from './levels.ts'
import { messages } from './messages.ts'
import { findElement, onTriggered, setCookie, topDialog } from './page.ts'

export function snackbar({ level, message, undo, link, ms }: SnackbarOptions): () => void {
  const bar = blank(isLevel(level) ? level : 'info')
  if (!bar || !message) return () => {}
  bar.querySelector('.text')?.replaceChildren(...linkWords(message, link))
  if (undo) addUndo(bar, undo)
  const bars = host()
  const [only, said] = [isNarrow(), bar.textContent]
  for (const earlier of [...bars.children])
    if (only || saysNoMore(earlier) || earlier.textContent === said) earlier.remove()
  bars.append(bar)
  hideLater(bar, ms ?? (undo || link ? 6000 : lifetime()))
  return () => bar.remove()
}

function linkWords(message: string, link: SnackbarOptions['link']): (string | Node)[] {
  const [before, after] = link ? message.split(link.words) : []
  if (!link || before === undefined || after === undefined) return [message]
  const anchor = document.createElement('a')
  Object.assign(anchor, { href: link.href, textContent: link.words })
  return [before, anchor, after]
}

/** News of what went well gives way to the next; a warning, an error and what can be undone stay their time. */
const saysNoMore = (bar: Element) =>
  bar.matches('[data-level=success], [data-level=info]') && !bar.querySelector('.undo')

/** On a phone they would pile over what is pressed next. */
const isNarrow = () => matchMedia('(width < 600px)').matches

export function watchSnackbars(): void {
  onTriggered<SnackbarOptions>('snackbar', (snack) => void snackbar(snack))
  document.addEventListener(
    'toggle',
    ({ target }) => target instanceof HTMLDialogElement && raiseMessages(),
    true,
  )
  showFlash()
}

function showFlash(): void {
  const [, value] = /(?:^|; )joblane_flash=([^;]*)/.exec(document.cookie) ?? []
  if (!value) return
  setCookie('joblane_flash', '')
  try {
    const { level, message, ms } = JSON.parse(decodeURIComponent(value))
    snackbar({ level, message: String(message), ms: typeof ms === 'number' ? ms : undefined })
  } catch {
    // Not what the server left there.
  }
}

const lifetime = () => (document.documentElement.dataset.layout === 'public' ? 5000 : 3000)

function blank(level: string): HTMLElement | undefined {
  const templates = findElement<HTMLTemplateElement>('#snackbar-templates')
  const found = templates?.content.querySelector(`[data-level=${level}]`)
  return found?.cloneNode(true) as HTMLElement | undefined
}

function host(): HTMLElement {
  const bars = findElement('#snackbars') ?? document.createElement('div')
  raiseMessages(bars)
  Object.assign(bars, { id: 'snackbars', className: 'snackbars', role: 'status' })
  return bars
}

/**
 * Whatever stands outside a modal dialog is below it and inert, so that the messages are in the one on top: behind its
 * foot, which they are placed by.
 */
export function raiseMessages(bars = findElement('#snackbars')): void {
  const place = topDialog() ?? document.body
  if (!bars || (bars.parentElement === place && bars === place.lastElementChild)) return
  bars.removeAttribute('data-over')
  place.append(bars)
  drawn.disconnect()
  room.disconnect()
  room.observe(bars)
  if (place === document.body) return
  drawn.observe(place, { childList: true })
  room.observe(place)
}

const drawn = new MutationObserver(() => raiseMessages())

const room = new ResizeObserver(makeRoom)

function makeRoom(): void {
  const bars = findElement('#snackbars')
  if (!bars) return
  document.documentElement.style.setProperty('--snackbars-height', `${bars.clientHeight}px`)
  yieldOnceLaidOut(bars)
}

/** The frame in which they move above the buttons may come after the one in which their height is known. */
const FRAMES = 12

function yieldOnceLaidOut(bars: HTMLElement, frames = FRAMES): void {
  yieldTo(bars)
  if (frames > 0 && !bars.hasAttribute('data-over'))
    requestAnimationFrame(() => yieldOnceLaidOut(bars, frames - 1))
}

/** What a dialog shows ends above the messages where they would lie on it, until they go; what has the focus stays in sight. */
function yieldTo(bars: HTMLElement): void {
  const body = bars.parentElement?.querySelector('.body')
  const [says, yields] = [bars.childElementCount > 0, bars.hasAttribute('data-over')]
  if (!body || says === yields) return
  bars.toggleAttribute(
    'data-over',
    says && overlaps(bars.getBoundingClientRect(), body.getBoundingClientRect()),
  )
  if (says && body.contains(document.activeElement))
    document.activeElement?.scrollIntoView({ block: 'nearest' })
}

const overlaps = (one: DOMRect, other: DOMRect) =>
  one.top < other.bottom && one.bottom > other.top && one.left < other.right && one.right > other.left

function addUndo(bar: HTMLElement, undo: UndoAction): void {
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'undo', textContent: undo.label ?? 'Undo' })
  button.addEventListener('click', () => {
    bar.remove()
    if ('act' in undo) undo.act()
    else void sendUndo(undo)
  })
  bar.querySelector('.hide')?.before(button)
}

/** From a place of its own, since the message is gone by the time that it is answered. */
async function sendUndo({ url, waits }: Extract<UndoAction, { url: string }>): Promise<void> {
  const source = document.createElement('span')
  source.hidden = true
  source.dataset.failed = messages.notUndone
  if (waits)
    Object.assign(source.dataset, {
      outbox: waits.label,
      group: waits.group,
      of: JSON.stringify(waits.of ?? []),
    })
  document.body.append(source)
  await htmx.ajax('POST', url, { source, swap: 'none' })
  source.remove()
}

/** A message stays while someone reads it with the mouse over it or the focus in it. */
function hideLater(bar: HTMLElement, ms: number): void {
  let timer = setTimeout(() => bar.remove(), ms)
  const stay = () => clearTimeout(timer)
  const leave = () => {
    stay()
    timer = setTimeout(() => bar.remove(), ms)
  }
  for (const event of ['pointerenter', 'focusin']) bar.addEventListener(event, stay)
  for (const event of ['pointerleave', 'focusout']) bar.addEventListener(event, leave)
  bar.querySelector('.hide')?.addEventListener('click', () => bar.remove())
}
