import { findElements } from '../page.ts'
import { isBegun } from './flag.ts'

/** A step whose start waits to be sent is finished as one with a running timer is: nobody is asked how long it took. */
export function showRunningTimers(): void {
  for (const place of findElements('[data-begun]')) place.hidden = !isBegun(place.dataset.begun ?? '')
  for (const place of findElements('[data-unbegun]')) place.hidden = isBegun(place.dataset.unbegun ?? '')
}
