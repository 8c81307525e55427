import { findElement } from './page.ts'
import { sinceText } from './times.ts'

type Context = DocumentEventMap['htmx:before:swap']['detail']['ctx'] & { target?: Element | string }

/** A part of a page that the service worker kept says in its place how old it is; the next that is fresh does not. */
export function watchStoredParts(): void {
  document.addEventListener('htmx:after:swap', ({ detail }) => {
    const { response, target } = detail.ctx as Context
    const place = target instanceof Element && findPlace(target)
    if (!response || !place) return
    findElement(':scope > [data-stored-part]', place)?.remove()
    const utc = response.headers.get('x-joblane-stored')
    if (utc) place.prepend(describeAge(utc))
  })
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
