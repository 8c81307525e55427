import { topDialog } from './page.ts'

const shieldms = 300
/** Of its side, in pixels. */
const HALF = 30

/** Where was pressed last, in pixels of the window. */
let last: { x: number; y: number } | undefined

/** A finger that taps twice means what it saw, not what an answer put there between the two. */
export function shieldPresses(): void {
  window.addEventListener('click', notePress, true)
  document.addEventListener('close', shieldPress, true)
  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    if ((ctx.target as Element | undefined)?.closest?.('#dialog')) shieldPress()
  })
}

function notePress({ detail, clientX, clientY }: MouseEvent): void {
  // What a key presses has no place.
  last = detail > 0 ? { x: clientX, y: clientY } : undefined
}

/** Where was pressed last, for a moment. */
export function shieldPress(): void {
  if (!last) return
  const { x, y } = last
  const element = document.createElement('span')
  element.className = 'pressshield'
  for (const event of ['pointerdown', 'mousedown', 'click'])
    element.addEventListener(event, (pressed) => {
      pressed.preventDefault()
      pressed.stopPropagation()
    })
  place(element, x, y)
  // Outside a modal dialog nothing can be pressed.
  ;(topDialog() ?? document.body).append(element)
  // A dialog on its way in moves what is fixed within it.
  const { left, top } = element.getBoundingClientRect()
  if (left !== x - HALF || top !== y - HALF) place(element, 2 * x - HALF - left, 2 * y - HALF - top)
  setTimeout(() => element.remove(), shieldms)
}

function place({ style }: HTMLElement, x: number, y: number): void {
  style.setProperty('left', `${x - HALF}px`)
  style.setProperty('top', `${y - HALF}px`)
}
