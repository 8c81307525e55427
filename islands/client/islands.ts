import { describeFailedView } from '../lib/failed-view.ts'
import type { MountedIsland } from '../registry.ts'
import { keepEarlyInput } from './early-input.ts'
import { isHolding, letGo } from './held-keys.ts'
import { messages } from './messages.ts'
import { findElements } from './page.ts'
import { snackbar } from './snackbars.ts'

type IslandsModule = {
  mountIsland(name: string, root: HTMLElement, props: object): Promise<MountedIsland>
}

/** Spec 2, section 10. */
const LOADING_MS = 120_000
const reload = { label: 'Reload', act: () => location.reload() }

const mounted = new Map<HTMLElement, () => void>()

export function watchIslands(): void {
  void mountAll()
  document.addEventListener('htmx:after:swap', () => void mountAll())
  new MutationObserver(sweep).observe(document.body, { childList: true, subtree: true })
}

async function mountAll(): Promise<void> {
  const waiting = findElements('[data-island]:not([data-mounted])')
  const url = document.documentElement.dataset.islands
  if (waiting.length === 0 || !url) return
  for (const island of waiting) island.dataset.mounted = ''
  const replay = keepEarlyInput(waiting)
  try {
    await Promise.race([startAll(url, waiting), timeOut()])
    replay()
  } catch (error) {
    console.error(error)
    if (isHolding(document.body)) letGo()
    const message = describeFailedView(error)
    snackbar({ level: 'error', message, undo: message === messages.chunk ? reload : undefined })
  }
}

async function startAll(url: string, waiting: readonly HTMLElement[]): Promise<void> {
  const module: IslandsModule = await import(url)
  await Promise.all(waiting.map((island) => start(module, island)))
}

const timeOut = () =>
  new Promise<void>((_, fail) =>
    setTimeout(() => fail(new TypeError('The module did not come.')), LOADING_MS),
  )

async function start(module: IslandsModule, island: HTMLElement): Promise<void> {
  const root = island.querySelector<HTMLElement>('[data-root]') ?? island
  const props = JSON.parse(island.querySelector('script')?.textContent ?? '{}')
  const { stop, ready } = await module.mountIsland(island.dataset.island ?? '', root, props)
  mounted.set(island, stop)
  // It may be gone by the time its code came.
  sweep()
  await ready
  island.dataset.ready = ''
}

function sweep(): void {
  for (const [island, stop] of mounted) {
    if (island.isConnected) continue
    mounted.delete(island)
    stop()
  }
}
