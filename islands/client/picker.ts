import { openCreate } from './create.ts'
import { sayAtControl } from './forms.ts'
import { holdKeys, isHolding, releaseKeys } from './held-keys.ts'
import { messages } from './messages.ts'
import { delegate, findElement, findElements } from './page.ts'
import { snackbar } from './snackbars.ts'

declare global {
  interface DocumentEventMap {
    'joblane:options': CustomEvent
    'joblane:nooptions': CustomEvent
  }
}

const box = '[data-picker] [role=combobox]'
/** What is found, and what can be made of what was typed. */
const choosable = '[role=option]:is([data-value], [data-create])'

export function watchPickers(): void {
  delegate('focusin', box, (element) => (element as HTMLInputElement).select())
  // Before what stands around it: its Enter and Escape are nobody else's.
  document.addEventListener('keydown', (event) => isBox(event.target) && onKeyDown(event.target, event), true)
  // What is shown matches what was typed before: nothing of it is chosen until the answer is there.
  delegate('input', box, (element) => {
    waiting.add(element)
    unanswered.add(element)
    markOption(element, null)
  })
  delegate('focusout', '[data-picker]', onFocusOut)
  // The press itself would take the focus out of the box, and the list with it.
  delegate('mousedown', '[data-picker] [role=listbox]', (_list, event) => event.preventDefault())
  delegate('click', `[data-picker] ${choosable}`, choose)
  delegate('click', box, ask)
  delegate('click', '[data-picker] .clear', clear)
  delegate('joblane:options', box, show)
  delegate('joblane:nooptions', box, giveUp)
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    if ((ctx.response?.status ?? 500) >= 400 && isBox(ctx.sourceElement)) giveUp(ctx.sourceElement)
  })
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const { sourceElement, request } = ctx
    if (isBox(sourceElement) && request.body instanceof FormData)
      request.body.set('search', sourceElement.value)
  })
  document.addEventListener('htmx:before:swap', (event) => {
    const { sourceElement } = event.detail.ctx
    if (isBox(sourceElement) && !waiting.has(sourceElement)) event.preventDefault()
  })
  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    if (isBox(ctx.sourceElement)) show(ctx.sourceElement)
    else for (const picker of findElements('[data-picker]')) showChosen(picker)
  })
  for (const event of ['pointerdown', 'pointerup', 'pointercancel'])
    document.addEventListener(event, () => (isPressing = event === 'pointerdown'), true)
}

let isPressing = false

/** What is pressed must not move away before it is let go. */
function afterPress(work: () => void): void {
  if (isPressing) document.addEventListener('pointerup', () => setTimeout(work), { once: true })
  else work()
}

/** A form drawn anew by its answer leaves what was typed in the field that has the focus. */
function showChosen(picker: HTMLElement): void {
  const box = boxOf(picker)
  if (!unanswered.has(box) && !isOpen(picker)) box.value = idOf(picker).dataset.shown ?? ''
}

/** The boxes in whose open list somebody has moved. */
const stepped = new WeakSet<HTMLElement>()

/** The boxes that wait for an answer. One that comes after the choice would open the list again. */
const waiting = new WeakSet<HTMLElement>()

/** The boxes whose text was changed since the last answer. */
const unanswered = new WeakSet<HTMLElement>()

const isBox = (target: unknown): target is HTMLInputElement =>
  target instanceof Element && target.matches(box)

const pickerOf = (within: Element) => within.closest<HTMLElement>('[data-picker]') as HTMLElement
const boxOf = (picker: HTMLElement) =>
  findElement<HTMLInputElement>('[role=combobox]', picker) as HTMLInputElement
const idOf = (picker: HTMLElement) =>
  findElement<HTMLInputElement>('input[type=hidden]', picker) as HTMLInputElement
const listOf = (picker: HTMLElement) => findElement('[role=listbox]', picker) as HTMLElement
const isOpen = (picker: HTMLElement) => listOf(picker).matches(':popover-open')

function ask(box: HTMLElement): void {
  if (isOpen(pickerOf(box))) return
  waiting.add(box)
  box.dispatchEvent(new Event('pick'))
}

function show(box: HTMLElement): void {
  if (!waiting.has(box) || box !== document.activeElement) return
  const picker = pickerOf(box)
  const list = listOf(picker)
  box.scrollIntoView({ block: 'nearest' })
  const { left, bottom, top, width } = box.getBoundingClientRect()
  list.style.setProperty('--width', `${width}px`)
  if (!isOpen(picker)) list.showPopover()
  place(list, { left, bottom, top })
  box.setAttribute('aria-expanded', 'true')
  stepped.delete(box)
  unanswered.delete(box)
  const first = findElement(choosable, list)
  markOption(box, first)
  if (isHolding(box)) takeEarly(first)
}

/** Enter was pressed before the answer came: what was typed after it is meant for what the choice leads to. */
function takeEarly(first: HTMLElement | null): void {
  if (first && !first.dataset.create) choose(first)
  // Drawn and focused is what follows in the tasks that come now.
  setTimeout(releaseKeys)
}

function giveUp(box: HTMLElement): void {
  unanswered.delete(box)
  if (isHolding(box)) releaseKeys()
}

/** From the box and from the edges of the screen, in pixels. */
const GAP = 4
const EDGE = 8

