import { openModal } from './dialogs.ts'
import { findElement, findElements, topDialog, typing } from './page.ts'
import { actOnRow, moveRow, openRow } from './rows.ts'
import { focusScanBox, scan } from './scans.ts'
import { chooseFocusedRow, toggleFocused } from './selection.ts'

// A scanner types a key every few milliseconds; the quickest person needs more than this between two keys.
const burstms = 32

let burst = ''
let last = 0
let going = 0
let waiting: ReturnType<typeof setTimeout> | undefined

const NEW = '#new'

/** A key waits until it is sure to stand alone, so that a scanned `n42` opens nothing. */
export function watchKeys(): void {
  if (location.hash === NEW) addNew()
  addEventListener('hashchange', () => location.hash === NEW && addNew())
  document.addEventListener('keydown', (event) => {
    if (isFind(event)) {
      event.preventDefault()
      focusScanBox()
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
      return
    if (event.key === 'Enter') enter(event)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') arrow(event)
    else if (event.key.length === 1) letter(event)
  })
}

const isFind = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !topDialog()

function enter(event: KeyboardEvent): void {
  if (event.timeStamp - last >= burstms) actOnSingleKey()
  const code = burst
  burst = ''
  if (code.length >= 3 && event.timeStamp - last < burstms * 2) {
    event.preventDefault()
    clearTimeout(waiting)
    scan(code)
  } else if (openRow()) event.preventDefault()
}

function arrow(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  if (topDialog() || target.closest('[role=menu], [role=tablist], [data-island]')) return
  if (event.shiftKey) chooseFocusedRow()
  if (moveRow(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault()
  if (event.shiftKey) chooseFocusedRow()
}

function letter(event: KeyboardEvent): void {
  // Firefox would open its quick find.
  if (event.key === '/' || event.key === "'") event.preventDefault()
  // By when the keys were struck: a page that was busy meanwhile hears of several at once.
  const isAlone = event.timeStamp - last >= burstms
  if (isAlone) actOnSingleKey()
  burst = isAlone ? event.key : burst + event.key
  last = event.timeStamp
  clearTimeout(waiting)
  // The key before it led into a field, which gets this one.
  if (typing(document.activeElement)) return
  waiting = setTimeout(actOnSingleKey, burstms)
}

function actOnSingleKey(): void {
  clearTimeout(waiting)
  const key = waiting && burst.length === 1 ? burst : ''
  waiting = undefined
  if (key) press(key)
}

function press(key: string): void {
  // The key before it led into a field meanwhile, which got this one.
  if (typing(document.activeElement)) return
  if (topDialog() || findElement('[role=menu]:popover-open')) return
  if (going > last) go(key)
  else (shortcuts[key] ?? (() => actOnRow(key)))()
}

const shortcuts: Record<string, () => unknown> = {
  '/': () => findElement<HTMLInputElement>('[data-search]')?.select(),
  n: addNew,
  x: toggleFocused,
  s: focusScanBox,
  '[': () => findElement('[data-shortcut=previous]')?.click(),
  ']': () => findElement('[data-shortcut=next]')?.click(),
  '?': () => openModal(findElement<HTMLDialogElement>('#shortcuts')),
  g: () => {
    going = last + 1500
  },
  j: () => moveRow(1) || pressArrow('ArrowDown'),
  k: () => moveRow(-1) || pressArrow('ArrowUp'),
}

function addNew(): void {
  findElements('[data-shortcut=new]')
    .find((one) => one.checkVisibility())
    ?.click()
}

/** Boards and lists that are islands move by the arrows themselves. */
const pressArrow = (key: string) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )

function go(key: string): void {
  going = 0
  findElements<HTMLAnchorElement>('[data-go]')
    .find((link) => link.dataset.go === key)
    ?.click()
}
