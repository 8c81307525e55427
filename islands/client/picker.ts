import { findElement, findElements, on } from './page.ts'

/**
 * Pickers (`views/ui/picker.tsx`): a box that is typed in, a hidden id, and a list of matches that htmx fetches.
 * Arrows, Enter and Escape work as the ARIA combobox asks; what was not chosen is taken back when the box is left.
 */
export function watchPickers(): void {
  on('focusin', '[data-picker] [role=combobox]', (box) => (box as HTMLInputElement).select())
  on('keydown', '[data-picker] [role=combobox]', (box, event) => pressed(box as HTMLInputElement, event))
  // What is shown matches what was typed before: nothing of it is chosen until the answer is there.
  on('input', '[data-picker] [role=combobox]', (box) => {
    asking.add(box)
    mark(box, null)
  })
  on('focusout', '[data-picker]', leave)
  // The press itself would take the focus out of the box, and the list with it.
  on('mousedown', '[data-picker] [role=listbox]', (_list, event) => event.preventDefault())
  on('click', '[data-picker] [role=option][data-value]', (option) => choose(option))
  on('click', '[data-picker] [role=combobox]', (box) => ask(box as HTMLInputElement))
  on('click', '[data-picker] .clear', (button) => clear(button))
  document.addEventListener('htmx:before:swap', (event) => {
    const box = event.detail.ctx.sourceElement
    if (isBox(box) && !asking.has(box)) event.preventDefault()
  })
  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    const box = ctx.sourceElement
    if (isBox(box) && box === document.activeElement) show(box)
  })
}

/** The boxes that wait for an answer. One that comes after the choice would open the list again. */
const asking = new WeakSet<HTMLElement>()

const isBox = (element: Element): element is HTMLElement => element.matches('[data-picker] [role=combobox]')

const pickerOf = (within: Element) => within.closest<HTMLElement>('[data-picker]') as HTMLElement
const boxOf = (picker: HTMLElement) =>
  findElement<HTMLInputElement>('[role=combobox]', picker) as HTMLInputElement
const idOf = (picker: HTMLElement) =>
  findElement<HTMLInputElement>('input[type=hidden]', picker) as HTMLInputElement
const listOf = (picker: HTMLElement) => findElement('[role=listbox]', picker) as HTMLElement
const isOpen = (picker: HTMLElement) => listOf(picker).matches(':popover-open')

function ask(box: HTMLElement): void {
  if (isOpen(pickerOf(box))) return
  asking.add(box)
  box.dispatchEvent(new Event('pick'))
}

function show(box: HTMLElement): void {
  const picker = pickerOf(box)
  const list = listOf(picker)
  const { left, bottom, top, width } = box.getBoundingClientRect()
  list.style.setProperty('--width', `${width}px`)
  if (!isOpen(picker)) list.showPopover()
  const above = bottom + list.offsetHeight > innerHeight - 8 && top > list.offsetHeight
  list.style.setProperty('--left', `${left}px`)
  list.style.setProperty('--top', `${above ? top - list.offsetHeight - 4 : bottom + 4}px`)
  box.setAttribute('aria-expanded', 'true')
  mark(box, findElement('[role=option][data-value]', list))
}

function hide(picker: HTMLElement): void {
  const box = boxOf(picker)
  asking.delete(box)
  if (isOpen(picker)) listOf(picker).hidePopover()
  // Two pickers may offer the same record, and an id may stand in a page once.
  listOf(picker).replaceChildren()
  box.setAttribute('aria-expanded', 'false')
  box.removeAttribute('aria-activedescendant')
}

function mark(box: HTMLElement, option: HTMLElement | null | undefined): void {
  for (const one of findElements('[role=option]', listOf(pickerOf(box))))
    one.setAttribute('aria-selected', String(one === option))
  if (!option) {
    box.removeAttribute('aria-activedescendant')
    return
  }
  box.setAttribute('aria-activedescendant', option.id)
  option.scrollIntoView({ block: 'nearest' })
}

function pressed(box: HTMLInputElement, event: KeyboardEvent): void {
  const picker = pickerOf(box)
  const options = findElements('[role=option][data-value]', listOf(picker))
  const at = options.findIndex((one) => one.getAttribute('aria-selected') === 'true')
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    if (!isOpen(picker)) ask(box)
    else mark(box, options.at(event.key === 'ArrowDown' ? (at + 1) % options.length : Math.max(at, 0) - 1))
  } else if (event.key === 'Enter' && isOpen(picker) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    if (options[at]) choose(options[at])
  } else if (event.key === 'Escape' && isOpen(picker)) {
    event.preventDefault()
    event.stopPropagation()
    takeBack(picker)
  }
}

function choose(option: HTMLElement): void {
  const picker = pickerOf(option)
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

/** An emptied box means none; any other text that was not chosen gives way to what was chosen last. */
function takeBack(picker: HTMLElement): void {
  const box = boxOf(picker)
  if (box.value.trim() === '' && idOf(picker).value) set(picker, '', '')
  else box.value = idOf(picker).dataset.shown ?? ''
  hide(picker)
}

function leave(picker: HTMLElement, event: FocusEvent): void {
  if (!picker.contains(event.relatedTarget as Node | null)) takeBack(picker)
}
