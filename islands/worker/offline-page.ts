import { ASSETS } from './build.ts'

/** The words of the specification, and the way to what there is. */
export function offlinePage(paths: readonly string[]): Response {
  const styles = ASSETS.filter((path) => /\/public\.\w*\.?css$/.test(path))
  const links = paths.map((path) => `<li><a href="${escapeHtml(path)}">${escapeHtml(nameOf(path))}</a></li>`)
  const nothing = paths.length === 0
  return new Response(
    `<!doctype html><html lang="en-ZA" data-layout="public"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Offline</title>${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}</head>
<body><main class="card"><h1>You are offline</h1>
<p>${nothing ? 'You are offline and there is no information stored from your previous session' : 'This page was not opened before on this device. These were:'}</p>
<ul>${links.join('')}</ul><p><a class="button" href="">Try again</a></p></main></body></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

const nameOf = (path: string) => (path === '/' ? 'Dashboard' : decodeURIComponent(path.slice(1)))
