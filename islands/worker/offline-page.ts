import { ASSETS } from './build.ts'

export type StoredPage = { url: string; html: string }

/** The words of the specification, and the way to what there is. */
export function offlinePage(pages: readonly StoredPage[]): Response {
  const styles = ASSETS.filter((path) => /\/public\.\w*\.?css$/.test(path))
  const links = pages.map((page) => `<li><a href="${escapeHtml(pathOf(page))}">${nameOf(page)}</a></li>`)
  const nothing = pages.length === 0
  return new Response(
    `<!doctype html><html lang="en-ZA" data-layout="public"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<base target="_top"><title>Offline</title>${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}</head>
<body><main id="main" class="public"><h1>You are offline</h1>
<p>${nothing ? 'You are offline and there is no information stored from your previous session' : 'This page is not kept on this device. These are:'}</p>
<ul>${links.join('')}</ul><p class="formfoot"><a class="button" href="">Try again</a></p></main></body></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

function pathOf({ url }: StoredPage): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** As its title has it, without the program's name: text of a page is escaped as it stands. */
const nameOf = (page: StoredPage) =>
  /<title>([^<]+?)( · [^<·]*)?<\/title>/.exec(page.html)?.[1] ?? escapeHtml(decodeURIComponent(pathOf(page)))
