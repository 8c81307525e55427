import htmx from 'htmx.org'
import { findElement, findElements } from './page.ts'
import { sinceText } from './times.ts'
import { hasChanges } from './unsaved-changes.ts'
import { unsent } from './unsent.ts'

type Context = DocumentEventMap['htmx:before:swap']['detail']['ctx'] & { target?: Element | string }

/** A part of a page that the service worker kept says in its place how old it is; the next that is fresh does not. */
export function watchStoredParts(): void {
  document.addEventListener('htmx:after:swap', ({ detail }) => {
    const { response, target } = detail.ctx as Context
    const place = target instanceof Element && findPlace(target)
    if (!response || !place) return
    findElement(':scope > [data-stored-part]', place)?.remove()
    const utc = response.headers.get('x-joblane-stored')
    if (!utc) return
    const said = describeAge(utc)
    if (target.id === 'dialog') paths.set(said, detail.ctx.request.action)
    place.prepend(said)
  })
  document.addEventListener('joblane:line', renewDialog)
  document.addEventListener('joblane:heard', renewDialog)
}

/** Where a dialog that is old came from. */
const paths = new WeakMap<HTMLElement, string>()

/** What somebody types in stays, and says no longer that there is no network. */
function renewDialog(): void {
  for (const said of findElements('#dialog [data-stored-part]')) {
    const path = paths.get(said)
    const dialog = said.closest('dialog')
    if (!path || !dialog) continue
    said.firstChild?.replaceWith('As it was ')
    if (!hasChanges(dialog) && !unsent(dialog))
      void htmx.ajax('GET', path, { target: '#dialog', swap: 'innerMorph' })
  }
}

/** A list that was drawn anew stands in the page under its id; a dialog tells it above what it holds. */
function findPlace(target: Element): Element | null {
  const shown = target.isConnected ? target : document.getElementById(target.id)
  return shown?.querySelector(':scope > dialog .body') ?? shown?.closest('section, form, div, main') ?? null
}

function describeAge(utc: string): HTMLElement {
  const time = document.createElement('time')
  Object.assign(time, { dateTime: utc, textContent: sinceText((Date.parse(utc) - Date.now()) / 1000) })
  time.dataset.relative = ''
  const said = document.createElement('p')
  said.className = 'hint waits'
  said.role = 'status'
  said.dataset.storedPart = ''
  said.append('Without a network: as it was ', time)
  return said
}
