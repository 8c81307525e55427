import type { FromWorker, ToWorker } from '#islands/worker/scope.ts'
import { publishReload } from '../hub.ts'
import { askHealthBriefly } from './captive-portal.ts'
import { isTypedOn } from './held-keys.ts'
import { awaitLine, saysOffline, showOffline } from './online.ts'
import { delegate, findElement, findElements } from './page.ts'
import { sinceText } from './times.ts'
import { hasChanges } from './unsaved-changes.ts'

const { account = '' } = document.documentElement.dataset
let isStored = false

/** Only over https, or on the machine itself, does a browser let a page be stored: elsewhere all goes on without it. */
export function watchInstalled(): void {
  delegate('click', '[data-update]', () => void update())
  const worker = navigator.serviceWorker
  if (!worker) return
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('stored' in data) sayStored(data.stored)
    else if ('came' in data) offerNewer()
    else if ('unanswered' in data) void findLine()
    else if (data.newest) findElement('#update')?.setAttribute('hidden', '')
  })
  // Another tab may have taken the new version, which this page may have come from already.
  worker.addEventListener('controllerchange', () => send(worker.controller, { built: listFiles() }))
  delegate('click', '[data-newer]', () => location.reload())
  worker.startMessages()
  document.addEventListener('joblane:line', () => {
    if (isStored && !hasChanges() && !isTypedOn()) location.reload()
    else reloadOld()
  })
  watchHub()
  // What is shown is kept up to date until then.
  window.addEventListener('offline', () => isStored || showAge(new Date().toISOString()))
  window.addEventListener('load', () => void register(worker))
}

/** A line can come back without the browser having missed it, and ends when rights change. A session is over only by an answer. */
function watchHub(): void {
  let broken = false
  document.addEventListener('joblane:hubstate', ({ detail: { state } }) => {
    const isBack = state === 'connected'
    // What is typed on a page that was not stored outlives the end of its session there.
    const isAnswered = isBack || (isStored && state === 'closed')
    // Only after a break: a page that was stored for a slow answer would be loaded for ever.
    if (isAnswered && broken && saysOffline()) dispatchEvent(new Event('online'))
    else if (isBack) reloadOld()
    if (isBack ? broken : state === 'closed') keepDaily({ isBack: true })
    broken = !isBack
  })
}

const reloadOld = () => findElement('[data-stored-part]') && publishReload()

async function register(worker: ServiceWorkerContainer): Promise<void> {
  const registration = await worker.register('/sw.js', { updateViaCache: 'none' }).catch(() => null)
  if (!registration) return
  if (registration.waiting) offerUpdate()
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed' && worker.controller) offerUpdate()
    })
  })
  keepDaily()
}

function keepDaily({ isBack = false } = {}): void {
  const keep = { pages: dailyPages(), parts: workDialogs(), account }
  void navigator.serviceWorker.ready.then(({ active }) => send(active, { keep, isBack }))
}

/** The steps and jobs of today, with what is told of them. */
const workDialogs = () =>
  findElements('#main :is(a[hx-get^="/mywork/steps/"], a[hx-get^="/mywork/jobs/"])').map(
    (link) => link.getAttribute('hx-get') as string,
  )

const send = (worker: ServiceWorker | null, message: ToWorker) => worker?.postMessage(message)

const listFiles = () =>
  findElements('script[src^="/assets/"], link[rel="stylesheet"][href^="/assets/"]').map(
    (file) => (file.getAttribute('src') ?? file.getAttribute('href')) as string,
  )

/** This one and what it leads on to, today's steps and the boards, as the menu links them. */
const dailyPages = () => [
  location.pathname + location.search,
  ...(findElement('#help a[href^="/help"]') ? ['/help'] : []),
  ...findElements('#main [data-keep]').flatMap(({ dataset }) => JSON.parse(dataset.keep ?? '[]') as string[]),
  ...findElements<HTMLAnchorElement>('#menu a[href="/mywork"], #menu a[href$="/progress"]').map(
    (link) => link.pathname,
  ),
]

/** Whoever reads is not moved: what came is shown when they ask for it. */
function offerNewer(): void {
  isStored = false
  showOffline(false)
  findElement('#newer')?.removeAttribute('hidden')
}

/**
 * The page itself got no answer. Where the program answers else, what is newest is shown when it is asked for: a page that
 * alone gets none would be loaded for ever.
 */
async function findLine(): Promise<void> {
  if (await askHealthBriefly()) offerNewer()
  else awaitLine()
}

const offerUpdate = () => findElement('#update')?.removeAttribute('hidden')

/** The server said that it is newer than the page. */
export function noticeUpdate(): void {
  offerUpdate()
  askForNewer()
}

/** Whether its files are others by now, as they may be under the same version too. */
export function askForNewer(): void {
  const asked = navigator.serviceWorker?.getRegistration().then((registration) => registration?.update())
  // The line may be gone again.
  asked?.catch(() => {})
}

/** The new version takes over at once; without one that waits the page is loaded again by the one there is. */
async function update(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  send(registration.waiting, { activate: true })
}

/** Until the line is back, when it is loaded again. */
export function sayStored(utc: string): void {
  isStored = true
  showAge(utc)
}

function showAge(utc: string): void {
  const said = findElement('#offline [data-stored]')
  const time = said?.querySelector('time')
  if (!said || !time) return
  time.dateTime = utc
  time.textContent = sinceText((Date.parse(utc) - Date.now()) / 1000) ?? ''
  said.hidden = false
  showOffline(true)
}
