import './shared.ts'
import { type ComponentType, createElement, type ReactNode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { describeFailedView } from './lib/failed-view.ts'

// biome-ignore lint/suspicious/noExplicitAny: each island has its own props, checked where a view mounts it
const islands: Record<string, () => Promise<{ default: ComponentType<any> }>> = {
  allocations: () => import('./allocations/allocations.tsx'),
  board: () => import('./board/board.tsx'),
  scheduler: () => import('./scheduler/scheduler.tsx'),
  inventory: () => import('./inventory/inventory.tsx'),
  steps: () => import('./steps/steps.tsx'),
}

/** React has taken a view that failed away: the page says so in its place, with the way to see it again. */
function showFailure(element: HTMLElement, error: unknown) {
  const text = document.createElement('p')
  text.textContent = describeFailedView(error)
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

export type MountedIsland = { stop: () => void; ready: Promise<void> }

/**
 * Brings an island to life in its element: it takes over what the server drew to the letter, else it is drawn in the
 * place of what the server showed there. `ready` is when it answers.
 */
export async function mountIsland(name: string, element: HTMLElement, props: object): Promise<MountedIsland> {
  const load = islands[name]
  if (!load) throw new Error(`There is no island named ${name}`)
  const isDrawn = element.dataset.hydrate !== undefined
  if (!isDrawn) keepFocus(element)
  const { default: component } = await load()
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const island = createElement(Live, { onLive: resolve }, createElement(component, props))
  const options = {
    onUncaughtError(error: unknown) {
      console.error(error)
      showFailure(element, error)
    },
  }
  const root = isDrawn ? undefined : createRoot(element, options)
  // In slices, between which the page answers; what the server showed stands until all is drawn.
  return new Promise((mounted) =>
    startTransition(() => {
      const live = root ?? hydrateRoot(element, island, options)
      root?.render(island)
      mounted({ stop: () => live.unmount(), ready })
    }),
  )
}

function Live({ onLive, children }: { onLive: () => void; children?: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes to life once
  useEffect(onLive, [])
  return children
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
