import { delegate } from './page.ts'

type Context = DocumentEventMap['htmx:before:swap']['detail']['ctx']

// Loaded when something waits, which on most pages nothing does.
const load = () => import('./outbox/outbox.ts')
const waits = () => localStorage.getItem('outbox') !== null

export function watchOutbox(): void {
  const hurry = () => waits() && void load().then((outbox) => outbox.hurry())
  addEventListener('online', hurry)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry())
  document.addEventListener('htmx:after:swap', () => waits() && void load().then((outbox) => outbox.show()))
  delegate('click', '[data-outbox-show]', () => void load().then((outbox) => outbox.showDialog()))
  hurry()
}

/** Keeps a change that got no answer, if it is one that may wait, or says why it cannot. False where it is none. */
export async function keepChange({ sourceElement, request }: Context): Promise<boolean> {
  const source = sourceElement.closest<HTMLElement>('[data-outbox]')
  const { body, headers, action, method } = request
  if (!source || method !== 'POST') return false
  const values = body instanceof FormData || body instanceof URLSearchParams ? body : []
  const { outbox: label = '', group = '' } = source.dataset
  const change = { url: action, label, group, key: headers['idempotency-key'], values }
  const outbox = await load().catch(() => undefined)
  if (!outbox) return false
  // It has said why: another sentence would take its place.
  if (!(await outbox.keep(change))) return true
  if (source instanceof HTMLFormElement) source.reset()
  // The next photo is taken in the same dialog.
  if ([...values].every(([, value]) => typeof value === 'string'))
    document.dispatchEvent(new CustomEvent('closedialog'))
  if (source.dataset.then) await outbox.openNextPage(source.dataset.then)
  return true
}
