import { isOurs } from '#islands/client/captive-portal.ts'
import { offlinePage, type StoredPage } from './offline-page.ts'
import type { FetchEvent, FromWorker, PathsToKeep } from './scope.ts'

/** Of one person in one account with the same rights: other rights are another viewer, who finds nothing of this. */
const PREFIX = 'pages '
const MOST = 1_000
const PARTS = '/parts/'
const STORED = 'x-joblane-stored'
const HOUR_MS = 3_600_000
/** A line that answers no sooner is as good as none, where there is something to show instead. */
const PATIENCE_MS = 5_000
const FAILED = 500
/** How long what came too late for its page is taken for the newest, when the page is loaded again. */
const NEW_MS = 60_000
const signedOut = /^\/(signin|timeout)$/
/** It is anybody's: kept with the pages of whoever reads here. */
const HELP = '/help'
/** Whoever has a seat may ask who they are. */
const MYSELF = '/api/users/myself'

let isRefreshing = false
/** Whom the newest answer was made for, empty after a sign-out; how often that changed since the worker began. */
let latest: string | undefined
let changes = 0
/** The keys of pages whose answer came after they were shown as they were stored. */
const late = new Set<string>()

/** The server's answer, else what was stored of it: `tell` says from when a page is, its header from when a part is. */
export async function answerPage(
  event: FetchEvent,
  tell: (said: FromWorker) => Promise<void>,
): Promise<Response> {
  const { request } = event
  const isShown = request.mode === 'navigate'
  const key = keyOf(request)
  const since = changes
  const stored = await findStored(key)
  if (stored && late.delete(key) && !isOlder(stored, NEW_MS)) return stored
  const asked = askServer(request)
  const followed = asked.then((answer) => answer && follow(request, { key, since }, answer.clone()))
  event.waitUntil(followed)
  const answer = await (stored ? Promise.race([asked, after(PATIENCE_MS)]) : asked)
  if (answer && !(stored && isStranger(answer, request))) return answer
  if (stored) {
    if (isShown) event.waitUntil(tell({ stored: stored.headers.get(STORED) ?? '' }))
    if (isShown)
      event.waitUntil(followed.then((came) => (came ? sayLate(key, tell) : tell({ unanswered: true }))))
    return stored
  }
  if (answer) return answer
  const below = pageBelow(request)
  if (below && (await findStored(below))) return Response.redirect(below)
  const { origin, pathname } = new URL(request.url)
  if (pathname === '/' && (await findStored(`${origin}/mywork`))) return Response.redirect('/mywork')
  return isShown ? offlinePage(await listStored()) : Response.error()
}

/** What is never stored: without a line it is said by a page of ours. */
export const answerPast = async (request: Request): Promise<Response> =>
  (await askServer(request)) ?? offlinePage(await listStored())

/** Nobody is signed out before the program says so: without a line what is kept stays. */
export async function answerSignOut(request: Request): Promise<Response> {
  const answer = await askServer(request)
  if (!answer) return offlinePage(await listStored(), false)
  // Where a sign-out leads on to is not told to a worker.
  if (answer.type === 'opaqueredirect' || answer.redirected) await forgetOthers('')
  return answer
}

function sayLate(key: string, tell: (said: FromWorker) => Promise<void>): Promise<void> {
  late.add(key)
  return tell({ came: true })
}

const askServer = (request: Request) => fetch(request).catch(() => undefined)

const after = (ms: number) => new Promise<undefined>((done) => setTimeout(done, ms))

/** A page that asks to sign in to a network is shown, where it came in place of a page. */
const isStranger = (answer: Response, { mode }: Request) =>
  (answer.status > FAILED || mode !== 'navigate') && !isOurs(answer)

/** A part of a page has the address of a page, and is none: it has a key of its own. So has what a script reads. */
function keyOf({ url, headers, mode }: Request): string {
  const address = new URL(url)
  address.hash = ''
  // The whole page is asked for by Back as well.
  if (mode === 'navigate' || headers.get('hx-history-restore-request')) return address.href
  const part = headers.get('hx-request') ? (headers.get('hx-request-type') ?? 'part') : 'data'
  return `${address.origin}${PARTS}${part}?${encodeURIComponent(address.href)}`
}

/** The page over which the address opens a record, which is stored with it: there it can be opened again. */
function pageBelow({ url, mode }: Request): string | undefined {
  const address = new URL(url)
  if (mode !== 'navigate' || !address.searchParams.has('open')) return
  address.searchParams.delete('open')
  address.hash = ''
  return address.href
}

/** What an answer means for what is stored. True where it was stored. */
async function follow(
  request: Request,
  { key, since }: { key: string; since: number },
  answer: Response,
): Promise<boolean> {
  const viewer = await forgetOtherViewers(request, since, answer)
  const isKept = answer.ok && !answer.redirected && viewer && isPage(answer)
  if (isKept) await store(viewer, key, answer)
  else if (!answer.ok && answer.status < FAILED) await forget(key)
  else await answer.body?.cancel()
  if (viewer && request.mode === 'navigate') await refreshOld(viewer)
  return Boolean(isKept)
}

