import { messages } from '#islands/client/messages.ts'
import { OUTBOX_DIALOG } from '#islands/client/outbox/flag.ts'
import { listWaiting } from '#islands/client/outbox/store.ts'
import { ASSETS } from './build.ts'

export type StoredPage = { url: string; html: string }

/** The words of the specification, and the way to what there is, and to what waits of whoever reads. */
export async function offlinePage(pages: readonly StoredPage[]): Promise<Response> {
  const waiting = await describeWaiting(pages)
  const styles = ASSETS.filter((path) => /\/public\.\w*\.?css$/.test(path))
  const links = pages.map((page) => `<li><a href="${escapeHtml(pathOf(page))}">${nameOf(page)}</a></li>`)
  const nothing = pages.length === 0
  return new Response(
    `<!doctype html><html lang="en-ZA" data-layout="public"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<base target="_top"><title>Offline</title>${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}</head>
<body><main id="main" class="public"><h1>You are offline</h1>${waiting}
<p>${nothing ? 'You are offline and there is no information stored from your previous session' : 'This page is not kept on this device. These are:'}</p>
<ul>${links.join('')}</ul><p class="formfoot"><a class="button" href="">Try again</a></p></main></body></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
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
