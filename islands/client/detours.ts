import { findElement } from './page.ts'

export type Swapped = DocumentEventMap['htmx:after:swap']['detail']['ctx']

/** The dialog of the page: where it came from, and what it leads back to as it closes. */
type Shown = { url?: string; back?: Detour }

/** `link` is what was pressed in the dialog at `url`, where its section `tab` was shown. */
type Detour = { url: string; link: string; tab?: string }

let shown: Shown = {}
/** What the next dialog leads back to. */
let coming: Detour | undefined

export function watchDetours(): void {
  document.addEventListener('click', onClick)
}

/** Of links alone: a button shows the same record anew. */
function onClick({ target, ctrlKey, metaKey }: MouseEvent): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hx-target="#dialog"]')
  if (!link || ctrlKey || metaKey) return
  const within = link.closest('#dialog > dialog')
  const href = link.getAttribute('href') ?? ''
  const leads = within && shown.url && !isSamePath(href, shown.url)
  const tab = leads ? findElement('[role=tab][aria-selected=true]', within)?.id : undefined
  coming = leads ? { url: shown.url as string, link: href, tab } : undefined
}

/** Of one that was not open yet. What answers a change of a record, or asks for it once more, takes its place. */
export function noteDialog(ctx: Swapped | undefined): void {
  const { method, action } = ctx?.request ?? { method: 'GET', action: location.pathname + location.search }
  const isSame = shown.url !== undefined && pathOf(action).startsWith(pathOf(shown.url))
  if (method === 'GET') shown = { url: action, back: isSame ? shown.back : coming }
  else if (!isSame) shown = { back: shown.back }
  coming = undefined
}

/** Of the dialog that closes; it is over with it. */
export function takeDetour(): Detour | undefined {
  const { back } = shown
  shown = {}
  coming = undefined
  return back
}

/** Once the dialog that it was pressed in stands again, which may have been asked for with another section. */
export function showPressed({ link, tab }: Detour): void {
  const chosen = tab && findElement(`#dialog > dialog #${CSS.escape(tab)}`)
  if (chosen && chosen.ariaSelected !== 'true') chosen.click()
  findElement(`#dialog > dialog a[href="${CSS.escape(link)}"]`)?.focus()
}

const pathOf = (url: string) => new URL(url, location.href).pathname
const isSamePath = (one: string, other: string) => pathOf(one) === pathOf(other)