/** Who the answer was made for, if not for whom the browser had before: what stands under others goes. */
async function forgetOtherViewers(
  request: Request,
  since: number,
  answer: Response,
): Promise<string | undefined> {
  const { pathname } = new URL(answer.url || request.url)
  const isOver = answer.status === 401 || signedOut.test(pathname)
  const reader = pathname === HELP ? await findReader() : undefined
  const viewer = isOver ? '' : (answer.headers.get('x-joblane-viewer') ?? reader)
  if (viewer === undefined || (since !== changes && viewer !== latest)) return
  await forgetOthers(viewer)
  return viewer
}

/**
 * Other rights than before leave nothing of what was kept, allowed or not: a page does not say which right each of its
 * parts was shown by. What is kept without being opened is fetched again after.
 */
export async function forgetIfRightsChanged({ account }: PathsToKeep): Promise<void> {
  const request = new Request(MYSELF, {
    headers: { accept: 'application/json', 'x-joblane-account': account },
  })
  const since = changes
  const answer = await askServer(request)
  if (!answer) return
  await forgetOtherViewers(request, since, answer)
  await answer.body?.cancel()
}

const findReader = async () => (await pageCaches())[0]?.slice(PREFIX.length)

/** A file that is downloaded is none, whatever it holds. */
const isPage = ({ headers }: Response) =>
  /^text\/html|^application\/json/.test(headers.get('content-type') ?? '') &&
  !headers.get('content-disposition')?.startsWith('attachment')

async function store(viewer: string, key: string, answer: Response): Promise<void> {
  const headers = new Headers(answer.headers)
  headers.set(STORED, new Date().toISOString())
  const cache = await caches.open(PREFIX + viewer)
  await cache.put(key, new Response(await answer.arrayBuffer(), { headers }))
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -MOST).map((old) => cache.delete(old)))
  if (viewer !== latest) await caches.delete(PREFIX + viewer)
}

/** At sign-out, after a change of account or of rights. */
async function forgetOthers(viewer: string): Promise<void> {
  if (viewer !== latest) changes++
  latest = viewer
  for (const name of await pageCaches()) if (name !== PREFIX + viewer) await caches.delete(name)
}

async function forget(key: string): Promise<void> {
  for (const name of await pageCaches()) await (await caches.open(name)).delete(key)
}

const pageCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

async function findStored(key: string): Promise<Response | undefined> {
  for (const name of await pageCaches()) {
    const found = await (await caches.open(name)).match(key, { ignoreVary: true })
    if (found) return found
  }
}

async function listStored(): Promise<StoredPage[]> {
  const [name] = await pageCaches()
  if (!name) return []
  const cache = await caches.open(name)
  const pages = (await cache.keys()).filter(({ url }) => !new URL(url).pathname.startsWith(PARTS))
  return Promise.all(pages.map(async (page) => ({ url: page.url, html: await readText(cache, page) })))
}

const readText = async (cache: Cache, page: Request) => (await cache.match(page))?.text() ?? ''

/** Stores what nobody opened yet, or what was stored over an hour ago. */
export async function keepPages(
  { pages = [], parts = [], data = [], account }: PathsToKeep,
  origin: string,
): Promise<void> {
  const headers = { accept: 'text/html', 'x-joblane-account': account }
  const asPart = { ...headers, 'hx-request': 'true', 'hx-request-type': 'partial' }
  const asData = { ...headers, accept: 'application/json' }
  const read = [
    ...data.map((path) => new Request(path, { headers: asData })),
    ...parts.map((path) => new Request(path, { headers: asPart })),
  ]
  const wanted = [
    ...pages.map((path) => ({ key: new URL(path, origin).href, request: new Request(path, { headers }) })),
    ...read.map((request) => ({ key: keyOf(request), request })),
  ]
  for (const { key, request } of wanted) {
    const found = await findStored(key)
    if ((!found || isOld(found)) && !(await fetchAgain(request, key))) return
  }
}

const isOlder = ({ headers }: Response, ms: number) => Date.now() - Date.parse(headers.get(STORED) ?? '') > ms

const isOld = (stored: Response) => isOlder(stored, HOUR_MS)

/** One after the other, so that what a person asks for meanwhile does not wait. */
async function refreshOld(viewer: string): Promise<void> {
  if (isRefreshing) return
  isRefreshing = true
  try {
    const cache = await caches.open(PREFIX + viewer)
    for (const { url } of await cache.keys()) {
      if (new URL(url).pathname.startsWith(PARTS)) continue
      const found = await cache.match(url, { ignoreVary: true })
      if (
        found &&
        isOld(found) &&
        !(await fetchAgain(new Request(url, { headers: { accept: 'text/html' } }), url))
      )
        return
    }
  } finally {
    isRefreshing = false
  }
}

/** False once the line is gone. */
async function fetchAgain(request: Request, key: string): Promise<boolean> {
  const since = changes
  const answer = await askServer(request)
  if (answer) await follow(request, { key, since }, answer)
  return answer !== undefined
}
