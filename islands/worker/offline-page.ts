import { messages } from '#islands/client/messages.ts'
import { OUTBOX_DIALOG } from '#islands/client/outbox/flag.ts'
import { listWaiting } from '#islands/client/outbox/store.ts'
import { ASSETS } from './build.ts'

export type StoredPage = { url: string; html: string }

/** The page as asked for, once the program answers, whatever the device says of its network; nobody waits while it is hidden. */
const AWAITING = `<script>{
const longest = 60000
let pause = 5000, timer
const later = () => {
  clearTimeout(timer)
  timer = setTimeout(ask, pause)
  pause = Math.min(2 * pause, longest)
}
const ask = async () => {
  if (document.hidden) return
  const answer = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).catch(() => {})
  if (answer?.headers.has('x-joblane-version')) document.querySelector('[data-again]').click()
  else later()
}
const anew = () => {
  pause = 5000
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
<body><main id="main" class="public"><h1>You are offline</h1>${waiting}
<p>${nothing ? 'You are offline and there is no information stored from your previous session' : 'This page is not kept on this device. These are:'}</p>
<ul>${links.join('')}</ul><p class="formfoot"><a class="button" href="" data-again>Try again</a></p></main>${awaits ? AWAITING : ''}</body></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
}

/** What is kept under several addresses of one page by its shortest. */
function eachOnce(pages: readonly StoredPage[]): StoredPage[] {
  const same = Map.groupBy(pages, (page) => `${new URL(page.url).pathname} ${nameOf(page)}`)
  return [...same.values()].map((all) => all.reduce((a, b) => (b.url.length < a.url.length ? b : a)))
}

/** A stored page has the list of it; how much there is can be said without. */
async function describeWaiting(pages: readonly StoredPage[]): Promise<string> {
  const [page] = pages.filter(({ html }) => html.includes(`id="${OUTBOX_DIALOG}"`))
  const person = page && /<html[^>]* data-person="([^"]*)"/.exec(page.html)?.[1]
  const own = (await listWaiting().catch(() => [])).filter((one) => one.person === person)
  const said = messages.waiting(own.length, false)
  if (!page || !said) return ''
  const href = escapeHtml(`${pathOf(page)}#${OUTBOX_DIALOG}`)
  return `<p>${said} <a href="${href}">Show what waits</a></p>`
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

function pathOf({ url }: StoredPage): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** As its title has it, without the program's name: text of a page is escaped as it stands. */
const nameOf = (page: StoredPage) =>
  /<title>([^<]+?)( · [^<·]*)?<\/title>/.exec(page.html)?.[1] ?? escapeHtml(decodeURIComponent(pathOf(page)))
