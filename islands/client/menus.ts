import { delegate, findElement, findElements } from './page.ts'

export function watchMenus(): void {
  document.addEventListener('beforetoggle', hideUntilPlaced, true)
  document.addEventListener('toggle', onToggle, true)
  delegate('keydown', '[role=menu]', onKeyDown)
  delegate('click', '[role=menu] [role=menuitem]', (item) =>
    item.closest<HTMLElement>('[role=menu]')?.hidePopover(),
  )
}

const isMenu = (element: HTMLElement) => element.matches?.('.menu[popover]')
const buttonOf = (menu: HTMLElement) => findElement(`[popovertarget="${menu.id}"]`)

/** It is open a moment before it is told to be: a press meant for it would meet what lies at its place. */
function hideUntilPlaced(event: Event): void {
  const menu = event.target as HTMLElement
  if (isMenu(menu) && (event as ToggleEvent).newState === 'open' && buttonOf(menu))
    menu.style.setProperty('visibility', 'hidden')
}

function onToggle(event: Event): void {
  const menu = event.target as HTMLElement
  if (!isMenu(menu)) return
  const button = buttonOf(menu)
  const isOpen = (event as ToggleEvent).newState === 'open'
  button?.setAttribute('aria-expanded', String(isOpen))
  if (!isOpen || !button) return
  const { top, left } = placeFor(button.getBoundingClientRect(), menu)
  menu.style.setProperty('--top', `${top}px`)
  menu.style.setProperty('--left', `${left}px`)
  menu.style.removeProperty('visibility')
  if (menu.role === 'menu') itemsOf(menu)[0]?.focus()
}

function placeFor(button: DOMRect, menu: HTMLElement): { top: number; left: number } {
  const { offsetWidth: width, offsetHeight: height } = menu
  const rightHalf = button.left + button.width / 2 > innerWidth / 2
  const left = rightHalf ? button.right - width : button.left
  const below = button.bottom + 4
  const top = below + height > innerHeight - 8 && button.top > height + 12 ? button.top - height - 4 : below
  return { top, left: Math.max(8, Math.min(left, innerWidth - width - 8)) }
}

function onKeyDown(menu: HTMLElement, event: KeyboardEvent): void {
  const items = itemsOf(menu)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}

const itemsOf = (menu: HTMLElement) =>
  findElements('[role^=menuitem], input[type=checkbox]:not(:disabled)', menu)
