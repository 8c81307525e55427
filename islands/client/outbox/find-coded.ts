import { findElement } from '../page.ts'
import { isDone } from './flag.ts'

/** Pages are stored whole, and most of one is beside its form. */
const CODED = /<form[^>]* data-codes="[^"]*"[^>]*>/

/** Of the pages at this address that are stored, one whose form has the code: what is not done yet goes before what is. */
export async function findCoded(pathname: string, code: string): Promise<string | undefined> {
  const read = [code, code.toUpperCase(), code.toLowerCase()]
  let found: string | undefined
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const { pathname: at, search } = new URL(request.url)
      if (at !== pathname) continue
      const form = readForm((await (await cache.match(request, { ignoreVary: true }))?.text()) ?? '')
      const codes: string[] = JSON.parse(form?.dataset.codes ?? '[]')
      if (!codes.some((one) => read.includes(one))) continue
      if (!isDone(form?.dataset.group ?? '')) return at + search
      found ??= at + search
    }
  }
  return found
}

function readForm(html: string): HTMLElement | null {
  const [form] = CODED.exec(html) ?? []
  return form ? findElement('form', new DOMParser().parseFromString(form, 'text/html')) : null
}
