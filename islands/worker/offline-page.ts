import { messages } from '#islands/client/messages.ts'
import { OUTBOX_DIALOG } from '#islands/client/outbox/flag.ts'
import { listWaiting } from '#islands/client/outbox/store.ts'
import { ASSETS } from './build.ts'

export type StoredPage = { url: string; html: string }

/**
 * The page as asked for, once the program answers, whatever the device says of its network; nobody waits while it is
 * hidden. Where it comes to this page again, the page alone gets no answer: that is said, and it is asked for less and less
 * often.
 */
const AWAITING = `<script>{
const [first, longest, key] = [5000, 60000, 'offline again']
// The moment of the attempt that led here, and how many there were before it.
const last = JSON.parse(sessionStorage.getItem(key) ?? '{}')
const tries = Math.abs(performance.timeOrigin - last.at) < 1000 ? last.tries : 0
let pause = Math.min(first * 2 ** tries, longest), timer
if (tries > 0) {
  const said = document.querySelector('[data-alone]')
  said.textContent = 'The program answers, and this page alone got no answer. It is asked for again in ' + pause / 1000 + ' seconds.'
  said.hidden = false
}
const later = () => {
  clearTimeout(timer)
  timer = setTimeout(ask, pause)
  pause = Math.min(2 * pause, longest)
}
const ask = async () => {
  if (document.hidden) return
  const answer = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).catch(() => {})
  if (!answer?.headers.has('x-joblane-version')) return later()
  sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), tries: tries + 1 }))
  document.querySelector('[data-again]').click()
}
const anew = () => {
  pause = first
  ask()
}
addEventListener('online', anew)
addEventListener('pageshow', ({ persisted }) => persisted && anew())
document.addEventListener('visibilitychange', anew)
later()
}</script>`

/** The words of the specification, and the way to what there is, and to what waits of whoever reads; `awaits`: it is asked for again by itself. */
export async function offlinePage(pages: readonly StoredPage[], awaits = true): Promise<Response> {
  const waiting = await describeWaiting(pages)
  const styles = ASSETS.filter((path) => /\/public\.\w*\.?css$/.test(path))
  const links = eachOnce(pages).map(
    (page) => `<li><a href="${escapeHtml(pathOf(page))}">${nameOf(page)}</a></li>`,
  )
  const nothing = pages.length === 0
  return new Response(
    `<!doctype html><html lang="en-ZA" data-layout="public"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<base target="_top"><title>Offline</title>${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}</head>
<body><main id="main" class="public"><h1>You are offline</h1><p role="status" data-alone hidden></p>${waiting}
<p>${nothing ? 'You are offline and there is no information stored from your previous session' : 'This page is not kept on this device. These are:'}</p>
<ul class="keptpages">${links.join('')}</ul><p class="formfoot"><a class="button" href="" data-again>Try again</a></p></main>${awaits ? AWAITING : ''}</body></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
}

/** What is kept under several addresses of one page, or below it under its name, by the shortest. */
function eachOnce(pages: readonly StoredPage[]): StoredPage[] {
  const byLength = pages.toSorted((a, b) => a.url.length - b.url.length)
  return pages.filter((page) => byLength.find((other) => isPart(page, other)) === page)
}

function isPart(page: StoredPage, whole: StoredPage): boolean {
  const [path, above] = [page, whole].map(({ url }) => new URL(url).pathname)
  return (path === above || path?.startsWith(`${above}/`) === true) && nameOf(page) === nameOf(whole)
}

/** A stored page has the list of it; how much there is can be said without. */
async function describeWaiting(pages: readonly StoredPage[]): Promise<string> {
  const [page] = pages.filter(({ html }) => html.includes(`id="${OUTBOX_DIALOG}"`))
  const person = page && /<html[^>]* data-person="([^"]*)"/.exec(page.html)?.[1]
  const own = (await listWaiting().catch(() => [])).filter((one) => one.person === person)
  const said = messages.waiting(own.length, false)
  if (!page || !said) return ''
  const href = escapeHtml(`${pathOf(page)}#${OUTBOX_DIALOG}`)
  return `<p>${said}</p><p><a class="button" href="${href}">Show what waits</a></p>`
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

function pathOf({ url }: StoredPage): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** As its title has it, without the program's name: text of a page is escaped as it stands. */
const nameOf = (page: StoredPage) =>
  /<title>([^<]+?)( · [^<·]*)?<\/title>/.exec(page.html)?.[1] ?? escapeHtml(decodeURIComponent(pathOf(page)))
