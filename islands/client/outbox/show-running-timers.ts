import { findElements } from '../page.ts'
import { isBegun } from './flag.ts'

/** What a start that waits has begun is finished as what runs is: nobody is asked how long it took. */
export function markBegun(): void {
  for (const place of findElements('[data-begun]')) place.hidden = !isBegun(place.dataset.begun ?? '')
  for (const place of findElements('[data-unbegun]')) place.hidden = isBegun(place.dataset.unbegun ?? '')
}
