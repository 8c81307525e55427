import { findElement } from './page.ts'

/** Sends a call as it was filled in, with the session of whoever looks, and shows what came back. */
export function watchTryCalls() {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.dataset.call) return
    event.preventDefault()
    void tryCall(form)
  })
}

async function tryCall(form: HTMLFormElement) {
  const output = findElement('output', form)
  if (!output) return
  output.textContent = 'Waiting for the answer …'
  const began = performance.now()
  try {
    const response = await fetch(...requestOf(form))
    const text = await readAnswer(response)
    const took = Math.round(performance.now() - began)
    output.textContent = `${response.status} after ${took} ms\n\n${text}`
  } catch {
    output.textContent =
      'No answer came. If it was a change, look whether it was made before you send it again.'
  }
}

function requestOf(form: HTMLFormElement): [string, RequestInit] {
  const given = (name: string) => String(new FormData(form).get(name) ?? '').trim()
  const path = (form.dataset.path ?? '').replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(given(`path.${name}`)),
  )
  const query = given('query').replace(/^\?/, '')
  const body = given('body') || undefined
  const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  return [query ? `${path}?${query}` : path, { method: form.dataset.call, headers, body }]
}

async function readAnswer(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!/json|text|csv|xml/.test(type)) return `A file of ${(await response.blob()).size} bytes (${type}).`
  const text = await response.text()
  return type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text
}