/** Below the box, or above it where more of the list is seen; never beyond what the screen, or a phone's keyboard, leaves. */
function place(
  list: HTMLElement,
  { left, bottom, top }: { left: number; bottom: number; top: number },
): void {
  const seen = visualViewport?.height ?? innerHeight
  const [under, over] = [seen - bottom - GAP - EDGE, top - GAP - EDGE]
  list.style.removeProperty('max-height')
  const above = list.offsetHeight > under && over > under
  const height = Math.min(list.offsetHeight, above ? over : under)
  list.style.setProperty('max-height', `${height}px`)
  list.style.setProperty('--left', `${Math.max(0, Math.min(left, innerWidth - list.offsetWidth))}px`)
  list.style.setProperty('--top', `${above ? top - height - GAP : bottom + GAP}px`)
}

function hide(picker: HTMLElement): void {
  const box = boxOf(picker)
  waiting.delete(box)
  unanswered.delete(box)
  if (isOpen(picker)) listOf(picker).hidePopover()
  // Two pickers may offer the same record, and an id may stand in a page once.
  if (box.hasAttribute('hx-get')) listOf(picker).replaceChildren()
  else box.dispatchEvent(new CustomEvent('joblane:pickerclosed'))
  box.setAttribute('aria-expanded', 'false')
  box.removeAttribute('aria-activedescendant')
}

function markOption(box: HTMLElement, option: HTMLElement | null | undefined): void {
  for (const one of findElements('[role=option]', listOf(pickerOf(box))))
    one.setAttribute('aria-selected', String(one === option))
  if (!option) {
    box.removeAttribute('aria-activedescendant')
    return
  }
  box.setAttribute('aria-activedescendant', option.id)
  option.scrollIntoView({ block: 'nearest' })
}

function onKeyDown(box: HTMLInputElement, event: KeyboardEvent): void {
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  const picker = pickerOf(box)
  if (isEnter && unanswered.has(box) && box.value.trim()) {
    event.preventDefault()
    event.stopPropagation()
    holdKeys(box)
    return
  }
  if (!isArrow && !(isOpen(picker) && (isEnter || event.key === 'Escape'))) return
  event.preventDefault()
  event.stopPropagation()
  if (isArrow) step(box, event.key === 'ArrowDown' ? 1 : -1)
  else if (isEnter) choose(findElement('[role=option][aria-selected=true]', picker))
  else restoreChosen(picker)
}

function step(box: HTMLInputElement, by: 1 | -1): void {
  const picker = pickerOf(box)
  if (!isOpen(picker)) {
    ask(box)
    return
  }
  const options = findElements(choosable, listOf(picker))
  const at = options.findIndex((one) => one.getAttribute('aria-selected') === 'true')
  const next = options.at(by === 1 ? (at + 1) % options.length : Math.max(at, 0) - 1)
  // Down and Enter take what was found, and make something new only where nothing was.
  const isFirst = !stepped.has(box)
  stepped.add(box)
  markOption(box, isFirst && by === 1 && at >= 0 && next?.dataset.create ? options[at] : next)
}

function choose(option: HTMLElement | null): void {
  if (!option) return
  const picker = pickerOf(option)
  const { create } = option.dataset
  if (create) {
    const box = boxOf(picker)
    const typed = box.value
    restoreChosen(picker)
    void openCreate(
      create,
      ({ id, name }) => set(picker, id, name),
      () => {
        box.value = typed
        box.focus()
      },
    )
    return
  }
  set(picker, option.dataset.value ?? '', option.firstElementChild?.textContent ?? '')
  hide(picker)
}

function clear(button: HTMLElement): void {
  const picker = pickerOf(button)
  set(picker, '', '')
  boxOf(picker).focus()
}

function set(picker: HTMLElement, value: string, shown: string): void {
  const id = idOf(picker)
  id.value = value
  id.dataset.shown = shown
  boxOf(picker).value = shown
  const button = findElement('.clear', picker)
  if (button) button.hidden = !value
  id.dispatchEvent(new Event('change', { bubbles: true }))
}

/** An emptied box means none; any other text that was not chosen gives way to what was chosen last. Gives that text. */
function restoreChosen(picker: HTMLElement): string {
  const box = boxOf(picker)
  const [typed, shown = ''] = [box.value.trim(), idOf(picker).dataset.shown]
  if (typed === '' && idOf(picker).value) set(picker, '', '')
  else box.value = shown
  hide(picker)
  return typed === shown ? '' : typed
}

function onFocusOut(picker: HTMLElement, event: FocusEvent): void {
  if (picker.contains(event.relatedTarget as Node | null)) return
  const exact = findExact(picker)
  if (exact) {
    choose(exact)
    return
  }
  const left = restoreChosen(picker)
  if (left) afterPress(() => sayNotChosen(picker, left))
}

function sayNotChosen(picker: HTMLElement, left: string): void {
  const box = boxOf(picker)
  const message = messages.notChosen(left)
  if (!picker.isConnected || box.value !== (idOf(picker).dataset.shown ?? '')) return
  // What an island drew is its own.
  if (box.hasAttribute('hx-get') && box.closest('.field')) sayAtControl(box, message)
  else snackbar({ level: 'warning', message })
}

/** What was found and is called just as was typed. */
function findExact(picker: HTMLElement): HTMLElement | undefined {
  const box = boxOf(picker)
  const typed = box.value.trim().toLowerCase()
  if (!typed || unanswered.has(box) || !isOpen(picker) || box.value === idOf(picker).dataset.shown) return
  const named = findElements('[role=option][data-value]', listOf(picker)).filter(
    (option) => option.firstElementChild?.textContent?.trim().toLowerCase() === typed,
  )
  return named.length === 1 ? named[0] : undefined
}
