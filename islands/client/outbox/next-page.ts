import htmx from 'htmx.org'
import { askProgram } from '../captive-portal.ts'
import { letGo } from '../held-keys.ts'
import { sayStored } from '../installed.ts'
import { findElement } from '../page.ts'
import { snackbar } from '../snackbars.ts'
import { isDone } from './flag.ts'

type Context = DocumentEventMap['htmx:before:swap']['detail']['ctx']
type StoredPage = { path: string; page: Document; utc: string | null }

const LEADS_ON = '#main [data-outbox][data-then]'

/**
 * What comes next comes into the page, as the server's answer would: keys that come while another page loads would be
 * lost. False where neither the device nor the program has it: this page says what waits, which an empty one would not.
 */
export async function swapNext(ctx: Context, form: HTMLElement): Promise<boolean> {
  const next = await findNext(form)
  if (!next) return false
  const main = findElement('#main', next.page)
  const isLast = !findElement(LEADS_ON, next.page)
  // There is no field that would take what was typed ahead.
  if (isLast) letGo()
  await htmx.swap(Object.assign(ctx, { text: main?.innerHTML ?? '', push: next.path }))
  if (next.utc) sayStored(next.utc)
  if (isLast && form.dataset.done) snackbar({ level: 'success', message: form.dataset.done })
  return true
}

/** Past what is done already; once all of it is, where they end. */
async function findNext({ dataset }: HTMLElement): Promise<StoredPage | undefined> {
  const seen = new Set<string>()
  let path = dataset.then ?? ''
  for (;;) {
    const found = await readPage(path)
    const next = found && findElement(LEADS_ON, found.page)
    const { group = '', then = '' } = next?.dataset ?? {}
    if (!next || !isDone(group)) return found
    if (seen.has(group)) return readPage(dataset.end ?? '')
    seen.add(group)
    path = then
  }
}

/** As it is stored, so that it does not hang on the line which comes next. */
async function readPage(path: string): Promise<StoredPage | undefined> {
  const stored = await globalThis.caches?.match(path, { ignoreVary: true })
  const answer = stored ?? (await askProgram(path, { headers: { accept: 'text/html' } }))
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return { path, page, utc: answer.headers.get('x-joblane-stored') }
}
