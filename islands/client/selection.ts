import { delegate, findElement, findElements, onTriggered } from './page.ts'

// A change of many takes no more.
const most = 500
const box = '[data-choice]'
const row = '[data-rows] tbody tr'
const card = '[data-card]'
const MARK = 'outline: 2px solid var(--accent); outline-offset: -2px; background: var(--accent-soft)'
const pressms = 500
const stillpx = 10

const chosen = new Set<string>()
/** Cards come and go as their lane is scrolled: a rule marks those that are there. */
const marks = new CSSStyleSheet()
let place = location.pathname
let anchor: HTMLInputElement | null = null
let isBegun = false
let pressed: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined

/** Rows stay chosen while their list is paged, sorted and refreshed. */
export function watchSelection(): void {
  document.adoptedStyleSheets.push(marks)
  delegate('click', box, (one, event) => chooseTo(one as HTMLInputElement, event.shiftKey))
  delegate('click', card, (one, event) => {
    if (!event.shiftKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    toggleCard(one.dataset.card ?? '')
  })
  onTriggered('choosecard', toggleCard)
  delegate('click', '[data-choose-page]', (all) => chooseAll((all as HTMLInputElement).checked))
  delegate('click', '[data-choose-none]', clear)
  delegate('click', '[data-choose-begin]', () => {
    isBegun = !isBegun
    if (isBegun) show()
    else clear()
  })
  delegate('click', 'a[data-with-ids]', (link) => {
    const url = new URL((link as HTMLAnchorElement).href)
    url.searchParams.set('ids', [...chosen].join(','))
    ;(link as HTMLAnchorElement).href = url.href
  })
  document.addEventListener('htmx:after:swap', show)
  watchLongPress()
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && chosen.size > 0 && !findElement('dialog:modal')) clear()
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && focusedBox()) {
      event.preventDefault()
      chooseAll(true)
    }
  })
}

/** The row or card that has the focus, or else nothing. */
export function toggleFocused(): void {
  const focused = document.activeElement?.closest<HTMLElement>(card)?.dataset.card
  if (focused) toggleCard(focused)
  else focusedBox()?.click()
}

function toggleCard(id: string): void {
  if (!findElement('[data-selection]')) return
  choose(id, !chosen.has(id))
  show()
}

/** While Shift is held each row that the focus comes to is chosen too. */
export function chooseFocusedRow(): void {
  const one = focusedBox()
  if (one && !one.checked) one.click()
}

const focusedBox = () => document.activeElement?.closest(row)?.querySelector<HTMLInputElement>(box) ?? null

function chooseTo(one: HTMLInputElement, isRange: boolean): void {
  const boxes = findElements<HTMLInputElement>(box)
  const [from, to] = [anchor ? boxes.indexOf(anchor) : -1, boxes.indexOf(one)]
  const range = isRange && from >= 0 ? boxes.slice(Math.min(from, to), Math.max(from, to) + 1) : [one]
  for (const { value } of range) choose(value, one.checked)
  anchor = one
  show()
}

function choose(id: string, isChosen: boolean): void {
  if (isChosen && chosen.size < most) chosen.add(id)
  else if (!isChosen) chosen.delete(id)
}

function chooseAll(isChosen: boolean): void {
  for (const { value } of findElements<HTMLInputElement>(box)) choose(value, isChosen)
  show()
}

function clear(): void {
  chosen.clear()
  isBegun = false
  anchor = null
  show()
}

function show(): void {
  if (location.pathname !== place) {
    place = location.pathname
    chosen.clear()
    isBegun = false
  }
  findElement('[data-choose-begin]')?.setAttribute('aria-pressed', String(isBegun || chosen.size > 0))
  const boxes = findElements<HTMLInputElement>(box)
  for (const one of boxes) one.checked = chosen.has(one.value)
  const all = findElement<HTMLInputElement>('[data-choose-page]')
  const here = boxes.filter(({ checked }) => checked).length
  if (all) {
    all.checked = boxes.length > 0 && here === boxes.length
    all.indeterminate = here > 0 && here < boxes.length
  }
  const cards = [...chosen].map((id) => `[data-card="${CSS.escape(id)}"]`)
  marks.replaceSync(cards.length > 0 ? `:is(${cards.join()}) { ${MARK} }` : '')
  const bar = findElement<HTMLFormElement>('[data-selection]')
  if (!bar) return
  bar.hidden = chosen.size === 0
  bar.querySelector('output')!.textContent = words(bar.dataset.selection ?? '')
  bar.querySelector<HTMLInputElement>('[name=ids]')!.value = [...chosen].join(',')
}

function words(noun: string): string {
  if (chosen.size >= most) return `${most} selected, and no more at once`
  return `${chosen.size} ${noun}${chosen.size === 1 ? '' : 's'} selected`
}

/** The finger is lifted over the row, which would open it; where that makes no click, the next one counts. */
function holdClick(): void {
  const over = new AbortController()
  const hold = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    over.abort()
  }
  document.addEventListener('click', hold, { capture: true, signal: over.signal })
  document.addEventListener('pointerdown', () => over.abort(), { signal: over.signal })
}

function watchLongPress(): void {
  const forget = () => {
    clearTimeout(pressed?.timer)
    pressed = undefined
  }
  delegate('pointerdown', row, (one, event) => {
    if (event.pointerType !== 'touch') return
    const found = one.querySelector<HTMLInputElement>(box)
    if (!found) return
    const timer = setTimeout(() => {
      found.click()
      holdClick()
    }, pressms)
    pressed = { timer, x: event.clientX, y: event.clientY }
  })
  document.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > stillpx) forget()
  })
  for (const event of ['pointerup', 'pointercancel'] as const) document.addEventListener(event, forget)
}
