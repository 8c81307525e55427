import './shared.ts'
import { type ComponentType, createElement, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { FAILED_VIEW } from './lib/failed-view.ts'

// biome-ignore lint/suspicious/noExplicitAny: each island has its own props, checked where a view mounts it
const islands: Record<string, () => Promise<{ default: ComponentType<any> }>> = {
  board: () => import('./board/board.tsx'),
  inventory: () => import('./inventory/inventory.tsx'),
  steps: () => import('./steps/steps.tsx'),
}

/** React has taken a view that failed away: the page says so in its place, with the way to see it again. */
function showFailure(element: HTMLElement) {
  const text = document.createElement('p')
  text.textContent = FAILED_VIEW
  const again = document.createElement('button')
  again.type = 'button'
  again.className = 'button'
  again.textContent = 'Reload'
  again.addEventListener('click', () => location.reload())
  const box = document.createElement('div')
  box.className = 'empty'
  box.role = 'alert'
  box.append(text, again)
  // What is left of the failed picture is taken away in this same turn.
  setTimeout(() => element.replaceChildren(box))
}

/**
 * Renders an island into its element, in the place of what the server showed there: the drag library cannot take
 * over foreign markup, and an equal first picture leaves nothing to see. Returns what takes it away again.
 */
export async function mountIsland(name: string, element: HTMLElement, props: object): Promise<() => void> {
  const load = islands[name]
  if (!load) throw new Error(`There is no island named ${name}`)
  keepFocus(element)
  const { default: component } = await load()
  const root = createRoot(element, {
    onUncaughtError(error) {
      console.error(error)
      showFailure(element)
    },
  })
  // In slices, between which the page answers; what the server showed stands until all is drawn.
  startTransition(() => root.render(createElement(component, props)))
  return () => root.unmount()
}

/** What the server drew can have the focus before the island stands: the same thing drawn anew takes it over. */
function keepFocus(element: HTMLElement): void {
  let selector = describeFocused(document.activeElement)
  const remember = ({ target }: FocusEvent) => {
    selector = describeFocused(target as Element)
  }
  // React takes the old picture away within this turn: what it takes away has not been left by anybody.
  const forget = ({ target }: FocusEvent) => {
    const left = selector
    queueMicrotask(() => {
      if ((target as Element).isConnected && selector === left) selector = undefined
    })
  }
  element.addEventListener('focusin', remember)
  element.addEventListener('focusout', forget)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    element.removeEventListener('focusin', remember)
    element.removeEventListener('focusout', forget)
    if (selector) element.querySelector<HTMLElement>(selector)?.focus()
  }).observe(element, { childList: true })
}

function describeFocused(focused: Element | null): string | undefined {
  if (!(focused instanceof HTMLElement)) return
  const { id, dataset } = focused
  if (dataset.card) return `[data-card="${CSS.escape(dataset.card)}"]`
  return id ? `#${CSS.escape(id)}` : undefined
}
