/**
 * The service worker: what a person opened can be read without a line. It answers pages, what they read, and
 * static files; changes, downloads and the hub go past it.
 */
import { dropOldAssets, findAsset, storeAssets } from './worker/assets.ts'
import { ASSETS } from './worker/build.ts'
import { answerPage, answerPast, answerSignOut, forgetIfRightsChanged, keepPages } from './worker/pages.ts'
import type { FetchEvent, FromWorker, PathsToKeep, Scope } from './worker/scope.ts'

const scope = globalThis as unknown as Scope
/** Neither pages to read nor of one person: strangers' pages, and what is written to disk. */
const past = /^\/(hub|health|render|www|reporting\/data)(\/|$)|\/export$/

scope.addEventListener('install', (event) => event.waitUntil(storeAssets()))

scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([dropOldAssets(), scope.clients.claim()])),
)

scope.addEventListener('message', (event) => {
  const { data, source } = event
  if ('activate' in data) event.waitUntil(scope.skipWaiting())
  else if ('built' in data) source?.postMessage({ newest: data.built.every((path) => ASSETS.includes(path)) })
  else event.waitUntil(keep(data))
})

async function keep({ keep: paths, isBack }: { keep: PathsToKeep; isBack?: boolean }): Promise<void> {
  if (isBack) await forgetIfRightsChanged(paths)
  await keepPages(paths, scope.location.origin)
}

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== scope.location.origin) return
  if (request.method === 'POST' && pathname === '/signout') event.respondWith(answerSignOut(request))
  if (request.method !== 'GET') return
  if (past.test(pathname)) {
    if (request.mode === 'navigate') event.respondWith(answerPast(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(findAsset(request))
  else if (request.mode === 'navigate' || request.headers.has('x-joblane-account'))
    event.respondWith(answerPage(event, tell(event)))
})

const tell =
  ({ clientId, resultingClientId }: FetchEvent) =>
  async (said: FromWorker) => {
    const client = await scope.clients.get(resultingClientId || clientId)
    client?.postMessage(said)
  }
